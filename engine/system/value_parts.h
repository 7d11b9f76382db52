// SPDX-License-Identifier: Apache-2.0
// Decomposition of values into parts, for state files, and for comparing and perturbing in the cache audit.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "system/value_text.h"

namespace trammel {

/// Describes the parts of a type. There are two ways; the parts may be of any type known here (numbers, bool,
/// enumerations, strings, matrices, containers, optional, variant, shared_ptr to const) or of a type that describes
/// itself.
///
/// In the type:           static auto valueFields(auto& self) { return std::tie(self.stiffness, self.length); }
/// Beside it:             template <> struct ValueParts<T> { static std::tuple<A, B> get(const T&);
///                                                           static T make(const A&, const B&); };
/// A specialization must be visible wherever Value<T> is used, so put it into the header of T.
///
/// Optional display names, in the type or its specialization: static constexpr const char* fieldNames[] = {"k", "l"};
/// In a name, [body] and [u] say what the elements of a sequence belong to.
template <class T>
struct ValueParts;

namespace value_parts {

template <class T>
concept WithFields = requires(T& x) {
    T::valueFields(x);
};
template <class T>
concept WithParts = requires(const T& x) {
    ValueParts<T>::get(x);
};
/// The type that declares the field names of T, if there is one.
template <class T>
concept WithNames = requires {
    T::fieldNames;
};
template <class T>
concept WithPartNames = requires {
    ValueParts<T>::fieldNames;
};
template <class T>
constexpr const char* fieldName(std::size_t i) {
    if constexpr (WithNames<T>)
        return T::fieldNames[i];
    else
        return ValueParts<T>::fieldNames[i];
}
/// An identifier of one of several things: must not be perturbed.
template <class T>
inline constexpr bool isLabel = requires {
    ValueParts<T>::isLabel;
};
/// A matrix or column of reals, of fixed or dynamic size, with contiguous elements.
template <class T>
concept Dense = requires(T& x) {
    { x.data() } -> std::convertible_to<const Real*>;
    { T::SizeAtCompileTime } -> std::convertible_to<int>;
    x.rows();
    x.cols();
};
template <class T>
concept Sequence = !std::is_same_v<T, std::string> && !Dense<T> && requires(T & x, const typename T::value_type& v) {
    x.begin();
    x.end();
    x.clear();
    x.push_back(v);
};

template <class T>
struct Kind {
    static constexpr bool isArray = false, isOptional = false, isVariant = false, isShared = false;
};
template <class E, std::size_t N>
struct Kind<std::array<E, N>> : Kind<void> {
    static constexpr bool isArray = true;
};
template <class E>
struct Kind<std::optional<E>> : Kind<void> {
    static constexpr bool isOptional = true;
};
template <class... E>
struct Kind<std::variant<E...>> : Kind<void> {
    static constexpr bool isVariant = true;
};
template <class E>
struct Kind<std::shared_ptr<const E>> : Kind<void> {
    static constexpr bool isShared = true;
};

template <class T>
constexpr bool isKnown();
template <class Tuple, std::size_t... I>
constexpr bool areKnown(std::index_sequence<I...>) {
    return (isKnown<std::remove_cvref_t<std::tuple_element_t<I, Tuple>>>() && ...);
}
template <class... E>
constexpr bool alternativesKnown(const std::variant<E...>*) {
    return (isKnown<E>() && ...);
}

/// True if values of type T decompose into numbers, flags and strings.
template <class T>
constexpr bool isKnown() {
    if constexpr (!std::default_initializable<T>) {
        return false;
    } else if constexpr (WithParts<T>) {
        using Tuple = decltype(ValueParts<T>::get(std::declval<const T&>()));
        return areKnown<Tuple>(std::make_index_sequence<std::tuple_size_v<Tuple>>());
    } else if constexpr (WithFields<T>) {
        using Tuple = decltype(T::valueFields(std::declval<T&>()));
        return areKnown<Tuple>(std::make_index_sequence<std::tuple_size_v<Tuple>>());
    } else if constexpr (Kind<T>::isVariant) {
        return alternativesKnown(static_cast<const T*>(nullptr));
    } else if constexpr (Kind<T>::isShared) {
        return isKnown<std::remove_const_t<typename T::element_type>>();
    } else if constexpr (Dense<T> || std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, std::string>) {
        return true;
    } else if constexpr (Sequence<T> || Kind<T>::isArray || Kind<T>::isOptional) {
        return isKnown<typename T::value_type>();
    } else {
        return false;
    }
}

/// Calls @p visit with a reference to each part of @p x: its fields or elements. Parts from ValueParts are written
/// back.
template <class T, class Visit>
void forEachPart(T& x, Visit visit) {
    using Plain = std::remove_const_t<T>;
    if constexpr (WithParts<Plain>) {
        auto parts = ValueParts<Plain>::get(x);
        std::apply([&](auto&... part) { (visit(part), ...); }, parts);
        if constexpr (!std::is_const_v<T>)
            x = std::apply([](const auto&... part) { return ValueParts<Plain>::make(part...); }, parts);
    } else if constexpr (WithFields<Plain>) {
        std::apply([&](auto&... part) { (visit(part), ...); }, Plain::valueFields(x));
    } else if constexpr (Dense<Plain>) {
        for (std::ptrdiff_t i = 0; i < std::ptrdiff_t(x.size()); ++i) visit(x.data()[i]);
    } else if constexpr (Kind<Plain>::isVariant) {
        std::visit(visit, x);
    } else if constexpr (Kind<Plain>::isOptional) {
        if (x) visit(*x);
    } else if constexpr (Kind<Plain>::isShared) {
        if constexpr (std::is_const_v<T>) {
            if (x) visit(*x);
        }
    } else if constexpr (Sequence<Plain> || Kind<Plain>::isArray) {
        for (auto&& element : x) {
            if constexpr (std::is_lvalue_reference_v<decltype(element)>) {
                visit(element);
            } else {  // proxies of vector<bool>
                bool flag = element;
                visit(flag);
                if constexpr (!std::is_const_v<T>) element = flag;
            }
        }
    }
}

// --- Text ---

template <class T>
void write(TextWriter& out, const T& x) {
    if constexpr (std::is_same_v<T, bool>) {
        out.word(x ? "true" : "false");
    } else if constexpr (std::is_floating_point_v<T>) {
        out.real(Real(x));
    } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
        out.integer(static_cast<std::int64_t>(x));
    } else if constexpr (std::is_same_v<T, std::string>) {
        out.quoted(x);
    } else {
        out.word("[");
        if constexpr (Dense<T>) {
            out.shape(x.rows(), x.cols(), bool(T::IsRowMajor), T::SizeAtCompileTime >= 0);
        } else if constexpr (Sequence<T>) {
            out.count(std::int64_t(x.size()));
        } else if constexpr (Kind<T>::isVariant) {
            out.integer(std::int64_t(x.index()));
        } else if constexpr (Kind<T>::isOptional || Kind<T>::isShared) {
            out.word(x ? "some" : "none");
        }
        std::size_t i = 0;
        forEachPart(x, [&](const auto& part) {
            if constexpr (WithNames<T> || WithPartNames<T>) out.field(fieldName<T>(i++));
            write(out, part);
        });
        out.word("]");
    }
}

template <class T>
bool read(TextReader& in, T& x);

template <std::size_t I = 0, class... E>
bool readAlternative(TextReader& in, std::variant<E...>& x, std::int64_t index) {
    if constexpr (I < sizeof...(E)) {
        if (index == std::int64_t(I)) return read(in, x.template emplace<I>());
        return readAlternative<I + 1>(in, x, index);
    } else {
        return false;
    }
}

/// Resizes a container to the size given in the text. Refuses sizes larger than the text could hold.
template <class T>
bool readSize(TextReader& in, T& x) {
    std::int64_t rows = 0, cols = 0;
    if constexpr (Dense<T>) {
        const auto limit = std::int64_t(in.rest().size());
        if (!in.integer(rows) || !in.integer(cols) || rows < 0 || cols < 0) return false;
        if (rows > 0 && cols > limit / rows) return false;
        if constexpr (T::ColsAtCompileTime == 1) {
            if (cols != 1) return false;
            x.resize(int(rows));
        } else {
            x.resize(int(rows), int(cols));
        }
    } else {
        if (!in.integer(rows) || rows < 0 || rows > std::int64_t(in.rest().size())) return false;
        x.clear();
        for (std::int64_t i = 0; i < rows; ++i) x.push_back(typename T::value_type());
    }
    return true;
}

template <class T>
bool read(TextReader& in, T& x) {
    if constexpr (std::is_same_v<T, bool>) {
        x = in.expect("true");
        return x || in.expect("false");
    } else if constexpr (std::is_floating_point_v<T>) {
        Real value = 0;
        if (!in.real(value)) return false;
        x = T(value);
        return true;
    } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
        std::int64_t value = 0;
        if (!in.integer(value)) return false;
        x = static_cast<T>(value);
        return static_cast<std::int64_t>(x) == value;
    } else if constexpr (std::is_same_v<T, std::string>) {
        return in.quoted(x);
    } else {
        if (!in.expect("[")) return false;
        bool good = true;
        if constexpr (Kind<T>::isVariant) {
            std::int64_t index = 0;
            good = in.integer(index) && readAlternative(in, x, index);
        } else if constexpr (Kind<T>::isShared) {
            if (in.expect("some")) {
                auto value = std::make_shared<std::remove_const_t<typename T::element_type>>();
                good = read(in, *value);
                x = std::move(value);
            } else {
                x.reset();
                good = in.expect("none");
            }
        } else {
            if constexpr (Kind<T>::isOptional) {
                x.reset();
                if (in.expect("some"))
                    x.emplace();
                else
                    good = in.expect("none");
            } else if constexpr (Sequence<T>) {
                good = readSize(in, x);
            } else if constexpr (Dense<T>) {
                if constexpr (T::SizeAtCompileTime < 0) good = readSize(in, x);
            }
            if (good) forEachPart(x, [&](auto& part) { good = good && read(in, part); });
        }
        return good && in.expect("]");
    }
}

// --- Comparison ---

/// Bitwise identical, with all NaN equal.
template <class T>
bool identical(const T& a, const T& b) {
    if constexpr (std::is_floating_point_v<T>) {
        return a == b ? std::signbit(a) == std::signbit(b) : std::isnan(a) && std::isnan(b);
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, std::string>) {
        return a == b;
    } else {
        // Text distinguishes sizes and alternatives, and is exact.
        TextWriter textOfA, textOfB;
        write(textOfA, a);
        write(textOfB, b);
        return textOfA.text() == textOfB.text();
    }
}

// --- Perturbation ---

/// Leaves changed by perturb(): all reals; in a value without any, all flags; otherwise all integers.
enum class Leaf { Reals, Flags, Integers };

template <class T>
bool perturb(T& x, Leaf leaf) {
    if constexpr (std::is_floating_point_v<T>) {
        if (leaf != Leaf::Reals) return false;
        x = std::isfinite(x) ? T(x * T(1.03125) + T(0.03125)) : T(1);
        return true;
    } else if constexpr (std::is_same_v<T, bool>) {
        if (leaf == Leaf::Flags) x = !x;
        return leaf == Leaf::Flags;
    } else if constexpr (std::is_integral_v<T>) {
        if (leaf == Leaf::Integers) ++x;
        return leaf == Leaf::Integers;
    } else if constexpr (std::is_enum_v<T> || std::is_same_v<T, std::string> || Kind<T>::isShared || isLabel<T>) {
        return false;  // other valid values are unknown
    } else {
        bool any = false;
        forEachPart(x, [&](auto& part) { any = perturb(part, leaf) || any; });
        return any;
    }
}

// --- Size ---

/// Bytes on the heap.
template <class T>
std::size_t heapBytes(const T& x) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
        return 0;
    } else if constexpr (std::is_same_v<T, std::string>) {
        return x.size();
    } else if constexpr (Dense<T>) {
        return T::SizeAtCompileTime < 0 ? std::size_t(x.size()) * sizeof(Real) : 0;
    } else {
        std::size_t bytes = 0;
        forEachPart(x, [&](const auto& part) {
            if constexpr (Sequence<T>) bytes += sizeof(part);
            bytes += heapBytes(part);
        });
        return bytes;
    }
}

}  // namespace value_parts
}  // namespace trammel

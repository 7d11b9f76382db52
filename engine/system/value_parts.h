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

#include "system/part_visitor.h"
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

/// Calls @p use with a reference to each part of @p x: its fields or elements. Parts from ValueParts, and flags of a
/// std::vector<bool>, are copies, which are written back if @p writesBack.
template <class T, class Use>
void forEachPart(T& x, Use use, bool writesBack = true) {
    using Plain = std::remove_const_t<T>;
    if constexpr (WithParts<Plain>) {
        auto parts = ValueParts<Plain>::get(x);
        std::apply([&](auto&... part) { (use(part), ...); }, parts);
        if constexpr (!std::is_const_v<T>)
            if (writesBack) x = std::apply([](const auto&... part) { return ValueParts<Plain>::make(part...); }, parts);
    } else if constexpr (WithFields<Plain>) {
        std::apply([&](auto&... part) { (use(part), ...); }, Plain::valueFields(x));
    } else if constexpr (Dense<Plain>) {
        for (std::ptrdiff_t i = 0; i < std::ptrdiff_t(x.size()); ++i) use(x.data()[i]);
    } else if constexpr (Kind<Plain>::isVariant) {
        std::visit(use, x);
    } else if constexpr (Kind<Plain>::isOptional) {
        if (x) use(*x);
    } else if constexpr (Kind<Plain>::isShared) {
        if constexpr (std::is_const_v<T>) {
            if (x) use(*x);
        }
    } else if constexpr (Sequence<Plain> || Kind<Plain>::isArray) {
        for (auto&& element : x) {
            if constexpr (std::is_lvalue_reference_v<decltype(element)>) {
                use(element);
            } else {  // proxies of vector<bool>
                bool flag = element;
                use(flag);
                if constexpr (!std::is_const_v<T>)
                    if (writesBack) element = flag;
            }
        }
    }
}

template <std::size_t I = 0, class... E>
void emplaceAlternative(std::variant<E...>& x, std::int64_t index) {
    if constexpr (I < sizeof...(E)) {
        if (index == std::int64_t(I))
            x.template emplace<I>();
        else
            emplaceAlternative<I + 1>(x, index);
    }
}

template <class T>
void visitParts(PartVisitor& v, T& x);

/// Passes the size, alternative or presence of @p x to the visitor; a reader sets it.
template <class T>
void visitExtent(PartVisitor& v, T& x) {
    const bool reads = v.access() == PartVisitor::Access::Read;
    if constexpr (Dense<T>) {
        constexpr bool isFixed = T::SizeAtCompileTime >= 0;
        std::int64_t rows = x.rows(), columns = x.cols();
        v.shape(rows, columns, bool(T::IsRowMajor), isFixed);
        if constexpr (!isFixed) {
            if (T::ColsAtCompileTime == 1 && columns != 1) v.fail();
            if (!reads || v.failed()) return;
            if constexpr (T::ColsAtCompileTime == 1)
                x.resize(int(rows));
            else
                x.resize(int(rows), int(columns));
        }
    } else if constexpr (Sequence<T>) {
        auto n = std::int64_t(x.size());
        v.count(n, sizeof(typename T::value_type));
        if (!reads || v.failed()) return;
        x.clear();
        for (std::int64_t i = 0; i < n; ++i) x.push_back(typename T::value_type());
    } else if constexpr (Kind<T>::isVariant) {
        auto index = std::int64_t(x.index());
        v.alternative(index);
        if (!reads || v.failed()) return;
        if (index < 0 || index >= std::int64_t(std::variant_size_v<T>)) return v.fail();
        emplaceAlternative(x, index);
    } else if constexpr (Kind<T>::isOptional) {
        bool isPresent = x.has_value();
        v.presence(isPresent);
        if (!reads || v.failed()) return;
        x.reset();
        if (isPresent) x.emplace();
    }
}

/// A shared value does not change: a reader makes another.
template <class E>
void visitShared(PartVisitor& v, std::shared_ptr<const E>& x) {
    if (v.access() == PartVisitor::Access::Change) return;
    bool isPresent = bool(x);
    v.presence(isPresent);
    if (v.access() == PartVisitor::Access::Look) {
        if (x) visitParts(v, const_cast<E&>(*x));
        return;
    }
    if (v.failed() || !isPresent) return x.reset();
    auto made = std::make_shared<E>();
    visitParts(v, *made);
    x = std::move(made);
}

/// Shows the parts of @p x to a visitor; does not write to @p x if the visitor only looks.
template <class T>
void visitParts(PartVisitor& v, T& x) {
    using Access = PartVisitor::Access;
    if (v.failed()) return;
    if constexpr (std::is_same_v<T, bool>) {
        v.flag(x);
    } else if constexpr (std::is_same_v<T, Real>) {
        v.real(x);
    } else if constexpr (std::is_floating_point_v<T>) {
        Real value = x;
        v.real(value);
        if (v.access() != Access::Look) x = T(value);
    } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
        // A signed char is stored as the small integer it is.
        auto value = static_cast<std::int64_t>(x);  // NOLINT(bugprone-signed-char-misuse)
        if constexpr (std::is_enum_v<T>)
            v.enumerator(value);
        else
            v.integer(value);
        if (v.access() == Access::Look) return;
        x = static_cast<T>(value);
        if (v.access() == Access::Read && static_cast<std::int64_t>(x) != value) v.fail();
    } else if constexpr (std::is_same_v<T, std::string>) {
        v.text(x);
    } else {
        // Other valid values of a label are unknown.
        if (isLabel<T> && v.access() == Access::Change) return;
        v.open();
        if constexpr (Kind<T>::isShared) {
            visitShared(v, x);
        } else {
            visitExtent(v, x);
            if (v.failed()) return;
            if constexpr (Dense<T> && !WithParts<T> && !WithFields<T>) {
                v.reals(x.data(), std::size_t(x.size()));
            } else {
                std::size_t i = 0;
                forEachPart(
                    x,
                    [&](auto& part) {
                        if constexpr (WithNames<T> || WithPartNames<T>) v.field(fieldName<T>(i++));
                        visitParts(v, part);
                    },
                    v.access() != Access::Look);
            }
        }
        v.close();
    }
}

template <class T>
void write(TextWriter& out, const T& x) {
    PartWriter writer(out);
    visitParts(writer, const_cast<T&>(x));
}

/// Returns false if the text is not that of a T; @p x may have changed.
template <class T>
bool read(TextReader& in, T& x) {
    PartReader reader(in);
    visitParts(reader, x);
    return !reader.failed();
}

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

/// Changes all reals; in a value without any, all flags; otherwise all integers. False if there is nothing to change.
template <class T>
bool perturb(T& x) {
    using Leaf = PartPerturber::Leaf;
    for (const Leaf leaf : {Leaf::Reals, Leaf::Flags, Leaf::Integers}) {
        PartPerturber perturber(leaf);
        visitParts(perturber, x);
        if (perturber.any()) return true;
    }
    return false;
}

/// Bytes on the heap.
template <class T>
std::size_t heapBytes(const T& x) {
    HeapMeter meter;
    visitParts(meter, const_cast<T&>(x));
    return meter.bytes();
}

}  // namespace value_parts
}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "system/value_parts_math.h"

/// Values as bytes, for messages between a program and the window that shows it. The parts of a type are those that
/// system/value_parts.h knows; numbers are little-endian, a container begins with its size.
namespace trammel::wire {

static_assert(std::endian::native == std::endian::little, "messages hold numbers as they are in memory");

template <class T>
void write(std::string& out, const T& x) {
    using namespace value_parts;
    if constexpr (std::is_enum_v<T>) {
        write(out, static_cast<std::int32_t>(x));
    } else if constexpr (std::is_arithmetic_v<T>) {
        out.append(reinterpret_cast<const char*>(&x), sizeof x);
    } else if constexpr (std::is_same_v<T, std::string>) {
        write(out, static_cast<std::uint32_t>(x.size()));
        out += x;
    } else {
        if constexpr (Sequence<T>) write(out, static_cast<std::uint32_t>(x.size()));
        if constexpr (Kind<T>::isVariant) write(out, static_cast<std::uint32_t>(x.index()));
        if constexpr (Kind<T>::isOptional || Kind<T>::isShared) write(out, bool(x));
        forEachPart(x, [&](const auto& part) { write(out, part); });
    }
}

/// Bytes that were not yet read. The content is untrusted: all reads are checked.
class Reader {
public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}
    bool isAtEnd() const { return rest_.empty(); }
    std::size_t size() const { return rest_.size(); }
    bool take(void* to, std::size_t size) {
        if (size > rest_.size()) return false;
        std::memcpy(to, rest_.data(), size);
        rest_.remove_prefix(size);
        return true;
    }
    bool take(std::string& to, std::size_t size) {
        if (size > rest_.size()) return false;
        to.assign(rest_.substr(0, size));
        rest_.remove_prefix(size);
        return true;
    }

private:
    std::string_view rest_;
};

template <class T>
bool read(Reader& in, T& x);

template <std::size_t I = 0, class... E>
bool readAlternative(Reader& in, std::variant<E...>& x, std::uint32_t index) {
    if constexpr (I < sizeof...(E)) {
        if (index == I) return read(in, x.template emplace<I>());
        return readAlternative<I + 1>(in, x, index);
    } else {
        return false;
    }
}

/// False, with @p x unspecified, if the bytes do not hold such a value.
template <class T>
bool read(Reader& in, T& x) {
    using namespace value_parts;
    if constexpr (std::is_same_v<T, bool>) {
        std::uint8_t flag = 0;
        if (!in.take(&flag, 1) || flag > 1) return false;
        x = flag != 0;
        return true;
    } else if constexpr (std::is_enum_v<T>) {
        std::int32_t number = 0;
        if (!read(in, number)) return false;
        x = static_cast<T>(number);
        return true;
    } else if constexpr (std::is_arithmetic_v<T>) {
        return in.take(&x, sizeof x);
    } else if constexpr (std::is_same_v<T, std::string>) {
        std::uint32_t size = 0;
        return read(in, size) && in.take(x, size);
    } else if constexpr (Kind<T>::isVariant) {
        std::uint32_t index = 0;
        return read(in, index) && readAlternative(in, x, index);
    } else if constexpr (Kind<T>::isShared) {
        bool some = false;
        if (!read(in, some)) return false;
        x.reset();
        if (!some) return true;
        auto value = std::make_shared<std::remove_const_t<typename T::element_type>>();
        if (!read(in, *value)) return false;
        x = std::move(value);
        return true;
    } else if constexpr (Kind<T>::isOptional) {
        bool some = false;
        if (!read(in, some)) return false;
        x.reset();
        return !some || read(in, x.emplace());
    } else if constexpr (Sequence<T>) {
        // Grows as elements arrive, so that no claimed size allocates more than the message is long.
        std::uint32_t size = 0;
        if (!read(in, size) || size > in.size()) return false;
        x.clear();
        for (std::uint32_t i = 0; i < size; ++i) {
            typename T::value_type element{};
            if (!read(in, element)) return false;
            x.push_back(std::move(element));
        }
        return true;
    } else {
        bool good = true;
        forEachPart(x, [&](auto& part) { good = good && read(in, part); });
        return good;
    }
}

/// True if all numbers in @p x are finite and of a size that can be drawn.
template <class T>
bool isDrawable(const T& x) {
    constexpr double largest = 1e12;
    if constexpr (std::is_floating_point_v<T>) {
        return std::abs(x) < largest;
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, std::string>) {
        return true;
    } else {
        bool good = true;
        value_parts::forEachPart(x, [&](const auto& part) { good = good && isDrawable(part); });
        return good;
    }
}

}  // namespace trammel::wire

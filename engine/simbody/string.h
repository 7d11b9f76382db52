// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>

#include "base/exceptions.h"
#include "math/vec.h"
#include "system/value_parts.h"

namespace SimTK {

/// A std::string with conversions from and to numbers.
class String : public std::string {
public:
    String() = default;
    String(const char* text) : std::string(text) {}
    String(const std::string& text) : std::string(text) {}
    String(std::string&& text) noexcept : std::string(std::move(text)) {}
    String(const String& text, int start, int length) : std::string(text.substr(start, length)) {}
    explicit String(char c) : std::string(1, c) {}
    explicit String(bool value) : std::string(value ? "true" : "false") {}
    template <std::integral T>
    explicit String(T number) : std::string(std::to_string(number)) {}
    /// With a printf() @p format.
    explicit String(double number, const char* format = "%.15g") {
        resize(std::snprintf(nullptr, 0, format, number));
        std::snprintf(data(), std::string::size() + 1, format, number);
    }

    int size() const { return static_cast<int>(std::string::size()); }
    int length() const { return size(); }
    char& operator[](int i) { return std::string::operator[](static_cast<std::size_t>(i)); }
    char operator[](int i) const { return std::string::operator[](static_cast<std::size_t>(i)); }

    /// Converts the whole string, except for surrounding spaces, to a number, flag ("true", "false", "1", "0"), text, or
    /// numbers separated by spaces or commas, in any brackets.
    /// Returns false, with @p value unchanged, if that is impossible.
    template <class T>
    bool tryConvertTo(T& value) const {
        const String text = trimWhiteSpace(*this);
        if constexpr (std::is_same_v<T, bool>) {
            const String lower = toLower(text);
            if (lower != "true" && lower != "1" && lower != "false" && lower != "0") return false;
            value = lower == "true" || lower == "1";
            return true;
        } else if constexpr (std::is_arithmetic_v<T>) {
            const char* end = text.data() + text.size();
            const bool hasPlus = text.size() > 1 && text[0] == '+' && text[1] != '-';
            T number;
            const auto [stopped, error] = std::from_chars(text.data() + (hasPlus ? 1 : 0), end, number);
            if (error != std::errc() || stopped != end) return false;
            value = number;
            return true;
        } else if constexpr (trammel::detail::AnyVec<T>) {
            String numbers = text;
            for (char& c : numbers)
                if (std::string_view("~[](),").find(c) != std::string_view::npos) c = ' ';
            T found;
            int n = 0;
            for (std::size_t start = 0; (start = numbers.find_first_not_of(" \t\n\r", start)) != npos; ++n) {
                const std::size_t end = std::min(numbers.find_first_of(" \t\n\r", start), numbers.std::string::size());
                if (n >= T::dim || !String(numbers.substr(start, end - start)).tryConvertTo(found[n])) return false;
                start = end;
            }
            if (n == T::dim) value = found;
            return n == T::dim;
        } else {
            value = T(*this);
            return true;
        }
    }
    /// Like tryConvertTo(); throws Exception on failure.
    template <class T>
    T convertTo() const {
        T value{};
        if (!tryConvertTo(value)) throw trammel::Exception("String::convertTo(): '" + *this + "' cannot be converted.");
        return value;
    }

    String& toLower() { return changeCase('A', 'Z', 'a' - 'A'); }
    String& toUpper() { return changeCase('a', 'z', 'A' - 'a'); }
    /// Removes spaces at both ends.
    String& trimWhiteSpace() {
        constexpr const char* blanks = " \t\n\v\f\r";
        erase(find_last_not_of(blanks) + 1);
        erase(0, find_first_not_of(blanks));
        return *this;
    }
    String& replaceAllChar(char from, char to) {
        std::replace(begin(), end(), from, to);
        return *this;
    }
    static String toLower(const std::string& text) { return String(text).toLower(); }
    static String toUpper(const std::string& text) { return String(text).toUpper(); }
    static String trimWhiteSpace(const std::string& text) { return String(text).trimWhiteSpace(); }

private:
    String& changeCase(char first, char last, int by) {
        for (char& c : *this)
            if (first <= c && c <= last) c = static_cast<char>(c + by);
        return *this;
    }
};

}  // namespace SimTK

/// State files store a String as plain text.
template <>
struct trammel::ValueParts<SimTK::String> {
    static std::tuple<std::string> get(const SimTK::String& text) { return {text}; }
    static SimTK::String make(const std::string& text) { return text; }
};

template <>
struct std::hash<SimTK::String> : std::hash<std::string> {};

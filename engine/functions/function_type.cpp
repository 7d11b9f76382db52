// SPDX-License-Identifier: Apache-2.0
#include "functions/function_type.h"

#include <charconv>
#include <cmath>
#include <string_view>

namespace trammel {

std::string FunctionInputs::place(const std::string& key) const { return name + ", " + key; }

std::vector<Real> FunctionInputs::numbers(const std::string& key, Diagnostics& diagnostics) const {
    static constexpr std::string_view between = " \t\r\n,;";
    const std::string text = std::get<std::string>(property(key));
    const std::string_view all = text;
    std::vector<Real> found;
    for (std::size_t begin = all.find_first_not_of(between); begin != std::string_view::npos;) {
        const std::size_t end = std::min(all.find_first_of(between, begin), all.size());
        const std::string_view word = all.substr(begin, end - begin);
        Real number = 0;
        const auto [last, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (error == std::errc() && last == word.data() + word.size() && std::isfinite(number))
            found.push_back(number);
        else
            diagnostics.error(place(key), "\"" + std::string(word) + "\" is not a number.",
                              "Separate numbers with spaces and use decimal points.");
        begin = all.find_first_not_of(between, end);
    }
    return found;
}

FunctionInputs::Samples FunctionInputs::samples(const std::string& key, int least, Diagnostics& diagnostics) const {
    const std::vector<Real> all = numbers(key, diagnostics);
    if (all.size() % 2) diagnostics.error(place(key), "The last x has no y value.", "Enter the points as pairs x y.");
    const int count = static_cast<int>(all.size() / 2);
    if (count < least)
        diagnostics.error(place(key),
                          "There are " + std::to_string(count) + " points; " + std::to_string(least) + " are required.",
                          "Add points.");
    Samples samples{Vector(count), Vector(count)};
    for (int i = 0; i < count; ++i) {
        samples.x[i] = all[std::size_t(2 * i)];
        samples.y[i] = all[std::size_t(2 * i + 1)];
        if (i > 0 && samples.x[i] <= samples.x[i - 1])
            diagnostics.error(place(key),
                              "Point " + std::to_string(i + 1) + " does not have a larger x than the previous point.",
                              "Sort the points by x and remove duplicates.");
    }
    return samples;
}

}  // namespace trammel

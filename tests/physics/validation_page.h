// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <map>
#include <string>

namespace trammel::test {

/// The validation page and the pictures it shows.
struct ValidationPage {
    std::string markdown;
    /// SVG by file name.
    std::map<std::string, std::string> plots;
};

/// Compute every reference problem with every integrator and write down what came of it: minutes.
///
/// No number depends on the clock: the same program gives the same page.
/// @param plotFolder what the pictures' addresses begin with
/// @param progress one line a problem
ValidationPage makeValidationPage(const std::string& plotFolder, std::ostream& progress);

}  // namespace trammel::test

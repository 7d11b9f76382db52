// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <map>
#include <string>

namespace trammel::test {

/// The validation page and its images.
struct ValidationPage {
    std::string markdown;
    /// SVG by file name.
    std::map<std::string, std::string> plots;
};

/// Computes every reference problem with every integrator and writes the results: takes minutes.
///
/// The page does not depend on the clock: the same program gives the same page.
/// @param plotFolder prefix of image addresses
/// @param progress one line per problem
ValidationPage makeValidationPage(const std::string& plotFolder, std::ostream& progress);

}  // namespace trammel::test

// SPDX-License-Identifier: Apache-2.0
#include "base/failure_text.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "base/numerical_failure.h"

namespace trammel {
namespace {

TEST(FailureText, NumericalFailuresKeepTheirText) {
    EXPECT_EQ(failureText(NumericalFailure("The mass matrix is singular at joint 'Elbow'.")),
              "The mass matrix is singular at joint 'Elbow'.");
}

TEST(FailureText, LackOfMemoryIsReportedWithARemedy) {
    const std::string text = failureText(std::bad_alloc());
    EXPECT_NE(text.find("not enough memory"), std::string::npos) << text;
    EXPECT_NE(text.find("smaller model"), std::string::npos) << text;
}

TEST(FailureText, TextsOfLibrariesAndOfThisProgramAreNotShown) {
    const std::string library =
        failureText(std::out_of_range("vector::_M_range_check: __n (which is 7) >= this->size()"));
    EXPECT_EQ(library.find("vector"), std::string::npos) << library;
    const std::string internal = failureText(std::logic_error("MatterSubsystem::getPositionKinematics(): stage"));
    EXPECT_EQ(internal.find("::"), std::string::npos) << internal;
    EXPECT_NE(internal.find("report"), std::string::npos) << internal;
}

}  // namespace
}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "line_plot.h"

#include <gtest/gtest.h>

namespace trammel::test {
namespace {

TEST(LinePlot, PutsDecadesAtEqualDistances) {
    LinePlot plot("A <title>", {"x"}, {"y"});
    plot.addCurve("a & b", {{1e-3, 1}, {1e-2, 10}, {1e-1, 100}});
    const std::string svg = plot.toSvg();
    // Corners and middle of the frame from (64, 310) to (470, 34).
    EXPECT_NE(svg.find("M64.0 310.0L267.0 172.0L470.0 34.0"), std::string::npos) << svg;
    EXPECT_NE(svg.find("A &lt;title>"), std::string::npos);
    EXPECT_NE(svg.find("a &amp; b"), std::string::npos);
}

TEST(LinePlot, OmitsNonpositiveValuesOnALogarithmicAxis) {
    LinePlot plot("t", {"x", false}, {"y"});
    plot.addCurve("gone", {{0, 0}, {1, -1}, {2, NaN}});
    EXPECT_TRUE(plot.isEmpty());
    plot.addCurve("kept", {{0, 1}, {1, 0}, {2, 100}});
    EXPECT_NE(plot.toSvg().find("M64.0 310.0L470.0 34.0"), std::string::npos);
}

}  // namespace
}  // namespace trammel::test

// SPDX-License-Identifier: Apache-2.0
#include "reference/line_art.h"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <sstream>

namespace trammel {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
}

std::string drawn(const DecorativeShape& shape, const Transform& X = Transform()) {
    LineArt art;
    art.add(DecorativeGeometry(shape).setTransform(X), Transform());
    return art.toSvg("test", 420, 260);
}

TEST(LineArt, ShowsTheThreeSidesOfABoxThatFaceTheViewer) {
    EXPECT_EQ(count(drawn(decor::Brick{Vec3(0.1, 0.2, 0.3)}), "<polygon"), 3u);
    // Turned so that one side is seen from straight ahead.
    const Rotation facing = Rotation::withZ(Vec3(1, 1, 1).normalized());
    EXPECT_EQ(count(drawn(decor::Brick{Vec3(0.1, 0.2, 0.3)}, Transform(facing, Vec3(0.))), "<polygon"), 1u);
}

TEST(LineArt, ShowsABallAsACircleFromAnySide) {
    const std::string svg = drawn(decor::Sphere{0.1}, Transform(Rotation(0.7, Vec3(1, 2, 3)), Vec3(0.)));
    EXPECT_EQ(count(svg, "<circle"), 1u);
    // 260 high, less a margin of 22 above and below: a radius of 108.
    EXPECT_NE(svg.find("r=\"108\""), std::string::npos) << svg;
}

TEST(LineArt, ShowsAnEllipsoidWithEqualRadiiAsRoundAsABall) {
    const std::string svg = drawn(decor::Ellipsoid{Vec3(0.1)}, Transform(Rotation(0.7, Vec3(1, 2, 3)), Vec3(0.)));
    EXPECT_NE(svg.find("width=\"260\" height=\"260\""), std::string::npos) << svg;
}

TEST(LineArt, DrawsNearerShapesOnTop) {
    LineArt art;
    art.add(DecorativeGeometry(decor::Sphere{0.1}).setColor({1, 0, 0}), Transform(Vec3(1, 1, 1)));
    art.add(DecorativeGeometry(decor::Sphere{0.1}).setColor({0, 0, 1}), Transform());
    const std::string svg = art.toSvg("test", 420, 260);
    EXPECT_LT(svg.find("#0000ff"), svg.find("#ff0000"));
}

TEST(LineArt, HasYUpAndXToTheRight) {
    LineArt art;
    art.addFrame(Transform(), 1, "N", Vec3(-0.2, 0, 0));
    const std::string svg = art.toSvg("test", 420, 260);
    EXPECT_EQ(count(svg, "<polyline"), 3u);
    std::vector<std::pair<double, double>> tips;
    const std::regex line(
        "<polyline points=\"([0-9.]+),([0-9.]+) ([0-9.]+),([0-9.]+)\" fill=\"none\" stroke=\"(#......)");
    std::smatch found;
    std::string rest = svg;
    while (std::regex_search(rest, found, line)) {
        const double dx = std::stod(found[3]) - std::stod(found[1]), dy = std::stod(found[4]) - std::stod(found[2]);
        const std::string color = found[5];
        EXPECT_TRUE(!color.starts_with("#c") || (dx > 0 && dy > 0)) << "x: right and toward the viewer";
        EXPECT_TRUE(!color.starts_with("#3") || (std::abs(dx) < 0.2 && dy < 0)) << "y: up";
        tips.emplace_back(dx, dy);
        rest = found.suffix();
    }
    EXPECT_EQ(tips.size(), 3u) << svg;
    EXPECT_NE(svg.find(">N</text>"), std::string::npos);
}

TEST(LineArt, KeepsEverythingInsideTheImage) {
    LineArt art;
    for (const DecorativeShape& shape :
         {DecorativeShape(decor::Cylinder{0.2, 0.5}), DecorativeShape(decor::Cone{0.3, 0.9}),
          DecorativeShape(decor::Capsule{0.1, 0.4}), DecorativeShape(decor::Torus{0.5, 0.05}),
          DecorativeShape(decor::Spring{Vec3(-1, 0, 0), Vec3(1, 0.5, 0), 0.1, 8}),
          DecorativeShape(decor::Arrow{Vec3(0.), Vec3(0, -1, 0), 0.2})})
        art.add(DecorativeGeometry(shape), Transform(Rotation(0.4, Vec3(3, 1, 2)), Vec3(0.2, 5, -1)));
    const std::string svg = art.toSvg("test", 420, 260);
    const std::regex points("points=\"([^\"]*)\"");
    int n = 0;
    for (auto it = std::sregex_iterator(svg.begin(), svg.end(), points); it != std::sregex_iterator(); ++it) {
        std::istringstream in((*it)[1].str());
        double x, y;
        for (char comma; in >> x >> comma >> y; ++n) {
            EXPECT_TRUE(x >= 0 && x <= 420) << x;
            EXPECT_TRUE(y >= 0 && y <= 260) << y;
        }
    }
    EXPECT_GT(n, 100);
}

TEST(LineArt, EscapesMarkup) {
    LineArt art;
    art.addText(Vec3(0.), "a<b & \"c\"");
    const std::string svg = art.toSvg("<title>", 420, 260);
    EXPECT_NE(svg.find(">a&lt;b &amp; &quot;c&quot;</text>"), std::string::npos) << svg;
    EXPECT_NE(svg.find("&lt;title>"), std::string::npos);
}

}  // namespace
}  // namespace trammel

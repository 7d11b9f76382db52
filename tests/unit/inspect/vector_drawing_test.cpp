// SPDX-License-Identifier: Apache-2.0
#include "inspect/vector_drawing.h"

#include <cmath>

#include "inspect/realization.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel::testing {
namespace {

constexpr Real Tolerance = 1e-9;

/// A bar of 2 kg, 0.5 m long, turning about its end at 2 rad/s, 0.3 rad from the x axis.
CompiledModelPtr turningBar() {
    const Result<CompiledModelPtr> model =
        compileDocument(read(R"({"trammel": 1, "name": "Bar", "nextId": 9, "elements": [
 {"id": 1, "family": "body", "type": "bar", "name": "Bar", "properties": {"length": 0.5, "mass": 2.0}},
 {"id": 2, "family": "joint", "type": "pin", "name": "Pin", "properties": {"angle": 0.3, "rate": 2.0}, "references": {"child": 1}},
 {"id": 4, "family": "force", "type": "gravity", "name": "Gravity"}]})"));
    EXPECT_FALSE(model.diagnostics.hasErrors()) << textOf(model.diagnostics);
    return *model;
}

const Drawing& drawing(const std::string& key) {
    for (const Drawing& each : getDrawings())
        if (each.key == key) return each;
    throw std::out_of_range(key);
}

struct Drawn {
    Real largest;
    std::vector<DecorativeGeometry> geometry;
    const decor::Arrow& arrow(std::size_t i = 0) const { return std::get<decor::Arrow>(geometry.at(i).getShape()); }
};
Drawn draw(const CompiledModel& model, const std::string& key, Real metersPerUnit = 1) {
    Drawn drawn;
    State state = model.getInitialState();
    realize(model, state, drawing(key).stage);
    drawn.largest = appendDrawing(model, drawing(key), state, metersPerUnit, drawn.geometry);
    return drawn;
}

TEST(Drawings, ArrowsBeginAtTheMassCenterAndHaveTheLengthOfTheVector) {
    const CompiledModelPtr model = turningBar();
    const Vec3 center(0.25 * std::cos(0.3), 0.25 * std::sin(0.3), 0.);
    const Drawn velocity = draw(*model, "velocity", 0.1);
    ASSERT_EQ(velocity.geometry.size(), 1u);
    EXPECT_NEAR(velocity.largest, 0.5, Tolerance);
    EXPECT_LT((velocity.arrow().from - center).norm(), Tolerance);
    const Vec3 along = velocity.arrow().to - velocity.arrow().from;
    EXPECT_NEAR(along.norm(), 0.05, Tolerance);
    EXPECT_NEAR(along.dot(center), 0, Tolerance) << "across the bar";
    EXPECT_EQ(velocity.geometry[0].getElement(), ElementId{1});
    const Drawn turning = draw(*model, "angularVelocity");
    EXPECT_LT((turning.arrow().to - turning.arrow().from - Vec3(0., 0., 2.)).norm(), Tolerance);
    const Drawn weight = draw(*model, "load");
    const Vec3 pull = weight.arrow().to - weight.arrow().from;
    EXPECT_NEAR(pull[1], -2 * 9.80665, 1e-3);
    EXPECT_NEAR(draw(*model, "loadTorque").largest, 0, Tolerance) << "a weight pulls at the center of mass";
}

TEST(Drawings, AReactionIsTheWeightLessWhatAcceleratesIt) {
    const CompiledModelPtr model = turningBar();
    const Drawn reaction = draw(*model, "reaction"), acceleration = draw(*model, "acceleration"),
                weight = draw(*model, "load");
    const auto vectorOf = [](const Drawn& drawn) -> Vec3 { return drawn.arrow().to - drawn.arrow().from; };
    EXPECT_LT((vectorOf(reaction) + vectorOf(weight) - 2 * vectorOf(acceleration)).norm(), 1e-6);
    EXPECT_LT(reaction.arrow().from.norm(), Tolerance) << "at the pin";
    EXPECT_EQ(reaction.geometry[0].getElement(), ElementId{2});
}

TEST(Drawings, TheInertiaEllipsoidHasTheInertiaOfTheBody) {
    const CompiledModelPtr model = turningBar();
    const Drawn inertia = draw(*model, "inertia");
    ASSERT_EQ(inertia.geometry.size(), 1u);
    const Vec3 radii = std::get<decor::Ellipsoid>(inertia.geometry[0].getShape()).radii;
    // A slender bar's moment of inertia is m l^2 / 12 = m a^2 / 5 for the ellipsoid.
    EXPECT_NEAR(radii.maxCoeff(), 0.5 * std::sqrt(5. / 12), 0.01);
    EXPECT_LT((inertia.geometry[0].getTransform().p() - Vec3(0.25, 0., 0.)).norm(), Tolerance);
    EXPECT_EQ(inertia.geometry[0].getBodyId(), 1);
}

TEST(Drawings, JointFramesCoincideAtZeroAngle) {
    const CompiledModelPtr model = turningBar();
    const Drawn frames = draw(*model, "jointFrame");
    ASSERT_EQ(frames.geometry.size(), 2u);
    // M turned against F by the angle of the pin.
    const Transform X_MF = ~frames.geometry[0].getTransform() * frames.geometry[1].getTransform();
    EXPECT_LT(X_MF.p().norm(), Tolerance);
    EXPECT_NEAR(X_MF.R()(0, 0), std::cos(0.3), Tolerance);
}

TEST(Drawings, AllWorkForAMechanismWithALoop) {
    for (const char* closure : {pointOnLineClosure, pinClosure}) {
        const Result<CompiledModelPtr> model = compileDocument(fourBar(closure));
        ASSERT_TRUE(model);
        for (const Drawing& each : getDrawings()) {
            const Drawn drawn = draw(**model, each.key);
            if (each.key.starts_with("contact"))
                EXPECT_TRUE(drawn.geometry.empty()) << each.key << ": nothing touches";
            else if (each.quantity == Quantity::None)
                EXPECT_GE(drawn.geometry.size(), 3u) << each.key;
            else
                EXPECT_TRUE(std::isfinite(drawn.largest)) << each.key;
            for (const DecorativeGeometry& geometry : drawn.geometry) {
                const auto* const arrow = std::get_if<decor::Arrow>(&geometry.getShape());
                EXPECT_TRUE(!arrow || std::isfinite(arrow->to.norm())) << each.key;
            }
        }
    }
}

}  // namespace
}  // namespace trammel::testing

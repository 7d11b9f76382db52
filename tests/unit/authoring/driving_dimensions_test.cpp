// SPDX-License-Identifier: Apache-2.0
// Driving dimensions: lengths, distances and angles that are typed.
#include "authoring/driving_dimensions.h"

#include <cmath>

#include "authoring/plate_edit.h"
#include "tests/unit/authoring/drawn_mechanism.h"

namespace trammel {

using namespace testing;

namespace {

struct DimensionedFourBar : FourBar {
    DrivingDimension find(DrivingDimension::Kind kind, const std::string& words) const {
        for (const DrivingDimension& each : findDimensions(*model))
            if (each.kind == kind && each.label.find(words) != std::string::npos) return each;
        ADD_FAILURE() << words;
        return {};
    }
    void set(const DrivingDimension& dimension, Real value, const std::string& formula = {}) {
        const auto made = setDimension(document, model, dimension, value, formula);
        ASSERT_TRUE(made) << made.diagnostics.begin()->message;
        take(made->edit.document);
        EXPECT_TRUE(model->getAssembly().assembled);
        EXPECT_EQ(model->getAssembly().iterations, 0) << "the pose is stored";
    }
    Real distance(const Place& a, const Place& b) const {
        Vec3 way = at(a) - at(b);
        way[2] = 0;
        return way.norm();
    }
    Place originOf(const LinkEdit& link) const { return {link.link, "origin", Vec3(0.)}; }
};

}  // namespace

TEST(DrivingDimensions, AFourBarHasLengthsFrameAndAngles) {
    const DimensionedFourBar bar;
    int lengths = 0, distances = 0, angles = 0;
    for (const DrivingDimension& each : findDimensions(*bar.model)) {
        lengths += each.kind == DrivingDimension::Kind::Length;
        distances += each.kind == DrivingDimension::Kind::Distance;
        angles += each.kind == DrivingDimension::Kind::Angle;
    }
    EXPECT_EQ(lengths, 3);
    EXPECT_EQ(distances, 1);
    EXPECT_EQ(angles, 3);
    EXPECT_NEAR(bar.find(DrivingDimension::Kind::Distance, "Ground").value, 0.4, 1e-12);
    EXPECT_NEAR(bar.find(DrivingDimension::Kind::Length, "Link 2").value, 0.35, 1e-12);
    // A single link has its length and the angles of its joints.
    EXPECT_LT(findDimensions(*bar.model, {bar.crank.link}).size(), 4u);
}

TEST(DrivingDimensions, SetTheFrameAndKeepTheLinks) {
    DimensionedFourBar bar;
    bar.set(bar.find(DrivingDimension::Kind::Distance, "Ground"), 0.42);
    EXPECT_NEAR(bar.distance(bar.originOf(bar.crank), bar.originOf(bar.rocker)), 0.42, 1e-9);
    EXPECT_NEAR(bar.distance(bar.originOf(bar.coupler), bar.coupler.tip), 0.35, 1e-9);
    EXPECT_NEAR(bar.find(DrivingDimension::Kind::Distance, "Ground").value, 0.42, 1e-9);
}

TEST(DrivingDimensions, SetALengthAndCloseTheLoop) {
    DimensionedFourBar bar;
    bar.set(bar.find(DrivingDimension::Kind::Length, "Link 2"), 0.38);
    EXPECT_NEAR(bar.distance(bar.originOf(bar.coupler), bar.coupler.tip), 0.38, 1e-9);
    EXPECT_NEAR(bar.distance(bar.originOf(bar.crank), bar.originOf(bar.rocker)), 0.4, 1e-9);
}

TEST(DrivingDimensions, SetAnAngleOfALoop) {
    DimensionedFourBar bar;
    const DrivingDimension crank = bar.find(DrivingDimension::Kind::Angle, bar.document.get(bar.crank.pin).name);
    bar.set(crank, crank.value - Pi / 6);
    EXPECT_NEAR(bar.find(DrivingDimension::Kind::Angle, bar.document.get(bar.crank.pin).name).value,
                crank.value - Pi / 6, 1e-9);
    EXPECT_NEAR(bar.at(bar.crank.tip)[0], 0.1 * std::sin(Pi / 6), 1e-6);
}

TEST(DrivingDimensions, RespectFormulas) {
    DimensionedFourBar bar;
    const auto added =
        addElement(bar.document, builtinCatalog(), Element::draft("parameter", "length", "L1").set("value", 0.05));
    bar.take(added->document);
    bar.set(bar.find(DrivingDimension::Kind::Length, "Link 2"), 0.3, "7*L1");
    const DrivingDimension length = bar.find(DrivingDimension::Kind::Length, "Link 2");
    EXPECT_EQ(length.formula, "7*L1");
    EXPECT_NEAR(length.value, 0.35, 1e-12);
    // Typing a number changes the parameter.
    bar.set(length, 0.371);
    const Element& parameter = bar.document.get(added->element);
    EXPECT_NEAR(parameter.valueAs<Real>(typeOf(parameter), "value"), 0.053, 1e-9);
    EXPECT_EQ(bar.find(DrivingDimension::Kind::Length, "Link 2").formula, "7*L1");
}

TEST(DrivingDimensions, AreRefusedIfInfeasible) {
    const DimensionedFourBar bar;
    const auto refusalOf = [&](const DrivingDimension& dimension, Real value, const std::string& formula = {}) {
        const auto made = setDimension(bar.document, bar.model, dimension, value, formula);
        return made ? std::string() : made.diagnostics.begin()->message;
    };
    const DrivingDimension frame = bar.find(DrivingDimension::Kind::Distance, "Ground");
    EXPECT_NE(refusalOf(frame, 2).find("cannot be assembled"), std::string::npos);
    EXPECT_NE(refusalOf(frame, -0.1).find("positive"), std::string::npos);
    EXPECT_NE(refusalOf(frame, 0.4, "2*L1").find("no formula"), std::string::npos);
    EXPECT_NE(refusalOf(bar.find(DrivingDimension::Kind::Length, "Link 3"), 0).find("positive"), std::string::npos);
    // The rocker of a crank-rocker does not turn all around.
    const DrivingDimension rocker = bar.find(DrivingDimension::Kind::Angle, bar.document.get(bar.rocker.pin).name);
    EXPECT_NE(refusalOf(rocker, rocker.value + Pi), "");
}

TEST(DrivingDimensions, MoveAHoleOfAPlateAndTheElementsJoinedThere) {
    DimensionedFourBar bar;
    PlateDraft draft;
    draft.corners = {{bar.at(bar.coupler.tip), bar.coupler.tip, true},
                     {Vec3(0.5, 0.3, 0), std::nullopt, true},
                     {Vec3(0.45, 0.15, 0), std::nullopt, true}};
    const auto plate = addPlate(bar.document, bar.model, draft);
    ASSERT_TRUE(plate);
    bar.take(plate->edit.document);
    const auto link = bar.draw(
        {.start = Place{plate->plate, "origin",
                        ~bar.model->calcBodyPose(plate->plate, bar.model->getInitialState()) * Vec3(0.5, 0.3, 0)},
         .end_G = Vec3(0.7, 0.3, 0)});
    const Place joined = {link.link, "origin", Vec3(0.)};
    const auto found = findDimensions(*bar.model, {plate->plate});
    const auto edge = std::ranges::find(found, DrivingDimension::Kind::Distance, &DrivingDimension::kind);
    ASSERT_NE(edge, found.end());
    const Vec3 before = bar.at(joined);
    bar.set(*edge, edge->value + 0.05);
    EXPECT_NEAR((bar.at(joined) - before).norm(), 0.05, 1e-6);
    EXPECT_NE(bar.document.get(plate->plate).value(typeOf(bar.document.get(plate->plate)), "holes"),
              plate->edit.document.get(plate->plate).value(typeOf(bar.document.get(plate->plate)), "holes"));
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "authoring/plate_edit.h"

#include <algorithm>

#include "authoring/features.h"
#include "authoring/fixes.h"
#include "compile/appearance.h"
#include "compile/mass_properties.h"
#include "compile/skew_pin.h"
#include "tests/unit/authoring/drawn_mechanism.h"

namespace trammel {

using namespace testing;

namespace {

constexpr Real closedPlate = 1e-8;

PlateEdit drawPlateInto(DrawnMechanism& drawing, const PlateDraft& draft) {
    Result<PlateEdit> made = addPlate(drawing.document, drawing.model, draft);
    EXPECT_TRUE(made) << (made.diagnostics.hasErrors() ? made.diagnostics.begin()->message : "");
    if (!made) return {};
    drawing.document = made->edit.document;
    drawing.model = made->model;
    return *made;
}

std::string refusalOf(const DrawnMechanism& drawing, const PlateDraft& draft) {
    const Result<PlateEdit> made = addPlate(drawing.document, drawing.model, draft);
    return made ? "" : made.diagnostics.begin()->message;
}

}  // namespace

TEST(AddPlate, InEmptySpaceFloatsWithAHoleAtEachCorner) {
    DrawnMechanism drawing;
    const PlateEdit plate =
        drawPlateInto(drawing, {.corners = {{Vec3(0.1, 0, 0)}, {Vec3(0.4, 0, 0)}, {Vec3(0.2, 0.2, 0), {}, false}}});
    EXPECT_EQ(drawing.model->getMobility().degreesOfFreedom, 6);
    EXPECT_EQ(plate.summary, "");
    const Element& body = drawing.document.get(plate.plate);
    EXPECT_EQ(body.valueAs<std::string>(typeOf(body), "outline"), "0 0; 0.3 0; 0.1 0.2");
    const Vec3 center = calcBodyMass(body).getMassCenter();
    EXPECT_GT(center[0], 0.1);
    const auto features = findFeatures(*drawing.model, drawing.model->getInitialState());
    EXPECT_EQ(std::ranges::count_if(features, [](const Feature& f) { return f.name == "hole of Plate"; }), 2);
    EXPECT_EQ(std::ranges::count_if(features, [](const Feature& f) { return f.name == "round end of Plate"; }), 1);
}

TEST(AddPlate, WithoutHolesHasItsCornersOnTheEdge) {
    // A narrow slot between two prongs, which a border would close.
    DrawnMechanism drawing;
    PlateDraft draft;
    for (const Vec3& p : {Vec3(0, 0, 0), Vec3(0.1, 0, 0), Vec3(0.1, 0.1, 0), Vec3(0.051, 0.1, 0), Vec3(0.051, 0.02, 0),
                          Vec3(0.049, 0.02, 0), Vec3(0.049, 0.1, 0), Vec3(0, 0.1, 0)})
        draft.corners.push_back({p, {}, false});
    const PlateEdit plate = drawPlateInto(drawing, draft);
    ASSERT_TRUE(plate.plate.isValid());
    const Element& body = drawing.document.get(plate.plate);
    EXPECT_EQ(body.valueAs<Real>(typeOf(body), "border"), 0);
    // Two corners are a bar with round ends, as before.
    draft.corners.resize(2);
    const PlateEdit bar = drawPlateInto(drawing, draft);
    EXPECT_GT(drawing.document.get(bar.plate).valueAs<Real>(typeOf(body), "border"), 0);
}

TEST(AddPlate, ThroughPivotsOfTwoLinksAndGroundClosesItsLoopsWithoutMovingThem) {
    FourBar drawing;
    // A second crank, so that a ternary link joins crank pin, second tip and a pivot on Ground.
    const LinkEdit other =
        drawing.draw({.start = Place{{}, "origin", Vec3(0.2, -0.2, 0)}, .end_G = Vec3(0.2, -0.1, 0)});
    const Vec3 crankTip = drawing.at(drawing.crank.tip), otherTip = drawing.at(other.tip);
    const int before = drawing.model->getMobility().degreesOfFreedom;
    const PlateEdit plate = drawPlateInto(
        drawing, {.corners = {{crankTip, drawing.crank.tip}, {otherTip, other.tip}, {Vec3(0.35, 0.05, 0)}}});
    EXPECT_TRUE(drawing.model->getAssembly().assembled);
    // One loop more: three speeds of the plate less two pins with two equations each.
    EXPECT_EQ(drawing.model->getMobility().degreesOfFreedom, before - 1);
    EXPECT_EQ(drawing.model->getMobility().redundantEquations, 0);
    EXPECT_LT((drawing.at(drawing.crank.tip) - crankTip).norm(), closedPlate);
    EXPECT_LT((drawing.at(other.tip) - otherTip).norm(), closedPlate);
    EXPECT_EQ(plate.summary.find("Pin to Link; Pin to Link"), 0u) << plate.summary;
    // One layer above the coupler, which is above the crank.
    const Real layer = findLinkProportions(drawing.document, 1).layer();
    EXPECT_NEAR(drawing.at({plate.plate, "origin", Vec3(0.)})[2], drawing.at(drawing.crank.tip)[2] + 2 * layer,
                closedPlate);
}

TEST(AddPlate, CarriesAFloatingBody) {
    DrawnMechanism drawing;
    const PlateEdit first =
        drawPlateInto(drawing, {.corners = {{Vec3(0.5, 0, 0)}, {Vec3(0.7, 0, 0)}, {Vec3(0.6, 0.1, 0)}}});
    const PlateEdit second = drawPlateInto(
        drawing,
        {.corners = {
             {Vec3(0.), Place{}}, {Vec3(0.2, 0, 0)}, {Vec3(0.5, 0, 0), Place{first.plate, "origin", Vec3(0.)}}}});
    EXPECT_EQ(second.summary.find("Pin to Ground; Pin to Plate"), 0u) << second.summary;
    EXPECT_EQ(drawing.model->getMobility().degreesOfFreedom, 2);
    EXPECT_LT((drawing.at({first.plate, "origin", Vec3(0.)}) - Vec3(0.5, 0, 0)).norm(), closedPlate);
}

TEST(AddPlate, InAnUprightPlaneHasPinsAcrossIt) {
    DrawnMechanism drawing;
    const PlateEdit plate =
        drawPlateInto(drawing, {.corners = {{Vec3(0.1, 0, 0.1), Place{{}, "origin", Vec3(0.1, 0, 0.1)}},
                                            {Vec3(0.3, 0, 0.1)},
                                            {Vec3(0.2, 0, 0.3)}},
                                .axis_G = Vec3(0, 1, 0)});
    EXPECT_EQ(drawing.model->getMobility().degreesOfFreedom, 1);
    const auto normal = findPlaneNormal(*drawing.model, drawing.model->getInitialState());
    ASSERT_TRUE(normal);
    EXPECT_NEAR(std::abs((*normal)[1]), 1, 1e-12);
    EXPECT_LT((drawing.at({plate.plate, "tip", Vec3(0.)}) - Vec3(0.3, 0, 0.1)).norm(), closedPlate);
}

TEST(AddPlate, GoesThroughPointsInSpace) {
    DrawnMechanism drawing;
    const std::vector<Vec3> corners{Vec3(0.3, 0, 0), Vec3(0.25, 0.2, 0), Vec3(0.27, 0.08, 0.1)};
    PlateDraft draft;
    for (const Vec3& corner : corners) draft.corners.push_back({corner});
    const PlateEdit knuckle = drawPlateInto(drawing, draft);
    const auto features = findFeatures(*drawing.model, drawing.model->getInitialState());
    for (const Vec3& corner : corners) {
        Real nearest = Infinity;
        for (const Feature& feature : features)
            if (feature.name == "hole of Plate")
                nearest = std::min(nearest, Real((feature.position_G - corner).norm()));
        EXPECT_LT(nearest, 1e-6);
    }
    // A corner on it, far in front of the first one: the rod goes there, with a pin across it.
    const Vec3 end = drawing.at({knuckle.plate, "origin", Vec3(0.)});
    const PlateEdit rod =
        drawPlateInto(drawing, {.corners = {{Vec3(0.05, 0.08, 0.1)}, {end, Place{knuckle.plate, "origin", Vec3(0.)}}},
                                .axis_G = Vec3(0, 1, 0)});
    EXPECT_LT((drawing.at({knuckle.plate, "origin", Vec3(0.)}) - end).norm(), 1e-9);
    EXPECT_TRUE(drawing.model->getAssembly().assembled);
    EXPECT_TRUE(rod.plate.isValid());
    draft.corners.push_back({Vec3(0.4, 0.1, -0.1)});
    EXPECT_EQ(refusalOf(drawing, draft), "The corners are not in one plane.");
}

TEST(AddPlate, GoesThroughPointsInSpaceAmongManyBodies) {
    DrawnMechanism drawing;
    for (int i = 0; i < 200; ++i) {
        const ElementId bar = drawing.add(Element::draft("body", "bar"));
        drawing.add(Element::draft("joint", "pin").plug("child", bar).set("parentPoint", Vec3(2 + i, 0, 0)));
    }
    drawing.take(drawing.document);
    const LinkEdit lower = drawing.draw({.start = {}, .end_G = Vec3(0.3, 0, 0)});
    const PlateEdit upright = drawPlateInto(
        drawing, {.corners = {{Vec3(0.3, 0, 0), lower.tip}, {Vec3(0.3, 0.2, 0)}, {Vec3(0.3, 0.1, 0.15)}}});
    const Rotation R = drawing.model->calcBodyPose(upright.plate, drawing.model->getInitialState()).R();
    EXPECT_NEAR(std::abs(R.z()[0]), 1, 1e-9);
}

TEST(AddPlate, SeenFromItsEdgeIsJoinedExactlyAtItsHoles) {
    DrawnMechanism drawing;
    // An arm that lies flat, and an upright drawn from the front at its outer hole.
    const PlateEdit arm = drawPlateInto(
        drawing, {.corners = {{Vec3(0, 0, -0.15)}, {Vec3(0, 0, 0.15)}, {Vec3(0.3, 0, 0)}}, .axis_G = Vec3(0, 1, 0)});
    const Place outer{
        arm.plate, "origin",
        drawing.model->calcBodyPose(arm.plate, drawing.model->getInitialState()).invert() * Vec3(0.3, 0, 0)};
    const LinkEdit upright = drawing.draw({.start = outer, .end_G = Vec3(0.25, 0.2, 0)});
    EXPECT_LT((drawing.at({upright.link, "origin", Vec3(0.)}) - Vec3(0.3, 0, 0)).norm(), 1e-9);
    // A link that lies flat on it is one layer above.
    const LinkEdit flat = drawing.draw({.start = outer, .end_G = Vec3(0.4, 0, 0.1), .axis_G = Vec3(0, 1, 0)});
    EXPECT_GT(drawing.at({flat.link, "origin", Vec3(0.)})[1], 0.001);
}

TEST(AddPlate, AnUprightAcrossItsArmsReportsImmobilityWithARemedy) {
    DrawnMechanism drawing;
    const LinkEdit lower = drawing.draw({.start = {}, .end_G = Vec3(0.3, 0, 0)});
    const LinkEdit upper = drawing.draw({.start = Place{{}, "origin", Vec3(0, 0.2, 0)}, .end_G = Vec3(0.3, 0.2, 0)});
    drawPlateInto(drawing,
                  {.corners = {{Vec3(0.3, 0, 0), lower.tip}, {Vec3(0.3, 0.2, 0), upper.tip}, {Vec3(0.3, 0.1, 0.1)}}});
    ASSERT_EQ(drawing.model->getMobility().degreesOfFreedom, 0);
    const auto problems = compileDocument(drawing.document).diagnostics;
    const auto held = std::ranges::find_if(
        problems, [](const Diagnostic& d) { return d.message.find("nothing can move") != std::string::npos; });
    ASSERT_NE(held, problems.end());
    EXPECT_EQ(held->element, drawing.document.elementsOf("joint").back());
    const auto fixes = findFixes(drawing.model, held->element);
    ASSERT_FALSE(fixes.empty());
    EXPECT_TRUE(fixes.front().label == "Change 'Pin' to Universal" || fixes.front().label == "Change 'Pin' to Ball")
        << fixes.front().label;
    drawing.take(fixes.front().document);
    EXPECT_GT(drawing.model->getMobility().degreesOfFreedom, 0) << fixes.front().label;
    // A planar triangle is an intended structure.
    DrawnMechanism truss;
    const LinkEdit one = truss.draw({.start = {}, .end_G = Vec3(0.3, 0.2, 0)});
    truss.draw({.start = one.tip, .end = Place{{}, "origin", Vec3(0.6, 0, 0)}});
    EXPECT_EQ(truss.model->getMobility().degreesOfFreedom, 0);
    EXPECT_TRUE(compileDocument(truss.document).diagnostics.empty());
    EXPECT_TRUE(isHeldByLoops(*truss.model));
    EXPECT_FALSE(isHeldByLoops(*FourBar().model));
    // So is another one in a perpendicular plane.
    const LinkEdit across = truss.draw({.start = {}, .end_G = Vec3(0, 0.2, 0.3), .axis_G = Vec3(1, 0, 0)});
    truss.draw({.start = across.tip, .end = Place{{}, "origin", Vec3(0, 0, 0.6)}, .axis_G = Vec3(1, 0, 0)});
    EXPECT_EQ(truss.model->getMobility().degreesOfFreedom, 0);
    const auto isAnyImmobile = [&truss] {
        return std::ranges::any_of(compileDocument(truss.document).diagnostics, [](const Diagnostic& d) {
            return d.message.find("nothing can move") != std::string::npos;
        });
    };
    EXPECT_FALSE(isAnyImmobile());
    // A disabled rod does not make one mechanism of them.
    truss.add(Element::draft("constraint", "rod", "Rod")
                  .plug("body1", one.link)
                  .plug("body2", across.link)
                  .set("enabled", false));
    EXPECT_FALSE(isAnyImmobile());
}

TEST(Mobility, BlamesNoPinOfPlanarLoopsThatCouplersImmobilize) {
    FourBar drawing;
    const Vec3 axis(1, 0, 0);
    const LinkEdit crank = drawing.draw({.start = {}, .end_G = Vec3(0, 0.1, 0), .axis_G = axis});
    const LinkEdit coupler =
        drawing.draw({.start = crank.tip, .end_G = Vec3(0, 0.25, 0.33), .length = 0.35, .axis_G = axis});
    drawing.draw({.start = coupler.tip, .end = Place{{}, "origin", Vec3(0, 0, 0.4)}, .length = 0.25, .axis_G = axis});
    EXPECT_EQ(drawing.model->getMobility().degreesOfFreedom, 2);
    const auto pinOf = [&](ElementId link) {
        const auto pins = drawing.document.elementsOf("joint");
        return *std::ranges::find_if(
            pins, [&](ElementId pin) { return drawing.document.get(pin).reference("child") == link; });
    };
    for (const Real slope : {1., 2.}) {
        const ElementId ratio = drawing.add(Element::draft("function", "linear", "Ratio").set("slope", slope));
        drawing.add(Element::draft("constraint", "speedCoupler", "Coupler")
                        .plug("joint1", pinOf(drawing.crank.link))
                        .plug("joint2", pinOf(crank.link))
                        .plug("function", ratio));
    }
    drawing.take(drawing.document);
    EXPECT_EQ(drawing.model->getMobility().degreesOfFreedom, 0);
    EXPECT_FALSE(isHeldByLoops(*drawing.model)) << "couplers hold it";
    for (const Diagnostic& d : compileDocument(drawing.document).diagnostics)
        EXPECT_EQ(d.message.find("nothing can move"), std::string::npos) << d.toString();
}

TEST(AddPlate, IsRefusedByNameWhereItIsImpossible) {
    FourBar drawing;
    const Place tip = drawing.crank.tip, root{drawing.crank.link, "origin", Vec3(0.)};
    EXPECT_EQ(refusalOf(drawing, {.corners = {{Vec3(0.)}}}), "A plate needs at least two corners.");
    EXPECT_EQ(refusalOf(drawing, {.corners = {{drawing.at(tip), tip}, {drawing.at(root), root}, {Vec3(0.3, 0, 0)}}}),
              "Two corners are on Link.");
    EXPECT_EQ(refusalOf(drawing, {.corners = {{Vec3(0, 0, 0)}, {Vec3(1, 1, 0)}, {Vec3(1, 0, 0)}, {Vec3(0, 1, 0)}}}),
              "The outline crosses itself.");
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "authoring/link_layers.h"

#include <gtest/gtest.h>

#include "authoring/mirror.h"
#include "authoring/pattern_edit.h"
#include "authoring/placed_element.h"
#include "authoring/plate_edit.h"
#include "compile/pattern_type.h"
#include "tests/unit/authoring/drawn_mechanism.h"
#include "tests/unit/integrate/allocation_count.h"

namespace trammel {

using namespace testing;

namespace {

constexpr Real toRounding = 1e-9;

struct Stack : DrawnMechanism {
    Real thicknessOf(ElementId body) const {
        const Element& element = document.get(body);
        return element.valueAs<Real>(typeOf(element), "thickness");
    }
    Real heightOf(ElementId body) const { return at(Place{body})[2]; }
    /// A body that floats at a place.
    ElementId addFloating(Element draft, const Vec3& p_G) {
        const auto made = addFloatingBody(document, std::move(draft), p_G);
        EXPECT_TRUE(made) << made.diagnostics.begin()->message;
        take(made->edit.document);
        return made->edit.element;
    }
    /// Expects no two of the bodies in one layer.
    void expectApart(const std::vector<ElementId>& bodies) const {
        for (std::size_t i = 0; i < bodies.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_GE(std::abs(heightOf(bodies[i]) - heightOf(bodies[j])),
                          (thicknessOf(bodies[i]) + thicknessOf(bodies[j])) / 2 + 1e-4)
                    << document.get(bodies[i]).name << " and " << document.get(bodies[j]).name;
    }
};

}  // namespace

TEST(LinkLayers, LinksOnOnePinAreStacked) {
    Stack drawing;
    const LinkEdit crank = drawing.draw({.start = {}, .end_G = Vec3(0, 0.1, 0)});
    const LinkEdit first = drawing.draw({.start = crank.tip, .end_G = Vec3(0.3, 0.2, 0)});
    const LinkEdit second = drawing.draw({.start = crank.tip, .end_G = Vec3(0.3, -0.2, 0)});
    const LinkEdit third = drawing.draw({.start = crank.tip, .end_G = Vec3(-0.3, 0, 0)});
    drawing.expectApart({crank.link, first.link, second.link, third.link});
    // The axes of the pins stay.
    for (const LinkEdit* const link : {&first, &second, &third})
        EXPECT_LT((drawing.at(Place{link->link}) - Vec3(0, 0.1, 0)).head<2>().norm(), toRounding);
}

TEST(LinkLayers, ARockerLiesBesideTheCouplerInWhosePlaneItsPivotWasClicked) {
    Stack drawing;
    const LinkEdit crank = drawing.draw({.start = {}, .end_G = Vec3(0, 0.1, 0)});
    const LinkEdit coupler = drawing.draw({.start = crank.tip, .end_G = Vec3(0.33, 0.25, 0)});
    const Real layer = drawing.heightOf(coupler.link);
    const LinkEdit rocker =
        drawing.draw({.start = coupler.tip, .end = Place{{}, "origin", Vec3(0.4, 0, layer)}, .length = 0.25});
    drawing.expectApart({coupler.link, rocker.link});
    EXPECT_NEAR(drawing.heightOf(rocker.link), 0, toRounding);
    EXPECT_TRUE(drawing.model->getAssembly().assembled);
    EXPECT_EQ(drawing.model->getMobility().degreesOfFreedom, 1);
}

TEST(LinkLayers, ALinkToAFloatingPlateLiesBesideIt) {
    Stack drawing;
    const ElementId plate = drawing.addFloating(Element::draft("body", "plate"), Vec3(0.));
    const LinkEdit link = drawing.draw({.start = Place{plate}, .end = Place{{}, "origin", Vec3(-0.2, 0, 0)}});
    drawing.expectApart({plate, link.link});
    EXPECT_LT(drawing.at(Place{plate}).norm(), toRounding);
}

TEST(LinkLayers, OnlyCrossingLinksArePassed) {
    Stack drawing;
    const LinkEdit low = drawing.draw({.start = {}, .end_G = Vec3(0.3, 0.2, 0)});
    const LinkEdit crossing = drawing.draw({.start = Place{{}, "origin", Vec3(0.3, 0, 0)}, .end_G = Vec3(0, 0.2, 0)});
    const LinkEdit aside = drawing.draw({.start = Place{{}, "origin", Vec3(0.5, 0, 0)}, .end_G = Vec3(0.5, 0.2, 0)});
    drawing.expectApart({low.link, crossing.link});
    EXPECT_NEAR(drawing.heightOf(aside.link), 0, toRounding);
}

TEST(LinkLayers, PlatesAreStackedOnTheBodiesTheyCover) {
    Stack drawing;
    const LinkEdit crank = drawing.draw({.start = {}, .end_G = Vec3(0, 0.1, 0)});
    const LinkEdit arm = drawing.draw({.start = crank.tip, .end_G = Vec3(0.3, 0.2, 0)});
    const PlateDraft draft{.corners = {{Vec3(0, 0.1, 0), crank.tip}, {Vec3(-0.2, 0.2, 0)}, {Vec3(-0.2, 0, 0)}}};
    const auto plate = addPlate(drawing.document, drawing.model, draft);
    ASSERT_TRUE(plate);
    drawing.take(plate->edit.document);
    drawing.expectApart({crank.link, arm.link, plate->plate});
}

TEST(LinkLayers, ALinkLiesOnTheFaceOfABox) {
    Stack drawing;
    const ElementId box =
        drawing.addFloating(Element::draft("body", "box").set("size", Vec3(0.2, 0.2, 0.1)), Vec3(0.5, 0, 0));
    const auto liesOn = [&](Real face) {
        const LinkEdit link =
            drawing.draw({.start = Place{box, "origin", Vec3(0, 0, face)}, .end_G = Vec3(0.8, 0.1, 0)});
        return drawing.heightOf(link.link);
    };
    const Real upper = liesOn(0.05);
    const Element& link = drawing.document.get(drawing.document.elementsOf("body").back());
    const Real t = drawing.thicknessOf(link.id);
    EXPECT_NEAR(upper, 0.05 + 0.75 * t, toRounding);
    EXPECT_NEAR(liesOn(-0.05), -0.05 - 0.75 * t, toRounding);
}

TEST(LinkLayers, ALinkPinnedInsideABoxLiesBesideIt) {
    Stack drawing;
    const ElementId slider =
        drawing.addFloating(Element::draft("body", "box").set("size", Vec3(0.06, 0.06, 0.06)), Vec3(0.4, 0, 0));
    const LinkEdit crank = drawing.draw({.start = {}, .end_G = Vec3(0, 0.1, 0)});
    const LinkEdit rod = drawing.draw({.start = crank.tip, .end = Place{slider}});
    EXPECT_GE(drawing.heightOf(rod.link), 0.03 + drawing.thicknessOf(rod.link) / 2);
    EXPECT_LT((drawing.at(Place{rod.link, "tip", Vec3(0.)}) - drawing.at(Place{slider})).head<2>().norm(), toRounding);
    // Nothing near the chassis provides a layer.
    const ElementId chassis =
        drawing.addFloating(Element::draft("body", "box").set("size", Vec3(1, 1, 1)), Vec3(2, 0, 0));
    const LinkEdit arm = drawing.draw({.start = Place{chassis}, .end_G = Vec3(2, 0.7, 0)});
    EXPECT_NEAR(drawing.heightOf(arm.link), 0, toRounding);
    // A tie rod in space ends exactly at the point.
    Stack space;
    const ElementId rack =
        space.addFloating(Element::draft("body", "box").set("size", Vec3(0.06, 0.06, 0.06)), Vec3(0.4, 0, 0));
    space.draw({.start = {}, .end_G = Vec3(0, 0.1, 0), .axis_G = Vec3(1, 0, 0)});
    const LinkEdit tie = space.draw({.start = Place{rack}, .end_G = Vec3(0.4, 0.3, 0)});
    EXPECT_NEAR(space.heightOf(tie.link), 0, toRounding);
}

TEST(LinkLayers, BodiesOutOfReachCostNoGeometry) {
    const auto workAmong = [](int others) {
        DrawnMechanism drawing;
        for (int i = 0; i < others; ++i) {
            const ElementId plate = drawing.add(Element::draft("body", "plate"));
            drawing.add(Element::draft("joint", "pin").plug("child", plate).set("parentPoint", Vec3(2 + i, 0, 0)));
        }
        drawing.take(drawing.document);
        const LaidBody laid{{DecorativeGeometry(decor::Brick{Vec3(0.1, 0.02, 0.005)})}, Transform(), 0.01};
        const long before = test::allocationCountOfThread();
        EXPECT_EQ(calcLayerShift(*drawing.model, laid), 0);
        return test::allocationCountOfThread() - before;
    };
    // Only the list of bodies grows.
    EXPECT_LE(workAmong(200), workAmong(10) + 20);
}

TEST(LinkLayers, ImagesInACircleLieInLayersLikeAStair) {
    Stack drawing;
    const LinkEdit arm = drawing.draw({.start = {}, .end_G = Vec3(0.3, 0, 0)});
    const Real layer = 1.25 * drawing.thicknessOf(arm.link);
    const auto stepOf = [&](const std::vector<Transform>& places) {
        return calcLayerStep(*drawing.model, {arm.link}, {places.begin(), places.end()});
    };
    EXPECT_NEAR(stepOf(circularPattern(3, 2 * Pi, Vec3(0.), Vec3(0, 0, 1)))[2], layer, toRounding);
    EXPECT_NEAR(stepOf(linearPattern(4, Vec3(0.1, 0, 0)))[2], layer, toRounding);
    // Beside each other, along the axis, and turned about another one.
    EXPECT_EQ(stepOf(linearPattern(3, Vec3(0, 0.5, 0))).norm(), 0);
    EXPECT_EQ(stepOf(linearPattern(3, Vec3(0, 0, 0.1))).norm(), 0);
    EXPECT_EQ(stepOf(circularPattern(3, 2 * Pi, Vec3(0.), Vec3(0, 1, 0))).norm(), 0);
    EXPECT_EQ(stepOf(circularPattern(3, 2 * Pi, Vec3(0.15, 0.5, 0), Vec3(0, 0, 1))).norm(), 0);
    const Vec3 step = stepOf(circularPattern(4, 2 * Pi, Vec3(0.), Vec3(0, 0, 1)));
    Element star = Element::draft("group", "circularPattern").set("count", std::int64_t(4)).set("shift", step);
    const auto made = addLinkedPattern(drawing.document, drawing.model, {arm.link}, star);
    ASSERT_TRUE(made);
    drawing.take(made->document);
    drawing.expectApart(drawing.document.elementsOf("body"));
}

TEST(LinkLayers, ACarrierLiesBesideItsThickGear) {
    Stack drawing;
    const ElementId gear = drawing.addFloating(Element::draft("body", "gear").set("thickness", 0.03), Vec3(0.1, 0, 0));
    const LinkEdit carrier = drawing.draw({.start = {}, .end = Place{gear}});
    drawing.expectApart({gear, carrier.link});
    // A ring around it is not covered.
    const ElementId ring = drawing.addFloating(Element::draft("body", "ringGear"), Vec3(2, 0, 0));
    const LinkEdit inside = drawing.draw({.start = Place{{}, "origin", Vec3(2, 0, 0)}, .end_G = Vec3(2.05, 0, 0)});
    EXPECT_NEAR(drawing.heightOf(inside.link), drawing.heightOf(ring), toRounding);
}

TEST(LinkLayers, AMirrorImageLiesBesideTheLinksItCrosses) {
    Stack drawing;
    const LinkEdit bar = drawing.draw({.start = {}, .end_G = Vec3(0.2, 0.1, 0)});
    const auto stepOf = [&](const MirrorPlane& plane) {
        return calcLayerStep(*drawing.model, {bar.link}, {plane.motion()});
    };
    const Vec3 middle = stepOf({Vec3(0.1, 0, 0), Vec3(1, 0, 0)});
    EXPECT_NEAR(middle[2], 1.25 * drawing.thicknessOf(bar.link), toRounding);
    EXPECT_EQ(middle.head<2>().norm(), 0);
    // Free space beside it, and a mirror before it.
    for (const MirrorPlane& plane : {MirrorPlane{Vec3(0.3, 0, 0), Vec3(1, 0, 0)}, {Vec3(0, 0, 0.1), Vec3(0, 0, 1)}})
        EXPECT_EQ(stepOf(plane).norm(), 0);
}

TEST(LinkLayers, LayersAreAlongThePinsInAnyPlane) {
    Stack drawing;
    const Vec3 axis = Vec3(1, 2, 3).normalized();
    const Rotation R = Rotation::withZ(axis);
    const auto in = [&](Real x, Real y) { return Vec3(R * Vec3(x, y, 0.2)); };
    const LinkEdit low = drawing.draw({.start = Place{{}, "origin", in(0, 0)}, .end_G = in(0, 0.1), .axis_G = axis});
    const LinkEdit up = drawing.draw({.start = low.tip, .end_G = in(0.3, 0.1), .axis_G = axis});
    const LinkEdit top = drawing.draw({.start = low.tip, .end_G = in(-0.3, 0.1), .axis_G = axis});
    const Real t = drawing.thicknessOf(top.link);
    const auto height = [&](const LinkEdit& link) { return axis.dot(drawing.at(Place{link.link})); };
    EXPECT_NEAR(height(low), 0.2, toRounding);
    EXPECT_NEAR(height(up), 0.2 + 1.25 * t, toRounding);
    EXPECT_NEAR(height(top), 0.2 + 2.5 * t, toRounding);
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "authoring/keep_places.h"

#include "authoring/placed_element.h"
#include "authoring/pose_edit.h"
#include "compile/compiled_model.h"
#include "compile/coordinates.h"
#include "document/document_file.h"
#include "tests/unit/authoring/drawn_mechanism.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel {

using namespace testing;

namespace {

CompiledModelPtr modelOf(const Result<Edit>& edit) {
    EXPECT_TRUE(edit) << (edit.diagnostics.hasErrors() ? edit.diagnostics.begin()->message : "");
    return edit ? *compileDocument(edit->document).value : nullptr;
}

/// Three links one behind the other, all turned, the first on Ground.
struct Chain : DrawnMechanism {
    LinkEdit first = draw({.start = {}, .end_G = Vec3(0.1, 0.2, 0)});
    LinkEdit second = draw({.start = first.tip, .end_G = Vec3(0.3, 0.1, 0)});
    LinkEdit third = draw({.start = second.tip, .end_G = Vec3(0.5, 0.3, 0)});
};

Result<Edit> removeFrom(const DrawnMechanism& mechanism, const std::set<ElementId>& elements) {
    return removeInPlace(mechanism.document, builtinCatalog(), *mechanism.model, mechanism.model->getInitialState(),
                         elements);
}

Result<Edit> reconnectIn(const DrawnMechanism& mechanism, ElementId element, const std::string& socket,
                         ElementId target) {
    return reconnectInPlace(mechanism.document, builtinCatalog(), *mechanism.model, mechanism.model->getInitialState(),
                            element, socket, target);
}

}  // namespace

TEST(RemoveInPlace, KeepsTheBodiesBeyondTheOneRemoved) {
    Chain chain;
    const CompiledModelPtr after = modelOf(removeFrom(chain, {chain.second.link}));
    ASSERT_TRUE(after);
    EXPECT_EQ(after->getDocument().elementsOf("body").size(), 2u);
    EXPECT_TRUE(floatingJointOf(after->getDocument(), chain.third.link).isValid());
    expectSamePoses(*chain.model, *after);
}

TEST(RemoveInPlace, KeepsTheChildOfARemovedJoint) {
    Chain chain;
    const CompiledModelPtr after = modelOf(removeFrom(chain, {chain.second.pin}));
    ASSERT_TRUE(after);
    EXPECT_EQ(after->getDocument().elementsOf("body").size(), 3u);
    expectSamePoses(*chain.model, *after);
}

TEST(RemoveInPlace, HangsTheRestOfALoopOnItsOtherSide) {
    FourBar bar;
    const CompiledModelPtr after = modelOf(removeFrom(bar, {bar.crank.link}));
    ASSERT_TRUE(after);
    expectSamePoses(*bar.model, *after);
    // Coupler and rocker are a double pendulum now.
    EXPECT_EQ(after->getMobility().degreesOfFreedom, 2);
    EXPECT_EQ(after->getMobility().loops, 0);
    EXPECT_FALSE(floatingJointOf(after->getDocument(), bar.coupler.link).isValid());
}

TEST(RemoveInPlace, KeepsAllOfALoopWhoseMiddleIsRemoved) {
    FourBar bar;
    const CompiledModelPtr after = modelOf(removeFrom(bar, {bar.coupler.link}));
    ASSERT_TRUE(after);
    expectSamePoses(*bar.model, *after);
    EXPECT_EQ(after->getMobility().degreesOfFreedom, 2);
}

TEST(ReconnectInPlace, KeepsBodiesWhenAJointGetsAnotherParent) {
    Chain chain;
    for (const ElementId parent : {ElementId{}, chain.first.link}) {
        const CompiledModelPtr after = modelOf(reconnectIn(chain, chain.third.pin, "parent", parent));
        ASSERT_TRUE(after);
        EXPECT_EQ(after->getDocument().get(chain.third.pin).reference("parent"), parent);
        expectSamePoses(*chain.model, *after);
    }
}

TEST(ReconnectInPlace, KeepsBodiesWhenAJointGetsAnotherChild) {
    Chain chain;
    const TypeDescriptor& box = *builtinCatalog().findType("body", "box");
    const auto placed = addFloatingBody(chain.document, draftBody(box, 0.1), Vec3(0.2, 0.4, 0.3));
    ASSERT_TRUE(placed);
    chain.take(placed->edit.document);
    const ElementId child = placed->edit.element;
    const CompiledModelPtr after = modelOf(reconnectIn(chain, chain.third.pin, "child", child));
    ASSERT_TRUE(after);
    EXPECT_EQ(carrierOf(after->getDocument(), child), chain.third.pin);
    EXPECT_TRUE(floatingJointOf(after->getDocument(), chain.third.link).isValid());
    expectSamePoses(*chain.model, *after);
}

TEST(ReconnectInPlace, KeepsTheEndOfASpring) {
    Chain chain;
    Element spring = Element::draft("force", "twoPointSpring", "Spring");
    spring.plug("body1", chain.first.link).plug("body2", chain.third.link).set("point2", Vec3(0.05, 0.01, 0));
    chain.take(addElement(chain.document, builtinCatalog(), spring)->document);
    const ElementId id = chain.document.findByName("Spring")->id;
    const auto endIn = [&](const CompiledModel& model) {
        const Element& e = model.getDocument().get(id);
        const TypeDescriptor& type = *builtinCatalog().findType("force", "twoPointSpring");
        return calcPosition(
            model, model.getInitialState(),
            {e.reference("body2"), e.valueAs<std::string>(type, "point2Anchor"), e.valueAs<Vec3>(type, "point2")});
    };
    const Vec3 before = endIn(*chain.model);
    const CompiledModelPtr after = modelOf(reconnectIn(chain, id, "body2", chain.second.link));
    ASSERT_TRUE(after);
    EXPECT_LT((endIn(*after) - before).norm(), unmovedWithin);
}

TEST(Assembly, MovesNoLockedJointWhileAnotherWayExists) {
    FourBar bar;
    const Document d =
        setInitialPose(bar.document, builtinCatalog(), *bar.model, bar.model->getInitialState())->document;
    const TypeDescriptor& pin = *builtinCatalog().findType("joint", "pin");
    for (const ElementId locked : {bar.crank.pin, bar.rocker.pin}) {
        const Document held =
            setLock(d, builtinCatalog(), *bar.model, bar.model->getInitialState(), locked, std::string("position"))
                ->document;
        const Real angle = held.get(locked).valueAs<Real>(pin, "angle");
        const Document longer = setProperty(held, builtinCatalog(), bar.coupler.link, "length", 0.36)->document;
        const CompiledModelPtr model = *compileDocument(longer).value;
        ASSERT_TRUE(model->getAssembly().assembled);
        for (const CoordinateValues& now : readCoordinates(*model, model->getInitialState()))
            if (now.joint == locked) {
                EXPECT_NEAR(std::get<Real>(now.values[0].second), angle, 1e-9);
            }
    }
}

TEST(SetLock, WritesTheCoordinatesThatTheJointHas) {
    FourBar bar;
    const TypeDescriptor& pin = *builtinCatalog().findType("joint", "pin");
    Document d = setProperty(bar.document, builtinCatalog(), bar.rocker.pin, "angle", std::nullopt)->document;
    const CompiledModelPtr model = *compileDocument(d).value;
    const auto edit =
        setLock(d, builtinCatalog(), *model, model->getInitialState(), bar.rocker.pin, std::string("position"));
    const CompiledModelPtr after = modelOf(edit);
    ASSERT_TRUE(after);
    expectSamePoses(*model, *after);
    EXPECT_TRUE(edit->document.get(bar.rocker.pin).findExplicit("angle"));
    EXPECT_EQ(edit->document.get(bar.rocker.pin).valueAs<std::string>(pin, "locked"), "position");
}

}  // namespace trammel

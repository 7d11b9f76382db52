// SPDX-License-Identifier: Apache-2.0
// Mirror images of elements: they move as the mirror shows the originals.
#include "authoring/mirror.h"

#include <algorithm>
#include <filesystem>

#include "compile/compiled_data.h"
#include "compile/coordinates.h"
#include "compile/mass_properties.h"
#include "math/isometry.h"
#include "multibody/matter_subsystem.h"
#include "tests/unit/authoring/drawn_mechanism.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel {

using namespace testing;

namespace {

constexpr Real exactImage = 1e-8;

struct Mirrored {
    Document document;
    CompiledModelPtr model;
    Diagnostics told;
};

Mirrored mirror(const Document& document, const std::set<ElementId>& elements, const MirrorPlane& plane) {
    std::set<ElementId> added;
    const auto edit = addMirrored(document, compiled(document), elements, plane, added);
    EXPECT_TRUE(edit) << (edit.diagnostics.empty() ? "" : edit.diagnostics.begin()->message);
    if (!edit) return {document, compiled(document), edit.diagnostics};
    return {edit->document, compiled(edit->document), edit.diagnostics};
}

/// Velocity and acceleration of a body, its center of mass included.
struct BodyMotion {
    Transform X_GB;
    SpatialVec V, A;
    Vec3 massCenter_G;
};

BodyMotion motionOf(const CompiledModel& model, const State& accelerated, const std::string& body) {
    const BuiltSystem& built = *model.getData().built;
    const ElementId id = namedIn(model.getDocument(), body);
    const MobilizedBodyIndex index = built.bodies.at(id);
    const Transform X_GB = model.calcBodyPose(id, accelerated);
    return {X_GB, built.matter->getBodyVelocity(accelerated, index),
            built.matter->getBodyAcceleration(accelerated, index),
            X_GB * calcBodyMass(model.getDocument().get(id)).getMassCenter()};
}

/// Expects that each named body has an image, "NAME 2", which moves and accelerates as the mirror shows it.
void expectImages(const Mirrored& now, const MirrorPlane& plane, const std::vector<std::string>& bodies,
                  const std::string& which = {}) {
    const Isometry mirror = Isometry::reflection(plane.point_G, plane.normal_G);
    State s = now.model->getInitialState();
    now.model->getSystem().realize(s, Stage::Acceleration);
    EXPECT_LT(now.model->calcConstraintError(s), exactImage) << which;
    for (const std::string& body : bodies) {
        const BodyMotion was = motionOf(*now.model, s, body), is = motionOf(*now.model, s, body + " 2");
        EXPECT_LT((is.X_GB.p() - mirror.ofPoint(was.X_GB.p())).norm(), exactImage) << which << body;
        EXPECT_LT((is.massCenter_G - mirror.ofPoint(was.massCenter_G)).norm(), exactImage) << which << body;
        EXPECT_LT((is.V[0] - mirror.ofAxis(was.V[0])).norm(), exactImage) << which << body;
        EXPECT_LT((is.V[1] - mirror.ofVector(was.V[1])).norm(), exactImage) << which << body;
        const Real most = 1e-7 * (1 + was.A[0].norm() + was.A[1].norm());
        EXPECT_LT((is.A[0] - mirror.ofAxis(was.A[0])).norm(), most) << which << body;
        EXPECT_LT((is.A[1] - mirror.ofVector(was.A[1])).norm(), most) << which << body;
    }
}

ElementId put(Document& document, Element draft) {
    const Result<Edit> edit = addElement(document, builtinCatalog(), std::move(draft));
    EXPECT_TRUE(edit) << edit.diagnostics.begin()->message;
    document = edit->document;
    return edit->element;
}

/// A lopsided body on a joint of @p type in any place, with any coordinates and speeds, under loads in Ground.
Document bodyOn(const TypeDescriptor& type, bool isReversed) {
    Document d;
    const ElementId body = put(d, Element::draft("body", "rigid", "Body")
                                      .set("massCenter", Vec3(0.1, -0.2, 0.3))
                                      .set("moments", Vec3(0.5, 0.6, 0.7))
                                      .set("products", Vec3(0.05, -0.04, 0.03)));
    Element joint = Element::draft(type.family, type.key, "Joint");
    joint.plug("child", body)
        .set("parentPoint", Vec3(0.3, 0.1, -0.2))
        .set("parentOrientation", Vec3(0.4, -0.3, 0.6))
        .set("childPoint", Vec3(-0.1, 0.2, 0.05))
        .set("childOrientation", Vec3(-0.2, 0.5, 0.1))
        .set("reversed", isReversed);
    Real value = 0.2;
    for (const PropertyDescriptor& property : type.properties) {
        const bool isInitial = property.invalidates == Stage::Position || property.invalidates == Stage::Velocity;
        if (!isInitial || property.key == "locked") continue;
        value += 0.07;
        if (property.kind == ValueKind::Real) joint.set(property.key, value);
        if (property.kind == ValueKind::Vec3) joint.set(property.key, Vec3(value, -2 * value, 0.5 * value));
    }
    put(d, joint);
    put(d, Element::draft("force", "constantForce", "Load").plug("body", body).set("force", Vec3(3, -4, 5)));
    put(d, Element::draft("force", "constantTorque", "Torque").plug("body", body).set("torque", Vec3(-0.3, 0.2, 0.5)));
    return d;
}

const MirrorPlane oblique{Vec3(0.2, -0.1, 0.4), Vec3(2, 3, 6) / 7};

}  // namespace

TEST(Mirror, EveryJointMovesAsTheMirrorShows) {
    for (const TypeDescriptor* const type : builtinCatalog().typesOf("joint")) {
        for (const bool isReversed : {false, true}) {
            const Document d = bodyOn(*type, isReversed);
            // Function-based joints need functions.
            if (compileDocument(d).diagnostics.hasErrors()) {
                EXPECT_TRUE(std::ranges::any_of(type->sockets, [](const SocketDescriptor& socket) {
                    return socket.families == std::vector<std::string>{"function"};
                })) << type->key;
                continue;
            }
            const Mirrored now = mirror(d, {namedIn(d, "Body")}, oblique);
            EXPECT_TRUE(now.told.empty()) << type->key << isReversed;
            expectImages(now, oblique, {"Body"}, type->key + (isReversed ? " reversed " : " "));
        }
    }
}

TEST(Mirror, ALinkageKeepsItsAngles) {
    const MirrorPlane plane{Vec3(0.5, 0, 0), Vec3(1, 0, 0)};
    for (const char* const closure : {pointOnLineClosure, pinClosure}) {
        const Document d = fourBar(closure);
        const Mirrored now = mirror(d, {ElementId{1}, ElementId{2}, ElementId{3}}, plane);
        EXPECT_TRUE(now.told.empty());
        expectImages(now, plane, {"Crank", "Coupler", "Rocker"});
        // A loop of four pins is overconstrained.
        if (closure == pointOnLineClosure) {
            EXPECT_EQ(now.model->getMobility().degreesOfFreedom, 2);
        }
        const Element& crank = *now.document.findByName("A 2");
        EXPECT_EQ(crank.valueAs<Real>(typeOf(crank), "angle"), 1.5);
        EXPECT_EQ(crank.valueAs<Real>(typeOf(crank), "rate"), 3);
    }
}

TEST(Mirror, ASpatialLoopWithGravityInThePlane) {
    const Document d = read(R"({"trammel": 1, "name": "Loop", "nextId": 100, "elements": [
 {"id": 1, "family": "body", "type": "bar", "name": "Crank", "properties": {"length": 0.1}},
 {"id": 2, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.3}},
 {"id": 4, "family": "body", "type": "cylinder", "name": "Block", "properties": {"length": 0.1}},
 {"id": 5, "family": "joint", "type": "pin", "name": "A", "properties": {"angle": 0.4, "rate": 3, "parentOrientation": [0.2, 0.3, 0]}, "references": {"child": 1}},
 {"id": 6, "family": "joint", "type": "universal", "name": "B", "properties": {"parentPointAnchor": "tip", "parentOrientation": [0.5, -0.3, 0.2]}, "references": {"parent": 1, "child": 2}},
 {"id": 7, "family": "joint", "type": "slider", "name": "C", "properties": {"parentPoint": [0.3, 0.1, 0.05], "parentOrientation": [0, 0.2, 0.1]}, "references": {"child": 4}},
 {"id": 8, "family": "constraint", "type": "ball", "name": "D", "properties": {"point1Anchor": "tip", "point2Anchor": "tip"}, "references": {"body1": 2, "body2": 4}},
 {"id": 9, "family": "force", "type": "twoPointSpring", "name": "Spring", "properties": {"point1": [0.05, 0.01, 0.02], "point2": [0.6, 0.4, -0.3]}, "references": {"body1": 2}},
 {"id": 10, "family": "force", "type": "gravity", "name": "Gravity"}]})");
    const MirrorPlane plane{Vec3(-0.2, 0, 0), Vec3(0.8, 0, 0.6)};
    const Mirrored now = mirror(d, {ElementId{1}, ElementId{2}, ElementId{4}}, plane);
    EXPECT_TRUE(now.told.empty()) << now.told.begin()->message;
    expectImages(now, plane, {"Crank", "Rod", "Block"});
    // The tip of a cylinder, along z, is still where the rod ends.
    EXPECT_EQ(now.document.findByName("D 2")->valueAs<Vec3>(typeOf(*now.document.findByName("D 2")), "point2"),
              Vec3(0.));
}

TEST(Mirror, APlanetTurnsWithTheSunOnTheOtherSide) {
    Document d;
    const ElementId sun = put(d, Element::draft("body", "cylinder", "Sun").set("radius", 0.02));
    const ElementId planet = put(d, Element::draft("body", "cylinder", "Planet").set("radius", 0.04));
    const ElementId sunPin = put(d, Element::draft("joint", "pin", "Sun pin").plug("child", sun).set("angle", 0.3));
    const ElementId planetPin = put(d, Element::draft("joint", "pin", "Planet pin")
                                           .plug("child", planet)
                                           .set("parentPoint", Vec3(0.06, 0, 0))
                                           .set("angle", -0.05));
    put(d, Element::draft("constraint", "gear", "Mesh")
               .plug("joint1", sunPin)
               .plug("joint2", planetPin)
               .set("ratio", -0.5)
               .set("phase", 0.1));
    put(d, Element::draft("motion", "steady", "Motor").plug("joint", sunPin).set("rate", 2.));
    const MirrorPlane plane{};
    const Mirrored now = mirror(d, {planet}, plane);
    EXPECT_TRUE(now.told.empty()) << now.told.begin()->message;
    State s = now.model->getInitialState();
    now.model->getSystem().realize(s, Stage::Acceleration);
    EXPECT_LT(now.model->calcConstraintError(s), exactImage);
    const BodyMotion first = motionOf(*now.model, s, "Planet"), second = motionOf(*now.model, s, "Planet 2");
    EXPECT_LT((second.X_GB.p() - Vec3(-0.06, 0, 0)).norm(), exactImage);
    EXPECT_NEAR(first.V[0][2], -1, exactImage);
    EXPECT_NEAR(second.V[0][2], -1, exactImage);
    // The image is not rotated to mesh.
    const Isometry mirror = Isometry::reflection(plane.point_G, plane.normal_G);
    EXPECT_LT((second.X_GB.R().x() - mirror.ofVector(first.X_GB.R().x())).norm(), exactImage);
}

TEST(Mirror, GearsBetweenTheAnglesOfOneJointOutsideTurnTheOtherWay) {
    Document d;
    const ElementId body = put(d, Element::draft("body", "box", "Body"));
    const ElementId joint = put(d, Element::draft("joint", "universal", "Joint").plug("child", body));
    const ElementId mesh = put(d, Element::draft("constraint", "gear", "Mesh")
                                      .plug("joint1", joint)
                                      .plug("joint2", joint)
                                      .set("coordinate2", std::int64_t(1))
                                      .set("ratio", 0.7));
    // About one of the joint's axes the mirror turns the same way, about the other the other way.
    const Mirrored now = mirror(d, {mesh}, {});
    const Element& image = *now.document.findByName("Mesh 2");
    EXPECT_EQ(image.valueAs<Real>(typeOf(image), "ratio"), -0.7);
}

TEST(Mirror, AShiftedImageMovesAlike) {
    // Across the plane of the bars.
    const MirrorPlane plane{Vec3(0.05, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 0.03)};
    const Document d = fourBar(pointOnLineClosure);
    std::set<ElementId> added;
    const auto edit =
        addMirrored(d, compiled(d), {ElementId{1}, ElementId{2}, ElementId{3}}, plane, added, CopyKind::Linked);
    ASSERT_TRUE(edit);
    const CompiledModelPtr model = compiled(edit->document);
    EXPECT_TRUE(model->getAssembly().assembled);
    for (const std::string name : {"Crank", "Coupler", "Rocker"}) {
        const auto placeOf = [&](const std::string& body) {
            return model->calcBodyPose(namedIn(edit->document, body), model->getInitialState()).p();
        };
        EXPECT_LT((placeOf(name + " 2") - plane.motion().ofPoint(placeOf(name))).norm(), exactImage) << name;
    }
}

TEST(Mirror, FormulasAreKeptOrNegated) {
    Document d;
    put(d, Element::draft("parameter", "length", "L").set("value", 0.3));
    put(d, Element::draft("parameter", "length", "P").set("value", 0.01));
    const ElementId bar = put(d, Element::draft("body", "bar", "Bar"));
    const ElementId screw = put(d, Element::draft("joint", "screw", "Screw")
                                       .plug("child", bar)
                                       .set("parentPoint", Vec3(0.3, 0.3, 0))
                                       .setFormula("parentPoint.x", "L")
                                       .setFormula("parentPoint.y", "L")
                                       .setFormula("pitch", "P"));
    d = setFormula(d, builtinCatalog(), bar, "length", "2*L")->document;
    const Mirrored now = mirror(d, {bar}, {});
    EXPECT_TRUE(now.told.empty()) << now.told.begin()->message;
    const Element& image = *now.document.findByName("Screw 2");
    EXPECT_NE(image.id, screw);
    EXPECT_EQ(*image.formula("parentPoint.x"), "-(L)");
    EXPECT_EQ(*image.formula("parentPoint.y"), "L");
    EXPECT_EQ(*image.formula("pitch"), "-(P)");
    EXPECT_EQ(*now.document.findByName("Bar 2")->formula("length"), "2*L");
}

TEST(Mirror, MeshesAndShapesAreMirrored) {
    Document d;
    const ElementId body = put(d, Element::draft("body", "mesh", "Wedge"));
    const auto cone = addElement(d, builtinCatalog(),
                                 Element::draft("shape", "cone", "Cone")
                                     .set("position", Vec3(0.1, 0.2, 0.3))
                                     .set("orientation", Vec3(0.4, 0.5, 0.6)),
                                 body);
    ASSERT_TRUE(cone);
    d = cone->document;
    put(d, Element::draft("joint", "free", "Free")
               .plug("child", body)
               .set("position", Vec3(0.1, 0.2, 0.3))
               .set("orientation", Vec3(0.3, -0.2, 0.5))
               .set("angularVelocity", Vec3(1, 2, 3)));
    const Mirrored now = mirror(d, {body}, oblique);
    expectImages(now, oblique, {"Wedge"});
    const ElementId image = namedIn(now.document, "Wedge 2");
    const MassProperties was = calcBodyMass(now.document.get(body)), is = calcBodyMass(now.document.get(image));
    EXPECT_GT(is.getUnitInertia().asSymMat33().trace(), 0);
    EXPECT_NEAR(was.getMass(), is.getMass(), 1e-12);
    // The free joint keeps its frames on Ground and body.
    EXPECT_EQ(now.document.findByName("Free 2")->findExplicit("parentOrientation"), nullptr);
    const auto tipOf = [&](const char* name, ElementId on) {
        const Element& shape = *now.document.findByName(name);
        const Transform X_BS(Rotation::fromBodyXYZ(shape.valueAs<Vec3>(typeOf(shape), "orientation")),
                             shape.valueAs<Vec3>(typeOf(shape), "position"));
        return Vec3(now.model->calcBodyPose(on, now.model->getInitialState()) * (X_BS * Vec3(0, 0.1, 0)));
    };
    const Isometry mirror = Isometry::reflection(oblique.point_G, oblique.normal_G);
    EXPECT_LT((tipOf("Cone 2", image) - mirror.ofPoint(tipOf("Cone", body))).norm(), exactImage);
}

TEST(Mirror, AMotorWhoseCoordinateChangesItsSignIsNamed) {
    Document d;
    const ElementId bar = put(d, Element::draft("body", "bar", "Bar"));
    const ElementId joint = put(d, Element::draft("joint", "cylinder", "Joint").plug("child", bar));
    put(d, Element::draft("constraint", "constantSpeed", "Turn").plug("joint", joint));
    put(d,
        Element::draft("constraint", "constantSpeed", "Lift").plug("joint", joint).set("coordinate", std::int64_t(1)));
    const Mirrored now = mirror(d, {bar}, {});
    ASSERT_EQ(now.told.count(Severity::Warning), 1u);
    EXPECT_NE(now.told.begin()->message.find("'Lift 2'"), std::string::npos) << now.told.begin()->message;
}

TEST(Mirror, ImpulsesWhoseSignsMayChangeAreNamed) {
    Document d;
    const ElementId bar = put(d, Element::draft("body", "bar", "Bar"));
    const ElementId joint = put(d, Element::draft("joint", "cylinder", "Joint").plug("child", bar));
    const ElementId event = put(d, Element::draft("event", "atTime", "Then"));
    for (const Element& action :
         {Element::draft("action", "impulse", "Twist").plug("joint", joint),
          Element::draft("action", "impulse", "Push").plug("joint", joint).set("coordinate", std::int64_t(1)),
          Element::draft("action", "pointImpulse", "Kick").plug("body", bar),
          Element::draft("action", "lockJoint", "Brake").plug("joint", joint)}) {
        const auto edit = addElement(d, builtinCatalog(), action, event);
        ASSERT_TRUE(edit) << action.name;
        d = edit->document;
    }
    const Mirrored now = mirror(d, {bar}, {});
    EXPECT_EQ(now.told.count(Severity::Warning), 2u);
    const std::string told = textOf(now.told);
    EXPECT_NE(told.find("'Push 2' acts on 'Joint 2'"), std::string::npos) << told;
    EXPECT_NE(told.find("'Kick 2' has components in Ground"), std::string::npos) << told;
}

TEST(Mirror, WholeModelsAccelerateAsTheMirrorShows) {
    // Gravity along y is in the plane.
    const MirrorPlane plane{Vec3(20, 0, 0), Vec3(0.6, 0, 0.8)};
    const Isometry mirror = Isometry::reflection(plane.point_G, plane.normal_G);
    for (const char* const name :
         {"cable_hoist", "cam_follower", "double_pendulum", "four_bar", "gear_train", "jansen_leg", "slider_crank",
          "spinning_top", "spring_mass_damper", "universal_joint", "watt"}) {
        const auto read = readDocumentFile(
            std::filesystem::path(TRAMMEL_SOURCE_DIR) / "models" / (std::string(name) + ".trammel"), builtinCatalog());
        ASSERT_TRUE(read) << name;
        const std::vector<ElementId> bodies = read->elementsOf("body");
        std::set<ElementId> added;
        const auto edit = addMirrored(*read, compiled(*read), {bodies.begin(), bodies.end()}, plane, added);
        ASSERT_TRUE(edit) << name;
        EXPECT_EQ(edit.diagnostics.count(Severity::Warning), 0u) << name << edit.diagnostics.begin()->message;
        const CompiledModelPtr model = compiled(edit->document);
        State s = model->getInitialState();
        model->getSystem().realize(s, Stage::Acceleration);
        // Copies are in the order of the originals.
        std::vector<ElementId> images;
        for (const ElementId id : edit->document.elementsOf("body"))
            if (added.contains(id)) images.push_back(id);
        ASSERT_EQ(images.size(), bodies.size()) << name;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const BodyMotion was = motionOf(*model, s, edit->document.get(bodies[i]).name);
            const BodyMotion is = motionOf(*model, s, edit->document.get(images[i]).name);
            EXPECT_LT((is.X_GB.p() - mirror.ofPoint(was.X_GB.p())).norm(), exactImage) << name << i;
            EXPECT_LT((is.V[1] - mirror.ofVector(was.V[1])).norm(), exactImage * (1 + was.V[1].norm())) << name << i;
            const Real most = 1e-6 * (1 + was.A[0].norm() + was.A[1].norm());
            EXPECT_LT((is.A[0] - mirror.ofAxis(was.A[0])).norm(), most) << name << i;
            EXPECT_LT((is.A[1] - mirror.ofVector(was.A[1])).norm(), most) << name << i;
        }
    }
}

}  // namespace trammel

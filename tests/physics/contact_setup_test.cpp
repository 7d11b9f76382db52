// SPDX-License-Identifier: Apache-2.0
// Materials of the model, contact groups, and the pairs that contact leaves out, with the reason.
#include <algorithm>
#include <cmath>

#include "authoring/fixes.h"
#include "authoring/placed_element.h"
#include "authoring/touch_edit.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/integrator_choice.h"
#include "contact/contact_force.h"
#include "contact/laws/restitution.h"
#include "contact/rigid/rigid_contact.h"
#include "contact_models.h"
#include "document/changes.h"
#include "document/document_file.h"
#include "inspect/contact_reading.h"
#include "inspect/outputs.h"
#include "inspect/vector_drawing.h"
#include "multibody/matter/guts.h"

namespace trammel::test {
namespace {

Element material(const std::string& name) { return Element::draft("contactMaterial", "material", name); }
Element group(const std::string& name) { return Element::draft("contactGroup", "group", name); }

Document connected(const Document& document, const std::string& element, const std::string& socket, ElementId target) {
    const Result<Edit> edit = setReference(document, builtinCatalog(), idOf(document, element), socket, target);
    EXPECT_TRUE(edit);
    return edit->document;
}

std::string why(const Document& document, const std::string& a, const std::string& b) {
    const CompiledModelPtr model = compiled(document);
    return explainNoContact(*model, model->getInitialState(), idOf(document, a), idOf(document, b));
}

// --- Materials ---

const SurfaceNumbers& numbersOf(const CompiledModel& model, const std::string& element) {
    const ContactForce& contact = contactIn(model);
    const GeneralForceSubsystem& forces = *model.getData().built->forces;
    const ForceIndex index = model.getData().built->forceIndices.at(idOf(model.getDocument(), "Contacts"));
    const auto& parameters =
        Value<ContactParameters>::downcast(forces.getForceParameters(model.getInitialState(), index)).get();
    for (int i = 0; i < contact.getSurfaces().size(); ++i)
        if (contact.getSurfaces()[i].name == element) return parameters.surfaces[std::size_t(i)];
    throw std::out_of_range(element);
}

/// The boxes with true stiffness, A of "Cork".
Document corkBox() {
    ModelBuilder model(with(boxes(), "Contacts", "stiffness", std::string("material")));
    const ElementId cork = model.add(material("Cork")
                                         .set("youngsModulus", 20e6)
                                         .set("poissonsRatio", 0.1)
                                         .set("lossFrom", "dissipation")
                                         .set("dissipation", 0.7)
                                         .set("staticFriction", 0.9)
                                         .set("dynamicFriction", 0.8)
                                         .set("viscousFriction", 0.01));
    return connected(model.document(), "A", "ownMaterial", cork);
}

TEST(ContactMaterialElement, GivesItsNumbersToTheSurfacesThatReferToIt) {
    const CompiledModelPtr model = compiled(corkBox());
    const SurfaceNumbers& cork = numbersOf(*model, "A");
    EXPECT_DOUBLE_EQ(cork.compliance, (1 - 0.1 * 0.1) / 20e6);
    EXPECT_DOUBLE_EQ(cork.foundationCompliance, 0.05 / 20e6);
    EXPECT_DOUBLE_EQ(cork.dissipation, 0.7);
    EXPECT_EQ(cork.friction, (FrictionNumbers{0.9, 0.8, 0.01}));
    const SurfaceNumbers& steel = numbersOf(*model, "B");
    EXPECT_DOUBLE_EQ(steel.compliance, (1 - 0.3 * 0.3) / 210e9);
    EXPECT_EQ(steel.friction, (FrictionNumbers{0.74, 0.57, 0}));
}

TEST(ContactMaterialElement, TakesRestitutionAtAnySpeedInPlaceOfDissipation) {
    Document document = with(corkBox(), "Cork", "lossFrom", std::string("restitution"));
    document = with(document, "Cork", "restitution", 0.4);
    document = with(document, "Cork", "restitutionSpeed", 2.5);
    EXPECT_DOUBLE_EQ(numbersOf(*compiled(document), "A").dissipation, calcDissipation(0.4, 2.5));
}

TEST(ContactMaterialElement, ChangesKeepSystemAndGeometry) {
    const Document before = corkBox();
    const CompiledModelPtr model = compiled(before);
    for (const Document& after :
         {with(before, "Cork", "staticFriction", 0.2), with(before, "Cork", "youngsModulus", 30e6),
          connected(before, "B", "ownMaterial", idOf(before, "Cork")), connected(before, "A", "ownMaterial", {})}) {
        EXPECT_EQ(lowestInvalidated(diff(before, after), builtinCatalog()), Stage(Stage::Dynamics));
        const Result<CompiledModelPtr> changed = compileDocument(after, model);
        ASSERT_TRUE(changed);
        EXPECT_EQ(&(*changed)->getSystem(), &model->getSystem());
        State state = model->getInitialState();
        model->getSystem().realize(state, Stage::Acceleration);
        const ContactForce& contact = contactIn(*model);
        const long long geometry = contact.getNumGeometryEvaluations(), forces = contact.getNumForceEvaluations();
        applyParameters(**changed, state);
        model->getSystem().realize(state, Stage::Acceleration);
        EXPECT_EQ(contact.getNumGeometryEvaluations(), geometry);
        EXPECT_EQ(contact.getNumForceEvaluations(), forces + 1);
    }
}

TEST(ContactMaterialElement, GivesRigidContactItsFrictionAndRestitution) {
    ModelBuilder model(without(corkBox(), "Contacts"));
    model.add(Element::draft("constraint", "rigidContact", "Rigid")
                  .plug("body1", idOf(model.document(), "A"))
                  .plug("body2", idOf(model.document(), "B")));
    const auto numbers = [](const Document& document) {
        const CompiledModelPtr rigid = compiled(document);
        const BuiltSystem& built = *rigid->getData().built;
        const ConstraintIndex index = built.constraints.at(idOf(document, "Rigid"));
        return Value<RigidContactParameters>::downcast(
                   *built.matter->getGuts().constraintParameters(rigid->getInitialState(), std::size_t(int(index))))
            .get();
    };
    const RigidContactParameters p = numbers(model.document());
    EXPECT_EQ(p.staticFrictions, (std::vector<Real>{0.9, 0.74}));
    EXPECT_EQ(p.dynamicFrictions, (std::vector<Real>{0.8, 0.57}));
    EXPECT_DOUBLE_EQ(p.restitutions[0], calcRestitution(0.7, 1));
    EXPECT_EQ(p.restitutions[1], 0.6);
    Document bouncy = with(model.document(), "Cork", "lossFrom", std::string("restitution"));
    bouncy = with(bouncy, "Cork", "restitution", 0.9);
    EXPECT_EQ(numbers(bouncy).restitutions[0], 0.9);
}

TEST(ContactDrawings, ShowTheShapesOfRigidContact) {
    ModelBuilder model(without(boxes(), "Contacts"));
    model.add(Element::draft("constraint", "rigidContact", "Rigid")
                  .plug("body1", idOf(model.document(), "A"))
                  .plug("body2", idOf(model.document(), "B")));
    const CompiledModelPtr rigid = compiled(model.document());
    State state = rigid->getInitialState();
    rigid->getSystem().realize(state, Stage::Position);
    std::vector<DecorativeGeometry> shapes;
    for (const Drawing& each : getDrawings())
        if (each.key == "contactShape") appendDrawing(*rigid, each, state, 1, shapes);
    EXPECT_EQ(shapes.size(), 2u);
}

/// Boxes A, B and C, and a floor: six pairs.
TEST(ContactPairOutputs, SumToThoseOfTheContact) {
    const CompiledModelPtr model = compiled(boxes());
    const Outputs outputs(model);
    State state = model->getInitialState();
    model->getSystem().realize(state, Stage::Acceleration);
    const auto value = [&](const std::string& name) {
        const auto index = outputs.find(name);
        EXPECT_TRUE(index) << name;
        Real result = NaN;
        if (index) outputs.calc({&*index, 1}, state, {&result, 1});
        return result;
    };
    Real sum = 0;
    int pairs = 0;
    for (const Output& each : outputs.getAll())
        if (each.owner.str().starts_with("Contacts, ") && each.label == "normal force")
            sum += value(each.name), ++pairs;
    EXPECT_EQ(pairs, 6);
    EXPECT_GT(sum, 0);
    EXPECT_DOUBLE_EQ(sum, value("Contacts.normal force"));
    EXPECT_EQ(value("Contacts, A and C.normal force"), 0);
    EXPECT_NEAR(value("Contacts, A and B.depth"), 0.001, 1e-9);
    EXPECT_EQ(value("Contacts, Floor and A.touching places") + value("Contacts, A and B.touching places") +
                  value("Contacts, Floor and C.touching places"),
              value("Contacts.touching places"));
    // A contact of two bodies has its own outputs alone; those of very many pairs are not listed.
    ModelBuilder two(without(boxes(), "Contacts"));
    two.add(contact(idOf(two.document(), "A"), idOf(two.document(), "B")));
    EXPECT_FALSE(Outputs(compiled(two.document())).find("Contact, A and B.normal force"));
    ModelBuilder many(boxes());
    for (int i = 0; i < 12; ++i) many.add(freeJoint(many.add(box("More", Vec3(0.1), 1)), Vec3(1 + i, 0.05, 0)));
    EXPECT_FALSE(Outputs(compiled(many.document())).find("Contacts, A and B.normal force"));
}

TEST(ContactMaterialElement, SurvivesTheFileAndItsDeletionLeavesTheLibraryMaterial) {
    const Document document = corkBox();
    const Result<Document> read = readDocument(writeDocument(document), builtinCatalog());
    ASSERT_TRUE(read) << read.diagnostics.items().front().toString();
    EXPECT_TRUE(identical(*read, document));
    const Result<Edit> removed = removeElement(document, builtinCatalog(), idOf(document, "Cork"));
    ASSERT_TRUE(removed);
    EXPECT_EQ(removed->disconnected, std::vector{idOf(document, "A")});
    EXPECT_EQ(numbersOf(*compiled(removed->document), "A").friction, (FrictionNumbers{0.74, 0.57, 0}));
}

// --- Groups ---

/// The boxes with A and B in the group "Pair".
Document grouped() {
    const Document document = boxes();
    const Result<Edit> edit = groupForContact(document, {idOf(document, "A"), idOf(document, "B")});
    EXPECT_TRUE(edit);
    const Result<Edit> named =
        setProperty(edit->document, builtinCatalog(), edit->element, "name", std::string("Pair"));
    EXPECT_TRUE(named);
    return named->document;
}

/// Compliance of the surface of @p body, which hangs on a pin, against a wheel of 1 kg on another.
Real complianceOnWheel(Real mass, bool isDriven, bool isEnabled = true) {
    ModelBuilder model;
    const ElementId crank = model.add(ball("Crank", 0.1, mass)), wheel = model.add(ball("Wheel", 0.1, 1));
    const ElementId pin = model.add(Element::draft("joint", "pin").plug("child", crank));
    model.add(Element::draft("joint", "pin").set("parentPoint", Vec3(1, 0, 0)).plug("child", wheel));
    model.add(contact(crank, wheel, "Contacts"));
    if (isDriven) model.add(Element::draft("motion", "steady").set("enabled", isEnabled).plug("joint", pin));
    return numbersOf(*compiled(model.document()), "Crank").compliance;
}

TEST(ContactSoftening, OnADrivenBodyBearsTheHeaviestOne) {
    EXPECT_NEAR(complianceOnWheel(0.01, false) / complianceOnWheel(1, false), 100, 1e-9);
    EXPECT_DOUBLE_EQ(complianceOnWheel(0.01, true), complianceOnWheel(1, false));
    EXPECT_DOUBLE_EQ(complianceOnWheel(0.01, true, false), complianceOnWheel(0.01, false)) << "the motor is off";
}

/// Compliance of the surface of a foot of 0.01 kg on a leg of 1 kg, which nothing or a joint holds to Ground.
Real complianceOfFoot(const std::string& jointOfLeg) {
    ModelBuilder model;
    const ElementId leg = model.add(box("Leg", Vec3(0.1, 1, 0.1), 0.99)), foot = model.add(ball("Foot", 0.1, 0.01));
    model.add(Element::draft("joint", jointOfLeg).plug("child", leg));
    model.add(
        Element::draft("joint", "pin").set("parentPoint", Vec3(0, -0.5, 0)).plug("parent", leg).plug("child", foot));
    model.add(floorShape().set("position", Vec3(0, -1, 0)));
    model.add(everythingTouches());
    return numbersOf(*compiled(model.document()), "Foot").compliance;
}

TEST(ContactSoftening, OnALightFootBearsTheFreeLegAbove) {
    // The geometric mean of 0.01 kg and 1 kg.
    EXPECT_NEAR(complianceOfFoot("pin") / complianceOfFoot("free"), 10, 1e-9);
}

TEST(StiffFriction, IsNotedWithTheIntegratorThatSuits) {
    const auto notes = [](const Document& document) {
        int count = 0;
        for (const Diagnostic& each : compileDocument(document).diagnostics)
            count += each.severity == Severity::Note && each.message.find("A friction of 10") != std::string::npos;
        return count;
    };
    ModelBuilder model;
    model.add(floorShape());
    model.add(freeJoint(model.add(box("Box", Vec3(0.1), 1)), Vec3(0, 1, 0)));
    const ElementId usual = model.add(withFriction(everythingTouches(), 1));
    const Document before = with(model.document(), "Contacts", "staticFriction", 10.);
    EXPECT_EQ(notes(model.document()), 0);
    EXPECT_EQ(notes(before), 1);
    EXPECT_EQ(notes(with(before, "Contacts", "enabled", false)), 0);
    EXPECT_TRUE(findFixes(compiled(model.document()), usual).empty());
    // Where no integrator is chosen, runs use it.
    EXPECT_NE(compiled(model.document())->getSettings().integrator, stiffIntegrator());
    EXPECT_EQ(compiled(before)->getSettings().integrator, stiffIntegrator());
    ModelBuilder chosen(before);
    chosen.add(Element::draft("settings", "simulation").set("integrator", std::string("dormandPrince")));
    EXPECT_EQ(compiled(chosen.document())->getSettings().integrator, "dormandPrince");
    EXPECT_EQ(notes(chosen.document()), 1);
    const std::vector<Fix> fixes = findFixes(compiled(before), usual);
    ASSERT_EQ(fixes.size(), 1u);
    EXPECT_EQ(notes(fixes[0].document), 0);
    EXPECT_EQ(compiled(fixes[0].document)->getSettings().integrator, stiffIntegrator());
}

TEST(ContactGroup, MembersDoNotTouchEachOtherButTouchOthers) {
    EXPECT_EQ(placesBetween(*compiled(boxes()), "A", "B"), 1);
    const CompiledModelPtr model = compiled(grouped());
    EXPECT_EQ(placesBetween(*model, "A", "B"), 0);
    EXPECT_EQ(placesBetween(*model, "A", "Floor"), 1);
    EXPECT_EQ(placesBetween(*compiled(with(grouped(), "Pair", "membersTouch", true)), "A", "B"), 1);
}

TEST(ContactGroup, IsMadeOfBodiesOnly) {
    const Document document = boxes();
    const Result<Edit> refused = groupForContact(document, {idOf(document, "Floor")});
    EXPECT_FALSE(refused);
    EXPECT_TRUE(refused.diagnostics.hasErrors());
}

/// A contact between the group "Pair" and box C, and nothing else.
Document groupAgainstBody() {
    ModelBuilder model(without(grouped(), "Contacts"));
    model.add(contact({}, idOf(model.document(), "C"), "Group contact").plug("group1", idOf(model.document(), "Pair")));
    return model.document();
}

TEST(ContactBetweenGroups, ActsOnAllMembersAndOnNothingElse) {
    // C overlaps A; then B.
    for (const auto& [name, height] : {std::pair{"A", 0.0499}, {"B", 0.1489}}) {
        Document document = groupAgainstBody();
        const ElementId c = idOf(document, "C");
        for (const ElementId user : document.dependentsOf(c))
            if (document.get(user).family == "joint")
                document = with(document, document.get(user).name, "position", Vec3(0.0995, height, 0));
        const CompiledModelPtr model = compiled(document);
        EXPECT_GE(placesBetween(*model, name, "C"), 1) << name;
        EXPECT_EQ(placesBetween(*model, "A", "B"), 0);
        EXPECT_EQ(placesBetween(*model, "A", "Floor"), 0);
    }
}

TEST(ContactBetweenGroups, LeaveTheBodiesOfTheirSidesUnused) {
    const Document document = groupAgainstBody();
    const Element& contact = document.get(idOf(document, "Group contact"));
    EXPECT_FALSE(usesKey(contact, "body1"));
    EXPECT_TRUE(usesKey(contact, "group1"));
    EXPECT_TRUE(usesKey(contact, "body2"));
}

TEST(ContactBetweenGroups, ReplacesContactAmongAll) {
    ModelBuilder model(groupAgainstBody());
    model.add(everythingTouches());
    EXPECT_EQ(why(model.document(), "A", "B"), "'A' and 'B' never touch: both are in contact group 'Pair'.");
    const auto exceptions = listContactExceptions(*compiled(model.document()));
    const auto own = std::ranges::count_if(
        exceptions, [](const ContactException& e) { return e.reason == NoContactReason::OwnContact; });
    EXPECT_EQ(own, 2) << "A and C, B and C";
}

TEST(ContactBetweenGroups, WithoutMembersIsAnErrorWithARemedy) {
    ModelBuilder model(groupAgainstBody());
    const ElementId empty = model.add(group("Empty"));
    const Document document = connected(model.document(), "Group contact", "group1", empty);
    const Result<CompiledModelPtr> result = compileDocument(document);
    ASSERT_TRUE(result.diagnostics.hasErrors());
    const Diagnostic& error = result.diagnostics.items().front();
    EXPECT_EQ(error.message, "Contact group 'Empty' has no bodies.");
    EXPECT_FALSE(error.remedy.empty());
}

// --- Why not ---

TEST(WhyNotTouching, NamesEachReason) {
    const Document document = boxes();
    EXPECT_EQ(why(document, "A", "B"), "") << "they touch";
    EXPECT_EQ(why(document, "A", "C"), "'A' and 'C' are too far apart: at least 400 mm.");
    EXPECT_EQ(why(document, "A", "A"), "'A' and 'A' belong to one body.");
    EXPECT_EQ(why(grouped(), "A", "B"), "'A' and 'B' never touch: both are in contact group 'Pair'.");
    EXPECT_EQ(why(with(document, "A", "touches", false), "A", "B"),
              "'A' touches nothing: Touches is cleared in its properties.");
    EXPECT_EQ(why(with(document, "Contacts", "enabled", false), "A", "B"),
              "Contact 'Contacts' acts between 'A' and 'B', but is disabled.");
    EXPECT_EQ(why(without(document, "Contacts"), "A", "B"),
              "The model has no contact: add Contact or Everything touches.");

    ModelBuilder joined(document);
    joined.add(pin("Hinge", idOf(document, "A"), idOf(document, "C")).set("cutsLoop", true));
    EXPECT_EQ(why(joined.document(), "A", "C"), "'A' and 'C' never touch: joint 'Hinge' connects them.");

    ModelBuilder welded(document);
    welded.add(Element::draft("constraint", "weld", "Glue")
                   .plug("body1", idOf(document, "A"))
                   .plug("body2", idOf(document, "B"))
                   .set("point1", Vec3(0, 0.099, 0)));
    EXPECT_EQ(why(welded.document(), "A", "B"), "'A' and 'B' never touch: 'Glue' welds them together.");

    ModelBuilder still;
    still.add(floorShape());
    const ElementId post = still.add(box("Post", Vec3(0.1), 1));
    still.add(Element::draft("joint", "weld", "Foot").plug("child", post));
    const ElementId loose = still.add(box("Loose", Vec3(0.1), 1));
    still.add(freeJoint(loose, Vec3(1, 1, 0)));
    still.add(everythingTouches());
    EXPECT_EQ(why(still.document(), "Post", "Floor"), "'Post' and 'Floor' never touch: neither of them moves.");

    ModelBuilder apart(document);
    apart.add(contact(idOf(document, "A"), idOf(document, "B"), "AB").set("enabled", false));
    const auto exceptions = listContactExceptions(*compiled(apart.document()));
    ASSERT_EQ(exceptions.size(), 1u);
    EXPECT_EQ(describeReason(apart.document(), exceptions[0]), "contact 'AB' between them is disabled");

    ModelBuilder between(without(document, "Contacts"));
    between.add(contact(idOf(document, "A"), idOf(document, "C"), "AC"));
    EXPECT_EQ(why(between.document(), "A", "B"), "No contact element acts between 'A' and 'B'.");
}

TEST(WhyNotTouching, CountsJointsInSeriesWithMasslessBodiesBetweenThemAsOne) {
    const auto chain = [](Real mass, bool withCube) {
        ModelBuilder model;
        const ElementId a = model.add(box("A", Vec3(0.1), 1)), b = model.add(box("B", Vec3(0.1), 1));
        const ElementId between = model.add(Element::draft("body", "rigid", "Cross")
                                                .set("mass", mass)
                                                .set("moments", Vec3(mass))
                                                .set("massCenter", Vec3(0.)));
        if (withCube) model.add(Element::draft("shape", "sphere", "Hub").set("radius", 0.01), between);
        model.add(freeJoint(a, Vec3(0.)));
        model.add(pin("First", a, between, Vec3(0.2, 0, 0)));
        model.add(pin("Second", between, b).set("parentOrientation", Vec3(0, Pi / 2, 0)));
        model.add(everythingTouches());
        return model.document();
    };
    EXPECT_EQ(why(chain(0, false), "A", "B"), "'A' and 'B' never touch: joint 'Second' connects them.");
    EXPECT_EQ(why(chain(1, false), "A", "B").find("never"), std::string::npos);
    EXPECT_EQ(why(chain(0, true), "A", "B").find("never"), std::string::npos);
}

TEST(WhyNotTouching, IsOfTheAskedPairForRigidContactAmongAll) {
    ModelBuilder rigid(without(boxes(), "Contacts"));
    rigid.add(Element::draft("constraint", "rigidContactEverything", "Rigid"));
    const Document document = rigid.document();
    EXPECT_EQ(why(document, "A", "C"), "'A' and 'C' are too far apart: at least 400 mm.");
    EXPECT_EQ(why(document, "A", "B"), "'A' and 'B' touch: rigid contact acts from the start of a run.");
    EXPECT_EQ(why(with(document, "A", "touches", false), "A", "C"),
              "'A' touches nothing: Touches is cleared in its properties.");
    EXPECT_EQ(why(with(document, "Rigid", "enabled", false), "A", "C"),
              "Contact 'Rigid' acts between 'A' and 'C', but is disabled.");
}

TEST(WhyNotTouching, NamesABodyOfAContactThatTouchesNothing) {
    ModelBuilder between(with(without(boxes(), "Contacts"), "C", "touches", false));
    const ElementId a = idOf(between.document(), "A"), c = idOf(between.document(), "C");
    between.add(contact(a, c, "AC"));
    const Result<CompiledModelPtr> model = compileDocument(between.document());
    ASSERT_TRUE(model);
    EXPECT_EQ(explainNoContact(**model, (*model)->getInitialState(), a, c),
              "'C' touches nothing: Touches is cleared in its properties.");
}

TEST(WhyNotTouching, NamesAShapeThatContactCannotUse) {
    // A single triangle encloses no volume.
    ModelBuilder builder(boxes());
    const ElementId triangle = builder.add(Element::draft("mesh", "triangles", "Triangle"));
    builder.add(Element::draft("shape", "mesh", "Sheet").plug("mesh", triangle));
    const Result<CompiledModelPtr> model = compileDocument(builder.document());
    ASSERT_TRUE(model.diagnostics.hasErrors());
    EXPECT_NE(model.diagnostics.items()[0].message.find("the mesh is not closed: 3 edges border holes"),
              std::string::npos)
        << model.diagnostics.items()[0].message;
    ASSERT_TRUE(model);
    const ElementId sheet = idOf(builder.document(), "Sheet"), a = idOf(builder.document(), "A");
    EXPECT_EQ(explainNoContact(**model, (*model)->getInitialState(), a, sheet),
              "'Sheet' touches nothing: contact cannot use its shape.");
    const auto exceptions = listContactExceptions(**model);
    ASSERT_EQ(exceptions.size(), 1u);
    EXPECT_EQ(exceptions[0].first, sheet);
    EXPECT_EQ(exceptions[0].reason, NoContactReason::NotSupported);
}

TEST(ContactExceptions, AreListedWithTheirReasons) {
    const Document document = with(grouped(), "C", "touches", false);
    const CompiledModelPtr model = compiled(document);
    std::vector<std::string> told;
    for (const ContactException& e : listContactExceptions(*model))
        told.push_back(document.get(e.first).name + "|" + (e.second ? document.get(*e.second).name : "all") + "|" +
                       describeReason(document, e));
    EXPECT_EQ(told, (std::vector<std::string>{"A|B|both are in contact group 'Pair'",
                                              "C|all|Touches is cleared in its properties"}));
    EXPECT_TRUE(listContactExceptions(*compiled(without(document, "Contacts"))).empty());
}

// --- Outputs and drawings ---

TEST(ContactOutputs, CountStickingPlacesAndGiveThePeakPressure) {
    // A box of 1 kg rests on 0.01 m²; softened, so that it sinks in by 0.001 of its size.
    ModelBuilder model;
    model.add(gravity(standardGravity));
    model.add(floorShape());
    const ElementId a = model.add(box("A", Vec3(0.1), 1));
    const Real sinkage = 0.001 * std::sqrt(3 * 0.05 * 0.05);
    model.add(freeJoint(a, Vec3(0, 0.05 - sinkage, 0)));
    model.add(everythingTouches());
    const CompiledModelPtr compiledModel = compiled(model.document());
    const Outputs outputs(compiledModel);
    const auto value = [&](const char* name) {
        const std::size_t which[] = {outputs.find(name).value()};
        Real v[1];
        outputs.calc(which, compiledModel->getInitialState(), v);
        return v[0];
    };
    const Real pressure = value("Contacts.normal force") / 0.01;
    EXPECT_GT(pressure, 100);
    EXPECT_NEAR(value("Contacts.peak pressure"), pressure, 1e-9 * pressure);
    EXPECT_EQ(value("Contacts.sticking places"), 1);
}

TEST(ContactOutputs, GiveHertzPressureAndEllipseOfCrossedCylinders) {
    // Steel, radii 10 and 20 mm, 100 N: Johnson, Contact Mechanics, chapter 4.
    constexpr Real depth = 3.08241832467e-6, peak = 1.10249415639e9, major = 0.2620638048e-3, minor = 0.1652563088e-3;
    ModelBuilder b;
    const auto capsule = [&](const char* name, Real radius) {
        const ElementId body = b.add(Element::draft("body", "rigid", name).set("mass", 1.).set("showBox", false));
        b.add(Element::draft("shape", "capsule").set("radius", radius).set("length", 0.2), body);
        return body;
    };
    const ElementId thin = capsule("Thin", 0.01), thick = capsule("Thick", 0.02);
    b.add(freeJoint(thin, Vec3(0, 0, 0.03 - depth)).set("orientation", Vec3(0, 0, Pi / 2)));
    b.add(freeJoint(thick, Vec3(0.)));
    b.add(everythingTouches().set("stiffness", "material"));
    const CompiledModelPtr model = compiled(b.document());
    State s = model->getInitialState();
    model->getSystem().realize(s, Stage::Dynamics);
    const Outputs outputs(model);
    const std::size_t which[] = {outputs.find("Contacts.normal force").value(),
                                 outputs.find("Contacts.peak pressure").value()};
    Real values[2];
    outputs.calc(which, s, values);
    EXPECT_NEAR(values[0], 100, 1e-6);
    EXPECT_NEAR(values[1], peak, 1e-8 * peak);
    const std::vector<ContactPatch> patches = contactIn(*model).calcPatches(s);
    ASSERT_EQ(patches.size(), 1u);
    // Major axis along the thin one, which bends most across its own axis, x.
    EXPECT_NEAR(std::abs(patches[0].major[0]), major, 1e-8 * major);
    EXPECT_NEAR(std::abs(patches[0].minor[1]), minor, 1e-8 * minor);
    EXPECT_NEAR(patches[0].center[2], 0.02 - depth / 2, 1e-9);
}

TEST(ContactDrawings, ShowForcesOfTheSelectionPatchesDepthsAndShapes) {
    const Document document = boxes();
    const CompiledModelPtr model = compiled(document);
    State state = model->getInitialState();
    model->getSystem().realize(state, Stage::Dynamics);
    struct Drawn {
        Real largest;
        std::vector<DecorativeGeometry> geometry;
    };
    const auto draw = [&](const char* key, const std::set<ElementId>& selection = {}) {
        Drawn drawn{};
        for (const Drawing& each : getDrawings())
            if (each.key == key) drawn.largest = appendDrawing(*model, each, state, 1, drawn.geometry, selection);
        return drawn;
    };
    // A touches floor and B, C the floor: five forces on bodies, none on Ground.
    const Drawn all = draw("contactForce"), ofB = draw("contactForce", {idOf(document, "B")});
    EXPECT_EQ(all.geometry.size(), 4u);
    ASSERT_EQ(ofB.geometry.size(), 1u);
    const auto& arrow = std::get<decor::Arrow>(ofB.geometry[0].getShape());
    EXPECT_GT(arrow.to[1], arrow.from[1]) << "A holds B up";
    EXPECT_NEAR(arrow.to[1] - arrow.from[1], ofB.largest, 1e-12);
    EXPECT_EQ(draw("contactPoint").geometry.size(), 6u) << "a ball and a normal at each place";
    EXPECT_NEAR(draw("contactDepth").largest, 0.001, 1e-12);
    const Drawn patches = draw("contactPressure");
    ASSERT_FALSE(patches.geometry.empty());
    EXPECT_GT(patches.largest, 0) << "pressure of the last color";
    Real area = 0;
    for (const DecorativeGeometry& g : patches.geometry) {
        const TriangleMesh& mesh = *std::get<decor::Mesh>(g.getShape()).mesh;
        for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
            const Vec3 &p = mesh.vertices[mesh.triangles[t]], &q = mesh.vertices[mesh.triangles[t + 1]],
                       &r = mesh.vertices[mesh.triangles[t + 2]];
            area += Vec3(q - p).cross(Vec3(r - p)).norm() / 2;
        }
    }
    EXPECT_NEAR(area, 0.03, 1e-9) << "three faces of 0.01 m²";
    EXPECT_EQ(draw("contactShape").geometry.size(), 4u);
    EXPECT_EQ(draw("contactShape", {idOf(document, "C")}).geometry.size(), 1u);
}

}  // namespace
}  // namespace trammel::test

// SPDX-License-Identifier: Apache-2.0
#include "sample_models.h"

#include <gtest/gtest.h>

namespace trammel::test {

namespace {
TypeCatalog makeCatalog() {
    using P = PropertyDescriptor;
    TypeCatalog catalog;
    catalog.addFamily({"part", "Part", "Parts", "What moves.", {}});
    catalog.addFamily({"link", "Link", "Links", "What joins parts.", {}});
    catalog.addFamily({"tag", "Tag", "Tags", "A mark on a part.", {"part", "tag"}});

    TypeDescriptor brick;
    brick.family = "part";
    brick.key = "brick";
    brick.label = "Brick";
    brick.doc = "A box.";
    brick.properties = {P::real("mass", "Mass", Quantity::Mass, 1, "How heavy.").above(0).at(Stage::Instance),
                        P::vec3("center", "Center", Quantity::Length, Vec3(0), "Where.").at(Stage::Instance),
                        P::color("color", "Color", Vec3(0.5), "Paint.").at(Stage::Report),
                        P::boolean("visible", "Visible", true, "Shown.").at(Stage::Report),
                        P::integer("studs", "Studs", 4, "Bumps on top.").min(1).max(100),
                        P::text("note", "Note", "", "Anything | at all.").at(Stage::Infinity),
                        P::choice("stuff", "Stuff", {{"clay", "Clay"}, {"wood", "Wood"}}, "clay", "Of what.")};
    brick.outputs = {{"height", "Height", "Above the floor.", Quantity::Length, 1, Stage::Position}};
    brick.reference = "As old as Ur.";
    catalog.addType(brick);

    TypeDescriptor hinge;
    hinge.family = "link";
    hinge.key = "hinge";
    hinge.label = "Hinge";
    hinge.doc = "Turns.";
    hinge.properties = {
        P::direction("axis", "Axis", Vec3(0, 0, 1), "About what.").at(Stage::Instance),
        P::real("damping", "Damping", Quantity::AngularDamping, 0, "Slows it.").min(0).at(Stage::Dynamics)};
    hinge.sockets = {{"from", "From", "The one side.", {"part"}, false}, {"to", "To", "The other.", {"part"}, false}};
    catalog.addType(hinge);

    TypeDescriptor motor;
    motor.family = "link";
    motor.key = "motor";
    motor.label = "Motor";
    motor.doc = "Drives.";
    motor.sockets = {{"drives", "Drives", "What turns.", {"link"}, false}};
    catalog.addType(motor);

    TypeDescriptor dot;
    dot.family = "tag";
    dot.key = "dot";
    dot.label = "Dot";
    dot.doc = "A point.";
    dot.sockets = {{"watch", "Watch", "What it looks at.", {"part", "link"}, true}};
    catalog.addType(dot);
    return catalog;
}
}  // namespace

const TypeCatalog& sampleCatalog() {
    static const TypeCatalog catalog = makeCatalog();
    return catalog;
}

Document sampleDocument() {
    Scene scene;
    scene.set({}, "name", std::string("Door"));
    scene.set({}, "notes", std::string("Two bricks\nand a hinge."));
    const ElementId frame = scene.add(Element::draft("part", "brick", "Frame").set("mass", 20.0));
    const ElementId leaf = scene.add(Element::draft("part", "brick", "Leaf")
                                         .set("stuff", std::string("wood"))
                                         .set("center", Vec3(0.1, 1e-300, -3.25))
                                         .set("visible", false)
                                         .set("studs", std::int64_t{7}));
    const ElementId hinge =
        scene.add(Element::draft("link", "hinge", "Hinge").set("damping", 0.1).plug("from", frame).plug("to", leaf));
    scene.add(Element::draft("link", "motor", "Motor").plug("drives", hinge));
    scene.add(Element::draft("tag", "dot", "Knob").plug("watch", hinge), leaf);
    return scene.document;
}

ElementId Scene::add(Element draft, ElementId parent, int index) {
    auto result = addElement(document, sampleCatalog(), std::move(draft), parent, index);
    EXPECT_TRUE(result) << (result.diagnostics.empty() ? "" : result.diagnostics.items().front().toString());
    if (!result) return {};
    document = result->document;
    return result->element;
}

void Scene::set(ElementId id, const std::string& key, PropertyValue value) {
    auto result = setProperty(document, sampleCatalog(), id, key, std::move(value));
    EXPECT_TRUE(result) << (result.diagnostics.empty() ? "" : result.diagnostics.items().front().toString());
    if (result) document = result->document;
}

ElementId Scene::id(const std::string& name) const {
    const Element* element = document.findByName(name);
    EXPECT_NE(element, nullptr) << name;
    return element ? element->id : ElementId{};
}

namespace {
class RandomEdit {
public:
    RandomEdit(const Document& document, std::mt19937& random)
        : document_(document), random_(random), all_(document.treeOrder()) {}

    Result<Edit> make() {
        const TypeCatalog& catalog = sampleCatalog();
        const int kind = all_.empty() ? 0 : upTo(9);
        if (kind <= 3) return add();
        if (kind == 4) return removeElement(document_, catalog, any());
        if (kind == 5) return moveElement(document_, catalog, any(), upTo(1) ? any() : ElementId{}, upTo(5) - 1);
        if (kind == 6) return setReference(document_, catalog, any(), upTo(1) ? "watch" : "from", any());
        if (kind == 7) return setProperty(document_, catalog, any(), "name", "Name " + std::to_string(upTo(50)));
        if (kind == 8) return setProperty(document_, catalog, any(), "mass", Real(1 + upTo(1000)) / 7);
        return setProperty(document_, catalog, any(), "center", Vec3(upTo(9), Real(1) / (1 + upTo(9)), -1));
    }

private:
    int upTo(int last) { return std::uniform_int_distribution<int>(0, last)(random_); }
    ElementId any() { return all_[static_cast<std::size_t>(upTo(static_cast<int>(all_.size()) - 1))]; }

    Result<Edit> add() {
        const auto& types = sampleCatalog().types();
        const TypeDescriptor& type = types[static_cast<std::size_t>(upTo(static_cast<int>(types.size()) - 1))];
        Element draft = Element::draft(type.family, type.key);
        for (const SocketDescriptor& socket : type.sockets)
            if (!all_.empty()) draft.plug(socket.key, any());
        return addElement(document_, sampleCatalog(), std::move(draft), upTo(2) || all_.empty() ? ElementId{} : any(),
                          upTo(4) - 1);
    }

    const Document& document_;
    std::mt19937& random_;
    std::vector<ElementId> all_;
};
}  // namespace

Document randomEdit(const Document& document, std::mt19937& random) {
    const Result<Edit> result = RandomEdit(document, random).make();
    return result ? result->document : document;
}

Document randomDocument(unsigned seed, int edits) {
    std::mt19937 random(seed);
    Document document;
    for (int i = 0; i < edits; ++i) document = randomEdit(document, random);
    return document;
}

void expectSound(const Document& document) {
    const std::vector<ElementId> order = document.treeOrder();
    ASSERT_EQ(order.size(), document.size()) << "the tree must hold every element once";
    for (const ElementId id : order) {
        const Element& e = document.get(id);
        EXPECT_EQ(e.id, id);
        EXPECT_LT(id.value, document.nextId());
        EXPECT_FALSE(e.name.empty());
        ASSERT_NE(document.findByName(e.name), nullptr) << e.name;
        EXPECT_EQ(document.findByName(e.name)->id, id) << "name not unique: " << e.name;
        for (const ElementId child : e.children) EXPECT_EQ(document.get(child).parent, id);
        for (const auto& reference : e.references) {
            EXPECT_NE(document.find(reference.target), nullptr);
            EXPECT_NE(reference.target, id);
        }
    }
    for (const ElementId root : document.roots()) EXPECT_FALSE(document.get(root).parent.isValid());
}

}  // namespace trammel::test

// SPDX-License-Identifier: Apache-2.0
// From document to contact: the solids that may touch, and the numbers of their materials.
#include "compile/contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "base/disjoint_sets.h"
#include "compile/catalog.h"
#include "compile/compiler.h"
#include "contact/contact_material.h"
#include "contact/contact_type.h"
#include "contact/laws/restitution.h"
#include "contact/rigid/rigid_contact.h"
#include "contact/shape_from_geometry.h"
#include "contact/shapes/half_space.h"
#include "contact/shapes/mesh.h"
#include "multibody/body_type.h"
#include "multibody/matter/guts.h"

namespace trammel {

namespace {

constexpr const char* materialKey = "contactMaterial";
constexpr const char* materialSocket = "ownMaterial";

const ContactType* contactTypeOf(const Element& element) {
    const TypeDescriptor* const type = findTypeOf(element);
    return type ? dynamic_cast<const ContactType*>(type->implementation.get()) : nullptr;
}

bool isRigidContactAmongAll(const Element& element) {
    return element.family == "constraint" && element.type == RigidContactOfAll::key;
}

bool isRigidContact(const Element& element) {
    return isRigidContactAmongAll(element) || (element.family == "constraint" && element.type == RigidContact::key);
}

bool isForCollision(const Element& element) {
    const TypeDescriptor* const type = element.family == "shape" ? findTypeOf(element) : nullptr;
    return type && type->findProperty(purposeKey) &&
           element.valueAs<std::string>(*type, purposeKey) == collisionPurpose;
}

void addSources(const Document& document, const Element& element, ElementId body, bool andOthers,
                std::vector<SurfaceSource>& out) {
    const TypeDescriptor* const type = findTypeOf(element);
    if (!type || !type->findProperty(touchesKey) || !(andOthers || mayTouch(element))) return;
    const auto* const shape = dynamic_cast<const ShapeType*>(type->implementation.get());
    int part = 0;
    for (DecorativeGeometry& g : calcSolids(element, document))
        out.push_back({element.id, body, part++, std::move(g), shape && shape->isUnbounded()});
}

}  // namespace

std::string kindLabel(const ContactShape& shape) {
    std::string text = std::string_view("aeiou").find(shape.key().front()) != std::string_view::npos ? "an " : "a ";
    for (const char c : shape.key()) {
        if (c >= 'A' && c <= 'Z') text += '-';
        text += char(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    return text;
}

bool isContact(const TypeDescriptor& type) {
    return dynamic_cast<const ContactType*>(type.implementation.get()) ||
           (type.family == "constraint" && (type.key == RigidContact::key || type.key == RigidContactOfAll::key));
}

void addSurfaceProperties(TypeDescriptor& type) {
    std::vector<PropertyDescriptor::Option> options;
    for (const ContactMaterial& m : contactMaterials()) options.push_back({std::string(m.key), std::string(m.label)});
    type.properties.push_back(
        PropertyDescriptor::boolean(touchesKey, "Touches", true, "Whether contacts of the model act on its solid."));
    type.properties.push_back(PropertyDescriptor::choice(materialKey, "Contact material", options, options[0].key,
                                                         "Stiffness, restitution and friction of its surface.")
                                  .at(Stage::Dynamics));
    type.sockets.push_back({materialSocket,
                            "Own material",
                            "A contact material of the model, in place of the one above.",
                            {contactMaterialFamily},
                            true,
                            Stage::Dynamics});
    if (type.family == "body")
        type.sockets.push_back({contactGroupSocket,
                                "Contact group",
                                "Bodies of one group do not touch each other.",
                                {contactGroupFamily},
                                true});
}

bool mayTouch(const Element& element) {
    const TypeDescriptor* const type = findTypeOf(element);
    return !type || !type->findProperty(touchesKey) || element.valueAs<bool>(*type, touchesKey);
}

bool isContactAmongAll(const Element& element) {
    const ContactType* const type = contactTypeOf(element);
    return (type && type->touchesEverything()) || isRigidContactAmongAll(element);
}

bool isContactBetweenSome(const Element& element) {
    const ContactType* const type = contactTypeOf(element);
    return (type && !type->touchesEverything()) || (isRigidContact(element) && !isRigidContactAmongAll(element));
}

ElementId contactGroupOf(const Document& document, ElementId body) {
    const Element* const element = document.find(body);
    return element ? element->reference(contactGroupSocket) : ElementId{};
}

bool isContactGroup(const Element& element) { return element.family == contactGroupFamily; }

bool takesContactGroup(const SocketDescriptor& socket) {
    return socket.families == std::vector<std::string>{contactGroupFamily};
}

std::set<ElementId> bodiesOfContact(const Document& document, const Element& contact, int side) {
    const std::string number = std::to_string(side);
    const ElementId group = contact.reference("group" + number);
    if (!group.isValid()) return {contact.reference("body" + number)};
    std::set<ElementId> members;
    for (const ElementId body : document.elementsOf("body"))
        if (contactGroupOf(document, body) == group) members.insert(body);
    return members;
}

std::vector<SurfaceSource> collectSurfaceSources(const Document& document, bool andOthers) {
    std::vector<SurfaceSource> out;
    for (const ElementId id : document.roots())
        if (document.get(id).family == "shape") addSources(document, document.get(id), {}, andOthers, out);
    for (const ElementId id : document.elementsOf("body")) {
        // A body with collision shapes touches with those alone.
        const auto& children = document.childrenOf(id);
        const bool anyForCollision =
            std::ranges::any_of(children, [&](ElementId child) { return isForCollision(document.get(child)); });
        if (!anyForCollision) addSources(document, document.get(id), id, andOthers, out);
        for (const ElementId child : children) {
            const Element& element = document.get(child);
            if (element.family == "shape" && (!anyForCollision || isForCollision(element)))
                addSources(document, element, id, andOthers, out);
        }
    }
    // By identity, so that contact has the same bits whatever the order of elements.
    std::ranges::stable_sort(out, {}, &SurfaceSource::element);
    return out;
}

bool sameSurfaces(const std::vector<SurfaceSource>& a, const std::vector<SurfaceSource>& b) {
    return std::ranges::equal(a, b, [](const SurfaceSource& x, const SurfaceSource& y) {
        return x.element == y.element && x.body == y.body && x.part == y.part && x.isHalfSpace == y.isHalfSpace &&
               Value<DecorativeGeometry>(x.geometry).isIdentical(Value<DecorativeGeometry>(y.geometry));
    });
}

bool hasContacts(const Document& document) {
    return std::ranges::any_of(document.elementsOf("force"),
                               [&](ElementId id) { return contactTypeOf(document.get(id)) != nullptr; }) ||
           std::ranges::any_of(document.elementsOf("constraint"),
                               [&](ElementId id) { return isRigidContact(document.get(id)); });
}

// --- Which surfaces touch ---

Compiler::ContactSides Compiler::sidesOfContact(const Element& element) const {
    return {bodiesOfContact(document_, element, 1), bodiesOfContact(document_, element, 2)};
}

bool Compiler::collectContactSurfaces(const Element& element, const ContactSides* sides,
                                      std::vector<ContactSurface>& surfaces, std::vector<ElementId>& bodies) {
    for (const SurfaceSource& source : built_->surfaceSources) {
        const auto body = built_->bodies.find(source.body);
        if (source.body.isValid() && body == built_->bodies.end()) continue;
        ContactSurface surface;
        surface.name = document_.get(source.element).name;
        surface.element = source.element;
        surface.body = source.body.isValid() ? body->second : MobilizedBodyIndex(0);
        if (sides) {
            surface.first = (*sides)[0].contains(source.body) ? 1u : 0u;
            surface.second = (*sides)[1].contains(source.body) ? 1u : 0u;
            if (surface.first + surface.second == 0) continue;
        }
        ShapeOfGeometry made = makeContactShape(source.geometry);
        if (source.isHalfSpace) made = {std::make_shared<HalfSpaceContactShape>(), {}, {}};
        if (!made.refusal.empty()) {
            diagnostics.error(surface.name, "Contact cannot use it: " + made.refusal + ".",
                              "Replace the shape, or clear Touches in its properties.", source.element);
            built_->contactExceptions.push_back(
                {element.id, source.element, std::nullopt, NoContactReason::NotSupported});
        }
        if (!made.shape) continue;
        surface.shape = std::move(made.shape);
        surface.X_BS = source.geometry.getTransform() * made.X_DS;
        surfaces.push_back(std::move(surface));
        bodies.push_back(source.body);
    }
    return !sides || checkSidesOfContact(element, *sides, bodies);
}

namespace {
/// Number of triangles from which contact between two meshes slows a run down.
constexpr std::size_t manyTriangles = 5000;

/// A note for the first pair of meshes of many triangles that may touch.
void reportHeavyMeshes(const Element& contact, const ContactSurfaces& all, Diagnostics& diagnostics) {
    std::vector<std::pair<int, std::size_t>> heavy;
    for (int i = 0; i < all.size(); ++i)
        if (all[i].shape->key() == MeshContactShape::kind)
            if (const auto count = static_cast<const MeshContactShape&>(*all[i].shape).triangles().size();
                count >= manyTriangles)
                heavy.emplace_back(i, count);
    for (auto a = heavy.begin(); a != heavy.end(); ++a)
        for (auto b = std::next(a); b != heavy.end(); ++b) {
            if (!all.isWanted(a->first, b->first)) continue;
            return diagnostics.note(contact.name,
                                    "'" + all[a->first].name + "' and '" + all[b->first].name + "' are meshes of " +
                                        std::to_string(a->second) + " and " + std::to_string(b->second) +
                                        " triangles: where they touch, a run is slow.",
                                    "Split them into convex parts, or use meshes of fewer triangles.", contact.id);
        }
}
}  // namespace

bool Compiler::connectContact(const Element& element, ContactForce& contact) {
    const bool amongAll = contact.touchesEverything();
    const ContactSides sides = amongAll ? ContactSides() : sidesOfContact(element);
    std::vector<ContactSurface> surfaces;
    std::vector<ElementId> bodies;
    if (!collectContactSurfaces(element, amongAll ? nullptr : &sides, surfaces, bodies)) return false;
    std::vector<std::pair<int, int>> excluded;
    if (amongAll) excluded = findExcludedPairs(element.id, surfaces, bodies);
    ContactSurfaces all(std::move(surfaces), excluded);
    reportUnsupportedPairs(element, all);
    reportHeavyMeshes(element, all, diagnostics);
    contact.connect(std::move(all), built_->matter->getGuts(), built_->forces->getMySubsystemIndex());
    return true;
}

bool Compiler::checkSidesOfContact(const Element& element, const ContactSides& sides,
                                   const std::vector<ElementId>& bodies) {
    bool usable = true;
    for (const int side : {1, 2}) {
        const ElementId group = element.reference("group" + std::to_string(side));
        if (group.isValid() && sides[std::size_t(side - 1)].empty()) {
            diagnostics.error(element.name, "Contact group '" + document_.get(group).name + "' has no bodies.",
                              "Choose it as Contact group in the properties of bodies.", element.id);
            usable = false;
        }
        for (const ElementId body : sides[std::size_t(side - 1)]) {
            if (group.isValid() || std::ranges::find(bodies, body) != bodies.end()) continue;
            const std::string name = body.isValid() ? "'" + document_.get(body).name + "'" : "Ground";
            diagnostics.error(element.name, name + " has no shape that can touch.",
                              body.isValid() ? "Add a shape to it, or set Touches in its properties."
                                             : "Add a Floor or another shape to Ground, or choose another body.",
                              element.id);
            usable = false;
        }
    }
    return usable;
}

std::vector<ElementId> Compiler::findBodiesJoinedBy(const Joint& joint, const SurfacesByBody& surfacesOf) const {
    // A joint that leaves all degrees of freedom connects nothing, and one with Ground carries a body past existing
    // ones.
    constexpr int allFreedoms = 6;
    const auto& all = built_->matter->getGuts().bodies;
    std::vector<ElementId> found;
    int freedoms = joint.mobilizer->getNU();
    for (ElementId parent = joint.parent; parent.isValid() && freedoms < allFreedoms;) {
        found.push_back(parent);
        const BodyDefinition& body = all[std::size_t(int(built_->bodies.at(parent)))].definition;
        if (body.mass.getMass() > 0 || surfacesOf.contains(parent)) break;
        // Joints in series, with nothing but massless bodies between them, are one.
        freedoms += body.mobilizer->getNU();
        parent = all[std::size_t(int(body.parent))].definition.bodyElement;
    }
    return found;
}

std::vector<std::pair<int, int>> Compiler::findExcludedPairs(ElementId contact,
                                                             const std::vector<ContactSurface>& surfaces,
                                                             const std::vector<ElementId>& bodies) {
    // Bodies that never move: Ground and everything rigidly connected to it.
    std::vector<char> fixed{1};
    const auto& all = built_->matter->getGuts().bodies;
    for (std::size_t b = 1; b < all.size(); ++b)
        fixed.push_back(fixed[std::size_t(int(all[b].definition.parent))] && all[b].definition.mobilizer->getNU() == 0);

    SurfacesByBody surfacesOf;
    for (std::size_t i = 0; i < surfaces.size(); ++i) surfacesOf[bodies[i]].push_back(int(i));

    // The first reason found for a pair is the one that is shown.
    std::map<std::pair<ElementId, ElementId>, std::pair<NoContactReason, ElementId>> apart;
    const auto exclude = [&](ElementId a, ElementId b, NoContactReason reason, ElementId cause) {
        if (a != b) apart.try_emplace(std::minmax(a, b), reason, cause);
    };
    for (const char* const family : {"force", "constraint"})
        for (const ElementId id : document_.elementsOf(family)) {
            const Element& e = document_.get(id);
            if (!isContactBetweenSome(e)) continue;
            for (const ElementId a : bodiesOfContact(document_, e, 1))
                for (const ElementId b : bodiesOfContact(document_, e, 2))
                    exclude(a, b, NoContactReason::OwnContact, id);
        }
    for (const Joint& joint : joints_)
        for (const ElementId parent : findBodiesJoinedBy(joint, surfacesOf))
            exclude(parent, joint.child, NoContactReason::Joined, joint.element->id);
    for (const ElementId id : document_.elementsOf("constraint")) {
        const Element& e = document_.get(id);
        if (connectsLike(e, TypeRole::Fixed))
            exclude(e.reference("body1"), e.reference("body2"), NoContactReason::Welded, id);
    }
    std::map<ElementId, std::vector<ElementId>> members;
    for (const ElementId body : document_.elementsOf("body"))
        if (const ElementId group = contactGroupOf(document_, body); group.isValid()) members[group].push_back(body);
    for (const auto& [group, list] : members) {
        const Element& e = document_.get(group);
        const TypeDescriptor* const type = findTypeOf(e);
        if (!type || e.valueAs<bool>(*type, membersTouchKey)) continue;
        for (std::size_t i = 0; i < list.size(); ++i)
            for (std::size_t j = i + 1; j < list.size(); ++j) exclude(list[i], list[j], NoContactReason::Group, group);
    }

    // By body, so that models of many bodies that touch freely cost little.
    SurfacesByBody still;
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
        if (fixed[std::size_t(int(surfaces[i].body))]) still[bodies[i]].push_back(int(i));
    }
    for (auto a = still.begin(); a != still.end(); ++a)
        for (auto b = std::next(a); b != still.end(); ++b) exclude(a->first, b->first, NoContactReason::Static, {});
    std::vector<std::pair<int, int>> excluded;
    for (const auto& [pair, why] : apart) {
        const std::vector<int>&a = surfacesOf[pair.first], &b = surfacesOf[pair.second];
        for (const int i : a)
            for (const int j : b) excluded.emplace_back(i, j);
        if (!a.empty() && !b.empty())
            built_->contactExceptions.push_back({contact, pair.first, pair.second, why.first, why.second});
    }
    return excluded;
}

void Compiler::reportUnsupportedPairs(const Element& element, const ContactSurfaces& all) {
    std::set<std::pair<std::string, std::string>> told;
    for (int i = 0; i < all.size(); ++i)
        for (int j = i + 1; j < all.size(); ++j) {
            const ContactShape &a = *all[i].shape, &b = *all[j].shape;
            if (findContactPair(a.key(), b.key()) || !all.isWanted(i, j)) continue;
            built_->contactExceptions.push_back(
                {element.id, all[i].element, all[j].element, NoContactReason::NotSupported});
            if (!told.insert(std::minmax(kindLabel(a), kindLabel(b))).second) continue;
            diagnostics.error(element.name,
                              "'" + all[i].name + "' and '" + all[j].name + "' cannot touch: contact between " +
                                  kindLabel(a) + " and " + kindLabel(b) + " is not supported.",
                              "Replace one of the shapes, or clear Touches in its properties.", element.id);
        }
}

// --- Materials ---

namespace {
/// The material that a body or shape refers to, or the one it chooses from the library.
MaterialNumbers materialOf(const Document& document, const Element& owner) {
    const Element* const own = document.find(owner.reference(materialSocket));
    if (const TypeDescriptor* const type = own ? findTypeOf(*own) : nullptr) {
        ElementInputs in;
        in.name = own->name;
        in.property = [&](const std::string& key) { return own->value(*type, key); };
        return readMaterialNumbers(in);
    }
    const ContactMaterial* found = findContactMaterial(owner.valueAs<std::string>(typeOf(owner), materialKey));
    return numbersOf(found ? *found : contactMaterials().front());
}
}  // namespace

namespace {
/// Volume below a plane into which a shape sinks by @p depth: that of a face of @p size, or for a mesh, which may be round,
/// the largest along an axis of its frame if that is less.
Real calcSunkVolume(const ContactShape& shape, Real size, Real depth) {
    const Real flat = square(size) * depth;
    if (shape.key() != MeshContactShape::kind) return flat;
    const HalfSpaceContactShape plane;
    const ContactKernel calcRegions = findContactPair(plane.key(), shape.key())->calcRegions;
    ContactRegions sunk;
    Real largest = 0;
    for (int axis = 0; axis < 3; ++axis)
        for (const Real side : {-1., 1.}) {
            Vec3 down(0.);
            down[axis] = side;
            Rotation R(UnitVec3(Vec3(-down)), YAxis);
            const Transform X_PS(~R, Vec3(0, down.dot(shape.calcSupport(down)) - depth, 0));
            sunk.clear();
            calcRegions(plane, shape, X_PS, sunk);
            Real volume = 0;
            for (const ContactRegion& region : sunk.regions)
                for (int k = 1; k + 1 < region.vertexCount; ++k) {
                    const ContactVertex* const v = &sunk.vertices[std::size_t(region.firstVertex)];
                    const Vec3 doubled =
                        Vec3(v[k].position - v[0].position).cross(Vec3(v[k + 1].position - v[0].position));
                    volume += std::abs(doubled[1]) / 6 * (v[0].depth + v[k].depth + v[k + 1].depth);
                }
            largest = std::max(largest, volume);
        }
    return largest > 0 ? std::min(flat, largest) : flat;
}

/// Size by which a surface is softened: the force, N, under which something of that size, m, sinks in.
struct Softening {
    Real load = 0, size = 0;
};

/// Load and size of each solid. Where a motor drives one of them, the solids guided by joints transmit its force
/// rather than bear their weight, also at places as small as a pin: the greatest load and the smallest size of them
/// all.
std::vector<Softening> findSoftening(const Document& document, const ContactLoads& loads,
                                     const ContactSurfaces& surfaces) {
    std::set<ElementId> guided, driven;
    const std::string& free = typeOf(TypeRole::FreeMotion).key;
    const std::string& fixed = typeOf(TypeRole::Fixed).key;
    for (const ElementId id : document.elementsOf("joint")) {
        const Element& joint = document.get(id);
        // A body that is fixed to Ground transmits no force.
        if (joint.type == free || (joint.type == fixed && !joint.reference("parent").isValid())) continue;
        guided.insert(joint.reference("child"));
    }
    for (const ElementId id : document.elementsOf("motion")) {
        const Element& motion = document.get(id);
        const TypeDescriptor* const type = findTypeOf(motion);
        if (!type || !motion.valueAs<bool>(*type, "enabled")) continue;
        if (const Element* const joint = document.find(motion.reference("joint")))
            driven.insert(joint->reference("child"));
    }
    std::vector<Softening> all(std::size_t(surfaces.size()));
    std::vector<std::size_t> shared;
    Softening mechanism{0, Infinity};
    bool isDriven = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const ContactSurface& surface = surfaces[int(i)];
        const Element& owner = document.get(surface.element);
        const Element* const body = owner.family == "body" ? &owner : document.find(owner.parent);
        all[i] = {body ? loads.at(body->id) : 0, surface.shape->characteristicLength()};
        if (!body || surface.shape->isUnbounded() || !guided.contains(body->id)) continue;
        isDriven |= driven.contains(body->id);
        mechanism.load = std::max(mechanism.load, all[i].load);
        mechanism.size = std::min(mechanism.size, all[i].size);
        shared.push_back(i);
    }
    if (isDriven)
        for (const std::size_t i : shared) all[i] = mechanism;
    return all;
}
}  // namespace

ContactLoads calcContactLoads(const Document& document) {
    constexpr Real standardGravity = 9.80665;
    const std::vector<ElementId> bodies = document.elementsOf("body");
    const std::size_t ground = bodies.size();
    std::map<ElementId, std::size_t> places;
    for (std::size_t i = 0; i < bodies.size(); ++i) places.emplace(bodies[i], i);
    const auto placeOf = [&](ElementId body) {
        const auto at = places.find(body);
        return at == places.end() ? ground : at->second;
    };
    DisjointSets joined(bodies.size() + 1);
    const std::string& free = typeOf(TypeRole::FreeMotion).key;
    for (const ElementId id : document.elementsOf("joint")) {
        const Element& joint = document.get(id);
        if (joint.type != free) joined.unite(placeOf(joint.reference("parent")), placeOf(joint.reference("child")));
    }
    std::vector<Real> own, together(bodies.size() + 1, 0);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        own.push_back(calcBodyMass(document.get(bodies[i])).getMass() * standardGravity);
        together[joined.find(i)] += own[i];
    }
    ContactLoads loads;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const std::size_t set = joined.find(i);
        loads.emplace(bodies[i], set == joined.find(ground) ? own[i] : std::sqrt(own[i] * together[set]));
    }
    return loads;
}

void completeContactParameters(const Document& document, const ContactLoads& loads, const ContactForce& contact,
                               ContactParameters& p) {
    const ContactSurfaces& surfaces = contact.getSurfaces();
    // Share of its size by which a body sinks in under its weight; 0: unmodified materials.
    const Real sinkage = contact.getLaw().usesMaterials() ? p.law[0] : 0;
    const std::vector<Softening> softening =
        sinkage > 0 ? findSoftening(document, loads, surfaces) : std::vector<Softening>();
    p.surfaces.resize(std::size_t(surfaces.size()));
    for (int i = 0; i < surfaces.size(); ++i) {
        const ContactSurface& surface = surfaces[i];
        const Element& owner = document.get(surface.element);
        const MaterialNumbers material = materialOf(document, owner);
        const ContactShape& shape = *surface.shape;
        SurfaceNumbers n;
        n.friction = material.friction;
        n.dissipation = material.dissipation;
        n.compliance = (1 - square(material.poissonsRatio)) / material.youngsModulus;
        // A foundation of half the thickness; unbounded solids are rigid there.
        n.foundationCompliance = shape.isUnbounded() ? 0 : shape.smallestThickness() / 2 / material.youngsModulus;
        if (sinkage > 0) {
            const auto [load, size] = softening[std::size_t(i)];
            if (surface.body == 0) {
                n.compliance = n.foundationCompliance = 0;
            } else if (load > 0 && !shape.isUnbounded()) {
                // A ball of that radius, and a face of that size, on something rigid.
                n.compliance = std::max(n.compliance, square(size) * std::pow(sinkage, 1.5) / (0.75 * load));
                n.foundationCompliance =
                    std::max(n.foundationCompliance, calcSunkVolume(shape, size, size * sinkage) / load);
            }
        }
        p.surfaces[std::size_t(i)] = n;
    }
}

void completeRigidContactParameters(const Document& document, const RigidContact& contact, RigidContactParameters& p) {
    for (int i = 0; i < contact.getSurfaces().size(); ++i) {
        const Element& owner = document.get(contact.getSurfaces()[i].element);
        const MaterialNumbers material = materialOf(document, owner);
        p.restitutions.push_back(material.restitution);
        p.staticFrictions.push_back(material.friction.staticCoefficient);
        p.dynamicFrictions.push_back(material.friction.dynamicCoefficient);
    }
}

// --- The initial pose ---

std::vector<InitialOverlap> findInitialOverlaps(const ContactForce& contact, const State& initial) {
    // Deeper than any contact.
    constexpr Real deep = 0.05;
    std::vector<InitialOverlap> found;
    std::set<std::pair<int, int>> known;
    for (const Touch& touch : contact.getPlaces(initial).touches) {
        const ContactSurface &a = contact.getSurfaces()[touch.pair.a], &b = contact.getSurfaces()[touch.pair.b];
        const Real thickness = std::min(a.shape->smallestThickness(), b.shape->smallestThickness());
        if (touch.depth >= deep * thickness && known.insert({touch.pair.a, touch.pair.b}).second)
            found.push_back({touch.pair.a, touch.pair.b, touch.depth});
    }
    return found;
}

void reportInitialOverlaps(const BuiltSystem& built, const State& initial, Diagnostics& diagnostics) {
    for (const auto& [id, index] : built.forceIndices) {
        const auto* const contact = dynamic_cast<const ContactForce*>(&built.forces->getForce(index));
        if (!contact || built.forces->isForceDisabled(initial, index)) continue;
        for (const InitialOverlap& overlap : findInitialOverlaps(*contact, initial)) {
            // Readable digits: 0.2 mm, 35 mm, 500 m.
            const bool isLong = overlap.depth >= 1;
            char depth[32];
            std::snprintf(depth, sizeof depth, isLong ? "%.3g m" : "%.3g mm", overlap.depth * (isLong ? 1 : 1000));
            diagnostics.warning(contact->getName(),
                                "'" + contact->getSurfaces()[overlap.surface1].name + "' and '" +
                                    contact->getSurfaces()[overlap.surface2].name + "' overlap by " + depth +
                                    " at the start: they will be thrown apart.",
                                "Move them apart, or clear Touches in the properties of one of them.", id);
        }
    }
}

}  // namespace trammel

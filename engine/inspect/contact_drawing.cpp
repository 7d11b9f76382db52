// SPDX-License-Identifier: Apache-2.0
#include "inspect/contact_drawing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "compile/compiled_data.h"
#include "contact/contact_force.h"
#include "contact/rigid/rigid_contact.h"
#include "inspect/contact_shape_drawing.h"
#include "multibody/matter/guts.h"

namespace trammel {

namespace {

using Out = std::vector<DecorativeGeometry>;
using Selection = std::set<ElementId>;

/// Colors of pressure from none to the largest of the patches shown.
constexpr std::size_t bands = 8;
Color colorOfBand(std::size_t band) {
    // Blue, cyan, green, yellow, red.
    static const std::array<Vec3, 5> stops{Vec3(0.15, 0.25, 0.85), Vec3(0.10, 0.75, 0.85), Vec3(0.20, 0.75, 0.25),
                                           Vec3(0.95, 0.85, 0.15), Vec3(0.85, 0.12, 0.12)};
    const Real at = Real(band) / Real(bands - 1) * Real(stops.size() - 1);
    const auto i = std::min(std::size_t(at), stops.size() - 2);
    const Real part = at - Real(i);
    return Color(Vec3((1 - part) * stops[i] + part * stops[i + 1]));
}

std::vector<const ContactForce*> contactsOf(const CompiledModel& model, const State& s) {
    std::vector<const ContactForce*> contacts;
    const GeneralForceSubsystem& forces = *model.getData().built->forces;
    for (const auto& [id, index] : model.getData().built->forceIndices)
        if (const auto* contact = dynamic_cast<const ContactForce*>(&forces.getForce(index)))
            if (!forces.isForceDisabled(s, index)) contacts.push_back(contact);
    return contacts;
}

/// Calls visit(contact, index) for each enabled rigid contact.
template <class Visit>
void visitRigidContacts(const CompiledModel& model, const State& s, Visit visit) {
    const MatterSubsystem& matter = *model.getData().built->matter;
    for (const auto& [id, index] : model.getData().built->constraints)
        if (const auto* contact = dynamic_cast<const RigidContact*>(&matter.getConstraint(index)))
            if (!matter.isConstraintDisabled(s, index)) visit(*contact, index);
}

Real glyphOf(const CompiledModel& model) { return model.getData().built->matter->getGuts().glyphSize; }

void add(const Drawing& what, DecorativeGeometry geometry, Out& out) {
    out.push_back(geometry.setColor(what.color).setRole(DecorationRole::Annotation));
}

void addArrow(const Drawing& what, const Vec3& from, const Vec3& along, Real glyph, Out& out) {
    const Real length = along.norm();
    constexpr Real shortest = 0.1;
    if (length < shortest * glyph) return;
    const Real tip = std::min(std::max(glyph, 0.1 * length), 0.4 * length);
    add(what, DecorativeGeometry(decor::Arrow{from, Vec3(from + along), tip}).setLineThickness(2.5), out);
}

bool isMeant(const CompiledModel& model, const ContactSurface& surface, const Selection& selection) {
    if (surface.body == 0) return selection.contains(surface.element);
    if (selection.empty() || selection.contains(surface.element)) return true;
    const Element* const owner = model.getDocument().find(surface.element);
    return owner && selection.contains(owner->parent);
}

Real appendForces(const Drawing& what, const CompiledModel& model, const State& s, Real metersPerUnit,
                  const Selection& selection, Out& out) {
    Real largest = 0;
    for (const ContactForce* const contact : contactsOf(model, s)) {
        const ContactPlaces& places = contact->getPlaces(s);
        const TouchForces& forces = contact->getForces(s);
        for (std::size_t t = 0; t < places.touches.size(); ++t) {
            const Touch& touch = places.touches[t];
            const Vec3 push = forces.touches[t].normal * touch.normal + forces.touches[t].friction;
            const auto addOn = [&](int surface, const Vec3& force) {
                if (!isMeant(model, contact->getSurfaces()[surface], selection)) return;
                largest = std::max(largest, force.norm());
                addArrow(what, touch.point, Vec3(metersPerUnit * force), glyphOf(model), out);
            };
            addOn(touch.pair.b, push);
            addOn(touch.pair.a, Vec3(-push));
        }
    }
    visitRigidContacts(model, s, [&](const RigidContact& contact, ConstraintIndex index) {
        const ConstraintKinematics k = model.getData().built->matter->getGuts().kinematics(s, Stage::Position);
        std::vector<RigidPointForce> forces;
        contact.calcForces(s, index, forces);
        for (std::size_t i = 0; i < forces.size(); ++i) {
            if (!(forces[i].normal > 0)) continue;
            const RigidPoint& point = contact.getPoints()[i];
            const ContactFrame frame = point.find(k).frame;
            const Vec3 push = forces[i].normal * frame.z + forces[i].friction;
            for (const auto& [surface, force] :
                 {std::pair(point.surface2, push), std::pair(point.surface1, Vec3(-push))}) {
                if (!isMeant(model, contact.getSurfaces()[surface], selection)) continue;
                largest = std::max(largest, force.norm());
                addArrow(what, frame.p, Vec3(metersPerUnit * force), glyphOf(model), out);
            }
        }
    });
    return largest;
}

Real appendDepths(const Drawing& what, const CompiledModel& model, const State& s, Real metersPerUnit,
                  const Selection& selection, Out& out) {
    Real largest = 0;
    for (const ContactForce* const contact : contactsOf(model, s))
        for (const Touch& touch : contact->getPlaces(s).touches) {
            const ContactSurfaces& surfaces = contact->getSurfaces();
            if (!isMeant(model, surfaces[touch.pair.a], selection) &&
                !isMeant(model, surfaces[touch.pair.b], selection))
                continue;
            largest = std::max(largest, touch.depth);
            addArrow(what, touch.point, Vec3(metersPerUnit * touch.depth * touch.normal), glyphOf(model), out);
        }
    return largest;
}

Real appendPoints(const Drawing& what, const CompiledModel& model, const State& s, Real, const Selection&, Out& out) {
    const Real glyph = glyphOf(model);
    for (const ContactForce* const contact : contactsOf(model, s))
        for (const Touch& touch : contact->getPlaces(s).touches) {
            add(what, DecorativeGeometry(decor::Sphere{glyph / 4}).setTransform(Transform(touch.point)), out);
            addArrow(what, touch.point, Vec3(2 * glyph * touch.normal), glyph, out);
        }
    visitRigidContacts(model, s, [&](const RigidContact& contact, ConstraintIndex) {
        const ConstraintKinematics k = model.getData().built->matter->getGuts().kinematics(s, Stage::Position);
        const RigidContactModes& modes = contact.getModes(s);
        for (std::size_t i = 0; i < modes.points.size(); ++i) {
            if (!modes.points[i].closed) continue;
            const ContactFrame frame = contact.getPoints()[i].find(k).frame;
            add(what, DecorativeGeometry(decor::Sphere{glyph / 4}).setTransform(Transform(frame.p)), out);
            addArrow(what, frame.p, Vec3(2 * glyph * frame.z), glyph, out);
        }
    });
    return 0;
}

/// Triangles of all patches, by color.
struct PressureMap {
    std::array<std::shared_ptr<TriangleMesh>, bands> meshes;
    Real largest = 0;

    struct Corner {
        Vec3 point;
        Real pressure;
        Corner middle(const Corner& other) const {
            return {Vec3((point + other.point) / 2), (pressure + other.pressure) / 2};
        }
    };
    void add(const Corner& a, const Corner& b, const Corner& c, int depth) {
        if (depth > 0) {
            const Corner ab = a.middle(b), bc = b.middle(c), ca = c.middle(a);
            add(a, ab, ca, depth - 1);
            add(ab, b, bc, depth - 1);
            add(ca, bc, c, depth - 1);
            return add(ab, bc, ca, depth - 1);
        }
        const Real share = largest > 0 ? (a.pressure + b.pressure + c.pressure) / (3 * largest) : 0;
        auto& mesh = meshes[std::min(std::size_t(share * bands), bands - 1)];
        if (!mesh) mesh = std::make_shared<TriangleMesh>();
        for (const Corner* const corner : {&a, &b, &c}) {
            mesh->triangles.push_back(std::uint32_t(mesh->vertices.size()));
            mesh->vertices.push_back(corner->point);
        }
    }
};

/// Rings of triangles; nothing for a polygon.
void addEllipse(const ContactPatch& patch, int rings, int sectors, PressureMap& map) {
    if (!patch.corners.empty()) return;
    const auto corner = [&](int ring, int sector) {
        const Real share = Real(ring) / rings, angle = 2 * Pi * sector / sectors;
        return PressureMap::Corner{
            Vec3(patch.center + share * std::cos(angle) * patch.major + share * std::sin(angle) * patch.minor),
            patch.peak * std::sqrt(1 - share * share)};
    };
    for (int ring = 0; ring < rings; ++ring)
        for (int sector = 0; sector < sectors; ++sector) {
            const auto inner = corner(ring, sector), outer = corner(ring + 1, sector),
                       next = corner(ring + 1, sector + 1);
            map.add(inner, outer, next, 0);
            if (ring > 0) map.add(inner, next, corner(ring, sector + 1), 0);
        }
}

Real appendPressure(const Drawing&, const CompiledModel& model, const State& s, Real, const Selection&, Out& out) {
    std::vector<ContactPatch> patches;
    for (const ContactForce* const contact : contactsOf(model, s))
        for (ContactPatch& patch : contact->calcPatches(s)) patches.push_back(std::move(patch));
    PressureMap map;
    for (const ContactPatch& patch : patches) map.largest = std::max(map.largest, patch.peak);
    // Fine enough to see how the pressure varies; coarse where there are many patches.
    constexpr std::size_t few = 50, many = 400;
    const bool isCoarse = patches.size() >= few, isCoarsest = patches.size() >= many;
    const int fineness = isCoarsest ? 0 : isCoarse ? 1 : 3;
    const int rings = isCoarsest ? 2 : isCoarse ? 4 : 8, sectors = 3 * rings;
    for (const ContactPatch& patch : patches) {
        addEllipse(patch, rings, sectors, map);
        const auto corner = [&](std::size_t k) {
            return PressureMap::Corner{patch.corners[k].point, patch.corners[k].pressure};
        };
        for (std::size_t k = 1; k + 1 < patch.corners.size(); ++k)
            map.add(corner(0), corner(k), corner(k + 1), fineness);
    }
    for (std::size_t band = 0; band < bands; ++band)
        if (map.meshes[band])
            out.push_back(DecorativeGeometry(decor::Mesh{map.meshes[band]})
                              .setColor(colorOfBand(band))
                              .setRole(DecorationRole::Annotation));
    return map.largest;
}

Real appendShapes(const Drawing& what, const CompiledModel& model, const State& s, Real, const Selection& selection,
                  Out& out) {
    const auto addSurfaces = [&](const ContactSurfaces& surfaces) {
        for (int i = 0; i < surfaces.size(); ++i) {
            const ContactSurface& surface = surfaces[i];
            if (!selection.empty() && !isMeant(model, surface, selection)) continue;
            ContactShapeDrawing drawing = drawContactShape(surface.shape, 20 * glyphOf(model));
            if (drawing.isSimplified) {
                constexpr Real letterHeight = 12;
                add(what,
                    DecorativeGeometry(decor::Text{"simplified", letterHeight, true})
                        .setTransform(surface.X_BS)
                        .setBodyId(int(surface.body)),
                    out);
            }
            DecorativeGeometry& lines = drawing.lines;
            lines.setTransform(surface.X_BS * lines.getTransform()).setBodyId(int(surface.body));
            add(what, std::move(lines.setRepresentation(Representation::Wireframe)), out);
        }
    };
    for (const ContactForce* const contact : contactsOf(model, s)) addSurfaces(contact->getSurfaces());
    visitRigidContacts(model, s,
                       [&](const RigidContact& contact, ConstraintIndex) { addSurfaces(contact.getSurfaces()); });
    return 0;
}

}  // namespace

const std::vector<ContactDrawing>& contactDrawings() {
    static const std::vector<ContactDrawing> drawings{
        {{"contactForce",
          "Contact forces",
          "On each body where it touches; with a selection, on that alone.",
          Quantity::Force,
          Stage::Acceleration,
          {0.90f, 0.16f, 0.10f},
          true},
         &appendForces},
        {{"contactDepth",
          "Contact depths",
          "Magnified, along the normal.",
          Quantity::Length,
          Stage::Position,
          {0.55f, 0.10f, 0.60f},
          true},
         &appendDepths},
        {{"contactPoint",
          "Contact points and normals",
          "Where surfaces touch, and the normal there.",
          Quantity::None,
          Stage::Position,
          {0.05f, 0.45f, 0.30f}},
         &appendPoints},
        {{"contactPressure",
          "Contact pressure",
          "Patches and Hertz ellipses, blue to red by pressure.",
          Quantity::None,
          Stage::Position,
          {0.85f, 0.12f, 0.12f},
          false,
          Quantity::Pressure},
         &appendPressure},
        {{"contactShape",
          "Contact shapes",
          "Surfaces as contact computes with them; large meshes are simplified.",
          Quantity::None,
          Stage::Position,
          {0.05f, 0.55f, 0.25f},
          true},
         &appendShapes},
    };
    return drawings;
}

}  // namespace trammel

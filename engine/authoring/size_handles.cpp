// SPDX-License-Identifier: Apache-2.0
#include "authoring/size_handles.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "authoring/displace.h"
#include "authoring/placed_element.h"
#include "compile/appearance.h"
#include "compile/catalog.h"
#include "compile/place.h"
#include "decoration/one_of.h"
#include "decoration/profile.h"
#include "document/formulas.h"

namespace trammel {

namespace {

/// Relative perturbation of sizes, and the minimum rate of change that counts.
constexpr Real probe = 1e-3, leastRate = 0.05;

/// Reach of a shape from its own origin along a direction of unit length, m.
struct Reach {
    Vec3 d;

    Real across(int axis) const { return std::sqrt(std::max(0., d.squaredNorm() - d[axis] * d[axis])); }

    /// Not sized by handles.
    template <OneOf<decor::Point, decor::Line, decor::Polyline, decor::Circle, decor::Frame, decor::Arrow,
                    decor::Spring, decor::Text>
                  Shape>
    Real operator()(const Shape&) const {
        return 0;
    }
    Real operator()(const decor::Brick& brick) const { return d.cwiseAbs().dot(brick.halfLengths); }
    Real operator()(const decor::Sphere& sphere) const { return sphere.radius; }
    Real operator()(const decor::Ellipsoid& body) const { return d.cwiseProduct(body.radii).norm(); }
    Real operator()(const decor::Cylinder& c) const { return c.halfHeight * std::abs(d[1]) + c.radius * across(1); }
    Real operator()(const decor::Capsule& c) const { return c.halfHeight * std::abs(d[1]) + c.radius; }
    Real operator()(const decor::Cone& cone) const { return std::max(cone.height * d[1], cone.radius * across(1)); }
    Real operator()(const decor::Torus& ring) const { return ring.ringRadius * across(2) + ring.tubeRadius; }
    Real operator()(const decor::Extrusion& plate) const {
        return reachOf(plate.profile->outline, Vec2(d[0], d[1])) + plate.halfThickness * std::abs(d[2]);
    }
    Real operator()(const decor::Mesh& shape) const {
        Real farthest = 0;
        if (shape.mesh)
            for (const Vec3& vertex : shape.mesh->vertices) farthest = std::max(farthest, vertex.dot(d));
        return farthest;
    }
};

/// Extents of an element in the directions +x, +y, +z, -x, -y, -z of its frame.
using Reaches = std::array<Real, 6>;
Vec3 sideOf(std::size_t side) {
    Vec3 d(0.);
    d[int(side % 3)] = side < 3 ? 1 : -1;
    return d;
}

Reaches calcReaches(const Document& document, const Element& element, const Transform& X_EB) {
    Reaches reaches;
    reaches.fill(-Infinity);
    for (const DecorativeGeometry& g : calcOwnGeometry(element, &document)) {
        const Transform X_ED = X_EB * g.getTransform();
        for (std::size_t side = 0; side < reaches.size(); ++side)
            reaches[side] =
                std::max(reaches[side], X_ED.p().dot(sideOf(side)) +
                                            std::visit(Reach{Vec3(X_ED.R().transpose() * sideOf(side))}, g.getShape()));
    }
    return reaches;
}

/// Keys of the sizes of a type: "length", "size.x".
std::vector<std::string> sizeKeys(const TypeDescriptor& type) {
    std::vector<std::string> keys;
    for (const PropertyDescriptor& property : type.properties) {
        if (!isSize(property)) continue;
        if (property.kind == ValueKind::Real) keys.push_back(property.key);
        if (property.kind == ValueKind::Vec3)
            for (const char* part : {".x", ".y", ".z"}) keys.push_back(property.key + part);
    }
    return keys;
}

/// True if an element may be shifted while resizing: not for links, which stay on their pins, bodies held at their
/// tips, and bodies without joint.
bool mayShift(const Document& document, const Element& element) {
    if (element.family != "body") return true;
    if (calcStation(document, {element.id, "massCenter", Vec3(0.)}).norm() > 0) return false;
    const std::vector<ElementId> users = document.dependentsOf(element.id);
    const auto moves = [&](ElementId user) { return document.get(user).reference("child") == element.id; };
    return std::ranges::any_of(users, moves) && std::ranges::none_of(users, [&](ElementId user) {
               const Element& e = document.get(user);
               const TypeDescriptor* const held = findTypeOf(e);
               return held && std::ranges::any_of(held->sockets, [&](const SocketDescriptor& socket) {
                          const auto point = pointPropertyOf(*held, socket.key);
                          return point && e.reference(socket.key) == element.id &&
                                 e.valueAs<std::string>(*held, *point + "Anchor") == "tip";
                      });
           });
}

}  // namespace

std::vector<SizeHandle> findSizeHandles(const CompiledModel& model, const State& s, ElementId id) {
    const Element* const element = model.getDocument().find(id);
    const TypeDescriptor* const type = element ? findTypeOf(*element) : nullptr;
    const auto X_GE = type ? findElementFrame(model, s, id) : std::nullopt;
    if (!X_GE || calcOwnGeometry(*element, &model.getDocument()).empty()) return {};
    const ElementId body = element->family == "body" ? id : element->parent;
    const Transform X_EB = X_GE->invert() * model.calcBodyPose(body, s);
    const Reaches now = calcReaches(model.getDocument(), *element, X_EB);

    // Motion of each side with each size.
    const std::vector<std::string> keys = sizeKeys(*type);
    std::vector<Reaches> rates;
    for (const std::string& key : keys) {
        Element larger = *element;
        const FormulaTarget target = findFormulaTarget(*type, key);
        const Real step = probe * std::max(target.get(larger, *type), TinyReal);
        target.put(larger, *type, target.get(larger, *type) + step);
        Reaches rate = calcReaches(model.getDocument(), larger, X_EB);
        for (std::size_t side = 0; side < rate.size(); ++side) rate[side] = (rate[side] - now[side]) / step;
        rates.push_back(rate);
    }
    // Each size is pulled at a side that no other size moves, otherwise at one that it moves most, otherwise at any.
    const bool shifts = mayShift(model.getDocument(), *element);
    std::vector<SizeHandle> handles;
    for (std::size_t k = 0; k < keys.size(); ++k) {
        std::size_t chosen = now.size();
        int best = 0;
        for (std::size_t side = 0; side < now.size(); ++side) {
            if (rates[k][side] < leastRate) continue;
            const std::size_t opposite = (side + 3) % 6;
            bool own = true, most = true;
            for (std::size_t other = 0; other < keys.size(); ++other) {
                if (other == k) continue;
                own &= rates[other][side] < leastRate && rates[other][opposite] < leastRate;
                most &= rates[other][side] < rates[k][side];
            }
            const int rank = own ? 3 : most ? 2 : 1;
            if (rank > best) {
                chosen = side;
                best = rank;
            }
        }
        if (chosen == now.size()) continue;
        const FormulaTarget target = findFormulaTarget(*type, keys[k]);
        SizeHandle handle{keys[k], target.property->label, target.get(*element, *type)};
        if (target.part >= 0) handle.label += std::string(" ") + "xyz"[target.part];
        // At the center of the geometry.
        Vec3 middle(0.);
        for (int i = 0; i < 3; ++i) middle[i] = (now[std::size_t(i)] - now[std::size_t(i) + 3]) / 2;
        const Vec3 direction = sideOf(chosen);
        handle.axis = int(chosen % 3);
        middle[handle.axis] = direction[handle.axis] * now[chosen];
        handle.position_G = *X_GE * middle;
        handle.direction_G = X_GE->R() * direction;
        handle.rate = rates[k][chosen];
        const std::size_t opposite = (chosen + 3) % 6;
        bool round = false;
        for (std::size_t side = 0; side < now.size(); ++side)
            round |= side % 3 != chosen % 3 && rates[k][side] >= leastRate;
        if (!round && shifts) {
            handle.shift_G = rates[k][opposite] * handle.direction_G;
            handle.rate += rates[k][opposite];
        }
        handles.push_back(std::move(handle));
    }
    return handles;
}

Result<Edit> setSize(const Document& document, const TypeCatalog& catalog, ElementId id, const std::string& key,
                     Real value) {
    const Element& element = document.get(id);
    const TypeDescriptor& type = typeOf(element);
    const FormulaTarget target = findFormulaTarget(type, key);
    Element changed = element;
    target.put(changed, type, value);
    return setProperty(document, catalog, id, target.property->key, changed.value(type, target.property->key));
}

Result<Edit> pullSize(const Document& document, const TypeCatalog& catalog, const CompiledModel& model, const State& s,
                      ElementId element, const SizeHandle& handle, Real value, const std::string& formula) {
    Result<Edit> sized = formula.empty() ? setSize(document, catalog, element, handle.key, value)
                                         : setFormula(document, catalog, element, handle.key, formula);
    if (!sized || handle.shift_G.norm() == 0) return sized;
    return displaceElements(sized->document, catalog, model, s, {element},
                            Transform(Vec3((value - handle.value) * handle.shift_G)));
}

}  // namespace trammel

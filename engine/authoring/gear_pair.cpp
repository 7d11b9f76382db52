// SPDX-License-Identifier: Apache-2.0
#include "authoring/gear_pair.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "authoring/placed_element.h"
#include "compile/catalog.h"
#include "compile/coordinates.h"
#include "document/formulas.h"
#include "document/value_text.h"
#include "meta/expression.h"

namespace trammel {

namespace {

constexpr const char* radiusKey = "pitchRadius";

/// The pitch radius of a gear, in formulas.
std::string radiusOf(const std::string& gear) { return quotedName(gear) + "." + radiusKey; }

/// A body with teeth, as it is carried by its joint.
struct CarriedGear {
    std::string name;
    Real radius = 0, teeth = 0;
    bool isInternal = false;
    Transform X_GB;
    /// The joint's axis.
    Vec3 axis_G;
    Real angle = 0;
    ElementId body, joint, parent;
    /// Welded to its parent.
    bool isFixed = false;

    /// Angle about @p axis_G from a tooth, or from a space of an internal gear, to @p direction_G.
    Real angleTo(const Vec3& direction_G, const Vec3& about_G) const {
        const Vec3 x = X_GB.R().x();
        return std::atan2(about_G.dot(x.cross(direction_G)), x.dot(direction_G));
    }
};

/// The angle of a joint with one coordinate.
std::optional<Real> angleOf(const CompiledModel& model, ElementId joint) {
    for (const CoordinateValues& values : readCoordinates(model, model.getInitialState()))
        if (values.joint == joint && values.values.size() == 1)
            if (const auto* const angle = std::get_if<Real>(&values.values.front().second)) return *angle;
    return std::nullopt;
}

std::optional<CarriedGear> findGear(const CompiledModel& model, ElementId joint) {
    const Document& document = model.getDocument();
    const State& s = model.getInitialState();
    const Element* const carrier = document.find(joint);
    const Element* const body = carrier ? document.find(carrier->reference("child")) : nullptr;
    const TypeDescriptor* const type = body ? findTypeOf(*body) : nullptr;
    const DerivedNumber* const radius = type ? type->findDerived(radiusKey) : nullptr;
    const auto X_GF = model.findJointFrame(joint, s);
    if (!radius || !X_GF) return std::nullopt;
    const bool isFixed = hasRole(*carrier, TypeRole::Fixed);
    const auto axis_F = isFixed ? std::optional(Vec3(0, 0, 1)) : mainAxisOf(typeOf(*carrier));
    if (!axis_F) return std::nullopt;
    const Transform X_GB = model.calcBodyPose(body->id, s);
    // A floating gear is going to be pinned about its own axis.
    const Vec3 axis_G = hasRole(*carrier, TypeRole::FreeMotion) ? Vec3(X_GB.R().z()) : Vec3(X_GF->R() * *axis_F);
    CarriedGear gear{body->name,
                     valueOf(*radius, *body, *type).value,
                     Real(body->valueAs<std::int64_t>(*type, "teeth")),
                     type->findProperty("rim") != nullptr,
                     X_GB,
                     axis_G,
                     angleOf(model, joint).value_or(0),
                     body->id,
                     joint,
                     carrier->reference("parent"),
                     isFixed};
    return gear;
}

/// The joint of an arm that carries one of two gears around the other.
struct GearCarrier {
    ElementId joint;
    Vec3 axis_G;
    Real angle = 0;
    bool carriesFirst = false;
};

std::optional<GearCarrier> findGearCarrier(const CompiledModel& model, const CarriedGear& first,
                                           const CarriedGear& second) {
    constexpr Real parallel = 1 - 1e-9;
    const Document& document = model.getDocument();
    if (first.parent == second.parent && !first.isFixed && !second.isFixed) return std::nullopt;
    for (const ElementId id : document.elementsOf("joint")) {
        const Element& joint = document.get(id);
        const auto axis_F = findTypeOf(joint) ? mainAxisOf(typeOf(joint)) : std::nullopt;
        const auto X_GF = model.findJointFrame(id, model.getInitialState());
        if (!axis_F || !X_GF || id == first.joint || id == second.joint) continue;
        const Vec3 axis_G = X_GF->R() * *axis_F;
        const ElementId arm = joint.reference("child"), from = joint.reference("parent");
        for (const bool carriesFirst : {false, true}) {
            const CarriedGear &rider = carriesFirst ? first : second, &held = carriesFirst ? second : first;
            const bool leads = rider.parent == arm && held.parent != arm && (from == held.parent || from == held.body);
            if (!leads || rider.isFixed || !(std::abs(axis_G.dot(rider.axis_G)) > parallel)) continue;
            if (const auto angle = angleOf(model, id)) return GearCarrier{id, axis_G, *angle, carriesFirst};
        }
    }
    return std::nullopt;
}

/// The meshing of two gears: angle of the second = ratio times angle of the first + phase, both relative to their
/// carrier.
struct GearMesh {
    CarriedGear first, second;
    std::optional<GearCarrier> carrier;
    /// Turns of the resting gear, relative to the carrier, for each turn of the carrier: 1 or -1.
    Real sense = 1;
    /// True if the first gear moves only with the carrier.
    bool isFirstOfCarrier = false;

    bool isInside() const { return first.isInternal || second.isInternal; }
    Real sign() const { return (isInside() ? 1 : -1) * (first.axis_G.dot(second.axis_G) < 0 ? -1 : 1); }
    Real ratio() const { return sign() * first.radius / second.radius; }
};

GearMesh meshOf(const CompiledModel& model, const CarriedGear& one, const CarriedGear& other) {
    GearMesh mesh{one, other, findGearCarrier(model, one, other), 1, false};
    if (!mesh.carrier) return mesh;
    const auto restsOnIt = [&](const CarriedGear& gear) {
        return gear.isFixed || model.getDocument().get(mesh.carrier->joint).reference("parent") == gear.body;
    };
    // The gear without a coordinate of its own is the first.
    if (mesh.carrier->carriesFirst && restsOnIt(mesh.second)) {
        std::swap(mesh.first, mesh.second);
        mesh.carrier->carriesFirst = false;
    }
    CarriedGear& held = mesh.carrier->carriesFirst ? mesh.second : mesh.first;
    mesh.isFirstOfCarrier = restsOnIt(held);
    if (mesh.isFirstOfCarrier) held.axis_G = mesh.carrier->axis_G, held.angle = 0;
    mesh.sense = mesh.carrier->axis_G.dot(held.axis_G) < 0 ? -1 : 1;
    held.angle -= mesh.sense * mesh.carrier->angle;
    return mesh;
}

/// Angle about @p about_G by which the second gear must turn to mesh with the first; empty if they share an axis.
std::optional<Real> findTurn(const CarriedGear& first, const CarriedGear& second, const Vec3& about_G) {
    Vec3 way = second.X_GB.p() - first.X_GB.p();
    way -= way.dot(about_G) * about_G;
    constexpr Real sameAxis = 1e-9;
    if (way.norm() < sameAxis) return std::nullopt;
    // The contact point: between the centers, or beyond that of the gear inside a ring.
    const Vec3 toFirst = first.isInternal ? Vec3(way) : second.isInternal ? Vec3(-way) : Vec3(way);
    const Vec3 toSecond = first.isInternal || second.isInternal ? toFirst : Vec3(-way);
    const Real u1 = first.teeth * first.angleTo(toFirst, about_G);
    const Real u2 = second.teeth * second.angleTo(toSecond, about_G);
    const bool isInside = first.isInternal || second.isInternal;
    const Real off = isInside ? u2 - u1 : u1 + u2 - Pi;
    return std::remainder(off, 2 * Pi) / second.teeth;
}

/// The formula of the phase at which the teeth mesh, nearest to @p phase, for any number of teeth.
std::string phaseFormula(const CarriedGear& first, const CarriedGear& second, Real phase) {
    const Vec3& about_G = first.axis_G;
    Vec3 way = second.X_GB.p() - first.X_GB.p();
    way -= way.dot(about_G) * about_G;
    const bool isInside = first.isInternal || second.isInternal;
    const Real sense = about_G.dot(second.axis_G) < 0 ? -1 : 1, sign = isInside ? -sense : sense;
    // Angles from the reference teeth to the line of centers, at zero coordinates.
    const Vec3 toFirst = first.isInternal || !second.isInternal ? way : Vec3(-way);
    const Vec3 toSecond = isInside ? toFirst : Vec3(-way);
    const Real c1 = std::remainder(first.angleTo(toFirst, about_G) + first.angle, 2 * Pi);
    const Real c2 = second.angle + sense * second.angleTo(toSecond, about_G);
    // phase = c2 + sign (N1 c1 - shift)/N2, where shift is an odd, or for internal gears an even, multiple of pi.
    const Real odd = isInside ? 0 : 1;
    const Real wanted = (first.teeth * c1 - sign * (phase - c2) * second.teeth) / Pi;
    const Real shift = (2 * std::round((wanted - odd) / 2) + odd) * Pi;
    const auto teethOf = [](const CarriedGear& gear) { return quotedName(gear.name) + ".teeth"; };
    const auto angle = [](Real value) { return numberText(value) + " rad"; };
    std::string turned;
    if (std::abs(c1) > 1e-12) turned = teethOf(first) + "*" + angle(c1);
    if (shift != 0 || turned.empty())
        turned += (shift < 0 ? (turned.empty() ? "" : " + ") : (turned.empty() ? "-" : " - ")) + angle(std::abs(shift));
    return angle(c2) + (sign < 0 ? " - (" : " + (") + turned + ")/" + teethOf(second);
}

/// The phase at which the teeth mesh, nearest to the initial pose.
Real phaseNow(const GearMesh& mesh) {
    const Real turn = findTurn(mesh.first, mesh.second, mesh.first.axis_G).value_or(0);
    const Real sense = mesh.first.axis_G.dot(mesh.second.axis_G) < 0 ? -1 : 1;
    return mesh.second.angle + sense * turn - mesh.ratio() * mesh.first.angle;
}

}  // namespace

void meshGears(Element& draft, const CompiledModel& current) {
    const TypeDescriptor& type = typeOf(draft);
    const bool isPair = type.findProperty("ratio") && type.findProperty("phase") && type.findSocket("joint2");
    if (!isPair) return;
    const auto one = findGear(current, draft.reference("joint1")), other = findGear(current, draft.reference("joint2"));
    if (!one || !other) return;
    GearMesh mesh = meshOf(current, *one, *other);
    // Without an input for it, the motion of the carrier does not count.
    if (mesh.carrier && !mesh.isFirstOfCarrier && !type.findSocket("jointCarrier"))
        mesh = GearMesh{*one, *other, std::nullopt, 1, false};
    const auto& [first, second, carrier, sense, isFirstOfCarrier] = mesh;
    if (!isFirstOfCarrier && (first.isFixed || second.isFixed)) return;
    const auto set = [&](const char* key, Real value, const std::string& formula) {
        draft.set(key, value);
        if (!formula.empty()) draft.setFormula(key, formula);
    };
    const auto radii = [&, &first = first, &second = second](Real sign) {
        return (sign < 0 ? "-" : "") + radiusOf(first.name) + "/" + radiusOf(second.name);
    };
    const Real ratio = mesh.ratio(), sign = mesh.sign();
    if (isFirstOfCarrier) {
        draft.plug("joint1", carrier->joint).plug("joint2", second.joint);
        set("ratio", -sense * ratio, radii(-sense * sign));
    } else {
        set("ratio", ratio, radii(sign));
        if (carrier) {
            draft.plug("jointCarrier", carrier->joint);
            if (carrier->carriesFirst)
                set("carrierRatio", sense, {});
            else
                set("carrierRatio", -sense * ratio, radii(-sense * sign));
        }
    }
    const std::optional<Real> turn = findTurn(first, second, first.axis_G);
    const Real phase = phaseNow(mesh);
    if (std::abs(phase) > 1e-12) draft.set("phase", phase);
    if (turn) draft.setFormula("phase", phaseFormula(first, second, phase));
}

std::vector<FormulaOf> findPhases(const CompiledModel& current, const LinkedPairs& pairs) {
    const Document& document = current.getDocument();
    const auto copyOrSelf = [&](ElementId id) {
        const auto pair = std::ranges::find(pairs, id, &LinkedPairs::value_type::first);
        return pair == pairs.end() ? id : pair->second;
    };
    std::vector<FormulaOf> phases;
    for (const auto& [id, copy] : pairs) {
        const Element* const source = document.find(id);
        const std::string* const ratio = source && source->family == "constraint" ? source->formula("ratio") : nullptr;
        if (!ratio || !source->formula("phase") || !document.find(copy)) continue;
        const auto parsed = Expression::parse(*ratio);
        const auto* const expression = std::get_if<Expression>(&parsed);
        auto names = expression ? expression->getNames() : std::vector<ExpressionName>{};
        if (names.size() != 2 || names[0].key != radiusKey || names[1].key != radiusKey) continue;
        // By name; the first gear is the dividend.
        if (ratio->find("/" + radiusOf(names[0].element)) != std::string::npos) std::swap(names[0], names[1]);
        std::optional<CarriedGear> gears[2];
        for (std::size_t i = 0; i < 2; ++i)
            if (const Element* const gear = document.findByName(names[i].element))
                gears[i] = findGear(current, carrierOf(document, copyOrSelf(gear->id)));
        if (!gears[0] || !gears[1]) continue;
        const GearMesh mesh = meshOf(current, *gears[0], *gears[1]);
        if (!findTurn(mesh.first, mesh.second, mesh.first.axis_G)) continue;
        phases.push_back({copy, "phase", phaseFormula(mesh.first, mesh.second, phaseNow(mesh))});
    }
    return phases;
}

Result<Edit> meshCopies(const Document& document, const CompiledModelPtr& current,
                        const std::vector<LinkedPairs>& copies) {
    Result<Edit> result{Edit{document, {}, {}, {}, {}}, {}};
    const auto isMeshed = [&](const auto& pair) {
        const Element* const source = document.find(pair.first);
        return source && source->family == "constraint" && source->formula("phase");
    };
    const auto hasGears = [&](const LinkedPairs& pairs) { return std::ranges::any_of(pairs, isMeshed); };
    if (!std::ranges::any_of(copies, hasGears)) return result;
    const Result<CompiledModelPtr> compiled = compileDocument(document, current);
    if (!compiled) return result;
    std::vector<FormulaOf> phases;
    for (const LinkedPairs& pairs : copies)
        std::ranges::move(findPhases(**compiled, pairs), std::back_inserter(phases));
    if (phases.empty()) return result;
    Result<Edit> meshed = setFormulas(document, builtinCatalog(), phases);
    const Result<CompiledModelPtr> after =
        meshed ? compileDocument(meshed->document, *compiled) : Result<CompiledModelPtr>{};
    if (after && (*after)->getAssembly().assembled) return meshed;
    const ElementId first = phases.front().element;
    result.diagnostics.note(document.get(first).name, "The teeth of these copies cannot all mesh.",
                            "The sum of the teeth of sun and ring must be a multiple of the number of planets.", first);
    return result;
}

}  // namespace trammel

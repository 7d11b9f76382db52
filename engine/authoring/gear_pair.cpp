// SPDX-License-Identifier: Apache-2.0
#include "authoring/gear_pair.h"

#include <cmath>
#include <optional>

#include "authoring/placed_element.h"
#include "compile/catalog.h"
#include "compile/coordinates.h"
#include "document/formulas.h"
#include "document/value_text.h"

namespace trammel {

namespace {

constexpr const char* radiusKey = "pitchRadius";

/// A body with teeth, as it is carried by its joint.
struct CarriedGear {
    std::string name;
    Real radius = 0, teeth = 0;
    bool isInternal = false;
    Transform X_GB;
    /// The joint's axis.
    Vec3 axis_G;
    Real angle = 0;

    /// Angle about @p axis_G from a tooth, or from a space of an internal gear, to @p direction_G.
    Real angleTo(const Vec3& direction_G, const Vec3& about_G) const {
        const Vec3 x = X_GB.R().x();
        return std::atan2(about_G.dot(x.cross(direction_G)), x.dot(direction_G));
    }
};

std::optional<CarriedGear> findGear(const CompiledModel& model, ElementId joint) {
    const Document& document = model.getDocument();
    const State& s = model.getInitialState();
    const Element* const carrier = document.find(joint);
    const Element* const body = carrier ? document.find(carrier->reference("child")) : nullptr;
    const TypeDescriptor* const type = body ? findTypeOf(*body) : nullptr;
    const DerivedNumber* const radius = type ? type->findDerived(radiusKey) : nullptr;
    const auto X_GF = model.findJointFrame(joint, s);
    if (!radius || !X_GF || !mainAxisOf(typeOf(*carrier))) return std::nullopt;
    CarriedGear gear{body->name,
                     valueOf(*radius, *body, *type).value,
                     Real(body->valueAs<std::int64_t>(*type, "teeth")),
                     type->findProperty("rim") != nullptr,
                     model.calcBodyPose(body->id, s),
                     X_GF->R() * *mainAxisOf(typeOf(*carrier))};
    for (const CoordinateValues& values : readCoordinates(model, s))
        if (values.joint == joint && values.values.size() == 1)
            if (const auto* const angle = std::get_if<Real>(&values.values.front().second)) gear.angle = *angle;
    return gear;
}

/// Angle about @p about_G by which the second gear must turn to mesh with the first; none if they share an axis.
std::optional<Real> findTurn(const CarriedGear& first, const CarriedGear& second, const Vec3& about_G) {
    Vec3 way = second.X_GB.p() - first.X_GB.p();
    way -= way.dot(about_G) * about_G;
    constexpr Real sameAxis = 1e-9;
    if (way.norm() < sameAxis) return std::nullopt;
    // Where they touch: between the centers, or beyond that of the gear inside a ring.
    const Vec3 toFirst = first.isInternal ? Vec3(way) : second.isInternal ? Vec3(-way) : Vec3(way);
    const Vec3 toSecond = first.isInternal || second.isInternal ? toFirst : Vec3(-way);
    const Real u1 = first.teeth * first.angleTo(toFirst, about_G);
    const Real u2 = second.teeth * second.angleTo(toSecond, about_G);
    const bool isInside = first.isInternal || second.isInternal;
    const Real off = isInside ? u2 - u1 : u1 + u2 - Pi;
    return std::remainder(off, 2 * Pi) / second.teeth;
}

/// The formula of the phase at which the teeth mesh, nearest to @p phase, for whatever number of teeth.
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

}  // namespace

void meshGears(Element& draft, const CompiledModel& current) {
    const TypeDescriptor& type = typeOf(draft);
    const bool isPair = type.findProperty("ratio") && type.findProperty("phase") && type.findSocket("joint2");
    if (!isPair) return;
    const auto first = findGear(current, draft.reference("joint1")),
               second = findGear(current, draft.reference("joint2"));
    if (!first || !second) return;
    const bool isInside = first->isInternal || second->isInternal;
    const Real sense = first->axis_G.dot(second->axis_G) < 0 ? -1 : 1;
    const Real sign = (isInside ? 1 : -1) * sense;
    const auto radiusOf = [](const CarriedGear& gear) { return quotedName(gear.name) + "." + radiusKey; };
    const Real ratio = sign * first->radius / second->radius;
    draft.set("ratio", ratio);
    draft.setFormula("ratio", (sign < 0 ? "-" : "") + radiusOf(*first) + "/" + radiusOf(*second));
    const Real turn = findTurn(*first, *second, first->axis_G).value_or(0);
    const Real phase = second->angle + sense * turn - ratio * first->angle;
    if (std::abs(phase) > 1e-12) draft.set("phase", phase);
    if (findTurn(*first, *second, first->axis_G)) draft.setFormula("phase", phaseFormula(*first, *second, phase));
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "inspect/contact_pair_outputs.h"

#include <algorithm>
#include <set>

#include "multibody/output_context.h"

namespace trammel {

namespace {

/// All pairs of 13 bodies are 78.
constexpr std::size_t mostPairs = 100;

ContactPairElements elementsOf(const ContactSurfaces& surfaces, int i, int j) {
    return std::minmax({surfaces[i].element, surfaces[j].element});
}

/// Calls visit(t) for each place at which the pair touches.
template <class Visit>
void visitTouches(const ContactForce& contact, const State& s, const ContactPairElements& pair, Visit visit) {
    const std::vector<Touch>& touches = contact.getPlaces(s).touches;
    for (std::size_t t = 0; t < touches.size(); ++t)
        if (elementsOf(contact.getSurfaces(), touches[t].pair.a, touches[t].pair.b) == pair) visit(t);
}

using Reading = Real (*)(const ContactForce&, const State&, const ContactPairElements&);

Real calcPlaces(const ContactForce& c, const State& s, const ContactPairElements& pair) {
    Real count = 0;
    visitTouches(c, s, pair, [&](std::size_t) { ++count; });
    return count;
}

Real calcDepth(const ContactForce& c, const State& s, const ContactPairElements& pair) {
    Real depth = 0;
    visitTouches(c, s, pair, [&](std::size_t t) { depth = std::max(depth, c.getPlaces(s).touches[t].depth); });
    return depth;
}

/// Reads the forces of each place; @p combine(result, force) gives the next result.
template <class Combine>
Real calcFromForces(const ContactForce& c, const State& s, const ContactPairElements& pair, Combine combine) {
    const TouchForces& forces = c.getForces(s);
    Real result = 0;
    visitTouches(c, s, pair, [&](std::size_t t) { result = combine(result, forces.touches[t]); });
    return result;
}

Real calcNormalForce(const ContactForce& c, const State& s, const ContactPairElements& pair) {
    return calcFromForces(c, s, pair, [](Real sum, const TouchForce& f) { return sum + f.normal; });
}

Real calcFriction(const ContactForce& c, const State& s, const ContactPairElements& pair) {
    return calcFromForces(c, s, pair, [](Real sum, const TouchForce& f) { return sum + f.friction.norm(); });
}

Real calcFrictionUse(const ContactForce& c, const State& s, const ContactPairElements& pair) {
    return calcFromForces(c, s, pair, [](Real use, const TouchForce& f) {
        return f.frictionLimit > 0 ? std::max(use, f.friction.norm() / f.frictionLimit) : use;
    });
}

Real calcSlip(const ContactForce& c, const State& s, const ContactPairElements& pair) {
    return calcFromForces(c, s, pair, [](Real slip, const TouchForce& f) { return std::max(slip, f.slip.norm()); });
}

}  // namespace

std::vector<ContactPairElements> listContactPairs(const ContactForce& contact) {
    const ContactSurfaces& surfaces = contact.getSurfaces();
    std::vector<ContactPairElements> out;
    std::set<ContactPairElements> known;
    for (int i = 0; i < surfaces.size(); ++i)
        for (int j = i + 1; j < surfaces.size(); ++j) {
            if (!surfaces.findPair(i, j).type || !known.insert(elementsOf(surfaces, i, j)).second) continue;
            if (out.size() == mostPairs) return {};
            out.push_back(elementsOf(surfaces, i, j));
        }
    if (out.size() < 2) out.clear();
    return out;
}

std::string nameOfContactPair(const Document& document, ElementId contact, ContactPairElements pair) {
    return document.get(contact).name + ", " + document.get(pair.first).name + " and " + document.get(pair.second).name;
}

std::vector<OutputDescriptor> contactPairOutputs(const std::string& contactName, ContactPairElements pair) {
    const auto output = [&](const char* label, Quantity quantity, Stage stage, const char* entry, Reading calc) {
        OutputDescriptor out;
        out.key = out.label = label;
        out.quantity = quantity;
        out.stage = stage;
        out.reads = entry + contactName;
        out.calc =
            unlessDisabled<ContactForce>([calc, pair](const ContactForce& contact, OutputContext& c,
                                                      const OutputSite&) { return calc(contact, c.state, pair); });
        return out;
    };
    const char *const geometry = "contact geometry of ", *const forces = "contact forces of ";
    return {output("touching places", Quantity::None, Stage::Position, geometry, calcPlaces),
            output("depth", Quantity::Length, Stage::Position, geometry, calcDepth),
            output("slip speed", Quantity::Speed, Stage::Dynamics, forces, calcSlip),
            output("normal force", Quantity::Force, Stage::Dynamics, forces, calcNormalForce),
            output("friction force", Quantity::Force, Stage::Dynamics, forces, calcFriction),
            output("used share of friction", Quantity::None, Stage::Dynamics, forces, calcFrictionUse)};
}

}  // namespace trammel

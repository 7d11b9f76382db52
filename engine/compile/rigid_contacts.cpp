// SPDX-License-Identifier: Apache-2.0
// From document to rigid contact: the places at which bodies may touch.
#include <algorithm>
#include <cctype>

#include "compile/compiler.h"
#include "compile/contacts.h"
#include "contact/rigid/planar_points.h"
#include "contact/rigid/rigid_contact.h"
#include "contact/rigid/round_points.h"
#include "contact/shapes/capsule.h"
#include "contact/shapes/cone.h"
#include "contact/shapes/cylinder.h"
#include "contact/shapes/ellipsoid.h"
#include "contact/shapes/half_space.h"
#include "contact/shapes/mesh.h"

namespace trammel {

bool Compiler::checkOnlyContactAmongAll(const Element& element) {
    for (const char* const family : {"force", "constraint"})
        for (const ElementId id : document_.elementsOf(family)) {
            const Element& other = document_.get(id);
            if (id == element.id || !isContactAmongAll(other)) continue;
            diagnostics.error(element.name, "'" + other.name + "' lets everything touch already.",
                              "Remove one of them.", element.id);
            return false;
        }
    return true;
}

namespace {

/// Pairs of surfaces that rigid contact refuses for the same reason.
struct RefusedPairs {
    std::string problem;
    /// Ways to let them touch rigidly nevertheless.
    std::vector<std::string> remedies;
    int count = 0;
    bool hasGround = false;
};

/// Why two shapes cannot touch rigidly, and how they can nevertheless.
RefusedPairs refuseShapes(const ContactShape& a, const ContactShape& b) {
    const auto isAny = [&](std::string_view kind) { return a.key() == kind || b.key() == kind; };
    const bool hasPlane = isAny(HalfSpaceContactShape::kind), hasMesh = isAny(MeshContactShape::kind);
    const bool isNever = isAny(ConeContactShape::kind) || isAny(EllipsoidContactShape::kind);
    const bool isNeverOfPrisms = hasPlane || isNever;
    // Convex solids with flat faces are refused only for their size.
    const auto isSupported = [](const ContactShape& shape) {
        return findFacets(shape) || shape.key() == CapsuleContactShape::kind ||
               shape.key() == CylinderContactShape::kind || shape.key() == HalfSpaceContactShape::kind;
    };
    const bool isTooLarge =
        (hasPlane && hasMesh) || ((findFacets(a) || findFacets(b)) && isSupported(a) && isSupported(b));
    RefusedPairs refused;
    refused.problem = "rigid contact between " + kindLabel(a) + " and " + kindLabel(b) +
                      (isTooLarge ? " of so many corners" : "") + " is not supported" +
                      (isNeverOfPrisms ? "" : " in space");
    if (!isNeverOfPrisms)
        refused.remedies.emplace_back("let joints keep both in one plane, if they are prisms or cylinders across it");
    if (isTooLarge)
        refused.remedies.emplace_back(hasPlane ? "give the solid fewer corners" : "give them fewer corners");
    if (hasMesh && !isNever) refused.remedies.emplace_back("split the mesh into convex parts");
    return refused;
}

/// Why two outlines in one plane cannot touch rigidly.
RefusedPairs refusePlaces(const PlanarTouch& touch) {
    return {.problem = "their outlines with " + std::to_string(touch.corners1) + " and " +
                       std::to_string(touch.corners2) + " corners may touch at " + std::to_string(touch.places) +
                       " places, more than the " + std::to_string(mostPlanarPlaces) + " that rigid contact allows",
            .remedies = {"give them fewer corners, for example by coarser arcs"}};
}

/// The choices as a sentence.
std::string joinChoices(const std::vector<std::string>& choices) {
    std::string text;
    for (std::size_t i = 0; i < choices.size(); ++i)
        text += (i == 0 ? "" : i + 1 < choices.size() ? ", " : choices.size() > 2 ? ", or " : " or ") + choices[i];
    text[0] = char(std::toupper(static_cast<unsigned char>(text[0])));
    return text + '.';
}

/// Remedies for refused pairs; of many, one that lets the rest of the model run in one step.
std::string remedyFor(const RefusedPairs& refused, bool amongAll) {
    std::vector<std::string> choices = refused.remedies;
    if (!amongAll) choices.emplace_back("use a contact force");
    if (amongAll && refused.count == 1) choices.emplace_back("add a Contact between them");
    if (!amongAll || refused.count == 1) {
        choices.emplace_back("clear Touches of one of them");
        return joinChoices(choices);
    }
    choices.emplace_back(
        refused.hasGround ? "select the bodies of all these pairs and clear Touches"
                          : "select the bodies of all these pairs and press Group in the Contacts panel, so that they "
                            "do not touch each other");
    choices.emplace_back("use Everything touches in place of this constraint");
    return joinChoices(choices);
}

/// Collects refused pairs, and reports those refused for the same reason together.
class Refusals {
public:
    void add(const ContactSurface& a, const ContactSurface& b, const PlanarTouch& touch) {
        const bool hasTooManyPlaces = touch.outcome == PlanarTouch::Outcome::TooManyPlaces;
        const std::string kindA = hasTooManyPlaces ? "" : kindLabel(*a.shape),
                          kindB = hasTooManyPlaces ? "" : kindLabel(*b.shape);
        RefusedPairs& pairs = byKinds_[std::minmax(kindA, kindB)];
        if (pairs.count == 0) {
            pairs = hasTooManyPlaces ? refusePlaces(touch) : refuseShapes(*a.shape, *b.shape);
            pairs.problem = "'" + a.name + "' and '" + b.name + "' cannot touch: " + pairs.problem;
        }
        ++pairs.count;
        pairs.hasGround = pairs.hasGround || a.body == MobilizedBodyIndex(0) || b.body == MobilizedBodyIndex(0);
    }
    void report(const Element& element, bool amongAll, Diagnostics& diagnostics) const {
        for (const auto& [kinds, pairs] : byKinds_) {
            const int more = pairs.count - 1;
            const std::string others =
                more == 0 ? "" : ", nor can " + std::to_string(more) + (more == 1 ? " pair" : " pairs") + " like them";
            diagnostics.error(element.name, pairs.problem + others + '.', remedyFor(pairs, amongAll), element.id);
        }
    }

private:
    /// By kinds of shapes; those of too many places together.
    std::map<std::pair<std::string, std::string>, RefusedPairs> byKinds_;
};

}  // namespace

bool Compiler::connectRigidContact(const Element& element, RigidContact& contact) {
    // Places beyond this number, of about 13 boxes among themselves, make events too slow.
    constexpr std::size_t mostPoints = 20'000;
    const bool amongAll = contact.touchesEverything();
    if (amongAll && !checkOnlyContactAmongAll(element)) return false;
    const bool ofGroups = element.reference("group1").isValid() || element.reference("group2").isValid();
    if (!amongAll && !ofGroups && contact.getBody1() == contact.getBody2()) {
        diagnostics.error(element.name, "The constraint connects a body with itself.", "Choose two different bodies.",
                          element.id);
        return false;
    }
    std::vector<ContactSurface> surfaces;
    std::vector<ElementId> bodies;
    const ContactSides sides = amongAll ? ContactSides() : sidesOfContact(element);
    if (!collectContactSurfaces(element, amongAll ? nullptr : &sides, surfaces, bodies)) return false;
    std::vector<std::pair<int, int>> excluded;
    if (amongAll) excluded = findExcludedPairs(element.id, surfaces, bodies);
    ContactSurfaces all(std::move(surfaces), excluded);
    std::vector<RigidPoint> points;
    Refusals refused;
    std::map<int, std::shared_ptr<const SolidGap>> gaps;
    const MatterGuts& matter = built_->matter->getGuts();
    int patch = 0;
    for (int i = 0; i < all.size(); ++i)
        for (int j = i + 1; j < all.size(); ++j) {
            if (!all.isWanted(i, j)) continue;
            const bool isSpatial = appendRigidPoints(all, i, j, patch, points);
            if (isSpatial) ++patch;
            using Outcome = PlanarTouch::Outcome;
            PlanarTouch planar =
                isSpatial ? PlanarTouch{Outcome::Appended} : appendPlanarPoints(matter, all, i, j, patch, points, gaps);
            if (planar.outcome == Outcome::NotSupported && appendRoundPoints(all, i, j, patch, points, gaps)) {
                ++patch;
                planar = {Outcome::Appended};
            }
            if (planar.outcome == Outcome::InOtherLayers) {
                diagnostics.note(element.name,
                                 "'" + all[i].name + "' and '" + all[j].name +
                                     "' move in different parallel planes and never touch.",
                                 "If they should touch, let them overlap along the axis of their joints.", element.id);
                continue;
            }
            if (planar.outcome == Outcome::Appended) {
                if (points.size() <= mostPoints) continue;
                diagnostics.error(element.name,
                                  "Its surfaces may touch at more than " + std::to_string(mostPoints) +
                                      " places, too many for rigid contact.",
                                  "Use Everything touches or a Contact in its place, or clear Touches of some bodies.",
                                  element.id);
                return false;
            }
            built_->contactExceptions.push_back(
                {element.id, all[i].element, all[j].element, NoContactReason::NotSupported});
            refused.add(all[i], all[j], planar);
        }
    refused.report(element, amongAll, diagnostics);
    contact.connect(std::move(all), std::move(points), matter, gaps);
    return true;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
// From document to rigid contact: the places at which bodies may touch.
#include <algorithm>

#include "compile/compiler.h"
#include "compile/contacts.h"
#include "contact/rigid/planar_points.h"
#include "contact/rigid/rigid_contact.h"
#include "contact/rigid/round_points.h"
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

/// How two shapes that touch rigidly only in a plane, if at all, can touch nevertheless.
static std::string remedyInSpace(const ContactShape& a, const ContactShape& b) {
    std::string text = "Let joints keep both in one plane, if they are prisms or cylinders across it";
    // Pairs of convex solids with faces are refused only for their size.
    if (findFacets(a) && findFacets(b)) return text + ", give them fewer corners";
    const bool hasMesh = a.key() == MeshContactShape::kind || b.key() == MeshContactShape::kind;
    return hasMesh ? text + ", split the mesh into convex parts" : text;
}

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
    std::set<std::pair<std::string, std::string>> told;
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
                                 "Let them overlap along the axis of their joints if they should.", element.id);
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
            const std::string otherwise = amongAll ? ", add a Contact between them, or clear Touches of one of them."
                                                   : ", use a contact force, or clear Touches in its properties.";
            if (planar.outcome == Outcome::TooManyPlaces) {
                // Only the first of many such pairs.
                if (!told.insert({"", ""}).second) continue;
                diagnostics.error(element.name,
                                  "'" + all[i].name + "' and '" + all[j].name + "' cannot touch: their outlines with " +
                                      std::to_string(planar.corners1) + " and " + std::to_string(planar.corners2) +
                                      " corners may touch at " + std::to_string(planar.places) +
                                      " places, more than the " + std::to_string(mostPlanarPlaces) +
                                      " that rigid contact allows.",
                                  "Give them fewer corners, for example by coarser arcs" + otherwise, element.id);
                continue;
            }
            const std::string a = kindLabel(*all[i].shape), b = kindLabel(*all[j].shape);
            if (!told.insert(std::minmax(a, b)).second) continue;
            diagnostics.error(element.name,
                              "'" + all[i].name + "' and '" + all[j].name + "' cannot touch: rigid contact between a " +
                                  a + " and a " + b + " is not supported in space.",
                              remedyInSpace(*all[i].shape, *all[j].shape) + otherwise, element.id);
        }
    contact.connect(std::move(all), std::move(points), matter, gaps);
    return true;
}

}  // namespace trammel

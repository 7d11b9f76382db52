// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "document/element.h"
#include "import/import_report.h"
#include "import/solid.h"
#include "import/source_files.h"
#include "math/rotation.h"

namespace trammel {

/// Appearance of a shape.
struct ShapeLook {
    Vec3 color{0.6, 0.65, 0.7};
    Real opacity = 1;
    /// For contact; initially hidden.
    bool isCollision = false;
    /// Its contact material; invalid: the default one.
    ElementId surface = {};
};

/// The elements of a model while it is being imported, in the order in which they are added; names become unique when the
/// document is made. An invalid id stands for Ground where a body is asked for.
class ModelDraft {
public:
    Element& get(ElementId id) { return elements_.at(id.value - 1); }
    const std::vector<Element>& elements() const { return elements_; }

    ElementId add(Element draft, ElementId parent = {});
    /// A rigid body with frame and mass as given; drawn as a box only where nothing else shows it.
    ElementId addBody(const std::string& name, const Solid& mass);
    /// Gives a body other mass properties.
    void setMass(ElementId body, const Solid& mass);
    /// @param X_PF, X_BM the joint's frames on its parent and its child
    ElementId addJoint(const std::string& type, const std::string& name, ElementId parent, ElementId child,
                       const Transform& X_PF, const Transform& X_BM);
    /// A constraint or force between two bodies, "point1", "orientation1" and so on from the frames.
    ElementId addBetween(const std::string& family, const std::string& type, const std::string& name, ElementId body1,
                         const Transform& X_1, ElementId body2, const Transform& X_2, bool withOrientations);
    ElementId addShape(const std::string& type, const std::string& name, ElementId body, const Transform& X_BS,
                       const ShapeLook& look);
    /// A cylinder, capsule or cone whose axis is z where Trammel's is y.
    ElementId addRoundShape(const std::string& type, const std::string& name, ElementId body, const Transform& X_BS,
                            Real radius, Real length, const ShapeLook& look);
    /// The contact material with coefficients of friction and restitution, one for all shapes that have the same.
    ElementId surfaceWith(std::optional<Real> friction, std::optional<Real> restitution = {});
    /// A constraint  q2 = ratio q1 + offset.
    ElementId addCoupler(const std::string& name, ElementId joint1, int coordinate1, ElementId joint2, int coordinate2,
                         Real ratio, Real offset);
    /// The contact among all bodies.
    ElementId addContactAmongAll();
    /// A contact between two bodies; a disabled one keeps them apart from each other.
    ElementId addContactBetween(const std::string& name, ElementId body1, ElementId body2, bool enabled);
    /// A group of bodies that do not touch each other.
    ElementId addContactGroup(const std::string& name, const std::vector<ElementId>& bodies);
    /// Gravity that acts along @p acceleration; none for zero.
    ElementId addGravity(const Vec3& acceleration);

private:
    std::vector<Element> elements_;
    std::map<std::pair<std::optional<Real>, std::optional<Real>>, ElementId> surfaces_;
};

/// Row of a report about a coefficient of friction.
inline constexpr const char* frictionRow =
    "Its friction as a contact material, at rest and in motion; two bodies have the harmonic mean of theirs.";

/// The body-fixed x-y-z angles of a frame, exactly zero where it is not turned.
Vec3 anglesOf(const Rotation& R);

/// A frame whose z axis is @p axis, turned as little as possible.
Rotation frameWithZ(const Vec3& axis);
/// A frame whose x axis is @p axis, turned as little as possible.
Rotation frameWithX(const Vec3& axis);

}  // namespace trammel

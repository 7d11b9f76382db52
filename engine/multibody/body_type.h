// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "decoration/decorative_geometry.h"
#include "decoration/mesh_text.h"
#include "math/spatial.h"
#include "meta/type_catalog.h"
#include "multibody/element_inputs.h"

namespace trammel {

/// Implementation of a body type: interprets its properties.
class BodyType : public TypeImplementation {
public:
    /// In the body frame B. Not validated: see describeImpossibleMass().
    virtual MassProperties calcMassProperties(const ElementInputs&) const = 0;
    /// Volume as a formula of the body's properties: "this.length*this.width*this.thickness"; empty: unknown.
    virtual std::string volumeFormula(const ElementInputs&) const { return {}; }
    /// Key of the property that holds a mesh in the format of writeMesh(), next to one named
    /// "scale"; empty: no mesh.
    virtual std::string meshKey() const { return {}; }
    /// Reports problems other than those of mass properties.
    virtual void check(const ElementInputs&, Diagnostics&) const {}
    /// The far end of the body, in B: the anchor "tip".
    virtual Vec3 calcTip(const ElementInputs&) const = 0;
    /// Appearance of the body, in B; the caller sets color, role and element.
    virtual void appendGeometry(const ElementInputs&, std::vector<DecorativeGeometry>&) const = 0;
    /// Solids that contact uses, in B; no two of them overlap. By default those that are drawn.
    virtual void appendSolids(const ElementInputs& in, std::vector<DecorativeGeometry>& out) const {
        appendGeometry(in, out);
    }
};

/// Motion of a point fixed to a body.
std::vector<OutputDescriptor> pointOutputs();
/// Outputs of every body: motion of its origin, rotation, center of mass.
std::vector<OutputDescriptor> bodyOutputs();

/// Registry row from a class B that implements BodyType: key, label, doc, reference, properties().
template <class B>
TypeDescriptor describeBody() {
    TypeDescriptor type = describeType<B>("body");
    appendOutputs(type, bodyOutputs());
    type.properties.push_back(
        PropertyDescriptor::color("color", "Color", Vec3(0.55, 0.65, 0.78), "Color of the body.").at(Stage::Report));
    type.implementation = std::make_shared<B>();
    return type;
}

/// All registered body types, family "body".
std::vector<TypeDescriptor> bodyTypes();

/// Inputs of a shape: its properties, and the meshes it refers to.
struct ShapeInputs : ElementInputs {
    /// The mesh connected to an input; null if it is unset or holds no triangles.
    std::function<std::shared_ptr<const MeasuredMesh>(const std::string& socket)> mesh;
};

/// Implementation of a shape type: additional geometry of a body, without mass.
class ShapeType : public TypeImplementation {
public:
    /// The shape in its own frame.
    virtual DecorativeGeometry makeGeometry(const ShapeInputs&) const = 0;
    /// True: the solid extends infinitely below the plane y = 0 of its frame, of which a part is drawn.
    virtual bool isUnbounded() const { return false; }
};

/// Values of the property "purpose" of shapes.
inline constexpr const char* purposeKey = "purpose";
inline constexpr const char* visualPurpose = "visual";
inline constexpr const char* collisionPurpose = "collision";

/// Registry row from a class S that implements ShapeType: key, label, doc, properties(). Adds placement, color, opacity,
/// purpose and visibility.
template <class S>
TypeDescriptor describeShape() {
    TypeDescriptor type = describeType<S>("shape");
    type.properties.push_back(PropertyDescriptor::vec3("position", "Position", Quantity::Length, Vec3(0.),
                                                       "Center of the shape in the frame of its body.")
                                  .at(Stage::Report));
    type.properties.push_back(PropertyDescriptor::vec3("orientation", "Orientation", Quantity::Angle, Vec3(0.),
                                                       "Body-fixed x-y-z angles of the shape in the frame of its body.")
                                  .at(Stage::Report));
    type.properties.push_back(
        PropertyDescriptor::color("color", "Color", Vec3(0.6, 0.65, 0.7), "Color of the shape.").at(Stage::Report));
    type.properties.push_back(
        PropertyDescriptor::real("opacity", "Opacity", Quantity::None, 1, "0 is invisible, 1 opaque.")
            .min(0)
            .max(1)
            .at(Stage::Report));
    type.properties.push_back(
        PropertyDescriptor::choice(purposeKey, "Purpose",
                                   {{visualPurpose, "Appearance"}, {collisionPurpose, "Collision"}}, visualPurpose,
                                   "Use of the shape: appearance or contact.")
            .at(Stage::Report));
    type.properties.push_back(
        PropertyDescriptor::boolean("visible", "Visible", true, "Whether the shape is drawn.").at(Stage::Report));
    if constexpr (requires { S::sockets(); }) type.sockets = S::sockets();
    type.implementation = std::make_shared<S>();
    return type;
}

/// All registered shape types, family "shape".
std::vector<TypeDescriptor> shapeTypes();

/// Registered behavior of a mesh that several shapes of a model may show.
class MeshType : public TypeImplementation {
public:
    /// The property that holds a mesh as writeMesh() writes it.
    virtual std::string meshKey() const = 0;
};

/// All registered mesh types, family "mesh".
std::vector<TypeDescriptor> meshTypes();

}  // namespace trammel

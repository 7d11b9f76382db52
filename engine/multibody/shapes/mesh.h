// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/body_type.h"

namespace trammel {

/// Triangles that a model stores once, regardless of how many shapes show them.
class TriangleMeshType : public MeshType {
public:
    static constexpr const char* key = "triangles";

    std::string meshKey() const override { return "data"; }
    static TypeDescriptor describe() {
        TypeDescriptor type;
        type.family = "mesh";
        type.key = key;
        type.label = "Triangle mesh";
        type.doc = "Triangles that shapes show, kept in the model once.";
        type.properties = {
            PropertyDescriptor::text("data", "Mesh", "-0.05 -0.05 0,0.05 -0.05 0,0 0.05 0;0 1 2",
                                     "Vertices and triangles, in the unit of the source file.")
                .at(Stage::Report),
            PropertyDescriptor::text("source", "Source", "", "File that the mesh was read from.").at(Stage::Report)};
        type.implementation = std::make_shared<TriangleMeshType>();
        return type;
    }
};

/// A mesh of the model as the shape of a body, without mass.
class MeshShape : public ShapeType {
public:
    static constexpr const char* key = "mesh";
    static constexpr const char* label = "Mesh";
    static constexpr const char* doc = "A mesh of the model as a shape, without mass.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::vec3("scale", "Scale", Quantity::None, Vec3(1.),
                                         "Meters for each unit of the mesh, along x, y and z.")
                    .above(0)
                    .at(Stage::Report)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {{"mesh", "Mesh", "The mesh to show; a small cube if unset.", {"mesh"}, true}};
    }
    DecorativeGeometry makeGeometry(const ShapeInputs& in) const override {
        constexpr Real placeholder = 0.02;
        const auto known = in.mesh("mesh");
        if (!known) return DecorativeGeometry(decor::Brick{Vec3(placeholder)});
        return DecorativeGeometry(decor::Mesh{known->mesh}).setScaleFactors(in.vec3("scale"));
    }
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <charconv>

#include "decoration/mesh_text.h"
#include "multibody/bodies/uniform.h"

namespace trammel {

/// A uniform body with the shape of a triangle mesh.
class MeshBody : public BodyType {
public:
    static constexpr const char* key = "mesh";
    static constexpr const char* label = "Mesh";
    static constexpr const char* doc = "A uniform body with the shape of a mesh, read from a file.";
    static constexpr const char* reference =
        "Volume, center of mass and inertia are exactly those of the solid enclosed by a closed mesh; for an open "
        "mesh, those of a thin shell. The mesh is stored in the model in the unit of its file. The tip is the center "
        "of the +x side of its bounding box.";

    static std::vector<PropertyDescriptor> properties() {
        // A wedge as default mesh.
        return {PropertyDescriptor::text("mesh", "Mesh",
                                         "-0.1 -0.05 -0.05,0.1 -0.05 -0.05,-0.1 0.05 -0.05,-0.1 -0.05 0.05,"
                                         "0.1 -0.05 0.05,-0.1 0.05 0.05;"
                                         "0 2 1,3 4 5,0 1 4,0 4 3,1 2 5,1 5 4,2 0 3,2 3 5",
                                         "Vertices and triangles.")
                    .at(Stage::Instance),
                PropertyDescriptor::real("scale", "Scale", Quantity::None, 1,
                                         "Meters per unit of the file: 0.001 for millimeters.")
                    .above(0)
                    .at(Stage::Instance),
                massProperty()};
    }
    std::string meshKey() const override { return "mesh"; }
    MassProperties calcMassProperties(const ElementInputs& in) const override {
        const auto known = meshOf(in);
        if (!known) return {in.real("mass"), Vec3(0.), UnitInertia(0)};
        return {in.real("mass"), known->measure.center, known->measure.unitInertia};
    }
    std::string volumeFormula(const ElementInputs& in) const override {
        const auto known = meshOf(in);
        if (!known || !known->measure.isSolid()) return {};
        // In the mesh's own unit, so that the formula follows the scale.
        std::array<char, 32> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), meshOf(in, 1)->measure.volume,
                                       std::chars_format::general, 9)
                             .ptr;
        return std::string(digits.data(), end) + "*(1 m)^3*this.scale^3";
    }
    Vec3 calcTip(const ElementInputs& in) const override {
        const auto known = meshOf(in);
        if (!known) return Vec3(0.);
        const Vec3 middle = (known->measure.low + known->measure.high) / 2;
        return {known->measure.high[0], middle[1], middle[2]};
    }
    void appendGeometry(const ElementInputs& in, std::vector<DecorativeGeometry>& out) const override {
        if (const auto known = meshOf(in)) out.push_back(DecorativeGeometry(decor::Mesh{known->mesh}));
    }
    void check(const ElementInputs& in, Diagnostics& problems) const override {
        const auto known = meshOf(in);
        if (!known)
            problems.error(in.name, "The body has no mesh.", "Choose an STL or OBJ file in its properties.", in.id);
        else if (known->measure.openEdges == 0 && known->measure.volume < 0)
            problems.warning(in.name,
                             "The triangles of the mesh face inward; the mass is distributed over the surface.",
                             "For a solid body, turn the triangles outward, as import of its file does.", in.id);
        else if (!known->measure.isSolid())
            problems.warning(in.name,
                             "The mesh has " + std::to_string(known->measure.openEdges) +
                                 " open edges and encloses no volume; the mass is distributed over the surface.",
                             "For a solid body, choose a file with a closed mesh.", in.id);
    }

private:
    static std::shared_ptr<const MeasuredMesh> meshOf(const ElementInputs& in, Real scale) {
        return readMesh(in.text("mesh"), scale);
    }
    static std::shared_ptr<const MeasuredMesh> meshOf(const ElementInputs& in) { return meshOf(in, in.real("scale")); }
};

}  // namespace trammel

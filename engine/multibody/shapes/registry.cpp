// SPDX-License-Identifier: Apache-2.0
// The shape types in palette order. To add one: one header, one include and one row here.
#include "multibody/shapes/box.h"
#include "multibody/shapes/capsule.h"
#include "multibody/shapes/cone.h"
#include "multibody/shapes/cylinder.h"
#include "multibody/shapes/ellipsoid.h"
#include "multibody/shapes/floor.h"
#include "multibody/shapes/mesh.h"
#include "multibody/shapes/plate.h"
#include "multibody/shapes/ramp.h"
#include "multibody/shapes/sphere.h"

namespace trammel {

std::vector<TypeDescriptor> shapeTypes() {
    return {describeShape<BoxShape>(),       describeShape<SphereShape>(),  describeShape<CylinderShape>(),
            describeShape<ConeShape>(),      describeShape<CapsuleShape>(), describeShape<EllipsoidShape>(),
            describeShape<PlateShapeType>(), describeShape<MeshShape>(),    describeShape<FloorShape>(),
            describeShape<RampShape>()};
}

std::vector<TypeDescriptor> meshTypes() { return {TriangleMeshType::describe()}; }

}  // namespace trammel

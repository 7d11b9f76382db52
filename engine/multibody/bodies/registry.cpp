// SPDX-License-Identifier: Apache-2.0
// The body types in palette order. To add one: one header, one include and one row here.
#include "multibody/bodies/bar.h"
#include "multibody/bodies/box.h"
#include "multibody/bodies/cylinder.h"
#include "multibody/bodies/eye_rod.h"
#include "multibody/bodies/gear.h"
#include "multibody/bodies/mesh.h"
#include "multibody/bodies/plate.h"
#include "multibody/bodies/pulley.h"
#include "multibody/bodies/rigid.h"
#include "multibody/bodies/ring_gear.h"
#include "multibody/bodies/sphere.h"
#include "multibody/bodies/tube.h"

namespace trammel {

std::vector<TypeDescriptor> bodyTypes() {
    return {describeBody<BarBody>(),    describeBody<EyeRodBody>(),   describeBody<PlateBody>(),
            describeBody<BoxBody>(),    describeBody<CylinderBody>(), describeBody<TubeBody>(),
            describeBody<GearBody>(),   describeBody<RingGearBody>(), describeBody<PulleyBody>(),
            describeBody<SphereBody>(), describeBody<MeshBody>(),     describeBody<RigidBody>()};
}

}  // namespace trammel

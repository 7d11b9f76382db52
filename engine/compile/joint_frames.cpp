// SPDX-License-Identifier: Apache-2.0
#include "compile/joint_frames.h"

#include "compile/catalog.h"
#include "compile/element_reader.h"

namespace trammel {

std::pair<Transform, Transform> calcJointFrames(const Document& document, const Element& joint) {
    const TypeDescriptor& type = typeOf(joint);
    return {Transform(Rotation::fromBodyXYZ(joint.valueAs<Vec3>(type, "parentOrientation")),
                      calcStation(document, joint, joint.reference("parent"), "parentPoint")),
            Transform(Rotation::fromBodyXYZ(joint.valueAs<Vec3>(type, "childOrientation")),
                      calcStation(document, joint, joint.reference("child"), "childPoint"))};
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel {

/// The shape of a joint's X_FM and H_FM, where it is one of those that the tree algorithms have inner loops for. A joint
/// that says General is right as well, and only slower.
enum class JointPattern : unsigned char {
    /// Whatever calcAcross() says.
    General,
    /// q, u about the common z axis; qdot = u.
    RotationAboutZ,
    /// q, u along the common x axis; qdot = u.
    TranslationAlongX,
    /// q = quaternion, H = [1; 0].
    FreeRotation,
    /// q = [quaternion, p_FM], H = 1.
    FreeMotion,
    /// q = p_FM, H = [0; 1]; qdot = u.
    FreeTranslation,
};

}  // namespace trammel

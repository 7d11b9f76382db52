// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel {

/// Structure of a joint's X_FM and H_FM, for which the tree algorithms have specialized inner loops. General is always
/// correct, but slower.
enum class JointPattern : unsigned char {
    /// As computed by calcAcross().
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

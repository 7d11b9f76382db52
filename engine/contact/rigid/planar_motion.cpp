// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/planar_motion.h"

#include <algorithm>
#include <cmath>

#include "multibody/matter/guts.h"

namespace trammel {

namespace {

/// From a body to its parent.
struct Across {
    Transform X_PB;
    bool isPlanar = true;
};

/// @param axis on the body
Across goToParent(const BodyDefinition& body, const Vec3& axis) {
    constexpr Real none = 1e-9;
    const Mobilizer& joint = *body.mobilizer;
    const Vec3 axis_M = body.X_BM.R().transpose() * axis;
    Across out;
    // Joints whose axes turn with their coordinates show it at one of several poses.
    for (const Real shift : {0., 0.7, -1.3}) {
        Real q[Mobilizer::maxNQ] = {};
        std::ranges::copy(body.q, q);
        for (int i = 0; i < joint.getNQ() && !joint.usesQuaternion(); ++i) q[i] += shift;
        Transform X_FM;
        SpatialVec H[Mobilizer::maxNU];
        joint.calcAcross(q, X_FM, H);
        const Vec3 axis_F = X_FM.R() * axis_M;
        for (int i = 0; i < joint.getNU(); ++i)
            out.isPlanar = out.isPlanar && Vec3(H[i][0].cross(axis_F)).norm() < none * (1 + H[i][0].norm()) &&
                           std::abs(H[i][1].dot(axis_F)) < none * (1 + H[i][1].norm());
        if (shift == 0) out.X_PB = body.X_PF * X_FM * ~body.X_BM;
    }
    return out;
}

}  // namespace

std::optional<PlanarMotion> findPlanarMotion(const MatterGuts& matter, MobilizedBodyIndex first,
                                             MobilizedBodyIndex second, const Vec3& axis) {
    // Parents have lower numbers: the higher of both goes up until they meet.
    int one = int(first), two = int(second);
    Transform X_C1, X_C2;
    const auto goUp = [&](int& body, Transform& X) {
        const BodyDefinition& definition = matter.bodies[std::size_t(body)].definition;
        X = goToParent(definition, Vec3(0, 0, 1)).X_PB * X;
        body = int(definition.parent);
    };
    while (one != two) one > two ? goUp(one, X_C1) : goUp(two, X_C2);
    const int common = one;
    const auto staysInPlane = [&](int body, Vec3 normal) {
        while (body != common) {
            const BodyDefinition& definition = matter.bodies[std::size_t(body)].definition;
            const Across across = goToParent(definition, normal);
            if (!across.isPlanar) return false;
            normal = across.X_PB.R() * normal;
            body = int(definition.parent);
        }
        return true;
    };
    const Transform X_12 = ~X_C1 * X_C2;
    const PlanarMotion motion{Vec3(X_12.R().transpose() * axis), axis.dot(X_12.p())};
    if (!staysInPlane(int(first), axis) || !staysInPlane(int(second), motion.axis)) return std::nullopt;
    return motion;
}

}  // namespace trammel

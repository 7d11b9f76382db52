// SPDX-License-Identifier: Apache-2.0
#include "contact/bullet/convex_query.h"

#include <BulletCollision/CollisionShapes/btConvexInternalShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

namespace trammel {

namespace {

Vec3 fromBullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

/// Adapts a support function to Bullet, in units of the given size.
class ScaledSupport : public btConvexInternalShape {
public:
    ScaledSupport(const SupportMap& map, Real unit) : map_(map), inverseUnit_(1 / unit) {
        m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
        m_collisionMargin = 0;
    }
    btVector3 localGetSupportingVertexWithoutMargin(const btVector3& direction) const override {
        const Vec3 p = map_.calcSupport(map_.shape, fromBullet(direction));
        return {p[0] * inverseUnit_, p[1] * inverseUnit_, p[2] * inverseUnit_};
    }
    btVector3 localGetSupportingVertex(const btVector3& direction) const override {
        return localGetSupportingVertexWithoutMargin(direction);
    }
    void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3* vectors, btVector3* out,
                                                           int count) const override {
        for (int i = 0; i < count; ++i) out[i] = localGetSupportingVertexWithoutMargin(vectors[i]);
    }
    void calculateLocalInertia(btScalar, btVector3& inertia) const override { inertia.setZero(); }
    const char* getName() const override { return "support function"; }

private:
    const SupportMap& map_;
    Real inverseUnit_;
};

}  // namespace

ConvexAnswer findConvexOverlap(const SupportMap& A, const SupportMap& B, const Transform& X_AB, Real unit,
                               Vec3& normal) {
    const ScaledSupport a(A, unit), b(B, unit);
    const Rotation& R = X_AB.R();
    const Vec3 p = X_AB.p() / unit;
    const btTransform pose(btMatrix3x3(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1), R(2, 2)),
                           btVector3(p[0], p[1], p[2]));
    btVector3 guess = pose.getOrigin();
    if (guess.fuzzyZero()) guess.setValue(1, 0, 0);
    btGjkEpaSolver2::sResults results;
    const bool overlap =
        btGjkEpaSolver2::Penetration(&a, btTransform::getIdentity(), &b, pose, guess, results, /*usemargins=*/false);
    if (!overlap && results.status != btGjkEpaSolver2::sResults::Separated) return ConvexAnswer::Failed;
    if (!overlap && !btGjkEpaSolver2::Distance(&a, btTransform::getIdentity(), &b, pose, guess, results))
        return ConvexAnswer::Failed;
    const Vec3 n = fromBullet(results.normal);
    const Real norm = n.norm();
    if (!overlap) {
        normal = norm > 0 ? Vec3(-n / norm) : Vec3(0.);
        return ConvexAnswer::Separate;
    }
    if (!(norm > 0.5)) return ConvexAnswer::Failed;
    normal = -n / norm;
    return ConvexAnswer::Overlap;
}

}  // namespace trammel

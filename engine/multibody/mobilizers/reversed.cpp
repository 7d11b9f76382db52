// SPDX-License-Identifier: Apache-2.0
#include "multibody/mobilizers/reversed.h"

#include "multibody/stateful_mobilizer.h"

namespace trammel {

namespace {

/// Reverses a pose and its H columns in place.
void reverseAcross(int nu, Transform& X, SpatialVec* H) {
    for (int i = 0; i < nu; ++i) H[i] = reverseVelocity(H[i], X);
    X = ~X;
}

/// @param X, V pose and velocity of the original joint
SpatialVec reverseHDotU(const SpatialVec& A, const Transform& X, const SpatialVec& V) {
    const Vec3 &w = V[0], &v = V[1], &p = X.p();
    const Rotation back = ~X.R();
    return {-(back * A[0]), -(back * (A[1] - A[0] % p - 2 * (w % v) + w % (w % p)))};
}

/// Members independent of the direction of the joint.
/// @tparam Base Mobilizer, or StatefulMobilizer
template <class Base>
class Reversed : public Base {
public:
    explicit Reversed(std::shared_ptr<const Base> joint) : joint_(std::move(joint)) {}

    int getNQ() const override { return joint_->getNQ(); }
    int getNU() const override { return joint_->getNU(); }
    bool usesQuaternion() const override { return joint_->usesQuaternion(); }
    std::shared_ptr<const Mobilizer> withEulerAngles() const override {
        std::shared_ptr<const Mobilizer> other = joint_->withEulerAngles();
        return other ? makeReversed(std::move(other)) : nullptr;
    }
    const Mobilizer& forward() const override { return joint_->forward(); }
    CoordinateName nameOfQ(int i) const override { return joint_->nameOfQ(i); }
    CoordinateName nameOfU(int i) const override { return joint_->nameOfU(i); }
    // Even for constant H the axes of expression rotate.
    bool hasConstantH() const override { return false; }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override { joint_->setQToFitTransform(~X_FM, q); }
    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override { joint_->appendGlyph(size, out); }

    bool wantsRealization() const override { return joint_->wantsRealization(); }
    void realizeTopology(State& s) const override { joint_->realizeTopology(s); }
    void realizeModel(State& s) const override { joint_->realizeModel(s); }
    void realize(const State& s, Stage stage) const override { joint_->realize(s, stage); }
    void appendDecorations(const State& s, Stage stage, std::vector<DecorativeGeometry>& out) const override {
        joint_->appendDecorations(s, stage, out);
    }

protected:
    std::shared_ptr<const Base> joint_;
};

class ReversedMobilizer : public Reversed<Mobilizer> {
public:
    using Reversed::Reversed;
    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        joint_->calcAcross(q, X_FM, H_FM);
        reverseAcross(getNU(), X_FM, H_FM);
    }
    SpatialVec calcHDotU(const Real* q, const Real* u, const Transform& X_FM, const SpatialVec& V_FM) const override {
        const Transform X = ~X_FM;
        const SpatialVec V = reverseVelocity(V_FM, X_FM);
        return reverseHDotU(joint_->calcHDotU(q, u, X, V), X, V);
    }
    void multiplyByN(const Real* q, const Real* u, Real* qdot) const override { joint_->multiplyByN(q, u, qdot); }
    void multiplyByNInv(const Real* q, const Real* qdot, Real* u) const override { joint_->multiplyByNInv(q, qdot, u); }
    void multiplyByNDot(const Real* q, const Real* qdot, const Real* u, Real* out) const override {
        joint_->multiplyByNDot(q, qdot, u, out);
    }
    void calcQDotDot(const Real* q, const Real* u, const Real* udot, Real* qdotdot) const override {
        joint_->calcQDotDot(q, u, udot, qdotdot);
    }
    void setUToFitVelocity(const Real* q, const SpatialVec& V_FM, Real* u) const override {
        Transform X_FM;
        SpatialVec H_FM[maxNU];
        calcAcross(q, X_FM, H_FM);
        joint_->setUToFitVelocity(q, reverseVelocity(V_FM, X_FM), u);
    }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        joint_->setInitialCoordinates(in, q, u);
    }
    InitialKeys initialKeys() const override { return joint_->initialKeys(); }
};

class ReversedStatefulMobilizer : public Reversed<StatefulMobilizer> {
public:
    using Reversed::Reversed;
    void calcAcrossInState(const State& s, const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        joint_->calcAcrossInState(s, q, X_FM, H_FM);
        reverseAcross(getNU(), X_FM, H_FM);
    }
    SpatialVec calcHDotUInState(const State& s, const Real* u, const Transform& X_FM,
                                const SpatialVec& V_FM) const override {
        const Transform X = ~X_FM;
        const SpatialVec V = reverseVelocity(V_FM, X_FM);
        return reverseHDotU(joint_->calcHDotUInState(s, u, X, V), X, V);
    }
    void multiplyByNInState(const State& s, const Real* q, const Real* u, Real* qdot) const override {
        joint_->multiplyByNInState(s, q, u, qdot);
    }
    void multiplyByNInvInState(const State& s, const Real* q, const Real* qdot, Real* u) const override {
        joint_->multiplyByNInvInState(s, q, qdot, u);
    }
    void calcQDotDotInState(const State& s, const Real* q, const Real* u, const Real* udot,
                            Real* qdotdot) const override {
        joint_->calcQDotDotInState(s, q, u, udot, qdotdot);
    }
    void setQToFitTransformInState(const State& s, const Transform& X_FM, Real* q) const override {
        joint_->setQToFitTransformInState(s, ~X_FM, q);
    }
    void setUToFitVelocityInState(const State& s, const Transform& X_FM, const SpatialVec& V_FM,
                                  Real* u) const override {
        joint_->setUToFitVelocityInState(s, ~X_FM, reverseVelocity(V_FM, X_FM), u);
    }
};

}  // namespace

std::unique_ptr<Mobilizer> makeReversed(std::shared_ptr<const Mobilizer> joint) {
    if (auto stateful = std::dynamic_pointer_cast<const StatefulMobilizer>(joint))
        return std::make_unique<ReversedStatefulMobilizer>(std::move(stateful));
    return std::make_unique<ReversedMobilizer>(std::move(joint));
}

}  // namespace trammel

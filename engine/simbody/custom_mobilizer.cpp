// SPDX-License-Identifier: Apache-2.0
#include "simbody/custom_mobilizer.h"

#include "multibody/fit_pose.h"
#include "multibody/matter/guts.h"
#include "multibody/mobilizers/reversed.h"
#include "simbody/custom_elements.h"

namespace SimTK {

using JointImplementation = MobilizedBody::Custom::Implementation;

/// Adapts an implementation to the engine's joint interface.
class CustomMobilizer : public trammel::StatefulMobilizer {
public:
    CustomMobilizer(std::shared_ptr<JointImplementation> implementation, std::string name, bool eulerAngles = false)
        : implementation_(std::move(implementation)), name_(std::move(name)), eulerAngles_(eulerAngles) {}

    /// One implementation serves both variants: it reads from the State which is in use.
    std::shared_ptr<const Mobilizer> withEulerAngles() const override {
        auto other = std::make_shared<CustomMobilizer>(implementation_, name_, true);
        other->quaternionJoint_ = this;
        return other;
    }
    int getNQ() const override { return implementation_->getImpl().nq - (eulerAngles_ ? 1 : 0); }
    int getNU() const override { return implementation_->getImpl().nu; }
    bool usesQuaternion() const override { return implementation_->getImpl().nAngles == 4 && !eulerAngles_; }
    trammel::CoordinateName nameOfQ(int i) const override {
        return {"coordinate " + std::to_string(i), trammel::Quantity::None};
    }
    trammel::CoordinateName nameOfU(int i) const override {
        return {"speed " + std::to_string(i), trammel::Quantity::None};
    }
    bool hasConstantH() const override { return false; }

    void calcAcrossInState(const State& s, const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        X_FM = implementation_->calcMobilizerTransformFromQ(s, getNQ(), q);
        Known& known = updKnown(s);
        const Forget atEnd{known};
        known.X_FM = &X_FM;
        implementation_->realizePosition(s);
        columnsOfH(s, H_FM);
    }
    SpatialVec calcHDotUInState(const State& s, const Real* u, const Transform& X_FM,
                                const SpatialVec& V_FM) const override {
        Known& known = updKnown(s);
        const Forget atEnd{known};
        known.X_FM = &X_FM;
        known.V_FM = &V_FM;
        implementation_->realizeVelocity(s);
        return implementation_->multiplyByHDotMatrix(s, getNU(), u);
    }
    void multiplyByNInState(const State& s, const Real*, const Real* u, Real* qdot) const override {
        implementation_->multiplyByN(s, false, getNU(), u, getNQ(), qdot);
    }
    void multiplyByNInvInState(const State& s, const Real*, const Real* qdot, Real* u) const override {
        implementation_->multiplyByNInv(s, false, getNQ(), qdot, getNU(), u);
    }
    void calcQDotDotInState(const State& s, const Real*, const Real* u, const Real* udot,
                            Real* qdotdot) const override {
        Real bias[maxNQ];
        implementation_->multiplyByN(s, false, getNU(), udot, getNQ(), qdotdot);
        implementation_->multiplyByNDot(s, false, getNU(), u, getNQ(), bias);
        for (int i = 0; i < getNQ(); ++i) qdotdot[i] += bias[i];
    }
    void setQToFitTransform(const Transform&, Real* q) const override {
        std::fill(q, q + getNQ(), 0.);
        if (usesQuaternion()) q[0] = 1;
    }
    void setQToFitTransformInState(const State& s, const Transform& X_FM, Real* q) const override {
        implementation_->setQToFitTransform(s, X_FM, getNQ(), q);
    }
    void setUToFitVelocityInState(const State& s, const Transform&, const SpatialVec& V_FM, Real* u) const override {
        implementation_->setUToFitVelocity(s, V_FM, getNU(), u);
    }
    void columnsOfH(const State& s, SpatialVec* H_FM) const {
        Real unit[maxNU] = {};
        for (int i = 0; i < getNU(); ++i) {
            unit[i] = 1;
            H_FM[i] = implementation_->multiplyByHMatrix(s, getNU(), unit);
            unit[i] = 0;
        }
    }

    // --- Values used while kinematics are computed, before the State has them ---
    struct Known {
        const Transform* X_FM = nullptr;
        const SpatialVec* V_FM = nullptr;
    };
    const Known& getKnown(const State& s) const { return updKnown(s); }
    /// They refer to variables of the caller: removed also if the implementation throws.
    struct Forget {
        Known& known;
        ~Forget() { known = {}; }
    };

    bool wantsRealization() const override { return true; }
    void realizeTopology(State& s) const override {
        known_ = s.allocateCacheEntry(subsystem(), Stage::Topology, Stage::Infinity, new Value<Known>(),
                                      "intermediate results of " + name_);
        implementation_->realizeTopology(s);
    }
    void realizeModel(State& s) const override { implementation_->realizeModel(s); }
    void realize(const State& s, Stage stage) const override { callHook(*implementation_, s, stage); }
    void appendDecorations(const State& s, Stage stage, std::vector<DecorativeGeometry>& out) const override {
        SimTK::appendDecorations(*implementation_, s, stage, trammel::DecorationRole::Joint, out);
    }
    void appendGlyph(Real, std::vector<DecorativeGeometry>&) const override {}

private:
    SubsystemIndex subsystem() const { return implementation_->getMatterSubsystem().getMySubsystemIndex(); }
    Known& updKnown(const State& s) const {
        const CacheEntryIndex entry = quaternionJoint_ ? quaternionJoint_->known_ : known_;
        return Value<Known>::updDowncast(s.updCacheEntry(subsystem(), entry)).upd();
    }
    std::shared_ptr<JointImplementation> implementation_;
    std::string name_;
    bool eulerAngles_;
    /// For the variant with Euler angles: the joint itself, which receives the subsystem's hooks.
    const CustomMobilizer* quaternionJoint_ = nullptr;
    mutable CacheEntryIndex known_;
};

MobilizedBody::Custom::Custom(MobilizedBody& parent, JointImplementation* implementation, const Transform& X_PF,
                              const Body& body, const Transform& X_BM, Direction direction)
    : implementation_(implementation) {
    if (!implementation) throw trammel::Exception("MobilizedBody::Custom(): the implementation is null.");
    auto mobilizer =
        std::make_shared<CustomMobilizer>(std::shared_ptr<JointImplementation>(implementation), "a custom joint");
    implementation->updImpl().mobilizer = mobilizer.get();
    attach(parent, X_PF, body, X_BM, std::move(mobilizer), "Custom", direction);
    implementation->updImpl().index = getMobilizedBodyIndex();
    updMatterSubsystem().adoptHandle(std::make_unique<Custom>(*this));
}

CustomJoint makeCustomJoint(JointImplementation* implementation, std::string name) {
    auto mobilizer =
        std::make_shared<CustomMobilizer>(std::shared_ptr<JointImplementation>(implementation), std::move(name));
    implementation->updImpl().mobilizer = mobilizer.get();
    return {std::move(mobilizer),
            [implementation](MobilizedBodyIndex body) { implementation->updImpl().index = body; }};
}

// --- Implementation ---

JointImplementation::Implementation(SimbodyMatterSubsystem& matter, int nu, int nq, int nAngles)
    : PIMPLHandle(new CustomMobilizerData(matter.getMultibodySystem().getMatterSubsystem(), nu, nq, nAngles)) {
    if (nu < 0 || nu > trammel::Mobilizer::maxNU || nq < nu || nq > trammel::Mobilizer::maxNQ)
        throw trammel::Exception(
            "MobilizedBody::Custom::Implementation: a joint has up to 6 speeds and up to 7 coordinates, at least as "
            "many as speeds; given: " +
            std::to_string(nu) + " and " + std::to_string(nq) + ".");
    if (nAngles < 0 || nAngles > 4 || nAngles > nq)
        throw trammel::Exception(
            "MobilizedBody::Custom::Implementation: up to three coordinates can be angles, or four a quaternion; "
            "given: " +
            std::to_string(nAngles) + ".");
}
const MobilizedBody& JointImplementation::handle(const char* where) const {
    if (!getImpl().mobilizer)
        throw trammel::Exception("MobilizedBody::Custom::Implementation::" + std::string(where) +
                                 "(): the implementation does not belong to a MobilizedBody yet.");
    return getImpl().matter->getMobilizedBody(getImpl().index);
}
void JointImplementation::invalidateTopologyCache() const {
    getImpl().matter->getSubsystemGuts().invalidateSubsystemTopologyCache();
}
Vector JointImplementation::getQ(const State& s) const { return handle("getQ").getQAsVector(s); }
Vector JointImplementation::getU(const State& s) const { return handle("getU").getUAsVector(s); }
Vector JointImplementation::getQDot(const State& s) const { return handle("getQDot").getQDotAsVector(s); }
Vector JointImplementation::getUDot(const State& s) const { return handle("getUDot").getUDotAsVector(s); }
Vector JointImplementation::getQDotDot(const State& s) const { return handle("getQDotDot").getQDotDotAsVector(s); }
Real JointImplementation::getOneQ(const State& s, int which) const { return handle("getOneQ").getOneQ(s, which); }
Real JointImplementation::getOneU(const State& s, int which) const { return handle("getOneU").getOneU(s, which); }
Real JointImplementation::getOneQDot(const State& s, int which) const {
    return handle("getOneQDot").getOneQDot(s, which);
}
Transform JointImplementation::getMobilizerTransform(const State& s) const {
    const MobilizedBody& body = handle("getMobilizerTransform");
    if (const Transform* known = getImpl().mobilizer->getKnown(s).X_FM) return *known;
    const Transform X_FM = body.getMobilizerTransform(s);
    return body.isReversed() ? ~X_FM : X_FM;
}
SpatialVec JointImplementation::getMobilizerVelocity(const State& s) const {
    const MobilizedBody& body = handle("getMobilizerVelocity");
    if (const SpatialVec* known = getImpl().mobilizer->getKnown(s).V_FM) return *known;
    const SpatialVec V_FM = body.getMobilizerVelocity(s);
    return body.isReversed() ? trammel::reverseVelocity(V_FM, body.getMobilizerTransform(s)) : V_FM;
}
bool JointImplementation::getUseEulerAngles(const State& s) const {
    return getImpl().nAngles == 4 && getImpl().matter->getUseEulerAngles(s);
}

void JointImplementation::multiplyByN(const State&, bool, int nIn, const Real* in, int nOut, Real* out) const {
    if (nIn != nOut || getImpl().nAngles == 4)
        throw trammel::Exception(
            "MobilizedBody::Custom::Implementation::multiplyByN(): must be overridden for a joint whose speeds are not "
            "the rates of its coordinates.");
    std::copy(in, in + nIn, out);
}
void JointImplementation::multiplyByNInv(const State&, bool, int nIn, const Real* in, int nOut, Real* out) const {
    if (nIn != nOut || getImpl().nAngles == 4)
        throw trammel::Exception(
            "MobilizedBody::Custom::Implementation::multiplyByNInv(): must be overridden for a joint whose speeds are "
            "not the rates of its coordinates.");
    std::copy(in, in + nIn, out);
}
void JointImplementation::multiplyByNDot(const State&, bool, int nIn, const Real*, int nOut, Real* out) const {
    if (nIn != nOut || getImpl().nAngles == 4)
        throw trammel::Exception(
            "MobilizedBody::Custom::Implementation::multiplyByNDot(): must be overridden for a joint whose speeds are "
            "not the rates of its coordinates.");
    std::fill(out, out + nOut, 0.);
}

void JointImplementation::setQToFitTransform(const State& state, const Transform& X_FM, int nq, Real* q) const {
    // H and N are operators on a State: the search uses its own.
    State trial = state;
    const trammel::System& system = getImpl().matter->getSystem();
    const auto moveTo = [&](const Real* at) {
        getImpl().matter->setQ(trial, getImpl().index, {at, at + nq});
        system.realize(trial, Stage::Position);
    };
    trammel::fitPose(
        nq, getImpl().nu, X_FM, q,
        [&](const Real* at, Transform& X, SpatialVec* H) {
            moveTo(at);
            X = calcMobilizerTransformFromQ(trial, nq, at);
            getImpl().mobilizer->columnsOfH(trial, H);
        },
        [&](const Real* at, const Real* du, Real* dq) {
            moveTo(at);
            multiplyByN(trial, false, getImpl().nu, du, nq, dq);
        });
}
void JointImplementation::setUToFitVelocity(const State& s, const SpatialVec& V_FM, int nu, Real* u) const {
    SpatialVec H[trammel::Mobilizer::maxNU];
    getImpl().mobilizer->columnsOfH(s, H);
    trammel::fitSpeeds(nu, H, V_FM, u);
}

}  // namespace SimTK

// SPDX-License-Identifier: Apache-2.0
// Types with a fault each, for tests.
#include <new>
#include <stdexcept>

#include "plugin/plugin.h"

using namespace SimTK;
using namespace trammel::plugin;

namespace {

/// A force on all bodies; what it does is left to a class derived from it.
class Faulty : public Force::Custom::Implementation {
public:
    static std::vector<Property> properties() { return {}; }
    Real calcPotentialEnergy(const State&) const override { return 0; }
};

class Throwing : public Faulty {
public:
    static constexpr const char* key = "throwing";
    static constexpr const char* label = "Throwing";
    static constexpr const char* doc = "Throws from a time on.";
    static std::vector<Property> properties() {
        return {Property::real("from", "From", Quantity::Time, 0.5, "First time of failure.").at(Stage::Dynamics)};
    }
    explicit Throwing(const Site& site) : from_(site.parameter("from")) {}
    void calcForce(const State& s, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector&) const override {
        if (s.getTime() >= from_(s)) throw std::runtime_error("the field is not defined here");
    }

private:
    const Parameter from_;
};

class NotFinite : public Faulty {
public:
    static constexpr const char* key = "notFinite";
    static constexpr const char* label = "Not finite";
    static constexpr const char* doc = "Divides by zero.";
    explicit NotFinite(const Site&) {}
    void calcForce(const State&, Vector_<SpatialVec>& forces, Vector_<Vec3>&, Vector&) const override {
        forces[1][1] += Vec3(NaN);
    }
};

class Refusing : public Faulty {
public:
    static constexpr const char* key = "refusing";
    static constexpr const char* label = "Refusing";
    static constexpr const char* doc = "Has a constructor that throws.";
    explicit Refusing(const Site&) { throw std::invalid_argument("no such material"); }
    void calcForce(const State&, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector&) const override {}
};

class Exhausting : public Faulty {
public:
    static constexpr const char* key = "exhausting";
    static constexpr const char* label = "Exhausting";
    static constexpr const char* doc = "Runs out of memory.";
    explicit Exhausting(const Site&) {}
    void calcForce(const State&, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector&) const override {
        throw std::bad_alloc();
    }
};

/// perr = (r.r - 1) / 2, with a rate that lacks a factor.
class WrongRate : public Constraint::Custom::Implementation {
public:
    static constexpr const char* key = "wrongRate";
    static constexpr const char* label = "Wrong rate";
    static constexpr const char* doc = "Has a velocity error that is not a derivative.";
    static std::vector<Property> properties() { return {}; }
    static std::vector<Input> inputs() {
        return {bodyInput("body1", "Body 1", "Ground if unset."), bodyInput("body2", "Body 2", "Ground if unset.")};
    }
    explicit WrongRate(const Site& site) : Implementation(site.matter(), 1, 0, 0) {
        body1_ = addConstrainedBody(site.body("body1"));
        body2_ = addConstrainedBody(site.body("body2"));
    }
    Implementation* clone() const override { return new WrongRate(*this); }
    void calcPositionErrors(const State&, const Array_<Transform, ConstrainedBodyIndex>& X,
                            const Array_<Real, ConstrainedQIndex>&, Array_<Real>& perr) const override {
        const Vec3 r = getBodyOriginLocation(X, body2_) - getBodyOriginLocation(X, body1_);
        perr[0] = (dot(r, r) - 0.25) / 2;
    }
    void calcPositionDotErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>& V,
                               const Array_<Real, ConstrainedQIndex>&, Array_<Real>& pverr) const override {
        pverr[0] = 2 * dot(getBodyOriginVelocity(V, body2_) - getBodyOriginVelocity(V, body1_), between(s));
    }
    void calcPositionDotDotErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>& A,
                                  const Array_<Real, ConstrainedQIndex>&, Array_<Real>& paerr) const override {
        const Vec3 v = getBodyOriginVelocityFromState(s, body2_) - getBodyOriginVelocityFromState(s, body1_);
        paerr[0] =
            dot(getBodyOriginAcceleration(A, body2_) - getBodyOriginAcceleration(A, body1_), between(s)) + dot(v, v);
    }
    void addInPositionConstraintForces(const State& s, const Array_<Real>& lambda,
                                       Array_<SpatialVec, ConstrainedBodyIndex>& forces,
                                       Array_<Real, ConstrainedQIndex>&) const override {
        addInStationForce(s, body2_, Vec3(0), lambda[0] * between(s), forces);
        addInStationForce(s, body1_, Vec3(0), -lambda[0] * between(s), forces);
    }

private:
    Vec3 between(const State& s) const {
        return getBodyOriginLocationFromState(s, body2_) - getBodyOriginLocationFromState(s, body1_);
    }
    ConstrainedBodyIndex body1_, body2_;
};

/// A pull of a body to the origin of Ground, with another energy.
class WrongEnergy : public Force::Custom::Implementation {
public:
    static constexpr const char* key = "wrongEnergy";
    static constexpr const char* label = "Wrong energy";
    static constexpr const char* doc = "Has a potential energy that is not that of its force.";
    static std::vector<Property> properties() { return {}; }
    static std::vector<Input> inputs() { return {bodyInput("pulled", "Pulled body", "Ground if unset.")}; }
    explicit WrongEnergy(const Site& site) : body_(site.body("pulled")) {}
    void calcForce(const State& s, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>&, Vector&) const override {
        body_.applyBodyForce(s, SpatialVec(Vec3(0), -body_.getBodyOriginLocation(s)), bodyForces);
    }
    Real calcPotentialEnergy(const State& s) const override { return body_.getBodyOriginLocation(s).normSqr(); }

private:
    const MobilizedBody& body_;
};

/// A push that grows with the number of evaluations.
class Counting : public Faulty {
public:
    static constexpr const char* key = "counting";
    static constexpr const char* label = "Counting";
    static constexpr const char* doc = "Pushes more each time it is asked.";
    static std::vector<Input> inputs() { return {bodyInput("body", "Body", "Ground if unset.")}; }
    explicit Counting(const Site& site) : body_(site.body("body")) {}
    void calcForce(const State& s, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>&, Vector&) const override {
        body_.applyBodyForce(s, SpatialVec(Vec3(0), Vec3(++count_, 0, 0)), bodyForces);
    }

private:
    const MobilizedBody& body_;
    mutable Real count_ = 0;
};

/// A slider along x with a fit that is too far.
class WrongFit : public MobilizedBody::Custom::Implementation {
public:
    static constexpr const char* key = "wrongFit";
    static constexpr const char* label = "Wrong fit";
    static constexpr const char* doc = "Has a fit that does not reach its pose.";
    static std::vector<Property> properties() { return {}; }
    static std::vector<Coordinate> coordinates() { return {{"position", "Position", Quantity::Length}}; }
    static std::vector<Coordinate> speeds() { return {{"speed", "Speed", Quantity::Speed}}; }
    explicit WrongFit(const Site& site) : Implementation(site.matter(), 1, 1, 0) {}
    Implementation* clone() const override { return new WrongFit(*this); }
    Transform calcMobilizerTransformFromQ(const State&, int, const Real* q) const override {
        return Transform(Vec3(q[0], 0, 0));
    }
    SpatialVec multiplyByHMatrix(const State&, int, const Real* u) const override {
        return SpatialVec(Vec3(0), Vec3(u[0], 0, 0));
    }
    void multiplyByHTranspose(const State&, const SpatialVec& F, int, Real* f) const override { f[0] = F[1][0]; }
    SpatialVec multiplyByHDotMatrix(const State&, int, const Real*) const override {
        return SpatialVec(Vec3(0), Vec3(0));
    }
    void multiplyByHDotTranspose(const State&, const SpatialVec&, int, Real* f) const override { f[0] = 0; }
    void setQToFitTransform(const State&, const Transform& X_FM, int, Real* q) const override {
        q[0] = 2 * X_FM.p()[0] + 0.1;
    }
};

/// A point on a circle, whose H depends on the pose but is declared constant.
class WrongConstantH : public MobilizedBody::Custom::Implementation {
public:
    static constexpr const char* key = "wrongConstantH";
    static constexpr const char* label = "Wrong constant H";
    static constexpr const char* doc = "Says that its H is constant.";
    static constexpr bool hasConstantH = true;
    static std::vector<Property> properties() { return {}; }
    static std::vector<Coordinate> coordinates() { return {{"angle", "Angle", Quantity::Angle}}; }
    static std::vector<Coordinate> speeds() { return {{"rate", "Rate", Quantity::AngularSpeed}}; }
    explicit WrongConstantH(const Site& site) : Implementation(site.matter(), 1, 1, 1) {}
    Implementation* clone() const override { return new WrongConstantH(*this); }
    Transform calcMobilizerTransformFromQ(const State&, int, const Real* q) const override {
        return Transform(Vec3(std::cos(q[0]), std::sin(q[0]), 0));
    }
    SpatialVec multiplyByHMatrix(const State& s, int, const Real* u) const override {
        const Vec3 p = getMobilizerTransform(s).p();
        return SpatialVec(Vec3(0), Vec3(-p[1] * u[0], p[0] * u[0], 0));
    }
    void multiplyByHTranspose(const State& s, const SpatialVec& F, int, Real* f) const override {
        const Vec3 p = getMobilizerTransform(s).p();
        f[0] = p[0] * F[1][1] - p[1] * F[1][0];
    }
    SpatialVec multiplyByHDotMatrix(const State& s, int, const Real* u) const override {
        const Vec3 v = getMobilizerVelocity(s)[1];
        return SpatialVec(Vec3(0), Vec3(-v[1] * u[0], v[0] * u[0], 0));
    }
    void multiplyByHDotTranspose(const State& s, const SpatialVec& F, int, Real* f) const override {
        const Vec3 v = getMobilizerVelocity(s)[1];
        f[0] = v[0] * F[1][1] - v[1] * F[1][0];
    }
    void setQToFitTransform(const State&, const Transform& X_FM, int, Real* q) const override {
        q[0] = std::atan2(X_FM.p()[1], X_FM.p()[0]);
    }
};

}  // namespace

TRAMMEL_PLUGIN("faulty", force<Throwing>(), force<NotFinite>(), force<Refusing>(), force<Exhausting>(),
               force<WrongEnergy>(), force<Counting>(), constraint<WrongRate>(), joint<WrongFit>(),
               joint<WrongConstantH>())

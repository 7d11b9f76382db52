// SPDX-License-Identifier: Apache-2.0
#include "multibody/studies/linearization.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/numerical_failure.h"
#include "math/factorization.h"
#include "multibody/matter/guts.h"
#include "multibody/multibody_system.h"
#include "multibody/studies/mobility_name.h"
#include "multibody/studies/tangent_space.h"

namespace trammel {

namespace {

/// Largest rotation (rad) of a coordinate per step, and largest translation relative to the mechanism's size. Errors of
/// step^4 and of rounding / step are both about 1e-12.
constexpr Real relativeStep = 1e-3;
/// Differences below this many rounding errors count as zero.
constexpr Real roundings = 64;

/// Extent of the mechanism about its center, m: the length scale of steps.
Real sizeOf(const MatterSubsystem& matter, const State& s) {
    const Vec3 middle = matter.calcSystemMass(s) > 0 ? matter.calcSystemMassCenterLocationInGround(s) : Vec3(0.);
    Real size = 0;
    for (int b = 1; b < matter.getNumBodies(); ++b) {
        const Transform& X_GB = matter.getBodyTransform(s, MobilizedBodyIndex(b));
        const MassProperties& mass = matter.getMassProperties(s, MobilizedBodyIndex(b));
        const Vec3 center = X_GB * mass.getMassCenter();
        size = std::max({size, (X_GB.p() - middle).norm(), (center - middle).norm()});
        // Radius of gyration.
        if (mass.getMass() > 0)
            size = std::max(size, std::sqrt(std::max(0., mass.calcCentralInertia().trace()) / (2 * mass.getMass())));
    }
    // A single point has no extent.
    constexpr Real negligible = 1e-9;
    return size > negligible ? size : 1;
}

/// Perturbs one State along the constraints and evaluates the motion there.
class Neighborhood {
public:
    Neighborhood(const MultibodySystem& system, const State& start)
        : system_(system), matter_(system.getMatterSubsystem()), start_(start), moved_(start) {
        system_.realize(start_, Stage::Velocity);
        positions = calcTangentSpace(matter_, start_, MotionLevel::Position);
        speeds = calcTangentSpace(matter_, start_, MotionLevel::Velocity);
        size = sizeOf(matter_, start_);
        system_.realize(start_, Stage::Acceleration);
    }

    int numX() const { return positions.size() + speeds.size() + start_.getNZ(); }
    const State& start() const { return start_; }
    const State& moved() const { return moved_; }

    /// The State with x_j changed by about @p h, constraints satisfied; realized to Acceleration.
    void move(int j, Real h) {
        moved_.setTime(start_.getTime());
        moved_.updY() = start_.getY();
        const SubsystemIndex me = matter_.getMySubsystemIndex();
        if (j < positions.size()) {
            Vector dq;
            matter_.multiplyByN(start_, false, Vector(positions.basis.col(j)), dq);
            moved_.updQ(me) += h * dq;
        } else if (j < positions.size() + speeds.size()) {
            moved_.updU(me) += h * speeds.basis.col(j - positions.size());
        } else {
            moved_.updZ()[j - positions.size() - speeds.size()] += h;
        }
        settle();
    }
    /// The State with a changed input.
    void move(const LinearInput& input, Real h) {
        moved_ = start_;
        input.addTo(moved_, h);
        settle();
    }

    /// The elements of x at a neighboring State.
    Vector calcX(const State& s) const {
        const SubsystemIndex me = matter_.getMySubsystemIndex();
        return pick(calcTurn(s), Vector(s.getU(me) - start_.getU(me)), Vector(s.getZ() - start_.getZ()));
    }
    /// Their rates relative to the moving start: with q = q0 + N(q0) x, N xdot = qdot - Ndot x.
    Vector calcXDot(const State& s) const {
        const SubsystemIndex me = matter_.getMySubsystemIndex();
        Vector turning, rates;
        matter_.multiplyByNDot(start_, false, calcTurn(s), turning);
        matter_.multiplyByNInv(start_, false, Vector(s.getQDot(me) - turning), rates);
        return pick(rates, s.getUDot(me), s.getZDot());
    }
    Vector calcTurn(const State& s) const {
        const SubsystemIndex me = matter_.getMySubsystemIndex();
        Vector turn;
        matter_.multiplyByNInv(start_, false, Vector(s.getQ(me) - start_.getQ(me)), turn);
        return turn;
    }
    Vector pick(const Vector& turn, const Vector& u, const Vector& z) const {
        Vector x(numX());
        int at = 0;
        for (int i : positions.leading) x[at++] = turn[i];
        for (int i : speeds.leading) x[at++] = u[i];
        for (int i = 0; i < z.size(); ++i) x[at++] = z[i];
        return x;
    }

    /// A small step of x_j; see relativeStep.
    Real stepOf(int j) const {
        if (j >= positions.size() + speeds.size()) {
            const Real z = start_.getZ()[j - positions.size() - speeds.size()];
            return relativeStep * std::max(1., std::abs(z));
        }
        const Vector u =
            j < positions.size() ? Vector(positions.basis.col(j)) : Vector(speeds.basis.col(j - positions.size()));
        Vector_<SpatialVec> V;
        matter_.multiplyBySystemJacobian(start_, u, V);
        Real fastest = 0;
        for (const SpatialVec& v : V) fastest = std::max({fastest, v[0].norm(), v[1].norm() / size});
        return fastest > 0 ? relativeStep / fastest : relativeStep;
    }

    TangentSpace positions, speeds;
    /// m
    Real size = 1;

private:
    void settle() {
        ProjectOptions exactly;
        exactly.force = true;
        exactly.tolerance = 1e-11 * std::max(1., size);
        Vector none;
        system_.realize(moved_, Stage::Time);
        system_.prescribeQ(moved_);
        require(system_.projectQ(moved_, none, exactly), true);
        system_.prescribeU(moved_);
        require(system_.projectU(moved_, none, exactly), false);
        system_.realize(moved_, Stage::Acceleration);
    }
    void require(const ProjectResults& results, bool positions) {
        if (results.status == ProjectResults::Status::Succeeded) return;
        throw NumericalFailure((positions ? system_.describeQErr(moved_, results.worstError)
                                          : system_.describeUErr(moved_, results.worstError)) +
                               " cannot be kept under a small displacement: the pose is singular or not assembled");
    }

    const MultibodySystem& system_;
    const MatterSubsystem& matter_;
    State start_, moved_;
};

/// Central differences with steps h and 2h; the extrapolated estimate is more accurate.
struct Derivative {
    Vector single, extrapolated;
    Real largestValue = 0;
};
template <class Evaluate>
Derivative differentiate(Real h, Evaluate evaluate) {
    const Vector up = evaluate(h), down = evaluate(-h), farUp = evaluate(2 * h), farDown = evaluate(-2 * h);
    Derivative d;
    d.single = (up - down) / (2 * h);
    const Vector wide = (farUp - farDown) / (4 * h);
    d.extrapolated = (4 * d.single - wide) / 3;
    if (up.size() > 0) d.largestValue = std::max(farUp.cwiseAbs().maxCoeff(), farDown.cwiseAbs().maxCoeff());
    return d;
}

/// Sets rounding errors in the columns of A to zero. Elements are compared in units of the square root of kinetic
/// energy, in which all mobilities are comparable.
void clearRounding(LinearizedModel& model, const Vector& steps, const Vector& forces, Real largestValue) {
    const int n = model.size();
    Vector weight(n, 1.);
    Real scale = largestValue;
    for (int i = 0; i < model.numPositions + model.numSpeeds; ++i) {
        const Real mass = model.massOfSpeed[model.speedOf[std::size_t(i)]];
        weight[i] = mass > 0 ? std::sqrt(mass) : 1;
    }
    for (int i = 0; i < forces.size(); ++i)
        if (const Real mass = model.massOfSpeed[i]; mass > 0)
            scale = std::max(scale, std::abs(forces[i]) / std::sqrt(mass));
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
            if (std::abs(model.A(i, j)) * weight[i] * steps[j] < roundings * Eps * std::max(weight[i], scale))
                model.A(i, j) = 0;
}

Vector columnByForce(const MatterSubsystem& matter, const Neighborhood& near, UIndex speed) {
    // Accelerations are linear in forces: one difference is exact.
    const int n = matter.getTree(near.start()).nu;
    Vector force(n), with, without;
    Vector_<SpatialVec> none, A_GB;
    matter.calcAcceleration(near.start(), force, none, without, A_GB);
    force[speed] = 1;
    matter.calcAcceleration(near.start(), force, none, with, A_GB);
    return near.pick(Vector(n), Vector(with - without), Vector(near.start().getNZ()));
}

/// Counts and names of the states x = [positions, speeds, auxiliary] and of all speeds.
void describeStates(const MultibodySystem& system, const Neighborhood& near, LinearizedModel& model) {
    const MatterSubsystem& matter = system.getMatterSubsystem();
    const int nz = near.start().getNZ();
    model.numPositions = near.positions.size();
    model.numSpeeds = near.speeds.size();
    model.numAuxiliary = nz;
    for (int u : near.positions.leading) {
        model.stateNames.push_back(nameOfChange(matter, near.start(), UIndex(u)));
        model.speedOf.emplace_back(u);
    }
    for (int u : near.speeds.leading) {
        model.stateNames.push_back(matter.getGuts().nameOfU(u));
        model.speedOf.emplace_back(u);
    }
    for (int i = 0; i < nz; ++i)
        model.stateNames.push_back(system.describeY(near.start(), near.start().getNQ() + near.start().getNU() + i));
    const int nu = matter.getTree(near.start()).nu;
    for (int u = 0; u < nu; ++u) model.nameOfSpeed.push_back(nameOfChange(matter, near.start(), UIndex(u)));
}

/// A, and all coordinates by x: Q, U, Z.
void calcStateMatrices(const MultibodySystem& system, Neighborhood& near, LinearizedModel& model) {
    const MatterSubsystem& matter = system.getMatterSubsystem();
    const int n = near.numX(), nz = near.start().getNZ();
    const Tree& tree = matter.getTree(near.start());
    // Changes of x, its rates, and all coordinates along each curve. A rate by x is the rate along the curves times
    // the inverse of x along the curves, since projection moves x too.
    const SubsystemIndex me = matter.getMySubsystemIndex();
    const int nq = tree.nq, nu = tree.nu;
    Matrix along(n, n), rates(n, n), single(n, n), all(nq + nu + nz, n);
    Vector steps(n);
    Real largestValue = 0;
    for (int j = 0; j < n; ++j) {
        steps[j] = near.stepOf(j);
        const Derivative d = differentiate(steps[j], [&](Real h) {
            near.move(j, h);
            Vector seen(2 * n + nq + nu + nz);
            seen << near.calcX(near.moved()), near.calcXDot(near.moved()) - model.xdot0,
                near.moved().getQ(me) - near.start().getQ(me), near.moved().getU(me) - near.start().getU(me),
                near.moved().getZ() - near.start().getZ();
            largestValue = std::max(largestValue, seen.segment(n, n).cwiseAbs().maxCoeff());
            return seen;
        });
        along.col(j) = d.extrapolated.head(n);
        rates.col(j) = d.extrapolated.segment(n, n);
        single.col(j) = d.single.segment(n, n);
        all.col(j) = d.extrapolated.tail(nq + nu + nz);
    }
    Matrix backward(0, 0);
    if (n > 0) FactorLU(along).inverse(backward);
    model.A = rates * backward;
    all = Matrix(all * backward);
    model.Q = all.topRows(nq);
    model.U = all.middleRows(nq, nu);
    model.Z = all.bottomRows(nz);
    if (n > 0 && model.A.cwiseAbs().maxCoeff() > 0)
        model.uncertainty = (rates - single).cwiseAbs().maxCoeff() / std::max(rates.cwiseAbs().maxCoeff(), TinyReal);
    if (!model.A.allFinite()) throw NumericalFailure("accelerations near this pose are not finite");

    const Vector& forces = system.getMobilityForces(near.start(), Stage::Dynamics);
    Vector ofBodies;
    matter.multiplyBySystemJacobianTranspose(near.start(), system.getRigidBodyForces(near.start(), Stage::Dynamics),
                                             ofBodies);
    clearRounding(model, steps, Vector(forces + ofBodies), largestValue);
}

void calcInputMatrix(const MatterSubsystem& matter, Neighborhood& near, const std::vector<LinearInput>& inputs,
                     LinearizedModel& model) {
    model.B = Matrix(near.numX(), int(inputs.size()), 0);
    for (std::size_t k = 0; k < inputs.size(); ++k) {
        model.inputNames.push_back(inputs[k].name);
        model.B.col(int(k)) = inputs[k].speed.isValid() ? columnByForce(matter, near, inputs[k].speed)
                                                        : differentiate(relativeStep, [&](Real h) {
                                                              near.move(inputs[k], h);
                                                              return near.calcXDot(near.moved());
                                                          }).extrapolated;
    }
}

}  // namespace

LinearizedModel linearize(const MultibodySystem& system, const State& s, const std::vector<LinearInput>& inputs) {
    for (const LinearInput& input : inputs)
        if (!input.speed.isValid() && !input.addTo)
            throw Exception("linearize(): input '" + input.name + "' is neither a force nor a parameter.");
    const MatterSubsystem& matter = system.getMatterSubsystem();
    LinearizedModel model;
    try {
        Neighborhood near(system, s);
        describeStates(system, near, model);
        model.xdot0 = near.calcXDot(near.start());
        Matrix M;
        matter.calcM(near.start(), M);
        model.massOfSpeed = M.diagonal();
        calcStateMatrices(system, near, model);
        calcInputMatrix(matter, near, inputs, model);
        model.succeeded = true;
    } catch (const NumericalFailure& failure) {
        model = LinearizedModel();
        model.message = std::string("The mechanism cannot be linearized here: ") + failure.what() + ".";
    }
    return model;
}

std::vector<LinearInput> allMobilityForces(const MultibodySystem& system, const State& s) {
    system.realize(s, Stage::Position);
    const MatterSubsystem& matter = system.getMatterSubsystem();
    const Tree& tree = matter.getTree(s);
    const PrescribedSet& prescribed = matter.getGuts().ensurePrescribedSet(s);
    std::vector<LinearInput> inputs;
    for (int b = 1; b < tree.size(); ++b)
        for (int i = 0; i < tree[b].nu && !prescribed.isPrescribed[std::size_t(b)]; ++i) {
            const UIndex u(tree[b].uStart + i);
            inputs.push_back(LinearInput::force("force on " + nameOfChange(matter, s, u), u));
        }
    return inputs;
}

}  // namespace trammel

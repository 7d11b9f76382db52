// SPDX-License-Identifier: Apache-2.0
#include "multibody/studies/equilibrium.h"

#include <algorithm>
#include <cmath>

#include "base/numerical_failure.h"
#include "math/dense_solvers.h"
#include "multibody/matter/guts.h"
#include "multibody/message_text.h"
#include "multibody/multibody_system.h"
#include "multibody/studies/mobility_name.h"
#include "multibody/studies/tangent_space.h"

namespace trammel {

namespace {

/// Stiffnesses below this fraction of the largest count as zero.
constexpr Real negligibleStiffness = 1e-7;
/// Forces below this fraction of those in balance count as zero.
constexpr Real negligibleForce = 1e-10, roundingOfForces = 1e-13;
/// Maximum change of a coordinate (rad or m) per step.
constexpr Real largestMove = 0.3;
/// Step of finite differences (rad or m).
constexpr Real smallMove = 1e-5;
/// A coordinate within this distance (rad or m) of its limit is at the limit.
constexpr Real sameLimit = 1e-9;

/// A pose at zero speed: forces and stiffness in coordinates y with kinetic energy |ydot|^2 / 2.
class Rest {
public:
    Rest(const MultibodySystem& system, State& s) : system_(system), matter_(system.getMatterSubsystem()), s_(s) {}

    /// Locks motor-driven joints at their positions.
    std::vector<std::string> holdDriven() {
        std::vector<std::string> names;
        const Tree& tree = matter_.getTree(s_);
        system_.realize(s_, Stage::Time);
        system_.prescribeQ(s_);
        const PrescribedSet prescribed = matter_.getGuts().ensurePrescribedSet(s_);
        for (int b = 1; b < tree.size(); ++b) {
            if (!prescribed.isPrescribed[std::size_t(b)] || tree[b].nu == 0) continue;
            matter_.lock(s_, MobilizedBodyIndex(b), MotionLevel::Position);
            names.push_back(tree[b].jointName);
        }
        return names;
    }

    /// Activates the stops that are not passed already.
    void watch(const std::vector<RigidStop>& stops) {
        for (const RigidStop& stop : stops)
            if (matter_.getLockLevel(s_, stop.joint) == MotionLevel::None && gapOf(stop) >= -sameLimit)
                stops_.push_back({stop});
    }
    /// Holds joints that have passed a stop at it; returns whether there were any. Call look() again then.
    bool holdPassed() {
        bool any = false;
        for (Heeded& heeded : stops_) {
            if (heeded.holds || gapOf(heeded.stop) >= 0) continue;
            matter_.lockAt(s_, heeded.stop.joint, {heeded.stop.limit}, MotionLevel::Position);
            heeded.holds = any = true;
        }
        if (!any) return false;
        system_.realize(s_, Stage::Time);
        system_.prescribeQ(s_);
        close();
        return true;
    }
    /// Releases the joint whose stop would have to pull hardest; returns whether there was one. After look().
    bool release() {
        Heeded* pulled = nullptr;
        Real hardest = 0, all = 0;
        for (Heeded& heeded : stops_) {
            if (!heeded.holds) continue;
            // The applied force is its negative.
            const Real pull = heeded.stop.side * matter_.findMotionForce(s_, heeded.stop.joint, 0);
            all += std::abs(pull);
            if (pull <= hardest) continue;
            pulled = &heeded;
            hardest = pull;
        }
        if (!pulled || hardest <= negligibleForce * all) return false;
        matter_.unlock(s_, pulled->stop.joint);
        pulled->holds = false;
        return true;
    }
    std::vector<std::string> namesOfHolding() const {
        std::vector<std::string> names;
        for (const Heeded& heeded : stops_)
            if (heeded.holds) names.push_back(heeded.stop.name);
        return names;
    }

    /// Evaluates forces at the current pose at zero speed.
    void look() {
        s_.updU() = 0.;
        system_.realize(s_, Stage::Velocity);
        const TangentSpace space = calcTangentSpace(matter_, s_, MotionLevel::Velocity);
        matter_.calcM(s_, M_);
        ways_ = space.basis;
        const int k = space.size();
        if (k > 0) {
            // Orthonormalize in the metric of M; massless motions cannot be assessed.
            if (!makeOrthonormal(M_, ways_))
                throw NumericalFailure("a massless body can move; give every moving body a mass");
        }
        force = forceAlong();
        scale = calcScale();
    }
    /// Accepts the current pose as reached: path-dependent variables, such as those of anchored friction, are updated
    /// as after a step of a run. After look().
    void settle() {
        s_.autoUpdateDiscreteVariables();
        system_.realize(s_, Stage::Acceleration);
    }
    /// Copies all path-dependent variables to a State of the caller.
    void copyMemoryTo(State& to) {
        settle();
        for (SubsystemIndex i(0); i < s_.getNumSubsystems(); ++i) {
            const auto& variables = s_.getPerSubsystemInfo(i).discreteVariables;
            for (std::size_t v = 0; v < variables.size(); ++v)
                if (variables[v].getAutoUpdateEntry().isValid())
                    to.updDiscreteVariable(i, DiscreteVariableIndex(v)) = variables[v].getValue();
        }
    }
    int numWays() const { return int(ways_.cols()); }

    /// -dforce/dy by central differences.
    Matrix calcStiffness() {
        const int k = numWays();
        Matrix K(k, k);
        const Vector here = s_.getQ(me());
        for (int j = 0; j < k; ++j) {
            Vector unit(k);
            unit[j] = 1;
            const Real h = smallMove / std::max(calcMove(unit), TinyReal);
            Vector side[2];
            for (int way = 0; way < 2; ++way) {
                go(here, Vector((way == 0 ? h : -h) * unit));
                side[way] = forceAlong();
            }
            K.col(j) = (side[1] - side[0]) / (2 * h);
        }
        putBack(here);
        return K;
    }

    /// Largest change of a coordinate by @p y.
    Real calcMove(const Vector& y) const {
        Vector dq;
        matter_.multiplyByN(s_, false, Vector(ways_ * y), dq);
        return dq.size() == 0 ? 0 : dq.cwiseAbs().maxCoeff();
    }
    /// Largest force caused by a displacement of 1 rad or 1 m with this stiffness.
    Real calcReach(const Matrix& K) const {
        Real reach = 0;
        for (int j = 0; j < numWays(); ++j) {
            Vector unit(numWays());
            unit[j] = 1;
            reach = std::max(reach, K.col(j).norm() / std::max(calcMove(unit), TinyReal));
        }
        return reach;
    }
    /// Moves by @p y from @p from and closes the constraints.
    void go(const Vector& from, const Vector& y) {
        putBack(from);
        Vector dq;
        matter_.multiplyByN(s_, false, Vector(ways_ * y), dq);
        s_.updQ(me()) += dq;
        close();
    }
    void putBack(const Vector& q) {
        s_.updQ(me()) = q;
        s_.updU() = 0.;
        system_.realize(s_, Stage::Position);
    }
    /// Force along the ways of the last look(), at the current pose.
    Vector forceAlong() {
        system_.realize(s_, Stage::Acceleration);
        Vector force;
        matter_.multiplyByM(s_, s_.getUDot(me()), force);
        return Vector(ways_.transpose() * force);
    }
    const Vector& q() const { return s_.getQ(me()); }

    /// The coordinate that dominates a motion along the ways.
    std::string nameOf(const Vector& y) const {
        const Vector u = ways_ * y;
        if (u.size() == 0) return {};
        Vector energy(u.size());
        for (int i = 0; i < u.size(); ++i) energy[i] = M_(i, i) * square(u[i]);
        Eigen::Index most = 0;
        energy.maxCoeff(&most);
        return nameOfChange(matter_, s_, UIndex(int(most)));
    }
    /// Reports the largest unbalanced force on a single coordinate, and that coordinate, whose unit the force has.
    void reportResidual(Equilibrium& result) const {
        const Vector f = M_ * (ways_ * force);
        if (f.size() == 0) return;
        Eigen::Index most = 0;
        f.cwiseAbs().maxCoeff(&most);
        // Not that of the visitor above, which may skip NaN.
        result.residual = f.cwiseAbs().maxCoeff();
        result.worstCoordinate = nameOfChange(matter_, s_, UIndex(int(most)));
    }

    Vector force;
    /// Size of the balanced forces, in units of force.
    Real scale = 0;

private:
    struct Heeded {
        RigidStop stop;
        bool holds = false;
    };
    Real gapOf(const RigidStop& stop) const {
        return stop.side * (s_.getQ(me())[matter_.getTree(s_)[int(stop.joint)].qStart] - stop.limit);
    }
    void close() {
        Vector none;
        ProjectOptions exactly;
        exactly.tolerance = 1e-10;
        exactly.force = true;
        system_.realize(s_, Stage::Position);
        const ProjectResults results = system_.projectQ(s_, none, exactly);
        if (results.status != ProjectResults::Status::Succeeded)
            throw NumericalFailure(system_.describeQErr(s_, results.worstError) + " cannot be kept closed");
    }
    SubsystemIndex me() const { return matter_.getMySubsystemIndex(); }
    Real calcScale() const {
        Vector f;
        matter_.multiplyBySystemJacobianTranspose(s_, system_.getRigidBodyForces(s_, Stage::Dynamics), f);
        Real sum = 0;
        for (int i = 0; i < f.size(); ++i) {
            const Real own = std::abs(f[i]) + std::abs(system_.getMobilityForces(s_, Stage::Dynamics)[i]);
            if (M_(i, i) > 0) sum += square(own) / M_(i, i);
        }
        return std::max(std::sqrt(sum), force.norm());
    }

    const MultibodySystem& system_;
    const MatterSubsystem& matter_;
    State& s_;
    Matrix M_, ways_;
    std::vector<Heeded> stops_;
};

struct Stiffness {
    Matrix whole;
    Vector values;
    Matrix vectors;
    explicit Stiffness(Matrix K) : whole(std::move(K)) {
        if (whole.size() == 0) return;
        SymmetricEigen found = calcSymmetricEigen((whole + whole.transpose()) / 2);
        values = std::move(found.values);
        vectors = std::move(found.vectors);
    }
    Real largest() const { return values.size() == 0 ? 0 : values.cwiseAbs().maxCoeff(); }
    bool isNone(Real value) const { return std::abs(value) <= negligibleStiffness * largest(); }
};

/// Newton step with absolute values of the stiffnesses. @param mostEach of each part, as a change of a coordinate
Vector downhill(const Rest& rest, const Stiffness& K, const Vector& force, Real mostEach) {
    Vector y(force.size());
    // Without stiffness, as on a slope, follow the force.
    const Real least = std::max(negligibleStiffness * K.largest(), negligibleStiffness * force.norm());
    for (int i = 0; i < K.values.size(); ++i) {
        Vector part(K.vectors.col(i) * (K.vectors.col(i).dot(force) / std::max(std::abs(K.values[i]), least)));
        if (mostEach < largestMove)
            if (const Real move = rest.calcMove(part); move > mostEach) part *= mostEach / move;
        y += part;
    }
    return y;
}

/// One step; false if the forces do no work beyond rounding.
bool step(Rest& rest, Vector y) {
    const Vector here = rest.q(), before = rest.force;
    if (const Real move = rest.calcMove(y); move > largestMove) y *= largestMove / move;
    constexpr int mostHalvings = 40;
    for (int i = 0; i < mostHalvings; ++i, y /= 2) {
        try {
            rest.go(here, y);
            const Vector after = rest.forceAlong();
            // Work of the forces along the step by the trapezoidal rule; near the end by the remaining force.
            const bool works = (before + after).dot(y) > 0 && std::abs(after.dot(y)) <= 0.9 * std::abs(before.dot(y));
            const bool keepsDirection = (before + after).dot(y) > 0 && after.dot(y) > 0;
            if (works || keepsDirection || after.norm() < 0.5 * before.norm()) {
                rest.look();
                rest.settle();
                return true;
            }
        } catch (const NumericalFailure&) {
            // Too far: singular, or the loops cannot close there.
        }
    }
    rest.putBack(here);
    rest.look();
    return false;
}

/// Classifies the equilibrium by its stiffness.
void classify(const Rest& rest, const Stiffness& K, Equilibrium& result) {
    bool unstable = false, free = false;
    std::string leaves;
    for (int i = 0; i < K.values.size(); ++i) {
        const bool none = K.isNone(K.values[i]) || K.largest() == 0;
        result.frequencies.push_back(none ? 0 : std::copysign(std::sqrt(std::abs(K.values[i])), K.values[i]));
        const std::string name = rest.nameOf(Vector(K.vectors.col(i)));
        if (none) {
            free = true;
            if (std::find(result.freeToMove.begin(), result.freeToMove.end(), name) == result.freeToMove.end())
                result.freeToMove.push_back(name);
        } else if (K.values[i] < 0) {
            unstable = true;
            if (leaves.empty()) leaves = name;
        }
    }
    std::sort(result.frequencies.begin(), result.frequencies.end());
    using Outcome = Equilibrium::Outcome;
    result.outcome = unstable ? Outcome::Unstable : free ? Outcome::Indifferent : Outcome::Stable;
    if (unstable)
        result.message = "This equilibrium is unstable in " + ("'" + leaves + "'") + ".";
    else if (free)
        result.message =
            "This equilibrium is neutral: there is no restoring force on " + listOf(result.freeToMove) + ".";
    else
        result.message = "This equilibrium is stable.";
}

/// Pushes an unstable equilibrium off its place; false where it is stable or cannot be moved. The sign of the push is arbitrary
/// but deterministic.
bool leaveUnstable(Rest& rest, const Stiffness& atRest) {
    if (atRest.values.size() == 0 || atRest.values[0] >= 0 || atRest.isNone(atRest.values[0])) return false;
    constexpr Real push = 0.01;
    Vector y = atRest.vectors.col(0);
    Eigen::Index most;
    y.cwiseAbs().maxCoeff(&most);
    y *= (y[int(most)] < 0 ? -push : push) / std::max(rest.calcMove(y), TinyReal);
    const Vector here = rest.q();
    try {
        rest.go(here, y);
        rest.look();
        return true;
    } catch (const NumericalFailure&) {
        rest.putBack(here);
        rest.look();
        return false;
    }
}

/// Takes steps until the forces balance, and classifies the equilibrium; without one, the message says why.
void searchRest(Rest& rest, const EquilibriumOptions& options, Equilibrium& result) {
    Real mostEach = options.firstMove;
    bool isComputed = true;
    for (; result.steps < options.mostSteps; ++result.steps, mostEach *= 2) {
        if (options.isCanceled && options.isCanceled()) {
            result.message = "The equilibrium search was canceled.";
            return;
        }
        if (rest.holdPassed()) rest.look();
        const Stiffness K(rest.calcStiffness());
        rest.look();
        const Real scale = std::max(rest.scale, rest.calcReach(K.whole));
        isComputed = std::isfinite(scale);
        if (!isComputed) break;
        bool isAtRest = rest.force.norm() <= roundingOfForces * scale;
        if (!isAtRest && !step(rest, downhill(rest, K, rest.force, mostEach)))
            isAtRest = rest.force.norm() <= negligibleForce * scale;
        else if (!isAtRest)
            continue;
        if (!isAtRest) break;
        if (rest.release()) {
            rest.look();
            continue;
        }
        const Stiffness atRest(rest.calcStiffness());
        rest.look();
        if (options.leaveUnstable && leaveUnstable(rest, atRest)) continue;
        rest.reportResidual(result);
        classify(rest, atRest, result);
        return;
    }
    rest.reportResidual(result);
    result.freeToMove.push_back(rest.nameOf(rest.force));
    result.message =
        !isComputed || !std::isfinite(result.residual)
            ? "No equilibrium was found: a force on '" + result.worstCoordinate +
                  "' is too large to be computed. Check the units and exponents of masses, lengths and stiffnesses."
            : "No equilibrium was found: a force of " + toText(result.residual) + " (N or N m) on '" +
                  result.worstCoordinate +
                  "' remains. Hold it with a spring, a lock or a constraint, or start from another pose.";
}

}  // namespace

Equilibrium findEquilibrium(const MultibodySystem& system, State& state, const EquilibriumOptions& options) {
    const SubsystemIndex me = system.getMatterSubsystem().getMySubsystemIndex();
    Equilibrium result;
    State s = state;
    Rest rest(system, s);
    try {
        result.held = rest.holdDriven();
        rest.watch(options.stops);
        rest.look();
        rest.settle();
        if (rest.numWays() == 0) {
            result.outcome = Equilibrium::Outcome::Stable;
            result.message = "The mechanism has no degrees of freedom.";
        } else {
            searchRest(rest, options, result);
        }
    } catch (const NumericalFailure& failure) {
        result.outcome = Equilibrium::Outcome::NotFound;
        result.message = std::string("No equilibrium was found: ") + failure.what();
        if (!result.message.ends_with('.')) result.message += '.';
    }
    state.updQ(me) = s.getQ(me);
    state.updU() = 0.;
    if (result.found()) rest.copyMemoryTo(state);
    system.realize(state, Stage::Position);
    if (result.found()) result.restsAt = rest.namesOfHolding();
    if (!result.restsAt.empty()) result.message += " It rests at " + listOf(result.restsAt) + ".";
    if (!result.held.empty()) result.message += " Motors hold " + listOf(result.held) + ".";
    return result;
}

}  // namespace trammel

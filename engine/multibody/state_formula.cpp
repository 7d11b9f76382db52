// SPDX-License-Identifier: Apache-2.0
#include "multibody/state_formula.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/numerical_failure.h"
#include "multibody/constraint.h"
#include "multibody/force.h"
#include "multibody/mobilizer.h"

namespace trammel {

namespace {

using Kind = FormulaSource::Kind;

/// True for a component of the location or velocity of a point.
bool isVector(const FormulaSource& source) { return source.kind == Kind::Point || source.kind == Kind::PointVelocity; }

/// Kinematics of a force or constraint and the time, with velocities and accelerations as far as they are known.
template <class K>
struct Sources {
    const K& k;
    const FormulaNumbers& numbers;
    Real time;

    const TreeNode& nodeOf(const FormulaSource& source) const { return k.tree[int(source.body)]; }
    Vec3 arm(const FormulaSource& source) const {
        return k.X_GB(source.body).R() * numbers.stations[std::size_t(source.station)];
    }
    /// Zero where velocities are not known: directions of constraint forces, which do not depend on them.
    Vec3 velocity(const FormulaSource& source) const {
        if (!k.velocity) return Vec3(0.);
        const SpatialVec& V = k.V_GB(source.body);
        return V[1] + V[0].cross(arm(source));
    }

    /// The vector that the source is a component of; only for points and their velocities.
    Vec3 vector(const FormulaSource& source) const {
        if (source.kind == Kind::PointVelocity) return velocity(source);
        return k.X_GB(source.body).p() + arm(source);
    }
    /// An acceleration; zero where none are known, as for forces, which do not depend on them.
    Real acceleration(const FormulaSource& source) const {
        if constexpr (requires { k.A_GB; }) {
            if (source.kind == Kind::SpeedRate) return k.udot ? k.udot[nodeOf(source).uStart + source.index] : 0;
            if (!k.A_GB || !k.velocity) return 0;
            const SpatialVec& A = k.acceleration(source.body);
            if (source.kind == Kind::AngularAcceleration) return A[0][source.index];
            const Vec3 r = arm(source), &w = k.V_GB(source.body)[0];
            return Vec3(A[1] + A[0].cross(r) + w.cross(Vec3(w.cross(r))))[source.index];
        }
        return 0;
    }
    [[gnu::always_inline]] Real value(const FormulaSource& source) const {
        switch (source.kind) {
            case Kind::Number: return numbers.numbers[std::size_t(source.index)];
            case Kind::Time: return time;
            case Kind::Coordinate: return k.q[nodeOf(source).qStart + source.index];
            case Kind::Speed: return k.u ? k.u[nodeOf(source).uStart + source.index] : 0;
            case Kind::Point:
            case Kind::PointVelocity: return vector(source)[source.index];
            case Kind::AngularVelocity: return k.velocity ? k.V_GB(source.body)[0][source.index] : 0;
            case Kind::SpeedRate:
            case Kind::PointAcceleration:
            case Kind::AngularAcceleration: return acceleration(source);
            case Kind::Reading: return source.reading->calc(k.state);
        }
        return NaN;
    }
    /// @param together see StateFormula
    [[gnu::always_inline]] void readAll(const std::vector<FormulaSource>& sources,
                                        const std::vector<std::size_t>& together, Real* inputs) const {
        for (std::size_t i = 0; i < sources.size();) {
            const FormulaSource& source = sources[i];
            if (!isVector(source)) {
                inputs[i++] = value(source);
                continue;
            }
            const Vec3 known = vector(source);
            for (const std::size_t end = i + together[i]; i < end; ++i) inputs[i] = known[sources[i].index];
        }
    }
};

/// The sources of a constraint, with accelerations.
struct MovingSources : Sources<ConstraintKinematics> {
    /// Rate of the same component of a point's velocity, or of a body's angular velocity.
    Real rateOf(FormulaSource source, Kind kind) const {
        source.kind = kind;
        return acceleration(source);
    }
    Jet jet(const FormulaSource& source) const {
        const TreeNode& node = nodeOf(source);
        const Real* const q = k.q + node.qStart;
        const Real* const u = k.u ? k.u + node.uStart : nullptr;
        const Real* const udot = k.udot ? k.udot + node.uStart : nullptr;
        Jet jet{value(source), 0, 0};
        Real rates[Mobilizer::maxNQ];
        switch (source.kind) {
            case Kind::Number:
            case Kind::SpeedRate:
            case Kind::PointAcceleration:
            case Kind::AngularAcceleration:
            case Kind::Reading: break;
            case Kind::Time: jet.dot = 1; break;
            case Kind::Coordinate:
                if (u) multiplyByN(node, k.state, q, u, rates), jet.dot = rates[source.index];
                if (udot) calcQDotDot(node, k.state, q, u, udot, rates), jet.dotdot = rates[source.index];
                break;
            case Kind::Speed:
                if (udot) jet.dot = udot[source.index];
                break;
            case Kind::Point:
                if (k.velocity) jet.dot = velocity(source)[source.index];
                if (k.A_GB) jet.dotdot = rateOf(source, Kind::PointAcceleration);
                break;
            case Kind::PointVelocity:
                if (k.A_GB) jet.dot = rateOf(source, Kind::PointAcceleration);
                break;
            case Kind::AngularVelocity:
                if (k.A_GB) jet.dot = rateOf(source, Kind::AngularAcceleration);
                break;
        }
        return jet;
    }
};

}  // namespace

StateFormula::StateFormula(FormulaProgram program, std::vector<FormulaSource> sources, std::string label)
    : program_(std::make_shared<FormulaProgram>(std::move(program))),
      sources_(std::move(sources)),
      together_(sources_.size(), 1),
      label_(std::move(label)) {
    // Components of a point follow each other.
    for (std::size_t i = sources_.size(); i-- > 1;) {
        const FormulaSource &one = sources_[i - 1], &next = sources_[i];
        if (isVector(one) && one.kind == next.kind && one.body == next.body && one.station == next.station)
            together_[i - 1] = together_[i] + 1;
    }
}

bool StateFormula::reads(Kind kind) const { return std::ranges::count(sources_, kind, &FormulaSource::kind) > 0; }
namespace {
bool isAcceleration(const FormulaSource& source) {
    return source.kind == Kind::SpeedRate || source.kind == Kind::PointAcceleration ||
           source.kind == Kind::AngularAcceleration;
}
}  // namespace

bool StateFormula::readsPositions() const {
    return reads(Kind::Coordinate) || reads(Kind::Point) || reads(Kind::PointVelocity) ||
           reads(Kind::PointAcceleration);
}
bool StateFormula::readsAccelerations() const { return std::ranges::any_of(sources_, isAcceleration); }
bool StateFormula::isLinearInAccelerations() const {
    std::vector<Real> inputs(sources_.size()), first(sources_.size()), second(sources_.size());
    const auto slopes = [&](Real acceleration, std::vector<Real>& gradient) {
        for (std::size_t i = 0; i < sources_.size(); ++i)
            inputs[i] = isAcceleration(sources_[i]) ? acceleration * Real(i + 1) : 0.3 + 0.1 * Real(i);
        std::vector<Real> registers(static_cast<std::size_t>(FormulaProgram::largest));
        std::ranges::copy(inputs, registers.begin());
        std::vector<Real> all(static_cast<std::size_t>(FormulaProgram::largest));
        program_->calcGradientInPlace(registers.data(), all.data());
        std::copy_n(all.begin(), gradient.size(), gradient.begin());
    };
    slopes(0, first);
    slopes(0.7, second);
    constexpr Real rounding = 1e-9;
    for (std::size_t i = 0; i < sources_.size(); ++i)
        if (isAcceleration(sources_[i]) && std::abs(second[i] - first[i]) > rounding * (1 + std::abs(first[i])))
            return false;
    return true;
}
bool StateFormula::readsVelocities() const {
    return reads(Kind::Speed) || reads(Kind::PointVelocity) || reads(Kind::AngularVelocity) ||
           reads(Kind::PointAcceleration);
}
Stage StateFormula::getStage() const {
    Stage stage = readsVelocities() ? Stage::Velocity : readsPositions() ? Stage::Position : Stage::Time;
    for (const FormulaSource& source : sources_)
        if (source.reading) stage = std::max(stage, source.reading->getStage());
    return stage;
}

Real StateFormula::calc(const ForceKinematics& k, const FormulaNumbers& numbers) const {
    Real inputs[FormulaProgram::largest];
    Sources<ForceKinematics>{k, numbers, k.time}.readAll(sources_, together_, inputs);
    const Real value = program_->calcInPlace(inputs);
    if (!std::isfinite(value)) failAt(k.time);
    return value;
}

Real StateFormula::calcGradient(const ForceKinematics& k, const FormulaNumbers& numbers, Real* gradient) const {
    Real inputs[FormulaProgram::largest];
    Sources<ForceKinematics>{k, numbers, k.time}.readAll(sources_, together_, inputs);
    return calcGradient(inputs, gradient, k.time);
}

Real StateFormula::calcGradient(const ConstraintKinematics& k, const FormulaNumbers& numbers, Real* gradient) const {
    Real inputs[FormulaProgram::largest];
    Sources<ConstraintKinematics>{k, numbers, k.state.getTime()}.readAll(sources_, together_, inputs);
    return calcGradient(inputs, gradient, k.state.getTime());
}

Real StateFormula::calcGradient(Real* registers, Real* gradient, Real time) const {
    const Real value = program_->calcGradientInPlace(registers, gradient);
    // Zero, unless one is infinite or not a number.
    Real check = value * 0;
    for (int i = 0; i < program_->getNumInputs(); ++i) check += gradient[i] * 0;
    if (std::isnan(check)) failAt(time);
    return value;
}

Jet StateFormula::calcJet(const ConstraintKinematics& k, const FormulaNumbers& numbers) const {
    Jet inputs[FormulaProgram::largest];
    const Real time = k.state.getTime();
    const MovingSources moving{{k, numbers, time}};
    std::transform(sources_.begin(), sources_.end(), inputs,
                   [&](const FormulaSource& source) { return moving.jet(source); });
    const Jet jet = program_->calcJet(inputs);
    for (const Real value : {jet.value, jet.dot, jet.dotdot})
        if (!std::isfinite(value)) failAt(time);
    return jet;
}

void StateFormula::failAt(Real time) const {
    std::ostringstream text;
    text << label_ << " has no finite value at t = " << time
         << " s: it divides by zero, or leaves the domain of a function. Change the formula, or keep the motion away "
            "from this place.";
    throw NumericalFailure(text.str());
}

Real StateFormula::calcNextBreak(const FormulaNumbers& numbers, Real t, Real horizon) const {
    if (!readsTime()) return Infinity;
    Jet inputs[FormulaProgram::largest];
    std::ranges::transform(sources_, inputs, [&](const FormulaSource& source) -> Jet {
        if (source.kind == Kind::Time) return {t, 1, 0};
        if (source.kind == Kind::Number) return {numbers.numbers[std::size_t(source.index)], 0, 0};
        return {NaN, NaN, NaN};
    });
    return program_->calcNextBreak(inputs, t, horizon);
}

}  // namespace trammel

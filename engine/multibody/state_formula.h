// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "base/index.h"
#include "base/stage.h"
#include "math/vec.h"
#include "meta/formula_program.h"

namespace trammel {

class State;
struct ConstraintKinematics;
struct ForceKinematics;

/// A quantity of the State that is computed elsewhere, such as a measure.
class FormulaReading {
public:
    virtual ~FormulaReading() = default;
    virtual Real calc(const State&) const = 0;
    /// The stage that it requires.
    virtual Stage getStage() const = 0;
};

/// A quantity of a State that a formula reads: one input of its program.
struct FormulaSource {
    enum class Kind {
        /// Number @ref index of FormulaNumbers.
        Number,
        Time,
        /// Coordinate or speed @ref index of the joint that moves @ref body.
        Coordinate,
        Speed,
        /// Component @ref index of the location or velocity in Ground of a point of @ref body: @ref station of
        /// FormulaNumbers.
        Point,
        PointVelocity,
        /// Component @ref index of the angular velocity of @ref body in Ground.
        AngularVelocity,
        /// Rate of a speed, and components of the acceleration of a point and of the angular acceleration of a body, like their
        /// velocities. Known to acceleration constraints only.
        SpeedRate,
        PointAcceleration,
        AngularAcceleration,
        /// @ref reading, which is constant for derivatives.
        Reading
    };
    Kind kind = Kind::Number;
    MobilizedBodyIndex body{0};
    int index = 0;
    int station = 0;
    std::shared_ptr<const FormulaReading> reading = {};

    friend bool operator==(const FormulaSource&, const FormulaSource&) = default;
};

/// The values in a formula that may change while the System stays: numbers of the model that it names, and the locations
/// of points on their bodies.
struct FormulaNumbers {
    std::vector<Real> numbers;
    std::vector<Vec3> stations;
    friend bool operator==(const FormulaNumbers&, const FormulaNumbers&) = default;
    static auto valueFields(auto& self) { return std::tie(self.numbers, self.stations); }
};

/// A formula of the State: "-k*Pin.q + 2 N*m*sin(3 rad/s*t)". Immutable; copies share the program.
class StateFormula {
public:
    /// @param sources of the inputs of @p program
    /// @param label names the formula in messages: "'Spring': Force"
    StateFormula(FormulaProgram program, std::vector<FormulaSource> sources, std::string label);

    const FormulaProgram& getProgram() const { return *program_; }
    const std::vector<FormulaSource>& getSources() const { return sources_; }
    bool readsTime() const { return reads(FormulaSource::Kind::Time); }
    bool readsPositions() const;
    bool readsVelocities() const;
    bool readsAccelerations() const;
    /// True if it is linear in the accelerations that it reads, as far as two evaluations tell.
    bool isLinearInAccelerations() const;
    /// True if it reads measures: what it depends on is not known, and it has no exact derivatives.
    bool readsMeasures() const { return reads(FormulaSource::Kind::Reading); }
    /// The stage from which it has a value: Time, Position, Velocity, or a later one that measures require.
    Stage getStage() const;

    /// The value. Throws NumericalFailure, naming the element, if it is not finite.
    Real calc(const ForceKinematics&, const FormulaNumbers&) const;
    /// The value and its derivatives with respect to all sources.
    Real calcGradient(const ForceKinematics&, const FormulaNumbers&, Real* gradient) const;
    Real calcGradient(const ConstraintKinematics&, const FormulaNumbers&, Real* gradient) const;
    /// The value with the time derivatives that the kinematics determine; others are not meaningful.
    Jet calcJet(const ConstraintKinematics&, const FormulaNumbers&) const;
    /// The first time after @p t at which it changes a branch by time alone, s, as FormulaProgram::calcNextBreak().
    Real calcNextBreak(const FormulaNumbers&, Real t, Real horizon) const;

private:
    bool reads(FormulaSource::Kind kind) const;
    Real calcGradient(Real* registers, Real* gradient, Real time) const;
    [[noreturn]] void failAt(Real time) const;

    std::shared_ptr<const FormulaProgram> program_;
    std::vector<FormulaSource> sources_;
    /// For each source: how many from it on are components of one vector.
    std::vector<std::size_t> together_;
    std::string label_;
};

/// A formula with the current values of what it names.
struct BoundFormula {
    StateFormula formula;
    FormulaNumbers numbers;
};

}  // namespace trammel

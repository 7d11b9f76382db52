// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraint.h"
#include "multibody/state_formula.h"

namespace trammel {

/// One equation given by a formula, whose derivatives come from automatic differentiation.
class FormulaConstraint : public ParameterizedConstraint<FormulaNumbers, Stage::Position> {
public:
    static Parameters readParameters(const ElementInputs& in) { return in.requireFormula("equation").numbers; }
    static std::vector<SocketDescriptor> sockets();

    void appendGeometry(const ConstraintKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override;

protected:
    FormulaConstraint(const ElementInputs& in, int mp, int mv, int ma);
    static PropertyDescriptor equation(const char* initial, const char* doc);
    const StateFormula& formula() const { return formula_; }
    /// Adds lambda times the derivatives of the formula with respect to the sources that @p kinds lists, as forces.
    void addInForces(const ConstraintKinematics& k, const AbstractValue* value, Real lambda,
                     std::initializer_list<FormulaSource::Kind> kinds, const ConstraintForces& forces) const;

private:
    StateFormula formula_;
};

/// g(t, q) = 0: one holonomic equation.
///
///   perr = g,  verr = dg/dt,  aerr = d²g/dt²;  forces: multiplier times the gradient of g
class PositionFormulaConstraint : public FormulaConstraint {
public:
    static constexpr const char* key = "positionFormula";
    static constexpr const char* label = "Constraint by formula";
    static constexpr const char* doc = "Keeps a formula of positions and time at zero.";
    static constexpr const char* reference =
        "`perr = equation`; one equation, in the unit of the formula, with exact first and second derivatives by "
        "automatic differentiation. The formula may use `t`, coordinates (`joint1.q`, `Pin.q`), points of bodies "
        "(`Crank.tip.x`), `distance(A, B)`, `angle(A, B, C)` and numbers of the model. The multiplier times the "
        "gradient of the formula is the negated force on each coordinate and point that it names.";
    static constexpr const char* choose =
        "For couplings and paths that no other type offers. Write it as length or angle where possible, so that its "
        "error has the scale of the model.";
    static TypeSample sample() { return {.properties = {{"equation", "joint2.q - 0.5 rad*sin(joint1.q)"}}}; }

    static std::vector<PropertyDescriptor> properties() {
        return {equation("joint2.q - joint1.q", "Formula of positions and time that is kept at zero.")};
    }

    explicit PositionFormulaConstraint(const ElementInputs& in);

    Stage forcesDependOnStage() const override { return formula().readsTime() ? Stage::Position : Stage::Model; }
    void calcPositionErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* perr) const override {
        perr[0] = formula().calcJet(k, get(value)).value;
    }
    void calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* pverr) const override {
        pverr[0] = formula().calcJet(k, get(value)).dot;
    }
    void calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue* value,
                                  Real* paerr) const override {
        paerr[0] = formula().calcJet(k, get(value)).dotdot;
    }
    void addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue* value, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        using Kind = FormulaSource::Kind;
        addInForces(k, value, lambda[0], {Kind::Coordinate, Kind::Point}, forces);
    }
};

/// c(t, q, u) = 0: one nonholonomic equation.
///
///   verr = c,  aerr = dc/dt;  forces: multiplier times the gradient of c with respect to speeds
class SpeedFormulaConstraint : public FormulaConstraint {
public:
    static constexpr const char* key = "speedFormula";
    static constexpr const char* label = "Speed constraint by formula";
    static constexpr const char* doc = "Keeps a formula of speeds, positions and time at zero.";
    static constexpr const char* reference =
        "`verr = equation`; one nonholonomic equation, in the unit of the formula, with an exact derivative by "
        "automatic differentiation. The formula may use speeds (`joint1.u`, `Wheel.origin.vx`, `Wheel.wz`) and all "
        "names of a constraint by formula. It should be linear in speeds; otherwise forces follow its gradient at the "
        "current speeds.";
    static constexpr const char* choose =
        "For rolling, steering and other conditions on speeds that leave positions free. To restrict positions, use a "
        "constraint by formula, which does not drift.";
    static TypeSample sample() { return {.properties = {{"equation", "joint2.u - 0.5*joint1.u"}}}; }

    static std::vector<PropertyDescriptor> properties() {
        return {equation("joint2.u - joint1.u", "Formula of speeds, positions and time that is kept at zero.")};
    }

    explicit SpeedFormulaConstraint(const ElementInputs& in);

    Stage forcesDependOnStage() const override { return Stage::Velocity; }
    void calcVelocityErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* verr) const override {
        verr[0] = formula().calcJet(k, get(value)).value;
    }
    void calcVelocityDotErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* vaerr) const override {
        vaerr[0] = formula().calcJet(k, get(value)).dot;
    }
    void addInVelocityConstraintForces(const ConstraintKinematics& k, const AbstractValue* value, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        using Kind = FormulaSource::Kind;
        addInForces(k, value, lambda[0], {Kind::Speed, Kind::PointVelocity, Kind::AngularVelocity}, forces);
    }
};

/// a(t, q, u, udot) = 0, linear in udot: one acceleration-only equation.
///
///   aerr = a;  forces: multiplier times the gradient of a with respect to accelerations
class AccelerationFormulaConstraint : public FormulaConstraint {
public:
    static constexpr const char* key = "accelerationFormula";
    static constexpr const char* label = "Acceleration constraint by formula";
    static constexpr const char* doc = "Keeps a formula of accelerations, speeds, positions and time at zero.";
    static constexpr const char* reference =
        "`aerr = equation`; one acceleration-only equation, in the unit of the formula, which must be linear in "
        "accelerations. The formula may use accelerations (`joint1.udot`, `Crank.tip.ax`, `Wheel.wdotz`) and all names "
        "of a speed constraint by formula. The multiplier times the gradient with respect to accelerations is the "
        "negated force.";
    static constexpr const char* choose =
        "For given accelerations, and relations between them. Position and speed are not constrained; their drift is "
        "not corrected: where a condition on speeds or positions exists, use that.";
    static TypeSample sample() { return {.properties = {{"equation", "joint2.udot - 0.5*joint1.udot"}}}; }

    static std::vector<PropertyDescriptor> properties() {
        return {equation("joint2.udot - joint1.udot",
                         "Formula of accelerations, speeds, positions and time, kept at zero.")};
    }

    explicit AccelerationFormulaConstraint(const ElementInputs& in);

    Stage forcesDependOnStage() const override { return Stage::Velocity; }
    void calcAccelerationErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* aerr) const override {
        aerr[0] = formula().calcJet(k, get(value)).value;
    }
    void addInAccelerationConstraintForces(const ConstraintKinematics& k, const AbstractValue* value,
                                           const Real* lambda, const ConstraintForces& forces) const override {
        using Kind = FormulaSource::Kind;
        addInForces(k, value, lambda[0], {Kind::SpeedRate, Kind::PointAcceleration, Kind::AngularAcceleration}, forces);
    }
};

}  // namespace trammel

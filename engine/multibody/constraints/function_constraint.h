// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "functions/function_arguments.h"
#include "multibody/constraints/coupled_coordinate.h"

namespace trammel {

/// f(q1, q2, ...) = 0 for coordinates of any joints: one holonomic equation. f requires two derivatives.
///
///   perr = f, verr = Σ f_i qdot_i, aerr = Σ f_i qdotdot_i + Σ f_ij qdot_i qdot_j
class CoordinateCouplerConstraint : public ConstraintElement {
public:
    CoordinateCouplerConstraint(std::string name, ElementId id, std::shared_ptr<const Function> f,
                                std::vector<CoupledCoordinate> coordinates);
    void calcPositionErrors(const ConstraintKinematics&, const AbstractValue*, Real* perr) const override;
    void calcPositionDotErrors(const ConstraintKinematics&, const AbstractValue*, Real* pverr) const override;
    void calcPositionDotDotErrors(const ConstraintKinematics&, const AbstractValue*, Real* paerr) const override;
    void addInPositionConstraintForces(const ConstraintKinematics&, const AbstractValue*, const Real* lambda,
                                       const ConstraintForces&) const override;

private:
    std::shared_ptr<const Function> f_;
    std::vector<CoupledCoordinate> coordinates_;
    PartialDerivatives partial_;
};

/// f(u1, u2, ..., q1, q2, ...) = 0: one nonholonomic equation. f takes the speeds first and requires two derivatives.
///
///   verr = f, aerr = Σ f_ui udot_i + Σ f_qj qdot_j;  f need not be linear in u: forces use f_u at the current u.
class SpeedCouplerConstraint : public ConstraintElement {
public:
    SpeedCouplerConstraint(std::string name, ElementId id, std::shared_ptr<const Function> f,
                           std::vector<CoupledCoordinate> speeds, std::vector<CoupledCoordinate> coordinates);
    Stage forcesDependOnStage() const override { return Stage::Velocity; }
    void calcVelocityErrors(const ConstraintKinematics&, const AbstractValue*, Real* verr) const override;
    void calcVelocityDotErrors(const ConstraintKinematics&, const AbstractValue*, Real* vaerr) const override;
    void addInVelocityConstraintForces(const ConstraintKinematics&, const AbstractValue*, const Real* lambda,
                                       const ConstraintForces&) const override;

private:
    int numArguments() const { return int(speeds_.size() + coordinates_.size()); }
    void putArguments(const ConstraintKinematics&, FunctionArguments&) const;
    std::shared_ptr<const Function> f_;
    std::vector<CoupledCoordinate> speeds_, coordinates_;
    PartialDerivatives partial_;
};

/// q = f(t) for one coordinate: one holonomic equation, whose multiplier is the driving force. f requires two
/// derivatives.
class PrescribedMotionConstraint : public ConstraintElement {
public:
    PrescribedMotionConstraint(std::string name, ElementId id, std::shared_ptr<const Function> f,
                               CoupledCoordinate coordinate);
    void calcPositionErrors(const ConstraintKinematics&, const AbstractValue*, Real* perr) const override;
    void calcPositionDotErrors(const ConstraintKinematics&, const AbstractValue*, Real* pverr) const override;
    void calcPositionDotDotErrors(const ConstraintKinematics&, const AbstractValue*, Real* paerr) const override;
    void addInPositionConstraintForces(const ConstraintKinematics&, const AbstractValue*, const Real* lambda,
                                       const ConstraintForces&) const override;

private:
    std::shared_ptr<const Function> f_;
    CoupledCoordinate coordinate_;
};

}  // namespace trammel

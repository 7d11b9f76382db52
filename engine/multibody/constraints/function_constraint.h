// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "functions/function.h"
#include "multibody/constraint.h"

namespace trammel {

/// One coordinate or speed of one joint: an argument of a function.
struct CouplerArgument {
    MobilizedBodyIndex body;
    int which = 0;
};

/// f(q1, q2, ...) = 0 for coordinates of any joints: one holonomic equation. f needs two derivatives.
///
///   perr = f, verr = Σ f_i qdot_i, aerr = Σ f_i qdotdot_i + Σ f_ij qdot_i qdot_j
class CoordinateCouplerConstraint : public ConstraintElement {
public:
    CoordinateCouplerConstraint(std::string name, ElementId id, std::shared_ptr<const Function> f,
                                std::vector<CouplerArgument> coordinates);
    void calcPositionErrors(const ConstraintKinematics&, const AbstractValue*, Real* perr) const override;
    void calcPositionDotErrors(const ConstraintKinematics&, const AbstractValue*, Real* pverr) const override;
    void calcPositionDotDotErrors(const ConstraintKinematics&, const AbstractValue*, Real* paerr) const override;
    void addInPositionConstraintForces(const ConstraintKinematics&, const AbstractValue*, const Real* lambda,
                                       const ConstraintForces&) const override;

private:
    std::shared_ptr<const Function> f_;
    std::vector<CouplerArgument> coordinates_;
};

/// f(u1, u2, ..., q1, q2, ...) = 0: one nonholonomic equation on speeds, with the coordinates as they are. f takes the
/// speeds first and needs two derivatives.
///
///   verr = f, aerr = Σ f_ui udot_i + Σ f_qj qdot_j;  f need not be linear in u: forces use f_u at the present u.
class SpeedCouplerConstraint : public ConstraintElement {
public:
    SpeedCouplerConstraint(std::string name, ElementId id, std::shared_ptr<const Function> f,
                           std::vector<CouplerArgument> speeds, std::vector<CouplerArgument> coordinates);
    Stage forcesDependOnStage() const override { return Stage::Velocity; }
    void calcVelocityErrors(const ConstraintKinematics&, const AbstractValue*, Real* verr) const override;
    void calcVelocityDotErrors(const ConstraintKinematics&, const AbstractValue*, Real* vaerr) const override;
    void addInVelocityConstraintForces(const ConstraintKinematics&, const AbstractValue*, const Real* lambda,
                                       const ConstraintForces&) const override;

private:
    Vector arguments(const ConstraintKinematics&) const;
    std::shared_ptr<const Function> f_;
    std::vector<CouplerArgument> speeds_, coordinates_;
};

/// q = f(t) for one coordinate: one holonomic equation whose multiplier is the force it takes. f needs two derivatives.
class PrescribedMotionConstraint : public ConstraintElement {
public:
    PrescribedMotionConstraint(std::string name, ElementId id, std::shared_ptr<const Function> f,
                               CouplerArgument coordinate);
    void calcPositionErrors(const ConstraintKinematics&, const AbstractValue*, Real* perr) const override;
    void calcPositionDotErrors(const ConstraintKinematics&, const AbstractValue*, Real* pverr) const override;
    void calcPositionDotDotErrors(const ConstraintKinematics&, const AbstractValue*, Real* paerr) const override;
    void addInPositionConstraintForces(const ConstraintKinematics&, const AbstractValue*, const Real* lambda,
                                       const ConstraintForces&) const override;

private:
    Real derivative(const ConstraintKinematics&, int order) const;
    std::shared_ptr<const Function> f_;
    CouplerArgument coordinate_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/integrator.h"
#include "simbody/contact_impulses.h"
#include "simbody/unilateral_contact.h"

namespace SimTK {

/// Steps of first order with impulses, for Systems with unilateral contacts: each call of stepTo() is one step.
///
///   impact     contacts that approach: compression, then for Poisson's hypothesis expansion by the coefficient of
///              restitution times the impulse of compression
///   dynamics   u1 = u0 + h udot0 + M^-1 G^T p,  p by Coulomb's law for all contacts near enough to touch
///   position   q1 = q0 + h N u1, then projection of violated constraints
///
/// All impacts of a step happen at once. Events and handlers of the System are ignored.
///
/// **Source:** Anitescu, Potra, "Formulating dynamic multi-rigid-body contact problems with friction as solvable linear
/// complementarity problems" (1997), with the friction cone itself.
class SemiExplicitEulerTimeStepper {
public:
    enum RestitutionModel { Poisson = 0, Newton = 1, NoRestitution = 2 };
    enum InducedImpactModel { Simultaneous = 0, Sequential = 1, Mixed = 2 };
    enum PositionProjectionMethod { Bilateral = 0, Unilateral = 1, NoPositionProjection = 2 };
    enum ImpulseSolverType { PLUS = 0, PGS = 1 };

    /// @param system must outlive this
    explicit SemiExplicitEulerTimeStepper(const MultibodySystem& system) : system_(system) {}

    void initialize(const State& initState) { state_ = initState; }
    const State& getState() const { return state_; }
    State& updState() { return state_; }
    Real getTime() const { return state_.getTime(); }
    const State& getAdvancedState() const { return state_; }
    State& updAdvancedState() { return state_; }
    Real getAdvancedTime() const { return state_.getTime(); }

    /// One step. @throws Exception for an earlier time, and for constraints at acceleration level alone
    trammel::Integrator::SuccessfulStepStatus stepTo(Real time);

    void setAccuracy(Real accuracy) { accuracy_ = accuracy; }
    void setConstraintTolerance(Real tolerance) { tolerance_ = tolerance; }
    Real getAccuracyInUse() const { return accuracy_; }
    Real getConstraintToleranceInUse() const { return tolerance_; }

    void setRestitutionModel(RestitutionModel model) { restitution_ = model; }
    RestitutionModel getRestitutionModel() const { return restitution_; }
    /// Kept, without effect, like the next three.
    void setInducedImpactModel(InducedImpactModel model) { induced_ = model; }
    InducedImpactModel getInducedImpactModel() const { return induced_; }
    void setMaxInducedImpactsPerStep(int most) { mostInduced_ = most; }
    int getMaxInducedImpactsPerStep() const { return mostInduced_; }
    void setImpulseSolverType(ImpulseSolverType type) { solver_ = type; }
    ImpulseSolverType getImpulseSolverType() const { return solver_; }
    void setMinSignificantForce(Real force) { significantForce_ = force; }
    Real getMinSignificantForce() const { return significantForce_; }
    /// Bilateral and unilateral projection are the same here.
    void setPositionProjectionMethod(PositionProjectionMethod method) { projection_ = method; }
    PositionProjectionMethod getPositionProjectionMethod() const { return projection_; }

    // --- Speeds of contacts that have none of their own, m/s ---
    void setDefaultImpactCaptureVelocity(Real speed);
    void setDefaultImpactMinCORVelocity(Real speed);
    void setDefaultFrictionTransitionVelocity(Real speed);
    Real getDefaultImpactCaptureVelocity() const { return capture_; }
    Real getDefaultImpactMinCORVelocity() const { return minCOR_; }
    Real getDefaultFrictionTransitionVelocity() const { return transition_; }
    Real getDefaultImpactCaptureVelocityInUse() const { return std::max(capture_, 2 * tolerance_); }
    Real getDefaultImpactMinCORVelocityInUse() const {
        return std::max(minCOR_, getDefaultImpactCaptureVelocityInUse());
    }
    Real getDefaultFrictionTransitionVelocityInUse() const { return std::max(transition_, 2 * tolerance_); }

    const MultibodySystem& getMultibodySystem() const { return system_; }

    static const char* getRestitutionModelName(RestitutionModel);
    static const char* getInducedImpactModelName(InducedImpactModel);
    static const char* getPositionProjectionMethodName(PositionProjectionMethod);
    static const char* getImpulseSolverTypeName(ImpulseSolverType);

private:
    /// Enables the contacts that are near enough to touch, disables the others, and lists the rows of the former.
    std::vector<ContactRows> findContacts();
    /// Adds M^-1 G^T p to the speeds (Velocity).
    void apply(const Vector& p);
    void processImpacts(const Matrix& A, std::vector<ContactRows> contacts);
    /// Contacts without an impulse in this step, those that rebound, are left alone.
    void projectPositions(const Vector& impulses);

    const MultibodySystem& system_;
    State state_;
    Real accuracy_ = 1e-2, tolerance_ = 1e-3;
    RestitutionModel restitution_ = Poisson;
    InducedImpactModel induced_ = Simultaneous;
    int mostInduced_ = 5;
    PositionProjectionMethod projection_ = Bilateral;
    ImpulseSolverType solver_ = PLUS;
    Real capture_ = 0, minCOR_ = 0, transition_ = 0, significantForce_ = SignificantReal;
    /// The enabled contacts, in the order of their rows.
    std::vector<const UnilateralContact*> near_;
};

}  // namespace SimTK

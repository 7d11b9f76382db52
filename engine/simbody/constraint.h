// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "simbody/handle_casts.h"
#include "simbody/handle_parameters.h"
#include "simbody/mobilized_body.h"

namespace trammel {
class ConstraintElement;
}

namespace SimTK {

/// Handle to a constraint among the bodies of a SimbodyMatterSubsystem, created by constructing one of the nested
/// types.
///
/// mp holonomic, mv nonholonomic and ma acceleration-only equations; multipliers obey M udot + G^T lambda = f. The
/// enabled flag is an Instance variable. Required stages: errors Position, Velocity, Acceleration; multipliers
/// Acceleration.
class Constraint : public ElementHandle<Constraint>, protected HandleParameters<Constraint> {
public:
    // One class per constraint; see constraint_types.h and custom_constraint.h.
    class Ball;
    class ConstantAcceleration;
    class ConstantAngle;
    class ConstantCoordinate;
    class ConstantOrientation;
    class ConstantSpeed;
    class CoordinateCoupler;
    class Custom;
    class LineOnLineContact;
    class NoSlip1D;
    class PointInPlane;
    class PointOnLine;
    class PointOnPlaneContact;
    class PrescribedMotion;
    class Rod;
    class SpeedCoupler;
    class SphereOnPlaneContact;
    class SphereOnSphereContact;
    class Weld;
    using CoincidentFrames = Weld;
    using CoincidentPoints = Ball;
    using ConstantDistance = Rod;
    using Spherical = Ball;

    Constraint() = default;
    virtual ~Constraint() = default;
    Constraint(const Constraint&) = default;
    Constraint& operator=(const Constraint&) = default;

    ConstraintIndex getConstraintIndex() const { return index_; }
    operator ConstraintIndex() const { return index_; }
    bool isInSubsystem() const { return matter_ != nullptr; }
    bool isEmptyHandle() const { return matter_ == nullptr; }
    const Constraint& getKeptHandle() const;
    const SimbodyMatterSubsystem& getMatterSubsystem() const;
    SimbodyMatterSubsystem& updMatterSubsystem();

    // --- Enabled flag (Instance) ---
    bool isDisabled(const State&) const;
    void disable(State&) const;
    void enable(State&) const;
    bool isDisabledByDefault() const;
    void setDisabledByDefault(bool);

    // --- Equations (Instance) ---
    /// Zero if disabled.
    void getNumConstraintEquationsInUse(const State&, int& mp, int& mv, int& ma) const;
    /// First of its rows among all holonomic, nonholonomic and acceleration-only multipliers; invalid
    /// without any.
    void getIndexOfMultipliersInUse(const State&, MultiplierIndex& px, MultiplierIndex& vx, MultiplierIndex& ax) const;
    int getNumConstrainedBodies() const;
    /// The nearest common ancestor of all constrained bodies.
    const MobilizedBody& getAncestorMobilizedBody() const;
    const MobilizedBody& getMobilizedBodyFromConstrainedBody(ConstrainedBodyIndex) const;
    /// The mobilizers whose coordinates or speeds are constrained directly.
    int getNumConstrainedMobilizers() const;
    const MobilizedBody& getMobilizedBodyFromConstrainedMobilizer(ConstrainedMobilizerIndex) const;
    /// Numbers of their coordinates and speeds, mobilizer by mobilizer: of one, and of all (Model).
    int getNumConstrainedQ(const State&, ConstrainedMobilizerIndex) const;
    int getNumConstrainedU(const State&, ConstrainedMobilizerIndex) const;
    int getNumConstrainedQ(const State&) const;
    int getNumConstrainedU(const State&) const;
    /// Index of one among these, and index of one of these in the matter subsystem (Model).
    ConstrainedQIndex getConstrainedQIndex(const State&, ConstrainedMobilizerIndex, MobilizerQIndex which) const;
    ConstrainedUIndex getConstrainedUIndex(const State&, ConstrainedMobilizerIndex, MobilizerUIndex which) const;
    QIndex getQIndexOfConstrainedQ(const State&, ConstrainedQIndex) const;
    UIndex getUIndexOfConstrainedU(const State&, ConstrainedUIndex) const;
    /// Its own part, [holonomic; nonholonomic; acceleration-only], of a vector with one element per multiplier. An
    /// empty @p constraintSpace becomes one of zeros first. Throws trammel::Exception for a wrong size.
    void setMyPartInConstraintSpaceVector(const State&, const Vector& myPart, Vector& constraintSpace) const;
    void getMyPartFromConstraintSpaceVector(const State&, const Vector& constraintSpace, Vector& myPart) const;

    // --- Errors and multipliers ---
    /// Requires Position.
    Vector getPositionErrorsAsVector(const State&) const;
    /// [holonomic; nonholonomic] (Velocity).
    Vector getVelocityErrorsAsVector(const State&) const;
    /// [holonomic; nonholonomic; acceleration-only] (Acceleration).
    Vector getAccelerationErrorsAsVector(const State&) const;
    Vector getMultipliersAsVector(const State&) const;
    /// Forces on the constrained bodies about their origins, in the Ancestor frame, and on the constrained speeds, for
    /// given multipliers of this constraint; sign as in G^T lambda (Position, or Velocity for nonholonomic equations).
    void calcConstraintForcesFromMultipliers(const State&, const Vector& lambda, Vector_<SpatialVec>& bodyForcesInA,
                                             Vector& mobilityForces) const;
    /// For the multipliers of the State, in Ground: the applied forces are the negative (Acceleration).
    void getConstraintForcesAsVectors(const State&, Vector_<SpatialVec>& bodyForcesInG, Vector& mobilityForces) const;

    /// These forces, each alone.
    Vector_<SpatialVec> getConstrainedBodyForcesAsVector(const State&) const;
    Vector getConstrainedMobilityForcesAsVector(const State&) const;

    // --- Its rows P of G; none if disabled ---
    /// mp x nu (Position), its transpose, and P N^-1, mp x nq.
    Matrix calcPositionConstraintMatrixP(const State&) const;
    Matrix calcPositionConstraintMatrixPt(const State& s) const { return Matrix(~calcPositionConstraintMatrixP(s)); }
    Matrix calcPositionConstraintMatrixPNInv(const State&) const;

    /// Power that the constraint supplies to the system, W (Acceleration); zero for a workless constraint.
    Real calcPower(const State&) const;

protected:
    /// One value per equation. Throws trammel::Exception if the constraint is disabled.
    template <int N>
    Vec<N> valuesInUse(const Vector& values) const {
        if (values.size() != N) refuseDisabled();
        Vec<N> all;
        for (int i = 0; i < N; ++i) all[i] = values[i];
        return all;
    }
    /// Index of constrained body @p i, or of the body of a constrained mobilizer, among all bodies.
    MobilizedBodyIndex bodyNumber(int i) const;
    MobilizedBodyIndex mobilizerNumber(int i) const;
    /// Adds an engine element to the matter subsystem.
    void attach(SimbodyMatterSubsystem& matter, std::unique_ptr<trammel::ConstraintElement> element);
    void setParameters(State&, const AbstractValue&) const;
    void setDefaultParameters(const AbstractValue&);

private:
    friend class ElementHandle<Constraint>;
    friend class HandleParameters<Constraint>;
    bool refersTo(const Constraint& o) const { return matter_ == o.matter_ && index_ == o.index_; }
    [[noreturn]] void refuseDisabled() const;
    void requireEquations(const char* where, int given, int needed) const;
    /// Calls visit(element of its own part, element of a vector of all multipliers) for each enabled equation.
    template <class Visit>
    void visitRows(const State&, bool position, bool velocity, bool acceleration, Visit visit) const;
    const AbstractValue& parameters(const State&) const;
    std::unique_ptr<AbstractValue> defaultParameters() const;
    template <class Calc>
    Matrix positionRows(const State&, int columns, Calc calcAll) const;
    template <class Get>
    Vector gather(const State&, bool position, bool velocity, bool acceleration, Get get) const;

    const SimbodyMatterSubsystem* matter_ = nullptr;
    ConstraintIndex index_;
};

}  // namespace SimTK

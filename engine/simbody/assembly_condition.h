// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "simbody/multibody_system.h"

namespace trammel {
struct AssemblyProblem;
}

namespace SimTK {

class Assembler;
TRAMMEL_DEFINE_INDEX(AssemblyConditionIndex);
/// Index among the coordinates that an Assembler may change.
TRAMMEL_DEFINE_INDEX(FreeQIndex);

/// A condition on an assembled State: an error to be reduced to zero, or a goal to be minimized.
///
/// Override calcErrors() or calcGoal(), or both. All functions receive a State with Euler angles, realized to Position,
/// and return 0; the defaults return -1. Derivatives are with respect to the free coordinates; missing ones are
/// computed by central differences.
class AssemblyCondition {
public:
    explicit AssemblyCondition(String name) : name_(std::move(name)) {}
    virtual ~AssemblyCondition() = default;
    AssemblyCondition(const AssemblyCondition&) = delete;
    AssemblyCondition& operator=(const AssemblyCondition&) = delete;

    const char* getName() const { return name_.c_str(); }
    bool isInAssembler() const { return assembler_ != nullptr; }
    const Assembler& getAssembler() const;
    AssemblyConditionIndex getAssemblyConditionIndex() const { return index_; }

    /// Called when the Assembler is initialized, with getAssembler().getInternalState() realized to Position.
    virtual int initializeCondition() const { return 0; }
    virtual void uninitializeCondition() const {}
    /// All zero if the condition is met.
    virtual int calcErrors(const State& state, Vector& errors) const;
    /// One row per error, one column per free coordinate.
    virtual int calcErrorJacobian(const State& state, Matrix& jacobian) const;
    virtual int getNumErrors(const State& state) const;
    /// Not negative, and zero if the condition is met; default: the mean square of the errors.
    virtual int calcGoal(const State& state, Real& goal) const;
    virtual int calcGoalGradient(const State& state, Vector& gradient) const;

protected:
    int getNumFreeQs() const;
    QIndex getQIndexOfFreeQ(FreeQIndex) const;
    /// Invalid for a coordinate that is not free.
    FreeQIndex getFreeQIndexOfQ(QIndex) const;
    const MultibodySystem& getMultibodySystem() const;
    const SimbodyMatterSubsystem& getMatterSubsystem() const;
    /// For functions that require this condition, or its Assembler, to be initialized.
    void initializeAssembler() const;
    /// Call after changing data that initializeCondition() uses.
    void uninitializeAssembler() const;

private:
    friend class Assembler;
    /// Adds the equivalent target to a problem; false for a condition that must be evaluated.
    virtual bool addTo(trammel::AssemblyProblem&, Real) const { return false; }

    String name_;
    const Assembler* assembler_ = nullptr;
    AssemblyConditionIndex index_;
};

/// A target value of one coordinate.
class QValue : public AssemblyCondition {
public:
    /// @param value rad or m
    QValue(MobilizedBodyIndex body, MobilizerQIndex which, Real value)
        : AssemblyCondition("QValue"), body_(body), which_(which), value_(value) {}

    Real getValue() const { return value_; }
    void setValue(Real value) { value_ = value; }

    int calcErrors(const State& state, Vector& errors) const override;
    int calcErrorJacobian(const State& state, Matrix& jacobian) const override;
    int getNumErrors(const State&) const override { return 1; }
    /// Half the square of the error.
    int calcGoal(const State& state, Real& goal) const override;
    int calcGoalGradient(const State& state, Vector& gradient) const override;

private:
    bool addTo(trammel::AssemblyProblem&, Real weight) const override;
    QIndex getQIndex() const;

    MobilizedBodyIndex body_;
    MobilizerQIndex which_;
    Real value_;
};

}  // namespace SimTK

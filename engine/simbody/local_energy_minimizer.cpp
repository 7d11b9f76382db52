// SPDX-License-Identifier: Apache-2.0
#include "simbody/local_energy_minimizer.h"

#include "simbody/optimizer.h"

namespace SimTK {

/// Potential energy as a function of the free coordinates, with Euler angles.
class LocalEnergyMinimizer::Energy : public OptimizerSystem {
public:
    Energy(const MultibodySystem& system, const State& start)
        : system_(system), matter_(system.getMatterSubsystem()), state_(start), free_(matter_.getFreeQIndex(start)) {
        if (free_.size() > 0) setNumParameters(free_.size());
        system_.realize(state_, Stage::Position);
        setNumEqualityConstraints(state_.getNQErr());
    }
    Vector getParameters() const {
        Vector q(free_.size());
        matter_.packFreeQ(state_, matter_.getQ(state_), q);
        return q;
    }
    const State& moveTo(const Vector& parameters) const {
        Vector q = matter_.getQ(state_);
        matter_.unpackFreeQ(state_, parameters, q);
        matter_.updQ(state_) = q;
        return state_;
    }

    int objectiveFunc(const Vector& parameters, bool, Real& energy) const override {
        system_.realize(moveTo(parameters), Stage::Position);
        energy = system_.calcPotentialEnergy(state_);
        return 0;
    }
    /// Minus the forces on coordinates. With zero speeds none dissipate.
    int gradientFunc(const Vector& parameters, bool, Vector& gradient) const override {
        system_.realize(moveTo(parameters), Stage::Dynamics);
        Vector onSpeeds, onCoordinates;
        matter_.multiplyBySystemJacobianTranspose(state_, system_.getRigidBodyForces(state_, Stage::Dynamics),
                                                  onSpeeds);
        onSpeeds += system_.getMobilityForces(state_, Stage::Dynamics);
        matter_.multiplyByNInv(state_, true, onSpeeds, onCoordinates);
        matter_.packFreeQ(state_, Vector(-onCoordinates), gradient);
        return 0;
    }
    int constraintFunc(const Vector& parameters, bool, Vector& errors) const override {
        system_.realize(moveTo(parameters), Stage::Position);
        errors = state_.getQErr();
        return 0;
    }
    int constraintJacobian(const Vector& parameters, bool, Matrix& jacobian) const override {
        system_.realize(moveTo(parameters), Stage::Position);
        Matrix all;
        matter_.calcPq(state_, all);
        for (int j = 0; j < free_.size(); ++j) jacobian.col(j) = all.col(int(free_[j]));
        return 0;
    }

private:
    const MultibodySystem& system_;
    const SimbodyMatterSubsystem& matter_;
    mutable State state_;
    const Array_<QIndex> free_;
};

void LocalEnergyMinimizer::minimizeEnergy(const MultibodySystem& system, State& state, Real tolerance) {
    const SimbodyMatterSubsystem& matter = system.getMatterSubsystem();
    State start;
    system.realize(state, Stage::Instance);
    matter.convertToEulerAngles(state, start);
    system.realizeModel(start);
    start.updU().setToZero();
    system.realize(start, Stage::Instance);
    const Energy energy(system, start);
    if (energy.getNumParameters() == 0) return;
    Vector q = energy.getParameters();
    Optimizer optimizer(energy);
    // As a length or an angle, not as the caller's energy tolerance.
    optimizer.setConvergenceTolerance(std::min(tolerance, Real(1e-3)));
    optimizer.setConstraintTolerance(std::min(tolerance, Real(1e-6)));
    optimizer.optimize(q);
    State found = energy.moveTo(q);
    if (matter.getUseEulerAngles(state)) {
        state.updQ() = found.getQ();
    } else {
        State converted;
        matter.convertToQuaternions(found, converted);
        state.updQ() = converted.getQ();
    }
    system.realize(state, Stage::Position);
    system.projectQ(state);
}

}  // namespace SimTK

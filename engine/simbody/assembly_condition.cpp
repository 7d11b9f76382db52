// SPDX-License-Identifier: Apache-2.0
#include "simbody/assembly_condition.h"

#include <algorithm>

#include "base/exceptions.h"
#include "multibody/assembler/assembly_problem.h"
#include "simbody/assembler.h"

namespace SimTK {

const Assembler& AssemblyCondition::getAssembler() const {
    if (!assembler_) throw trammel::Exception("AssemblyCondition: '" + name_ + "' does not belong to an Assembler.");
    return *assembler_;
}
int AssemblyCondition::getNumFreeQs() const { return getAssembler().getNumFreeQs(); }
QIndex AssemblyCondition::getQIndexOfFreeQ(FreeQIndex i) const { return getAssembler().getQIndexOfFreeQ(i); }
FreeQIndex AssemblyCondition::getFreeQIndexOfQ(QIndex q) const { return getAssembler().getFreeQIndexOfQ(q); }
const MultibodySystem& AssemblyCondition::getMultibodySystem() const { return getAssembler().getMultibodySystem(); }
const SimbodyMatterSubsystem& AssemblyCondition::getMatterSubsystem() const {
    return getMultibodySystem().getMatterSubsystem();
}

void AssemblyCondition::initializeAssembler() const {
    if (assembler_)
        assembler_->initialize();
    else
        initializeCondition();
}
void AssemblyCondition::uninitializeAssembler() const {
    if (assembler_)
        assembler_->uninitialize();
    else
        uninitializeCondition();
}

int AssemblyCondition::calcErrors(const State&, Vector&) const { return -1; }
int AssemblyCondition::calcErrorJacobian(const State&, Matrix&) const { return -1; }
int AssemblyCondition::calcGoalGradient(const State&, Vector&) const { return -1; }
int AssemblyCondition::getNumErrors(const State& state) const {
    Vector errors;
    return calcErrors(state, errors) == 0 ? errors.size() : -1;
}
int AssemblyCondition::calcGoal(const State& state, Real& goal) const {
    Vector errors;
    if (const int status = calcErrors(state, errors); status != 0) return status;
    goal = errors.squaredNorm() / std::max(1, errors.size());
    return 0;
}

QIndex QValue::getQIndex() const {
    getAssembler().requireCoordinate(body_, which_, "QValue");
    return QIndex(getAssembler().getTree()[body_].qStart + which_);
}
bool QValue::addTo(trammel::AssemblyProblem& problem, Real weight) const {
    const QIndex q = getAssembler().findSearchedCoordinate(body_, which_);
    problem.coordinates.push_back({getAssembler().nameOf(body_, which_), q, value_, weight});
    return true;
}
int QValue::calcErrors(const State& state, Vector& errors) const {
    errors.resize(1);
    errors[0] = getAssembler().getQ(state)[getQIndex()] - value_;
    return 0;
}
int QValue::calcErrorJacobian(const State&, Matrix& jacobian) const {
    jacobian = Matrix(1, getNumFreeQs(), 0);
    if (const FreeQIndex q = getFreeQIndexOfQ(getQIndex()); q.isValid()) jacobian(0, int(q)) = 1;
    return 0;
}
int QValue::calcGoal(const State& state, Real& goal) const {
    const Real error = getAssembler().getQ(state)[getQIndex()] - value_;
    goal = error * error / 2;
    return 0;
}
int QValue::calcGoalGradient(const State& state, Vector& gradient) const {
    gradient = Vector(getNumFreeQs());
    if (const FreeQIndex q = getFreeQIndexOfQ(getQIndex()); q.isValid())
        gradient[q] = getAssembler().getQ(state)[getQIndex()] - value_;
    return 0;
}

}  // namespace SimTK

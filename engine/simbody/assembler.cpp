// SPDX-License-Identifier: Apache-2.0
// Assembler: what is asked for, which coordinates may change, and what the errors and goals are at the present q.
#include "simbody/assembler.h"

#include <algorithm>
#include <cmath>

#include "base/numerical_failure.h"
#include "multibody/matter_guts.h"

namespace SimTK {

Assembler::Assembler(const MultibodySystem& system) : system_(system), internal_(system.getDefaultState()) {}
Assembler::~Assembler() = default;

const trammel::MatterSubsystem& Assembler::matter() const {
    return static_cast<const trammel::MultibodySystem&>(system_).getMatterSubsystem();
}
const trammel::Tree& Assembler::getTree() const { return matter().getTree(internal_); }
const Vector& Assembler::getQ(const State& state) const { return state.getQ(matter().getMySubsystemIndex()); }
const Transform& Assembler::getBodyTransform(const State& state, MobilizedBodyIndex body) const {
    return matter().getBodyTransform(state, body);
}

// --- Settings ---

Assembler& Assembler::setErrorTolerance(Real tolerance) {
    if (!(tolerance >= 0)) throw trammel::Exception("Assembler::setErrorTolerance(): it must not be negative.");
    tolerance_ = tolerance;
    return *this;
}
Assembler& Assembler::setAccuracy(Real accuracy) {
    if (!(accuracy >= 0 && accuracy < 1))
        throw trammel::Exception("Assembler::setAccuracy(): it must be between 0 and 1.");
    accuracy_ = accuracy;
    return *this;
}
Assembler& Assembler::setSystemConstraintsWeight(Real weight) {
    if (!(weight >= 0)) throw trammel::Exception("Assembler::setSystemConstraintsWeight(): it must not be negative.");
    systemWeight_ = weight;
    return *this;
}
Assembler& Assembler::setUseRMSErrorNorm(bool yes) {
    useRms_ = yes;
    return *this;
}

AssemblyConditionIndex Assembler::adoptAssemblyGoal(AssemblyCondition* condition, Real weight) {
    if (!condition) throw trammel::Exception("Assembler::adoptAssemblyGoal(): there is no condition.");
    if (condition->isInAssembler())
        throw trammel::Exception(std::string("Assembler::adoptAssemblyGoal(): condition '") + condition->getName() +
                                 "' belongs to an Assembler already.");
    uninitialize();
    const AssemblyConditionIndex ix(int(conditions_.size()));
    conditions_.push_back({std::unique_ptr<AssemblyCondition>(condition), 0});
    condition->assembler_ = this;
    condition->index_ = ix;
    setAssemblyConditionWeight(ix, weight);
    return ix;
}
AssemblyConditionIndex Assembler::adoptAssemblyError(AssemblyCondition* condition) {
    return adoptAssemblyGoal(condition, Infinity);
}
Assembler& Assembler::setAssemblyConditionWeight(AssemblyConditionIndex ix, Real weight) {
    if (!(weight >= 0)) throw trammel::Exception("Assembler::setAssemblyConditionWeight(): it must not be negative.");
    conditions_.at(std::size_t(int(ix))).weight = weight;
    return *this;
}
Real Assembler::getAssemblyConditionWeight(AssemblyConditionIndex ix) const {
    return conditions_.at(std::size_t(int(ix))).weight;
}

// --- Coordinates ---

void Assembler::requireCoordinate(MobilizedBodyIndex b, MobilizerQIndex q, const char* where) const {
    const trammel::Tree& tree = getTree();
    if (!b.isValid() || b >= tree.size()) throw trammel::IndexOutOfRange(where, "mobilized body", b, tree.size());
    if (!q.isValid() || q >= tree[b].nq)
        throw trammel::IndexOutOfRange(where, "coordinate of '" + tree[b].jointName + "'", q, tree[b].nq);
}
void Assembler::lockMobilizer(MobilizedBodyIndex b) {
    if (!b.isValid() || b >= getTree().size())
        throw trammel::IndexOutOfRange("Assembler::lockMobilizer()", "mobilized body", b, getTree().size());
    uninitialize();
    lockedBodies_.insert(b);
}
void Assembler::unlockMobilizer(MobilizedBodyIndex b) {
    uninitialize();
    lockedBodies_.erase(b);
}
void Assembler::lockQ(MobilizedBodyIndex b, MobilizerQIndex q) {
    requireCoordinate(b, q, "Assembler::lockQ()");
    uninitialize();
    lockedQs_.insert({b, q});
}
void Assembler::unlockQ(MobilizedBodyIndex b, MobilizerQIndex q) {
    uninitialize();
    lockedQs_.erase({b, q});
}
void Assembler::restrictQ(MobilizedBodyIndex b, MobilizerQIndex q, Real lower, Real upper) {
    requireCoordinate(b, q, "Assembler::restrictQ()");
    if (!(lower <= upper))
        throw trammel::Exception("Assembler::restrictQ(): the range of '" + getTree()[b].jointName + "' is empty.");
    uninitialize();
    ranges_[{b, q}] = {lower, upper};
}
void Assembler::unrestrictQ(MobilizedBodyIndex b, MobilizerQIndex q) {
    uninitialize();
    ranges_.erase({b, q});
}

void Assembler::findFreeCoordinates() {
    // What prescribed motion puts back in place is not free.
    State moved = internal_;
    Vector q = currentQ();
    for (int i = 0; i < q.size(); ++i) q[i] += 1;
    moved.updQ(matter().getMySubsystemIndex()) = q;
    system_.realize(moved, Stage::Time);
    system_.prescribeQ(moved);
    const Vector& after = getQ(moved);

    freeU_.clear();
    freeQ_.clear();
    heldQ_.clear();
    limits_.clear();
    freeQOfQ_.assign(std::size_t(q.size()), -1);
    const trammel::Tree& tree = getTree();
    for (int b = 1; b < tree.size(); ++b) {
        const trammel::TreeNode& n = tree[b];
        bool fixed = lockedBodies_.contains(b);
        for (int i = n.qStart; i < n.qStart + n.nq; ++i) fixed = fixed || after[i] != q[i];
        if (fixed) continue;
        for (int i = 0; i < n.nu; ++i) freeU_.push_back(n.uStart + i);
        for (int i = 0; i < n.nq; ++i) {
            const int at = n.qStart + i;
            if (lockedQs_.contains({b, i})) {
                heldQ_.push_back({at, currentQ()[at]});
                continue;
            }
            freeQOfQ_[std::size_t(at)] = getNumFreeQs();
            freeQ_.push_back(at);
            if (const auto range = ranges_.find({b, i}); range != ranges_.end())
                limits_.push_back({at, range->second.first, range->second.second});
        }
    }
}

void Assembler::uninitialize() {
    if (!std::exchange(initialized_, false)) return;
    for (const Condition& c : conditions_) c.condition->uninitializeCondition();
}

void Assembler::initialize(const State& state) {
    uninitialize();
    internal_ = state;
    initialize();
}
void Assembler::initialize() {
    uninitialize();
    if (internal_.getSystemStage() < Stage::Model) system_.realizeModel(internal_);
    system_.realize(internal_, Stage::Time);
    system_.prescribeQ(internal_);
    findFreeCoordinates();
    if (!moveTo(currentQ()))
        throw AssembleFailed("Assembler::initialize(): the pose of '" + system_.getName() + "' cannot be evaluated.");
    for (const Condition& c : conditions_) c.condition->initializeCondition();
    initialized_ = true;
    ++initializations_;
}

void Assembler::updateFromInternalState(State& state) const {
    if (state.getSystemStage() < Stage::Model) system_.realizeModel(state);
    state.updQ() = internal_.getQ();
}

Vector Assembler::currentQ() const { return getQ(internal_); }

Vector Assembler::toQ(const Vector& d) const {
    const trammel::Tree& tree = getTree();
    Vector u(tree.nu), dq(tree.nq);
    for (int i = 0; i < numFree(); ++i) u[freeU_[std::size_t(i)]] = d[i];
    matter().getGuts().multiplyByN(internal_, u.data(), dq.data());
    return dq;
}

bool Assembler::moveTo(Vector q) {
    for (const Range& r : limits_) q[r.q] = std::clamp(q[r.q], r.lower, r.upper);
    for (const trammel::TreeNode& n : getTree().nodes)
        if (n.quaternion >= 0) Eigen::Map<Eigen::Matrix<Real, 4, 1>>(q.data() + n.qStart).normalize();
    internal_.updQ(matter().getMySubsystemIndex()) = q;
    try {
        system_.realize(internal_, Stage::Position);
        return true;
    } catch (const trammel::NumericalFailure&) {
        return false;
    }
}

// --- Errors and goals ---

int Assembler::numSystemErrors() const { return matter().getGuts().getLayout(internal_).nPosition; }
Vector Assembler::calcSystemErrors() const {
    return internal_.getQErr(matter().getMySubsystemIndex()).head(numSystemErrors());
}

Matrix Assembler::calcSystemSlope() const {
    const trammel::MatterGuts& guts = matter().getGuts();
    const trammel::ConstraintLayout& layout = guts.getLayout(internal_);
    const trammel::Tree& tree = getTree();
    Matrix slope(layout.nPosition, numFree());
    std::vector<SpatialVec> F(std::size_t(tree.size()));
    std::vector<Real> lambda(std::size_t(layout.size())), mobility(std::size_t(tree.nu)), row(std::size_t(tree.nu));
    for (int c = 0; c < matter().getNumConstraints(); ++c) {
        const trammel::ConstraintLayout::Block& block = layout.blocks[std::size_t(c)];
        if (!block.enabled) continue;
        for (int i = 0; i < matter().getConstraint(ConstraintIndex(c)).getNumPositionEquations(); ++i) {
            // A row of G is what a unit multiplier does to the speeds.
            std::fill(F.begin(), F.end(), SpatialVec(Vec3(0), Vec3(0)));
            std::fill(mobility.begin(), mobility.end(), 0);
            Real& multiplier = lambda[std::size_t(block.position + i)];
            multiplier = 1;
            guts.addInConstraintForces(internal_, lambda.data(), F.data(), mobility.data(), c);
            multiplier = 0;
            trammel::multiplyBySystemJacobianTranspose(tree, guts.ensurePosition(internal_), F, row.data());
            for (int k = 0; k < numFree(); ++k) {
                const auto u = std::size_t(freeU_[std::size_t(k)]);
                slope(block.position + i, k) = row[u] + mobility[u];
            }
        }
    }
    return slope;
}

Vector Assembler::calcErrors() const {
    std::vector<Real> all;
    const auto append = [&](const Vector& errors) {
        all.insert(all.end(), errors.data(), errors.data() + errors.size());
    };
    if (hasHardConstraints()) append(calcSystemErrors());
    for (const Condition& c : conditions_) {
        if (!c.isError()) continue;
        Vector errors;
        if (c.condition->calcErrors(internal_, errors) != 0)
            throw trammel::Exception(std::string("Assembler: condition '") + c.condition->getName() +
                                     "' is to be met as an error, but its calcErrors() does not give any.");
        append(errors);
    }
    return Vector(int(all.size()), all.data());
}

Real Assembler::calcNorm(const Vector& errors) const {
    if (errors.size() == 0) return 0;
    // A sum keeps what is not a number, a maximum may lose it.
    if (useRms_ || !errors.allFinite()) return std::sqrt(errors.squaredNorm() / errors.size());
    return errors.lpNorm<Eigen::Infinity>();
}

Real Assembler::calcGoalOf(const Condition& c) const {
    Real goal = 0;
    if (c.condition->calcGoal(internal_, goal) != 0)
        throw trammel::Exception(std::string("Assembler: condition '") + c.condition->getName() +
                                 "' gives neither errors nor a goal.");
    return goal;
}

Real Assembler::calcCurrentErrorNorm() const { return calcNorm(calcErrors()); }

Real Assembler::calcCurrentGoal() const {
    Real sum = 0;
    if (!hasHardConstraints() && systemWeight_ > 0) sum += systemWeight_ * calcSystemErrors().squaredNorm() / 2;
    for (const Condition& c : conditions_)
        if (!c.isError() && c.weight > 0) sum += c.weight * calcGoalOf(c);
    return sum;
}

std::vector<Assembler::Linearized> Assembler::linearize() {
    std::vector<Linearized> all(conditions_.size());
    std::vector<char> errorsToDo(conditions_.size()), goalsToDo(conditions_.size());
    // dq by the free speeds, for conditions that know their derivatives by q.
    Matrix N(getNumFreeQs(), numFree());
    for (int k = 0; k < numFree(); ++k) {
        Vector unit(numFree());
        unit[k] = 1;
        const Vector dq = toQ(unit);
        for (int i = 0; i < getNumFreeQs(); ++i) N(i, k) = dq[freeQ_[std::size_t(i)]];
    }
    for (std::size_t i = 0; i < conditions_.size(); ++i) {
        const Condition& c = conditions_[i];
        Linearized& l = all[i];
        if (c.weight == 0) continue;
        l.hasErrors = c.condition->calcErrors(internal_, l.errors) == 0;
        if (l.hasErrors) {
            Matrix jacobian;
            if (c.condition->calcErrorJacobian(internal_, jacobian) == 0)
                l.errorSlope = jacobian * N;
            else
                errorsToDo[i] = 1;
        }
        if (c.isError()) continue;
        l.goal = calcGoalOf(c);
        Vector gradient;
        if (c.condition->calcGoalGradient(internal_, gradient) == 0)
            l.goalSlope = N.transpose() * gradient;
        else
            goalsToDo[i] = 1;
    }
    differenceNumerically(all, errorsToDo, goalsToDo);
    return all;
}

void Assembler::differenceNumerically(std::vector<Linearized>& all, const std::vector<char>& errorsToDo,
                                      const std::vector<char>& goalsToDo) {
    const auto none = [](const std::vector<char>& flags) { return std::count(flags.begin(), flags.end(), 1) == 0; };
    if (none(errorsToDo) && none(goalsToDo)) return;
    // Balances rounding against the third derivative of lengths about 1.
    constexpr Real width = 1e-5;
    const Vector here = currentQ();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (errorsToDo[i]) all[i].errorSlope = Matrix(all[i].errors.size(), numFree(), 0);
        if (goalsToDo[i]) all[i].goalSlope = Vector(numFree());
    }
    for (int k = 0; k < numFree(); ++k) {
        Vector unit(numFree());
        unit[k] = 1;
        const Vector direction = toQ(unit);
        for (const Real side : {-1., 1.}) {
            internal_.updQ(matter().getMySubsystemIndex()) = here + (side * width) * direction;
            system_.realize(internal_, Stage::Position);
            for (std::size_t i = 0; i < all.size(); ++i) {
                if (errorsToDo[i]) {
                    Vector errors;
                    conditions_[i].condition->calcErrors(internal_, errors);
                    all[i].errorSlope.col(k) += side / (2 * width) * errors;
                }
                if (goalsToDo[i]) all[i].goalSlope[k] += side / (2 * width) * calcGoalOf(conditions_[i]);
            }
        }
        internal_.updQ(matter().getMySubsystemIndex()) = here;
        system_.realize(internal_, Stage::Position);
    }
}

}  // namespace SimTK

// SPDX-License-Identifier: Apache-2.0
#include "simbody/assembler.h"

#include <algorithm>
#include <cmath>

#include "base/numerical_failure.h"
#include "multibody/assembler/assemble.h"
#include "multibody/matter/guts.h"

namespace SimTK {

/// A user-defined condition, adapted to an assembly.
class Assembler::Asked : public trammel::PoseCondition {
public:
    explicit Asked(const AssemblyCondition& condition) : condition_(condition) {}

    std::string getName() const override { return condition_.getName(); }
    int getNumErrors(const State& s) const override {
        Vector errors;
        calcErrors(s, errors);
        return errors.size();
    }
    void calcErrors(const State& s, Vector& errors) const override {
        if (condition_.calcErrors(s, errors) != 0)
            throw trammel::Exception("Assembler: condition '" + getName() +
                                     "' has infinite weight but does not implement calcErrors().");
    }
    Real calcGoal(const State& s) const override {
        Real goal = 0;
        if (condition_.calcGoal(s, goal) != 0)
            throw trammel::Exception("Assembler: condition '" + getName() +
                                     "' implements neither calcErrors() nor calcGoal().");
        return goal;
    }
    bool calcErrorSlopes(const State& s, Matrix& byQ) const override {
        Matrix byFreeQ;
        if (condition_.calcErrorJacobian(s, byFreeQ) != 0) return false;
        const Assembler& a = condition_.getAssembler();
        byQ = Matrix(byFreeQ.nrow(), a.getTree().nq, 0);
        for (FreeQIndex i(0); i < a.getNumFreeQs(); ++i) byQ.col(a.getQIndexOfFreeQ(i)) = byFreeQ.col(i);
        return true;
    }
    bool calcGoalSlope(const State& s, Vector& byQ) const override {
        Vector byFreeQ;
        if (condition_.calcGoalGradient(s, byFreeQ) != 0) return false;
        const Assembler& a = condition_.getAssembler();
        byQ = Vector(a.getTree().nq);
        for (FreeQIndex i(0); i < a.getNumFreeQs(); ++i) byQ[a.getQIndexOfFreeQ(i)] = byFreeQ[i];
        return true;
    }

private:
    const AssemblyCondition& condition_;
};

Assembler::Assembler(const MultibodySystem& system) : system_(system) { setInternalState(system.getDefaultState()); }
Assembler::~Assembler() = default;

const trammel::Tree& Assembler::getTree() const { return matter().getTree(internal_); }
const Vector& Assembler::getQ(const State& state) const { return state.getQ(matter().getMySubsystemIndex()); }
const Transform& Assembler::getBodyTransform(const State& state, MobilizedBodyIndex body) const {
    return matter().getBodyTransform(state, body);
}

// --- Settings ---

Assembler& Assembler::setErrorTolerance(Real tolerance) {
    if (!(tolerance >= 0)) throw trammel::Exception("Assembler::setErrorTolerance(): the value must not be negative.");
    tolerance_ = tolerance;
    return *this;
}
Assembler& Assembler::setAccuracy(Real accuracy) {
    if (!(accuracy >= 0 && accuracy < 1))
        throw trammel::Exception("Assembler::setAccuracy(): the value must be between 0 and 1.");
    accuracy_ = accuracy;
    return *this;
}
Assembler& Assembler::setSystemConstraintsWeight(Real weight) {
    if (!(weight >= 0))
        throw trammel::Exception("Assembler::setSystemConstraintsWeight(): the value must not be negative.");
    systemWeight_ = weight;
    return *this;
}
Assembler& Assembler::setUseRMSErrorNorm(bool yes) {
    useRms_ = yes;
    return *this;
}

AssemblyConditionIndex Assembler::adoptAssemblyGoal(AssemblyCondition* condition, Real weight) {
    if (!condition) throw trammel::Exception("Assembler::adoptAssemblyGoal(): the condition is null.");
    if (condition->isInAssembler())
        throw trammel::Exception(std::string("Assembler::adoptAssemblyGoal(): condition '") + condition->getName() +
                                 "' already belongs to an Assembler.");
    uninitialize();
    const AssemblyConditionIndex ix(int(conditions_.size()));
    conditions_.push_back({std::unique_ptr<AssemblyCondition>(condition), std::make_unique<Asked>(*condition), 0});
    condition->assembler_ = this;
    condition->index_ = ix;
    setAssemblyConditionWeight(ix, weight);
    return ix;
}
AssemblyConditionIndex Assembler::adoptAssemblyError(AssemblyCondition* condition) {
    return adoptAssemblyGoal(condition, Infinity);
}
Assembler& Assembler::setAssemblyConditionWeight(AssemblyConditionIndex ix, Real weight) {
    if (!(weight >= 0))
        throw trammel::Exception("Assembler::setAssemblyConditionWeight(): the value must not be negative.");
    uninitialize();
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
QIndex Assembler::findSearchedCoordinate(MobilizedBodyIndex b, MobilizerQIndex q) const {
    requireCoordinate(b, q, "Assembler");
    // Four numbers of a quaternion replace three angles of the internal State.
    const trammel::TreeNode& n = matter().getTree(searched())[b];
    return QIndex(n.qStart + q + (n.quaternion >= 0 ? 1 : 0));
}
std::string Assembler::nameOf(MobilizedBodyIndex b, MobilizerQIndex q) const {
    return matter().getGuts().nameOfQ(internal_, QIndex(getTree()[b].qStart + q));
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
Vec2 Assembler::getFreeQBounds(FreeQIndex i) const {
    const int q = getQIndexOfFreeQ(i);
    for (const auto& [coordinate, range] : ranges_)
        if (getTree()[coordinate.first].qStart + coordinate.second == q) return {range.first, range.second};
    return {-Infinity, Infinity};
}

void Assembler::findFreeCoordinates() const {
    const trammel::Tree& tree = getTree();
    const trammel::PrescribedSet& prescribed = matter().getGuts().ensurePrescribedSet(internal_);
    freeQ_.clear();
    freeQOfQ_.assign(std::size_t(tree.nq), -1);
    for (int b = 1; b < tree.size(); ++b) {
        if (lockedBodies_.contains(b) || prescribed.level[std::size_t(b)] == trammel::MotionLevel::Position) continue;
        for (int i = 0; i < tree[b].nq; ++i) {
            if (lockedQs_.contains({b, i})) continue;
            freeQOfQ_[std::size_t(tree[b].qStart + i)] = getNumFreeQs();
            freeQ_.push_back(tree[b].qStart + i);
        }
    }
}

// --- Running ---

Assembler& Assembler::setInternalState(const State& state) {
    uninitialize();
    matter().convertToEulerAngles(state, internal_);
    if (internal_.getSystemStage() < Stage::Model) system_.realizeModel(internal_);
    return *this;
}
void Assembler::uninitialize() const {
    if (!std::exchange(initialized_, false)) return;
    for (const Condition& c : conditions_) c.condition->uninitializeCondition();
}
void Assembler::initialize(const State& state) {
    setInternalState(state);
    initialize();
}
void Assembler::initialize() const {
    if (initialized_) return;
    try {
        system_.realize(internal_, Stage::Time);
        system_.prescribeQ(internal_);
        system_.realize(internal_, Stage::Position);
    } catch (const trammel::NumericalFailure& e) {
        throw AssembleFailed("Assembler::initialize(): the pose of '" + system_.getName() +
                             "' cannot be evaluated: " + e.what());
    }
    findFreeCoordinates();
    for (const Condition& c : conditions_) c.condition->initializeCondition();
    chooseSearchState();
    initialized_ = true;
    ++initializations_;
}

void Assembler::chooseSearchState() const {
    quaternions_.emplace();
    matter().convertToQuaternions(internal_, *quaternions_);
    // Without angles of ball joints in the problem, use quaternions, which have no singular poses.
    trammel::AssemblyProblem problem;
    bool needsAngles = false;
    for (const Condition& c : conditions_)
        needsAngles = needsAngles || (c.weight > 0 && !c.condition->addTo(problem, c.weight));
    const trammel::Tree& tree = matter().getTree(*quaternions_);
    const auto look = [&](int b, int q) {
        constexpr int anglesOfBall = 3;
        needsAngles = needsAngles || (tree[b].quaternion >= 0 && q < anglesOfBall);
    };
    for (const auto& [b, q] : lockedQs_) look(b, q);
    for (const auto& [coordinate, range] : ranges_) look(coordinate.first, coordinate.second);
    for (const trammel::AssemblyProblem::Coordinate& c : problem.coordinates)
        for (int b = 1; b < tree.size(); ++b)
            if (c.q >= tree[b].qStart && c.q < tree[b].qStart + tree[b].nq)
                look(b, c.q - tree[b].qStart - (tree[b].quaternion >= 0 ? 1 : 0));
    if (needsAngles) quaternions_.reset();
}

trammel::AssemblyProblem Assembler::makeProblem() const {
    /// Steps of q, relative to the accuracy, that end the search for the best goals.
    constexpr Real lastMove = 1e-3;
    trammel::AssemblyProblem problem;
    problem.tolerance = getErrorToleranceInUse();
    problem.accuracy = lastMove * getAccuracyInUse();
    problem.constraintWeight = systemWeight_;
    for (const int b : lockedBodies_) problem.lockedMobilizers.push_back(MobilizedBodyIndex(b));
    for (const auto& [b, q] : lockedQs_)
        problem.lockedCoordinates.push_back(findSearchedCoordinate(MobilizedBodyIndex(b), MobilizerQIndex(q)));
    for (const auto& [at, range] : ranges_)
        problem.ranges.push_back({findSearchedCoordinate(MobilizedBodyIndex(at.first), MobilizerQIndex(at.second)),
                                  range.first, range.second});
    for (const Condition& c : conditions_)
        if (c.weight > 0 && !c.condition->addTo(problem, c.weight))
            problem.conditions.push_back({c.asked.get(), c.weight});
    return problem;
}

void Assembler::takeFromSearched() const {
    if (quaternions_) matter().getGuts().convertCoordinates(*quaternions_, internal_);
    system_.realize(internal_, Stage::Position);
}

void Assembler::report() const {
    for (const EventReporter* reporter : reporters_) {
        system_.realize(internal_, Stage::Report);
        reporter->handleEvent(internal_);
    }
}

template <class Failure, class Search>
Real Assembler::run(const char* where, Search search) {
    initialize();
    report();
    const std::string start = std::string(where) + ": '" + system_.getName() + "' cannot be assembled. ";
    trammel::AssemblyResult result;
    try {
        result = search();
        takeFromSearched();
    } catch (const trammel::NumericalFailure& e) {
        throw Failure(start + e.what());
    }
    steps_ += result.steps;
    report();
    if (!result.succeeded() && !(useRms_ && calcCurrentErrorNorm() <= getErrorToleranceInUse())) {
        std::string text = start + result.message;
        for (const std::string& conflict : result.conflicts) text += " " + conflict;
        if (freeQ_.empty()) text += " No coordinate is free.";
        throw Failure(text);
    }
    return calcCurrentGoal();
}

Real Assembler::assemble() {
    return run<AssembleFailed>("Assembler::assemble()",
                               [&] { return trammel::assemble(system_, searched(), makeProblem()); });
}
Real Assembler::assemble(State& state) {
    initialize(state);
    const Real goal = assemble();
    updateFromInternalState(state);
    return goal;
}
Real Assembler::track(Real frameTime) {
    return run<TrackFailed>("Assembler::track()", [&] {
        State& s = searched();
        if (frameTime >= 0 && frameTime != internal_.getTime()) {
            internal_.setTime(frameTime);
            s.setTime(frameTime);
        }
        trammel::PoseTracker tracker(system_, s, makeProblem());
        tracker.track(s);
        return tracker.describe(s);
    });
}

void Assembler::updateFromInternalState(State& state) const {
    if (state.getSystemStage() < Stage::Model) system_.realizeModel(state);
    State converted;
    if (matter().getUseEulerAngles(state))
        converted = internal_;
    else
        matter().convertToQuaternions(internal_, converted);
    state.updQ() = converted.getQ();
}

// --- Remaining errors ---

Vector Assembler::calcErrors() const {
    std::vector<Real> all;
    const auto append = [&](const Vector& errors) {
        all.insert(all.end(), errors.data(), errors.data() + errors.size());
    };
    if (systemWeight_ == Infinity) {
        const int n = matter().getGuts().getLayout(internal_).nPosition;
        append(internal_.getQErr(matter().getMySubsystemIndex()).head(n));
    }
    Vector errors;
    for (const Condition& c : conditions_) {
        if (!c.isError()) continue;
        c.asked->calcErrors(internal_, errors);
        append(errors);
    }
    return Vector(int(all.size()), all.data());
}

Real Assembler::calcCurrentErrorNorm() const {
    initialize();
    const Vector errors = calcErrors();
    if (errors.size() == 0) return 0;
    // A sum propagates NaN, a maximum may lose it.
    if (useRms_ || !errors.allFinite()) return std::sqrt(errors.squaredNorm() / errors.size());
    return errors.lpNorm<Eigen::Infinity>();
}

Real Assembler::calcCurrentGoal() const {
    initialize();
    Real sum = 0;
    if (systemWeight_ < Infinity) {
        const int n = matter().getGuts().getLayout(internal_).nPosition;
        sum += systemWeight_ * internal_.getQErr(matter().getMySubsystemIndex()).head(n).squaredNorm() / 2;
    }
    for (const Condition& c : conditions_)
        if (!c.isError() && c.weight > 0) sum += c.weight * c.asked->calcGoal(internal_);
    return sum;
}

}  // namespace SimTK

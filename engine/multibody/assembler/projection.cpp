// SPDX-License-Identifier: Apache-2.0
// MatterGuts: projection onto the constraint manifolds, and assembly. Driven coordinates stay where their motion or
// lock puts them, or where their known accelerations lead; the others move.
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/numerical_failure.h"
#include "multibody/assembler/pose_search.h"
#include "multibody/matter/guts.h"
#include "multibody/pose_search_limits.h"
#include "system/system.h"

namespace trammel {

// --- Projection ---

namespace {

/// Largest weighted error of the first n, and its index.
Real worstOf(const Vector& errors, const Vector& weights, int n, int& which) {
    Real worst = 0;
    which = -1;
    for (int i = 0; i < n; ++i) {
        const Real e = std::abs(errors[i]) * weights[i];
        if (!(e <= worst)) {  // catches NaN too
            worst = e;
            which = i;
        }
    }
    return worst;
}

/// Newton iterates until errors are this far below the tolerance: one more step is cheap and may save the next
/// projection. A forced projection iterates to near exactness.
constexpr Real overshoot = 0.1, overshootIfForced = 1e-5, asGoodAsExact = 1e-12;
Real aimOf(const ProjectOptions& options) {
    const Real usual = overshoot * options.tolerance;
    return options.force ? std::min(usual, std::max(overshootIfForced * options.tolerance, asGoodAsExact)) : usual;
}
/// Redundant equations are dependent only at closed poses: a remaining pose error times the speeds is a slip that no
/// speeds avoid. One more Newton step removes it.
constexpr Real overshootIfRedundant = 1e-5;

}  // namespace

bool MatterGuts::normalizeQuaternions(State& s) const {
    const Tree& tree = treeOf(s);
    // Errors at rounding level are not worth invalidating the Position stage.
    constexpr Real negligible = 4 * Eps;
    bool changed = false;
    for (const TreeNode& n : tree.nodes) {
        if (n.quaternion < 0) continue;
        Eigen::Map<const Eigen::Matrix<Real, 4, 1>> e(getQ(s).data() + n.qStart);
        if (std::abs(e.norm() - 1) <= negligible) continue;
        Eigen::Map<Eigen::Matrix<Real, 4, 1>>(updQ(s).data() + n.qStart).normalize();
        changed = true;
    }
    return changed;
}

void MatterGuts::removeOffManifoldPart(const State& s, Vector& estimate, bool positions) const {
    const Tree& tree = treeOf(s);
    if (estimate.size() == 0) return;
    const ConstraintLayout& layout = getLayout(s);
    const int rows = positions ? layout.nPosition : layout.nPosition + layout.nVelocity;
    MatterWork& w = work(s);
    Real* const eq = estimate.data() + s.getQStart(getMySubsystemIndex());
    Real* const eu = estimate.data() + s.getNQ() + s.getUStart(getMySubsystemIndex());
    // Converting a q error to u-like and back removes changes of quaternion length.
    Real* const v = positions ? w.uLike1.data() : eu;
    if (positions) multiplyByNInv(s, eq, v);
    if (rows > 0) {
        // v -= M^-1 G^T A^+ G v
        ConstraintMatrices& cm = ensureConstraintMatrices(s, rows);
        multiplyByG(s, v, rows, w.errors.data());
        cm.solve(rows, w.errors.data(), w.errors.data());
        calcMInvGt(s, ensurePosition(s), ensureArticulated(s), ensurePrescribedSet(s), cm, w.errors.data(), rows,
                   w.uLike2.data(), w.A_GB);
        for (int i = 0; i < tree.nu; ++i) v[i] -= w.uLike2[std::size_t(i)];
    }
    if (positions) multiplyByN(s, v, eq);
}

ProjectResults MatterGuts::projectQ(State& s, Vector& estimate, const ProjectOptions& options) const {
    const Tree& tree = treeOf(s);
    const System& system = getSystem();
    system.realize(s, Stage::Position);
    const int m = getLayout(s).nPosition;
    MatterWork& w = work(s);
    ProjectResults results;
    Real worst =
        worstOf(s.getQErr(getMySubsystemIndex()), s.getQErrWeights(getMySubsystemIndex()), m, results.worstError);
    results.errorBefore = worst;
    Real limit = options.force ? 0 : options.tolerance, aim = aimOf(options);
    if (worst > overshootIfRedundant * options.tolerance && ensureConstraintMatrices(s, m).isRedundant(m))
        limit = aim = overshootIfRedundant * options.tolerance;
    Real previous = Infinity;
    while (worst > limit || std::isnan(worst)) {
        limit = aim;
        const bool diverging = !(worst < previous);
        if (results.iterations >= options.maxIterations || std::isnan(worst) || diverging) break;
        previous = worst;
        // dq = -N M^-1 G^T A^+ perr: the least motion in the metric of kinetic energy.
        ConstraintMatrices& cm = ensureConstraintMatrices(s, m);
        cm.solve(m, s.getQErr(getMySubsystemIndex()).data(), w.errors.data());
        calcMInvGt(s, ensurePosition(s), ensureArticulated(s), ensurePrescribedSet(s), cm, w.errors.data(), m,
                   w.uLike1.data(), w.A_GB);
        multiplyByN(s, w.uLike1.data(), w.qLike.data());
        Vector& q = updQ(s);
        for (int i = 0; i < tree.nq; ++i) q[i] -= w.qLike[std::size_t(i)];
        results.anyChange = true;
        system.realize(s, Stage::Position);
        worst =
            worstOf(s.getQErr(getMySubsystemIndex()), s.getQErrWeights(getMySubsystemIndex()), m, results.worstError);
        ++results.iterations;
    }
    if (normalizeQuaternions(s)) {
        results.anyChange = true;
        system.realize(s, Stage::Position);
    }
    results.errorAfter = worst;
    if (!(worst <= options.tolerance))
        results.status = ProjectResults::Status::FailedToConverge;
    else if (results.anyChange)
        removeOffManifoldPart(s, estimate, true);
    return results;
}

ProjectResults MatterGuts::projectU(State& s, Vector& estimate, const ProjectOptions& options) const {
    const Tree& tree = treeOf(s);
    const System& system = getSystem();
    system.realize(s, Stage::Velocity);
    const ConstraintLayout& layout = getLayout(s);
    const int m = layout.nPosition + layout.nVelocity;
    MatterWork& w = work(s);
    ProjectResults results;
    const SubsystemIndex me = getMySubsystemIndex();
    Real worst = worstOf(s.getUErr(me), s.getUErrWeights(me), m, results.worstError);
    results.errorBefore = worst;
    Real limit = options.force ? 0 : options.tolerance;
    Real previous = Infinity;
    while (worst > limit || std::isnan(worst)) {
        limit = aimOf(options);
        const bool stalled = !(worst < previous);
        if (results.iterations >= options.maxIterations || std::isnan(worst) || stalled) break;
        previous = worst;
        ConstraintMatrices& cm = ensureConstraintMatrices(s, m);
        cm.solve(m, s.getUErr(me).data(), w.errors.data());
        calcMInvGt(s, ensurePosition(s), ensureArticulated(s), ensurePrescribedSet(s), cm, w.errors.data(), m,
                   w.uLike1.data(), w.A_GB);
        Vector& u = updU(s);
        for (int i = 0; i < tree.nu; ++i) u[i] -= w.uLike1[std::size_t(i)];
        results.anyChange = true;
        system.realize(s, Stage::Velocity);
        worst = worstOf(s.getUErr(me), s.getUErrWeights(me), m, results.worstError);
        ++results.iterations;
    }
    results.errorAfter = worst;
    if (!(worst <= options.tolerance))
        results.status = ProjectResults::Status::FailedToConverge;
    else if (results.anyChange)
        removeOffManifoldPart(s, estimate, false);
    return results;
}

// --- Assembly ---

namespace {
using Limits = PoseSearchLimits;
/// A pose that turns a body by more than this, rad, may be one of several: others are tried if the equations are few.
constexpr Real farTurn = 0.5;
constexpr int fewEquations = 50, fewSpeeds = 100, mostOthers = 8, mostStepsOfOthers = 60;

/// Displacement of the bodies of a mechanism: of their origins and three points beside each.
class Displacement {
public:
    Displacement(const PositionKinematics& start, const MassConstants& mass, std::vector<std::size_t> bodies)
        : start_(start.bodies), bodies_(std::move(bodies)) {
        Vec3 middle(0.);
        std::vector<Vec3> places;
        for (const std::size_t b : bodies_)
            for (const Vec3& p : {start_[b].X_GB.p(), Vec3(start_[b].X_GB * mass.bodies[b].getMassCenter())})
                middle += places.emplace_back(p);
        if (places.empty()) return;
        middle /= Real(places.size());
        for (const Vec3& p : places) reach_ += (p - middle).squaredNorm() / Real(places.size());
        reach_ = std::sqrt(reach_);
    }
    struct Size {
        Real distance;
        /// The largest angle by which a body is turned, rad.
        Real turn;
        /// True if it is clearly nearer, and turns no body much farther.
        bool isNearerThan(const Size& other) const {
            constexpr Real clearly = 0.95, muchFarther = 0.5;
            return distance < clearly * other.distance && turn <= other.turn + muchFarther;
        }
    };
    Size calc(const PositionKinematics& now) const { return {calcDistance(now), calcLargestTurn(now)}; }

private:
    Real calcDistance(const PositionKinematics& now) const {
        Real sum = 0;
        for (const std::size_t b : bodies_) {
            const Transform &before = start_[b].X_GB, &after = now.bodies[b].X_GB;
            const Vec3 moved = after.p() - before.p();
            sum += moved.squaredNorm();
            for (int i = 0; i < 3; ++i)
                sum += Vec3(moved + reach_ * (after.R().asMat33().col(i) - before.R().asMat33().col(i))).squaredNorm();
        }
        return std::sqrt(sum);
    }
    Real calcLargestTurn(const PositionKinematics& now) const {
        Real cosine = 1;
        for (const std::size_t b : bodies_) {
            const Mat33 R = start_[b].X_GB.R().asMat33().transpose() * now.bodies[b].X_GB.R().asMat33();
            cosine = std::min(cosine, (R.trace() - 1) / 2);
        }
        return std::acos(std::max(cosine, -1.));
    }

    std::vector<PositionKinematics::Body> start_;
    std::vector<std::size_t> bodies_;
    /// Distance of the points from the origin of their body, m: the size of the mechanism.
    Real reach_ = 0;
};

/// Closes the loops from the present pose; false if that is impossible, or if a pose on the way cannot be evaluated.
bool closesFrom(PoseSearch& search, State& s, int mostSteps) {
    try {
        return search.close(s, Limits::largestMove, mostSteps);
    } catch (const NumericalFailure&) {
        return false;
    }
}

/// From a closed pose of a mechanism far from @p drawn, moves to one of a few others (deterministic) that is clearly nearer
/// and turns no body much farther: a search from @p drawn itself may miss it, and end on the other side of a loop.
/// @param search moves this mechanism alone
void closeNearer(const MatterGuts& guts, PoseSearch& search, State& s, const Vector& drawn,
                 const Displacement& displacement) {
    constexpr Real firstKick = 0.25;
    Vector nearest = s.getQ(guts.getMySubsystemIndex());
    Displacement::Size least = displacement.calc(guts.ensurePosition(s));
    for (int i = 1; i <= mostOthers; ++i) {
        search.restore(s, drawn);
        search.kick(s, i, firstKick * i);
        // Otherwise the pose that was found first remains.
        if (!closesFrom(search, s, mostStepsOfOthers)) continue;
        const Displacement::Size size = displacement.calc(guts.ensurePosition(s));
        if (!size.isNearerThan(least)) continue;
        least = size;
        nearest = s.getQ(guts.getMySubsystemIndex());
    }
    search.restore(s, nearest);
}

/// Searches for a pose of one mechanism, from the start, by itself.
class LoneSearch {
public:
    LoneSearch(const MultibodySystem& system, const Mechanisms& mechanisms, int mechanism, const State& s,
               const State& atStart, AssemblyProblem problem)
        : guts_(system.getMatterSubsystem().getGuts()), me_(guts_.getMySubsystemIndex()), start_(s.getQ(me_)) {
        const Tree& tree = guts_.treeOf(s);
        const Vector& drawn = atStart.getQ(me_);
        std::vector<std::size_t> bodies;
        for (int b = 1; b < tree.size(); ++b) {
            const TreeNode& node = tree[b];
            if (mechanisms.ofBody[std::size_t(b)] == mechanism) {
                bodies.push_back(std::size_t(b));
                speeds_ += node.nu;
                start_.segment(node.qStart, node.nq) = drawn.segment(node.qStart, node.nq);
            } else {
                problem.settledMobilizers.push_back(MobilizedBodyIndex(b));
            }
        }
        isSmall_ = speeds_ <= fewSpeeds && std::ranges::count(mechanisms.ofEquation, mechanism) <= fewEquations;
        displacement_.emplace(guts_.ensurePosition(atStart), guts_.ensureMassConstants(s), std::move(bodies));
        problem_ = std::move(problem);
    }
    bool isFar(const State& s) const { return displacement_->calc(guts_.ensurePosition(s)).turn > farTurn; }
    /// Moves to a closed pose that is nearer, or, if @p isOpen, to any. @return the number of steps
    int run(const MultibodySystem& system, State& s, bool isOpen, bool isOnly) {
        const Vector found = s.getQ(me_);
        const Displacement::Size size = displacement_->calc(guts_.ensurePosition(s));
        PoseSearch search(system, s, problem_);
        search.restore(s, start_);
        search.begin(s);
        // Others that moved at the same time may have led it elsewhere.
        const bool closes = !isOnly && closesFrom(search, s, Limits::mostSteps);
        if (!closes) search.restore(s, found);
        if (isOpen && !closes) return search.steps;
        if (isSmall_ && isFar(s)) closeNearer(guts_, search, s, start_, *displacement_);
        if (!isOpen && size.isNearerThan(displacement_->calc(guts_.ensurePosition(s)))) search.restore(s, found);
        return search.steps;
    }

private:
    const MatterGuts& guts_;
    const SubsystemIndex me_;
    AssemblyProblem problem_;
    Vector start_;
    std::optional<Displacement> displacement_;
    int speeds_ = 0;
    bool isSmall_ = false;
};

/// Tries each mechanism that is still open, or closed far from where it was drawn, by itself: together, one that cannot close
/// stops the others, and the same kick takes one nearer and another farther.
/// @return the number of steps
int tryEach(const MultibodySystem& system, const AssemblyProblem& problem, State& s, const Vector& drawn) {
    const MatterSubsystem& matter = system.getMatterSubsystem();
    const SubsystemIndex me = matter.getMySubsystemIndex();
    const Mechanisms mechanisms = matter.findMechanisms(s);
    State atStart = s;
    atStart.updQ(me) = drawn;
    system.realize(atStart, Stage::Position);
    const std::vector<Real> worst = mechanisms.findWorst(s.getQErr(me));
    // Without loops, as a free body, a mechanism did not move.
    std::vector<char> hasLoops(std::size_t(mechanisms.count), 0);
    for (const int mechanism : mechanisms.ofEquation)
        if (mechanism >= 0) hasLoops[std::size_t(mechanism)] = 1;
    const bool isOnly = std::ranges::count(hasLoops, 1) == 1;
    int steps = 0;
    for (int mechanism = 0; mechanism < mechanisms.count; ++mechanism) {
        if (!hasLoops[std::size_t(mechanism)]) continue;
        const bool isOpen = !(worst[std::size_t(mechanism)] <= problem.tolerance);
        if (isOpen && isOnly) break;
        LoneSearch search(system, mechanisms, mechanism, s, atStart, problem);
        if (isOpen || search.isFar(s)) steps += search.run(system, s, isOpen, isOnly);
    }
    return steps;
}
}  // namespace

PrescribedSet MatterGuts::heldSet(const State& s, MotionLevel level,
                                  const std::vector<MobilizedBodyIndex>& held) const {
    PrescribedSet set = ensurePrescribedSet(s);
    // Most motors prescribe speeds, not the pose.
    for (std::size_t b = 0; b < set.level.size(); ++b) set.isPrescribed[b] = set.level[b] >= level;
    for (MobilizedBodyIndex b : held) set.isPrescribed[std::size_t(int(b))] = 1;
    set.any = std::find(set.isPrescribed.begin(), set.isPrescribed.end(), 1) != set.isPrescribed.end();
    return set;
}

ProjectResults MatterGuts::assemble(State& s, const std::vector<MobilizedBodyIndex>& held, Real tolerance) const {
    getSystem().realize(s, Stage::Instance);
    if (getLayout(s).nPosition == 0) {
        // Without loops no metric of all speeds is needed, which is dense.
        getSystem().realize(s, Stage::Time);
        prescribeQ(s);
        normalizeQuaternions(s);
        getSystem().realize(s, Stage::Position);
        return {};
    }
    if (const int equations = getLayout(s).nPosition; equations > Limits::manyEquations) {
        const State before = s;
        try {
            const ProjectResults results = closeLoops(s, held, tolerance);
            if (results.status == ProjectResults::Status::Succeeded || equations > Limits::tooManyEquations)
                return results;
        } catch (const NumericalFailure&) {
            // The search below has a metric for massless bodies.
        }
        s = before;
    }
    AssemblyProblem problem;
    problem.lockedMobilizers = held;
    problem.tolerance = tolerance;
    PoseSearch search(*multibody, s, problem);
    search.begin(s);
    ProjectResults results;
    results.errorBefore = search.worstGap();
    const Vector drawn = getQ(s);
    search.close(s, Limits::largestMove, Limits::mostSteps);
    results.iterations = search.steps;
    if (search.steps > 0 || !search.isClosed()) results.iterations += tryEach(*multibody, problem, s, drawn);
    search.restore(s, getQ(s));
    results.errorAfter = search.worstGap();
    results.worstError = search.worstEquation();
    results.anyChange = results.iterations > 0;
    if (!search.isClosed()) results.status = ProjectResults::Status::FailedToConverge;
    return results;
}

ProjectResults MatterGuts::assembleVelocities(State& s, const std::vector<MobilizedBodyIndex>& held,
                                              Real tolerance) const {
    const Tree& tree = treeOf(s);
    const System& system = getSystem();
    const SubsystemIndex me = getMySubsystemIndex();
    system.realize(s, Stage::Position);
    prescribeU(s);
    system.realize(s, Stage::Velocity);
    const ConstraintLayout& layout = getLayout(s);
    const int m = layout.nPosition + layout.nVelocity;
    ProjectResults results;
    Real worst = worstOf(s.getUErr(me), s.getUErrWeights(me), m, results.worstError);
    results.errorBefore = results.errorAfter = worst;
    if (m == 0 || worst <= tolerance) return results;

    const PrescribedSet set = heldSet(s, MotionLevel::Velocity, held);
    ArticulatedInertias abi;
    ConstraintMatrices cm = makeConstraintMatrices(s, getLayout(s));
    calcArticulatedInertias(tree, ensurePosition(s), ensureInertias(s), set, abi);
    std::vector<SpatialVec> dA_GB;
    std::vector<Real> lambda(static_cast<std::size_t>(m)), du(static_cast<std::size_t>(tree.nu));
    // Most equations are linear in u, so the second pass only removes rounding. A speed coupler may be nonlinear.
    constexpr int linear = 2, maxIterations = 20;
    while (results.iterations < linear || (worst > tolerance && results.iterations < maxIterations)) {
        ++results.iterations;
        calcCertainConstraintMatrices(s, ensurePosition(s), abi, set, m, cm);
        cm.solve(m, s.getUErr(me).data(), lambda.data());
        calcMInvGt(s, ensurePosition(s), abi, set, cm, lambda.data(), m, du.data(), dA_GB);
        for (int i = 0; i < tree.nu; ++i) updU(s)[i] -= du[std::size_t(i)];
        system.realize(s, Stage::Velocity);
        worst = worstOf(s.getUErr(me), s.getUErrWeights(me), m, results.worstError);
    }
    results.anyChange = true;
    results.errorAfter = worst;
    if (!(worst <= tolerance)) results.status = ProjectResults::Status::FailedToConverge;
    return results;
}

}  // namespace trammel

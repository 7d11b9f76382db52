// SPDX-License-Identifier: Apache-2.0
// MatterGuts: assembly of mechanisms of many loops.
#include <algorithm>
#include <cmath>

#include "multibody/matter/guts.h"
#include "multibody/multibody_system.h"
#include "multibody/pose_search_limits.h"

namespace trammel {

namespace {

/// Damped Gauss-Newton steps in the metric of kinetic energy, as of PoseSearch::close(), of all mechanisms at the same time, each
/// with its own damping.
class LoopClosing {
public:
    LoopClosing(const MatterGuts& guts, const MatterSubsystem& matter, State& s, const PrescribedSet& held)
        : guts_(guts),
          s_(s),
          tree_(guts.treeOf(s)),
          held_(held),
          mechanisms_(matter.findMechanisms(s)),
          m_(guts.getLayout(s).nPosition),
          matrices_(guts.getConstraintMatrices(s)),  // the structure
          searches_(std::size_t(mechanisms_.count)),
          scale_(std::size_t(m_), 1),
          damping_(std::size_t(m_), 0),
          lambda_(std::size_t(m_), 0),
          errors_(m_),
          du_(std::size_t(tree_.nu)),
          dq_(tree_.nq) {
        matrices_.setPoseError(0);
        mechanismOfQ_.assign(std::size_t(tree_.nq), -1);
        for (int b = 1; b < tree_.size(); ++b)
            std::fill_n(mechanismOfQ_.begin() + tree_[b].qStart, tree_[b].nq, mechanisms_.ofBody[std::size_t(b)]);
    }

    /// Moves q of the State until no error exceeds @p tolerance. @return the number of steps
    int run(Real tolerance) {
        const Real aim = Limits::overshoot * tolerance;
        formMatrices();
        chooseScales();
        noteOpen(aim);
        int steps = 0;
        while (steps < Limits::mostSteps && anyIs(&Search::isOpen)) {
            if (steps > 0) formMatrices();
            if (!takeStep()) break;
            ++steps;
            noteOpen(aim);
        }
        return steps;
    }

private:
    using Limits = PoseSearchLimits;
    /// This many steps that each reduce the errors by less than this fraction end the search: the smallest gap is reached.
    static constexpr int mostIdleSteps = 3;
    static constexpr Real idleGain = 1e-6;

    /// The search for a closed pose of one mechanism.
    struct Search {
        Real damping = Limits::firstDamping, added = 0;
        /// Sum of the squared errors, weighted: before the step, and now.
        Real before = 0, now = 0;
        int idleSteps = 0;
        /// Whether it has still to move, and whether it has still to find its next step.
        bool isOpen = true, isTrying = false;
        /// Factor of the present step.
        Real part = 1;
    };

    static auto& of(auto& list, int i) { return list[std::size_t(i)]; }
    Search* searchOf(int mechanism) { return mechanism < 0 ? nullptr : &searches_[std::size_t(mechanism)]; }
    bool anyIs(bool Search::*flag) const {
        return std::ranges::any_of(searches_, [flag](const Search& search) { return search.*flag; });
    }
    const Vector& qErr() const { return guts_.getQErr(s_); }

    void formMatrices() {
        calcArticulatedInertias(tree_, guts_.ensurePosition(s_), guts_.ensureInertias(s_), held_, inertias_);
        guts_.calcConstraintMatrices(s_, guts_.ensurePosition(s_), inertias_, held_, m_, matrices_);
        for (Search& search : searches_) search.added = 0;
    }
    /// Scales rows by their sensitivity at the starting pose.
    void chooseScales() {
        std::vector<Real> easiest(searches_.size(), 0);
        for (int i = 0; i < m_; ++i)
            if (const int k = of(mechanisms_.ofEquation, i); k >= 0)
                of(easiest, k) = std::max(of(easiest, k), matrices_.diagonal(i));
        for (int i = 0; i < m_; ++i)
            if (const int k = of(mechanisms_.ofEquation, i); k >= 0 && of(easiest, k) > 0)
                of(scale_, i) = std::max(matrices_.diagonal(i), Limits::hardest * of(easiest, k));
    }
    void noteOpen(Real aim) {
        const std::vector<Real> worst = mechanisms_.findWorst(qErr());
        for (std::size_t k = 0; k < searches_.size(); ++k) {
            Search& search = searches_[k];
            // One that could not be improved stays as it is.
            search.isOpen = search.isOpen && !(worst[k] <= aim) && search.idleSteps < mostIdleSteps;
        }
    }
    void calcMerits(Real Search::*merit) {
        for (Search& search : searches_) search.*merit = 0;
        for (int i = 0; i < m_; ++i)
            if (Search* const search = searchOf(of(mechanisms_.ofEquation, i)))
                search->*merit += square(qErr()[i]) / of(scale_, i);
    }

    /// One step of each open mechanism. @return false if none was found
    bool takeStep() {
        start_ = guts_.getQ(s_);
        q_ = start_;
        calcMerits(&Search::before);
        errors_ = qErr().head(m_);
        for (Search& search : searches_) search.isTrying = search.isOpen;
        bool improved = false;
        while (anyIs(&Search::isTrying)) {
            tryStep();
            calcMerits(&Search::now);
            bool anyFailed = false;
            for (Search& search : searches_) {
                if (!search.isTrying) continue;
                if (search.now < search.before) {
                    accept(search);
                    improved = true;
                } else {
                    search.damping = std::max(search.damping, Limits::leastDamping) * 10;
                    anyFailed = true;
                    if (search.damping >= Limits::mostDamping) search.isTrying = search.isOpen = false;
                }
            }
            if (anyFailed) keepAccepted();
        }
        return improved;
    }
    static void accept(Search& search) {
        search.isTrying = false;
        search.damping *= 0.1;
        search.idleSteps = search.now > (1 - idleGain) * search.before ? search.idleSteps + 1 : 0;
    }
    /// Moves those that try from the start of the step.
    void tryStep() {
        for (int i = 0; i < m_; ++i) {
            const Search* const search = searchOf(of(mechanisms_.ofEquation, i));
            const bool moves = search && search->isTrying;
            of(damping_, i) = moves ? (search->damping - search->added) * of(scale_, i) : 0;
            if (!moves) errors_[i] = 0;
        }
        for (Search& search : searches_)
            if (search.isTrying) search.added = search.damping;
        matrices_.damp(m_, 1, damping_.data());
        matrices_.solve(m_, errors_.data(), lambda_.data());
        guts_.calcMInvGt(s_, guts_.ensurePosition(s_), inertias_, held_, matrices_, lambda_.data(), m_, du_.data(),
                         accelerations_);
        guts_.multiplyByN(s_, du_.data(), dq_.data());
        limitMoves();
        tried_ = q_;
        for (int i = 0; i < tree_.nq; ++i)
            if (const Search* const search = searchOf(of(mechanismOfQ_, i)); search && search->isTrying)
                tried_[i] = start_[i] - search->part * dq_[i];
        setQ(tried_);
    }
    void limitMoves() {
        std::vector<Real> moves(searches_.size(), 0);
        for (int i = 0; i < tree_.nq; ++i)
            if (const int k = of(mechanismOfQ_, i); k >= 0) of(moves, k) = std::max(of(moves, k), std::abs(dq_[i]));
        for (std::size_t k = 0; k < searches_.size(); ++k)
            searches_[k].part = moves[k] > Limits::largestMove ? Limits::largestMove / moves[k] : 1;
    }
    /// Puts those without a step yet back to the start; the step of the others stays.
    void keepAccepted() {
        q_ = guts_.getQ(s_);
        for (int i = 0; i < tree_.nq; ++i)
            if (const Search* const search = searchOf(of(mechanismOfQ_, i)); search && !(search->now < search->before))
                q_[i] = start_[i];
        setQ(q_);
    }
    void setQ(const Vector& q) {
        guts_.updQ(s_) = q;
        guts_.normalizeQuaternions(s_);
        guts_.getSystem().realize(s_, Stage::Position);
    }

    const MatterGuts& guts_;
    State& s_;
    const Tree& tree_;
    const PrescribedSet& held_;
    const Mechanisms mechanisms_;
    const int m_;
    ConstraintMatrices matrices_;
    ArticulatedInertias inertias_;
    std::vector<Search> searches_;
    std::vector<int> mechanismOfQ_;
    std::vector<Real> scale_, damping_, lambda_;
    /// Errors of mechanisms that try a step; 0 for others.
    Vector errors_;
    std::vector<Real> du_;
    Vector dq_, start_, tried_;
    /// The start of the step, but where a mechanism has taken it.
    Vector q_;
    std::vector<SpatialVec> accelerations_;
};

}  // namespace

ProjectResults MatterGuts::closeLoops(State& s, const std::vector<MobilizedBodyIndex>& held, Real tolerance) const {
    const System& system = getSystem();
    system.realize(s, Stage::Time);
    prescribeQ(s);
    normalizeQuaternions(s);
    system.realize(s, Stage::Position);
    const auto noteWorst = [&](int& which) {
        Real worst = 0;
        which = -1;
        for (int i = 0; i < getLayout(s).nPosition; ++i)
            if (const Real error = std::abs(getQErr(s)[i]); !(error <= worst)) {  // catches NaN too
                worst = error;
                which = i;
            }
        return worst;
    };
    ProjectResults results;
    results.errorBefore = noteWorst(results.worstError);
    const PrescribedSet set = heldSet(s, MotionLevel::Position, held);
    results.iterations = LoopClosing(*this, multibody->getMatterSubsystem(), s, set).run(tolerance);
    results.anyChange = results.iterations > 0;
    results.errorAfter = noteWorst(results.worstError);
    if (!(results.errorAfter <= tolerance)) results.status = ProjectResults::Status::FailedToConverge;
    return results;
}

}  // namespace trammel

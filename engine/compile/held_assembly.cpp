// SPDX-License-Identifier: Apache-2.0
#include "compile/held_assembly.h"

#include <algorithm>
#include <cmath>

namespace trammel {

namespace {

using Bodies = std::vector<MobilizedBodyIndex>;

/// How many held joints are released in each attempt.
std::vector<std::size_t> releaseCounts(std::size_t numHeld, std::size_t numLocked) {
    std::vector<std::size_t> counts;
    const auto append = [&counts](std::size_t before, std::size_t number) {
        for (std::size_t count = 1; count < number; count *= 2) counts.push_back(before + count);
        if (number > 0) counts.push_back(before + number);
    };
    append(0, numHeld - numLocked);
    append(numHeld - numLocked, numLocked);
    return counts;
}

/// One mechanism.
struct Part {
    Bodies bodies, held;
    std::vector<std::size_t> counts;
    /// The least error so far, m or rad.
    Real error = 0;
    bool isOpen = false;
};

class Assembly {
public:
    Assembly(const MultibodySystem& system, State& s, const Bodies& held, const std::set<MobilizedBodyIndex>& locked,
             Real tolerance)
        : system_(system),
          matter_(system.getMatterSubsystem()),
          s_(s),
          drawn_(s),
          tolerance_(tolerance),
          mechanisms_(matter_.findMechanisms(s)),
          parts_(std::size_t(mechanisms_.count)) {
        for (std::size_t b = 1; b < mechanisms_.ofBody.size(); ++b)
            parts_[std::size_t(mechanisms_.ofBody[b])].bodies.push_back(MobilizedBodyIndex(int(b)));
        for (const MobilizedBodyIndex b : held)
            parts_[std::size_t(mechanisms_.ofBody[std::size_t(int(b))])].held.push_back(b);
        for (Part& part : parts_) {
            const auto isLocked = [&](MobilizedBodyIndex b) { return locked.contains(b); };
            part.counts = releaseCounts(part.held.size(), std::size_t(std::ranges::count_if(part.held, isLocked)));
        }
    }

    HeldAssembly run(const Bodies& held) {
        HeldAssembly assembly{matter_.assemble(s_, held, tolerance_)};
        if (assembly.results.status == ProjectResults::Status::Succeeded) return assembly;
        noteErrors();
        for (std::size_t attempt = 0; std::ranges::any_of(parts_, &Part::isOpen); ++attempt)
            releaseMore(attempt, assembly);
        system_.realize(s_, Stage::Position);
        noteWorst(assembly.results);
        return assembly;
    }

private:
    void noteErrors() {
        const std::vector<Real> errors = mechanisms_.findWorst(matter_.getQErr(s_));
        for (std::size_t k = 0; k < parts_.size(); ++k) {
            parts_[k].error = errors[k];
            parts_[k].isOpen = !(errors[k] <= tolerance_) && !parts_[k].counts.empty();
        }
    }
    /// Another attempt at each open part, from the pose as drawn.
    void releaseMore(std::size_t attempt, HeldAssembly& assembly) {
        const SubsystemIndex me = matter_.getMySubsystemIndex();
        State freer = s_;
        Bodies kept;
        for (const Part& part : parts_) {
            // Closed ones keep their pose, and so do those that cannot close.
            const bool isHopeless = !part.isOpen && !(part.error <= tolerance_);
            const Bodies& held = isHopeless ? part.bodies : part.held;
            kept.insert(kept.end(), held.begin(), held.end() - std::ptrdiff_t(part.isOpen ? part.counts[attempt] : 0));
            if (part.isOpen) copyPose(part, drawn_, freer);
        }
        const ProjectResults again = matter_.assemble(freer, kept, tolerance_);
        const std::vector<Real> errors = mechanisms_.findWorst(freer.getQErr(me));
        bool improved = false;
        for (std::size_t k = 0; k < parts_.size(); ++k) {
            Part& part = parts_[k];
            if (!part.isOpen) continue;
            const bool closed = errors[k] <= tolerance_;
            if (closed || errors[k] < part.error) {
                copyPose(part, freer, s_);
                part.error = errors[k];
                improved = true;
            }
            assembly.released |= closed;
            part.isOpen = !closed && attempt + 1 < part.counts.size();
        }
        if (improved) assembly.results.iterations = again.iterations;
    }
    void copyPose(const Part& part, const State& from, State& to) const {
        const SubsystemIndex me = matter_.getMySubsystemIndex();
        const Vector& source = from.getQ(me);
        Vector& q = to.updQ(me);
        for (const MobilizedBodyIndex b : part.bodies) {
            const TreeNode& node = matter_.getTree(to)[b];
            std::copy_n(source.data() + node.qStart, node.nq, q.data() + node.qStart);
        }
    }
    void noteWorst(ProjectResults& results) const {
        const Vector& errors = matter_.getQErr(s_);
        results.errorAfter = 0;
        results.worstError = -1;
        for (std::size_t i = 0; i < mechanisms_.ofEquation.size(); ++i)
            if (const Real error = std::abs(errors[int(i)]); !(error <= results.errorAfter)) {
                results.errorAfter = error;
                results.worstError = int(i);
            }
        results.status = results.errorAfter <= tolerance_ ? ProjectResults::Status::Succeeded
                                                          : ProjectResults::Status::FailedToConverge;
    }

    const MultibodySystem& system_;
    const MatterSubsystem& matter_;
    State& s_;
    const State drawn_;
    const Real tolerance_;
    const Mechanisms mechanisms_;
    std::vector<Part> parts_;
};

}  // namespace

HeldAssembly assembleHeld(const MultibodySystem& system, State& s, const std::vector<MobilizedBodyIndex>& held,
                          const std::set<MobilizedBodyIndex>& locked, Real tolerance) {
    system.realize(s, Stage::Instance);
    return Assembly(system, s, held, locked, tolerance).run(held);
}

}  // namespace trammel

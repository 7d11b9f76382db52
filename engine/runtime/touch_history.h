// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/frame_search.h"

namespace trammel {

/// When two surfaces touched in a run.
struct PairTouches {
    enum Touching : std::uint8_t { Apart, Slips, Sticks };

    /// The contact element, and the bodies or shapes.
    ElementId contact, first, second;
    /// One for each frame that has been examined.
    std::vector<Touching> frames;
};

/// Finds in the frames of a run which pairs touch, and where they stick. Runs in which more pairs touch than can be
/// distinguished have no history.
class TouchHistory : public FrameSearch {
public:
    static constexpr std::size_t mostPairs() { return 64; }
    using FrameSearch::FrameSearch;

    /// In the order of their first touch; not while a portion is under way. Empty with more than mostPairs().
    const std::vector<PairTouches>& getPairs() const { return pairs_; }
    /// Times of the frames that have been examined, s; not while a portion is under way.
    const std::vector<Real>& getTimes() const { return times_; }

private:
    bool begin(const CompiledModelPtr& model) override;
    bool look(const CompiledModel& model, State& state) override;

    std::vector<PairTouches> pairs_;
    std::vector<Real> times_;
};

}  // namespace trammel

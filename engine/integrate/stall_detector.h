// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "integrate/integrator_memory.h"

namespace trammel {

/// Detects steps with error control that have become too small to make progress: examines every thousand.
///
/// Crawling: ten million such steps would not cover the simulated time so far or the system's time scale. Hopeless: ten
/// billion would not, for twenty thousand steps. **Source:** derived here.
class StallDetector {
public:
    static constexpr long StepsPerLook = 1000;
    static constexpr Real CrawlingPart = 1e-7, HopelessPart = 1e-10;
    static constexpr int HopelessLooks = 20;

    void start(Real t) {
        *this = {};
        start_ = lookedAt_ = t;
    }
    /// Records a step that ended at @p t.
    void noteStep(Real t, Real timeScale) {
        if (++steps_ < StepsPerLook) return;
        const Real perStep = (t - lookedAt_) / Real(StepsPerLook), span = std::max(timeScale, t - start_);
        perStep_ = perStep;
        crawling_ = perStep < CrawlingPart * span;
        hopelessLooks_ = perStep < HopelessPart * span ? hopelessLooks_ + 1 : 0;
        steps_ = 0;
        lookedAt_ = t;
    }
    bool isCrawling() const { return crawling_; }
    bool isHopeless() const { return hopelessLooks_ >= HopelessLooks; }
    /// Mean size of the last examined steps, s.
    Real getStepSize() const { return perStep_; }

    void visitMemory(MemoryVisitor& visitor) {
        visitor.value("start of the simulation", start_);
        visitor.value("last look at the pace", lookedAt_);
        visitor.value("steps since the last look at the pace", steps_);
        visitor.value("pace", perStep_);
        visitor.value("crawling", crawling_);
        visitor.value("hopeless looks at the pace", hopelessLooks_);
    }

private:
    Real start_ = NaN, lookedAt_ = NaN, perStep_ = 0;
    long steps_ = 0;
    bool crawling_ = false;
    int hopelessLooks_ = 0;
};

}  // namespace trammel

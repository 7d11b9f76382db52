// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "integrate/integrator_memory.h"

namespace trammel {

/// Notices that steps with error control have become so short that they lead nowhere: looks at each thousand of them.
///
/// Crawling: ten million such steps would not get as far again as the simulation has come, or as the time scale of the
/// system. Hopeless: ten thousand million would not, and that for twenty thousand steps. **Source:** derived here.
class PaceWatch {
public:
    static constexpr long StepsPerLook = 1000;
    static constexpr Real CrawlingPart = 1e-7, HopelessPart = 1e-10;
    static constexpr int HopelessLooks = 20;

    void start(Real t) {
        *this = {};
        start_ = lookedAt_ = t;
    }
    /// A step ended at @p t.
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
    /// Mean length of the steps last looked at, s.
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

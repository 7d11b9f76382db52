// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/vocabulary.h"

namespace SimTK {

/// Options of System::projectQ() and projectU().
class ProjectOptions {
public:
    enum Option {
        None = 0x0000,
        /// Fail rather than move to a distant solution.
        LocalOnly = 0x0001,
        /// Failures are in the results; otherwise they throw Exception.
        DontThrow = 0x0002,
        /// Always the case.
        UseInfinityNorm = 0x0004,
        /// Project even if the errors are small enough already.
        ForceProjection = 0x0008,
        /// Always the case.
        ForceFullNewton = 0x0010
    };
    ProjectOptions() = default;
    explicit ProjectOptions(Real accuracy) { setRequiredAccuracy(accuracy); }
    explicit ProjectOptions(Option option) { setOption(option); }

    ProjectOptions& clear() { return *this = {}; }
    /// Not positive: the default.
    ProjectOptions& setRequiredAccuracy(Real accuracy) {
        accuracy_ = accuracy > 0 ? accuracy : getDefaultRequiredAccuracy();
        return *this;
    }
    /// Kept, without effect: Newton iterations continue until the accuracy is met.
    ProjectOptions& setOvershootFactor(Real factor) { return overshoot_ = factor, *this; }
    /// Errors above it are not projected.
    ProjectOptions& setProjectionLimit(Real limit) { return limit_ = limit, *this; }
    ProjectOptions& setOption(Option option) { return options_ |= unsigned(option), *this; }
    ProjectOptions& clearOption(Option option) { return options_ &= ~unsigned(option), *this; }

    Real getRequiredAccuracy() const { return accuracy_; }
    Real getOvershootFactor() const { return overshoot_; }
    Real getProjectionLimit() const { return limit_; }
    bool isOptionSet(Option option) const { return (options_ & unsigned(option)) != 0; }
    static Real getDefaultRequiredAccuracy() { return 1e-4; }
    static Real getDefaultOvershootFactor() { return 0.1; }

private:
    unsigned options_ = 0;
    Real accuracy_ = getDefaultRequiredAccuracy(), overshoot_ = getDefaultOvershootFactor(), limit_ = Infinity;
};

/// Result of a projection.
class ProjectResults {
public:
    enum Status { Invalid = -1, Succeeded = 0, FailedToAchieveAccuracy = 1, FailedToConverge = 2 };

    ProjectResults& clear() { return *this = {}; }
    bool isValid() const { return status_ != Invalid; }
    Status getExitStatus() const { return status_; }
    bool getAnyChangeMade() const { return anyChange_; }
    bool getProjectionLimitExceeded() const { return limitExceeded_; }
    int getNumIterations() const { return iterations_; }
    /// Largest weighted constraint errors before and after.
    Real getNormOnEntrance() const { return before_; }
    Real getNormOnExit() const { return after_; }
    /// Index of the largest error before; -1 if none.
    int getWorstErrorOnEntrance() const { return worst_; }

    ProjectResults& setExitStatus(Status status) { return status_ = status, *this; }
    ProjectResults& setAnyChangeMade(bool changed) { return anyChange_ = changed, *this; }
    ProjectResults& setProjectionLimitExceeded(bool exceeded) { return limitExceeded_ = exceeded, *this; }
    ProjectResults& setNumIterations(int n) { return iterations_ = n, *this; }
    ProjectResults& setNormOnEntrance(Real norm, int worstError) { return before_ = norm, worst_ = worstError, *this; }
    ProjectResults& setNormOnExit(Real norm) { return after_ = norm, *this; }

private:
    Status status_ = Invalid;
    bool anyChange_ = false, limitExceeded_ = false;
    int iterations_ = 0, worst_ = -1;
    Real before_ = NaN, after_ = NaN;
};

}  // namespace SimTK

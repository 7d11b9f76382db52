// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "math/vec.h"

namespace trammel {

/// Reason why an integration cannot continue, in model terms.
struct IntegrationFailure {
    enum class Cause {
        /// The error test fails at the minimum step size.
        ErrorTest,
        /// The constraint projection fails at the minimum step size.
        Constraints,
        /// The motion cannot be evaluated here.
        Evaluation,
        /// The equations of an implicit method could not be solved.
        Iteration,
        /// The constraints cannot be satisfied initially or after an event.
        Assembly,
        /// An event handler failed.
        EventHandler,
        /// An event cannot be located.
        EventWitness,
        /// Events repeat so fast that time does not advance, or that the last of them was missed.
        ZenoEvents,
        /// Steps succeed but are too short to make progress.
        Crawling
    };
    Cause cause = Cause::ErrorTest;
    /// The last time reached, s.
    Real time = 0;
    /// The last step size attempted, s; 0 if not related to steps.
    Real stepSize = 0;
    /// The failure and its time, one sentence.
    std::string brief;
    /// The named cause.
    std::string reason;
    /// Suggested action.
    std::string remedy;

    /// All three sentences.
    std::string full() const;
};

/// A number for use in a sentence, with at most @p digits significant digits.
std::string readable(Real x, int digits = 4);

/// @param stepSize the minimum step size, s
/// @param limitingVariable the variable that dominates the error, "speed of Crank pin"
IntegrationFailure errorTestFailure(Real time, Real stepSize, const std::string& limitingVariable);
/// @param worst name of the constraint equation with the largest error; may be empty
/// @param accuracy of the run; the remedy advises a tighter one only where that can be met
IntegrationFailure constraintFailure(Real time, Real stepSize, const std::string& worst, Real error, Real accuracy);
/// @param problem message of the NumericalFailure
IntegrationFailure evaluationFailure(Real time, Real stepSize, const std::string& problem);
/// @param variable the variable that changes most in the iteration; may be empty
IntegrationFailure iterationFailure(Real time, Real stepSize, const std::string& variable);
IntegrationFailure assemblyFailure(Real time, const std::string& worst, Real error);
IntegrationFailure eventHandlerFailure(Real time, const std::string& message);
/// @param reason why witness functions are unknown within [low, high], one sentence
IntegrationFailure eventWitnessFailure(Real low, Real high, const std::string& reason);
/// @param event the most frequent event
/// @param count number of events within the last @p span seconds
/// @param accuracy as for constraintFailure()
IntegrationFailure chatteringFailure(Real time, const std::string& event, int count, Real span, Real accuracy);
/// @param last time of the last of @p count events, each of which followed sooner than the previous one, s
IntegrationFailure accumulationFailure(Real time, Real last, const std::string& event, int count);
/// @param stepSize mean step size, s
/// @param limitingVariable the variable that limits it; may be empty
IntegrationFailure crawlingFailure(Real time, Real stepSize, const std::string& limitingVariable);

/// Remedy for steps of @p stepSize seconds that are unstable with an explicit method.
std::string tooStiffRemedy(Real stepSize, const std::string& fastestVariable);
/// Rewords @p failure for a fixed step of @p seconds.
void describeFixedStep(IntegrationFailure& failure, Real seconds);

}  // namespace trammel

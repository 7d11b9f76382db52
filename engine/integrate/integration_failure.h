// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "math/vec.h"

namespace trammel {

/// Why an integration could not go on: an outcome, told in model terms.
struct IntegrationFailure {
    enum class Cause {
        /// No step was short enough for the accuracy.
        ErrorTest,
        /// No step was short enough to stay near the constraints.
        Constraints,
        /// The motion cannot be evaluated here.
        Evaluation,
        /// The equations of an implicit method could not be solved.
        Iteration,
        /// The constraints could not be satisfied to begin with, or after an event.
        Assembly,
        /// An event handler gave up.
        EventHandler,
        /// Whether, or when, an event happened cannot be told.
        EventWitness,
        /// Events follow each other so fast that time does not go on, or that the last of them was lost.
        EventSuccession,
        /// Steps are possible, but too short to lead anywhere.
        Crawling
    };
    Cause cause = Cause::ErrorTest;
    /// The last time that was reached, s.
    Real time = 0;
    /// The last step size tried, s; 0 when it is not about steps.
    Real stepSize = 0;
    /// What happened and when, one sentence.
    std::string brief;
    /// What it is due to, by name.
    std::string reason;
    /// What to try.
    std::string remedy;

    /// All three.
    std::string full() const;
};

/// A number as people write it in a sentence: at most @p digits significant digits.
std::string readable(Real x, int digits = 4);

/// @param stepSize the length no step may fall below, s
/// @param limitingVariable what dominated the error, "speed of Crank pin"
IntegrationFailure errorTestFailure(Real time, Real stepSize, const std::string& limitingVariable);
/// @param worst the constraint equation with the largest error, by name; may be empty
IntegrationFailure constraintFailure(Real time, Real stepSize, const std::string& worst, Real error);
/// @param problem sentence of the NumericalFailure
IntegrationFailure evaluationFailure(Real time, Real stepSize, const std::string& problem);
/// @param variable the one that changed most in the iteration that did not settle; may be empty
IntegrationFailure iterationFailure(Real time, Real stepSize, const std::string& variable);
IntegrationFailure assemblyFailure(Real time, const std::string& worst, Real error);
IntegrationFailure eventHandlerFailure(Real time, const std::string& message);
/// @param reason why witness functions are not known somewhere within [low, high], one sentence
IntegrationFailure eventWitnessFailure(Real low, Real high, const std::string& reason);
/// @param event the one that happened most often
/// @param count events within the last @p span seconds
IntegrationFailure chatteringFailure(Real time, const std::string& event, int count, Real span);
/// @param last when the last of @p count events was, each of which followed sooner than the one before, s
IntegrationFailure accumulationFailure(Real time, Real last, const std::string& event, int count);
/// @param stepSize mean length of the steps, s
/// @param limitingVariable what limited their size; may be empty
IntegrationFailure crawlingFailure(Real time, Real stepSize, const std::string& limitingVariable);

/// What to try where steps of @p stepSize seconds are too long for an explicit method to be stable.
std::string tooStiffRemedy(Real stepSize, const std::string& fastestVariable);
/// Tell @p failure as one of a fixed step of @p seconds.
void describeFixedStep(IntegrationFailure& failure, Real seconds);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "integrate/integration_failure.h"

#include <cmath>
#include <sstream>

namespace trammel {

namespace {
using Cause = IntegrationFailure::Cause;

std::string stepTooSmall(Real time, Real stepSize) {
    return "The step size fell below " + readable(stepSize) + " s at t = " + readable(time) + " s.";
}

std::string worstError(const std::string& worst, Real error) {
    if (worst.empty()) return "The constraints cannot be satisfied.";
    if (!std::isfinite(error))
        return "The constraint error in " + worst + " is too large to compute; check its lengths and speeds.";
    return "The largest remaining constraint error is " + readable(error, 2) + ", in " + worst + ".";
}

/// True if a tighter accuracy than this can still be met in double precision.
bool canTighten(Real accuracy) {
    constexpr Real Finest = 1e-12;
    return accuracy > Finest;
}
}  // namespace

std::string IntegrationFailure::full() const {
    std::string text = brief;
    for (const std::string* part : {&reason, &remedy})
        if (!part->empty()) text += " " + *part;
    return text;
}

std::string readable(Real x, int digits) {
    std::ostringstream text;
    text.precision(digits);
    text << x;
    return text.str();
}

IntegrationFailure errorTestFailure(Real time, Real stepSize, const std::string& limitingVariable) {
    return {Cause::ErrorTest,
            time,
            stepSize,
            stepTooSmall(time, stepSize),
            "Error is dominated by " + limitingVariable + ".",
            "Check for a discontinuous or very stiff force, or a mechanism that locks; a looser accuracy may get the "
            "run past a short disturbance."};
}

IntegrationFailure constraintFailure(Real time, Real stepSize, const std::string& worst, Real error, Real accuracy) {
    return {Cause::Constraints,
            time,
            stepSize,
            stepTooSmall(time, stepSize),
            worstError(worst, error),
            std::string("The mechanism may lock or pass a singular pose here. ") +
                (canTighten(accuracy) ? "Tighten the accuracy, or disable" : "Disable") +
                " one of the conflicting motions."};
}

IntegrationFailure evaluationFailure(Real time, Real stepSize, const std::string& problem) {
    // The problem already contains its remedy.
    IntegrationFailure failure{Cause::Evaluation, time, stepSize, stepTooSmall(time, stepSize), problem, ""};
    if (stepSize == 0) failure.brief = "The motion cannot be evaluated at t = " + readable(time) + " s.";
    return failure;
}

IntegrationFailure iterationFailure(Real time, Real stepSize, const std::string& variable) {
    return {Cause::Iteration,
            time,
            stepSize,
            stepTooSmall(time, stepSize),
            "The iteration within a step does not converge" +
                (variable.empty() ? "." : "; worst variable: " + variable + "."),
            "Check for a discontinuous force; an explicit method such as Runge-Kutta-Merson may pass it."};
}

IntegrationFailure assemblyFailure(Real time, const std::string& worst, Real error) {
    return {Cause::Assembly,
            time,
            0,
            "The constraints cannot be satisfied at t = " + readable(time) + " s.",
            worstError(worst, error),
            "Assemble the mechanism first, or remove a conflicting constraint."};
}

IntegrationFailure eventHandlerFailure(Real time, const std::string& message) {
    return {
        Cause::EventHandler, time, 0, "An event could not be handled at t = " + readable(time) + " s.", message, ""};
}

IntegrationFailure eventWitnessFailure(Real low, Real high, const std::string& reason) {
    return {Cause::EventWitness,
            low,
            0,
            "Events cannot be located between t = " + readable(low, 12) + " s and t = " + readable(high, 12) + " s.",
            reason,
            "Check for a length or force that becomes infinite, or reduce the maximum step size."};
}

IntegrationFailure chatteringFailure(Real time, const std::string& event, int count, Real span, Real accuracy) {
    return {Cause::ZenoEvents,
            time,
            0,
            "Events repeat without end at t = " + readable(time, 12) + " s.",
            "The last " + std::to_string(count) + " events, most of '" + event + "', happened within " +
                readable(span) + " s, too close to be distinguished.",
            std::string(
                "Let the action of the event move the model away from its trigger or bring it to rest; in place of a "
                "rigid contact use one with compliance") +
                (canTighten(accuracy) ? ". If the events are real, tighten the accuracy." : ".")};
}

IntegrationFailure accumulationFailure(Real time, Real last, const std::string& event, int count) {
    return {Cause::ZenoEvents,
            time,
            0,
            "The events of '" + event + "' accumulated at t = " + readable(last, 12) + " s.",
            "Each of the last " + std::to_string(count) +
                " followed sooner than the previous one until they could not be resolved, and the model passed the "
                "event surface.",
            "Let '" + event + "' bring the model to rest at low speed, or use a stop, which does so automatically."};
}

IntegrationFailure crawlingFailure(Real time, Real stepSize, const std::string& limitingVariable) {
    return {Cause::Crawling,
            time,
            stepSize,
            "Steps of about " + readable(stepSize, 2) + " s make no progress at t = " + readable(time) + " s.",
            limitingVariable.empty() ? "" : "They are limited by " + limitingVariable + ".",
            "Check for a discontinuous, very stiff or chattering force, or a mechanism that locks; try BDF, or a "
            "looser accuracy."};
}

std::string tooStiffRemedy(Real stepSize, const std::string& fastestVariable) {
    return "Steps of " + readable(stepSize) + " s are unstable with an explicit method; the fastest state is " +
           fastestVariable + ". Allow smaller steps, or use a method for stiff systems, such as BDF.";
}

void describeFixedStep(IntegrationFailure& failure, Real seconds) {
    failure.stepSize = seconds;
    failure.brief =
        "The fixed step of " + readable(seconds) + " s cannot be taken at t = " + readable(failure.time) + " s.";
    failure.remedy = "Try a smaller fixed step, or error control.";
}

}  // namespace trammel

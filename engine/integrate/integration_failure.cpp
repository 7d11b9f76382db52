// SPDX-License-Identifier: Apache-2.0
#include "integrate/integration_failure.h"

#include <sstream>

namespace trammel {

namespace {
using Cause = IntegrationFailure::Cause;

std::string stepTooSmall(Real time, Real stepSize) {
    return "The step size fell below " + readable(stepSize) + " s at t = " + readable(time) + " s.";
}

std::string worstError(const std::string& worst, Real error) {
    if (worst.empty()) return "The constraints could not be satisfied.";
    return "The largest remaining constraint error is " + readable(error, 2) + ", in " + worst + ".";
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
            "Look there for a force that jumps or is very stiff, or a mechanism that locks; a looser accuracy may "
            "carry the run over a short disturbance."};
}

IntegrationFailure constraintFailure(Real time, Real stepSize, const std::string& worst, Real error) {
    return {Cause::Constraints,
            time,
            stepSize,
            stepTooSmall(time, stepSize),
            worstError(worst, error),
            "The mechanism may lock or pass a singular position here. Try a tighter accuracy, or free one of the "
            "motions that fight each other."};
}

IntegrationFailure evaluationFailure(Real time, Real stepSize, const std::string& problem) {
    IntegrationFailure failure{Cause::Evaluation, time,
                               stepSize,          stepTooSmall(time, stepSize),
                               problem,           "Check the masses, inertias and pose of what is named."};
    if (stepSize == 0) failure.brief = "The motion cannot be evaluated at t = " + readable(time) + " s.";
    return failure;
}

IntegrationFailure iterationFailure(Real time, Real stepSize, const std::string& variable) {
    return {
        Cause::Iteration,
        time,
        stepSize,
        stepTooSmall(time, stepSize),
        "The iteration for the end of a step does not settle" +
            (variable.empty() ? "." : "; it is worst for " + variable + "."),
        "Look there for a force that jumps; a method that does not iterate, such as Runge-Kutta-Merson, may pass it."};
}

IntegrationFailure assemblyFailure(Real time, const std::string& worst, Real error) {
    return {Cause::Assembly,
            time,
            0,
            "The constraints cannot be satisfied at t = " + readable(time) + " s.",
            worstError(worst, error),
            "Assemble the mechanism first, or remove a constraint that contradicts another."};
}

IntegrationFailure eventHandlerFailure(Real time, const std::string& message) {
    return {
        Cause::EventHandler, time, 0, "An event could not be handled at t = " + readable(time) + " s.", message, ""};
}

IntegrationFailure eventWitnessFailure(Real low, Real high, const std::string& reason) {
    return {Cause::EventWitness,
            low,
            0,
            "Events cannot be followed between t = " + readable(low, 12) + " s and t = " + readable(high, 12) + " s.",
            reason,
            "Look there for a length or a force that becomes infinite, or a shorter longest step."};
}

IntegrationFailure chatteringFailure(Real time, const std::string& event, int count, Real span) {
    return {Cause::EventSuccession,
            time,
            0,
            "Events follow each other without end at t = " + readable(time, 12) + " s.",
            "The last " + std::to_string(count) + " of them, most of '" + event + "', happened within " +
                readable(span) + " s, nearer to each other than they can be told apart.",
            "Let what '" + event +
                "' does move the model away from where it happens, or bring it to rest there; if it really happens so "
                "often, ask for a tighter accuracy."};
}

IntegrationFailure accumulationFailure(Real time, Real last, const std::string& event, int count) {
    return {Cause::EventSuccession,
            time,
            0,
            "The events of '" + event + "' accumulated at t = " + readable(last, 12) + " s.",
            "Each of the last " + std::to_string(count) +
                " followed sooner than the one before, until the next was too near to be seen; the model went on past "
                "what it watches.",
            "Let '" + event +
                "' bring the model to rest once it comes this slowly, or use a stop, which does so by itself."};
}

IntegrationFailure crawlingFailure(Real time, Real stepSize, const std::string& limitingVariable) {
    return {
        Cause::Crawling,
        time,
        stepSize,
        "Steps of about " + readable(stepSize, 2) + " s lead nowhere at t = " + readable(time) + " s.",
        limitingVariable.empty() ? "" : "They are limited by " + limitingVariable + ".",
        "Look there for a force that jumps, is very stiff or chatters, or a mechanism that locks; try BDF, or a looser "
        "accuracy."};
}

std::string tooStiffRemedy(Real stepSize, const std::string& fastestVariable) {
    return "Steps of " + readable(stepSize) + " s are too long here for an explicit method; the fastest state is " +
           fastestVariable + ". Allow shorter steps, or try a method for stiff systems, such as BDF.";
}

void describeFixedStep(IntegrationFailure& failure, Real seconds) {
    failure.stepSize = seconds;
    failure.brief =
        "The fixed step of " + readable(seconds) + " s cannot be taken at t = " + readable(failure.time) + " s.";
    failure.remedy = "Try a smaller fixed step, or error control.";
}

}  // namespace trammel

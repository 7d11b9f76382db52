// SPDX-License-Identifier: Apache-2.0
#include "study/study_point.h"

#include <chrono>
#include <cmath>
#include <exception>
#include <new>

#include "base/failure_text.h"
#include "compile/compile_in_memory.h"
#include "document/value_text.h"
#include "inspect/output_expression.h"
#include "runtime/frame_loop.h"
#include "study/occasion_watch.h"

namespace trammel {

namespace {

std::string firstError(const Diagnostics& diagnostics) {
    for (const Diagnostic& d : diagnostics)
        if (d.severity == Severity::Error) return d.place + ": " + d.message;
    return {};
}

class Point {
public:
    Point(const StudyDefinition& study, StudyRow& row, const PointLimits& limits)
        : study_(study), row_(row), limits_(limits) {}

    /// False if canceled.
    bool compute() {
        row_.responses.assign(study_.responses.size(), NaN);
        const Result<Edit> edit = documentAt(study_, study_.document, row_.factors);
        if (!edit) return end(RunOutcome::Refused, firstError(edit.diagnostics));
        // Always from the same model: the order of the runs has no influence.
        const Result<CompiledModelPtr> compiled = compileInMemory(edit->document, study_.base);
        if (compiled && !(*compiled)->getAssembly().assembled)
            return end(RunOutcome::NotAssembled, firstError(compiled.diagnostics));
        if (!compiled || compiled.diagnostics.hasErrors())
            return end(RunOutcome::Refused, firstError(compiled.diagnostics));
        return simulate(*compiled);
    }

private:
    bool end(RunOutcome outcome, std::string message) {
        row_.outcome = outcome;
        row_.message = std::move(message);
        return true;
    }

    bool simulate(const CompiledModelPtr& model) {
        RunOptions options;
        options.settings = model->getSettings();
        options.checkpointSeconds = Infinity;
        TrajectoryStore frames(model->getInitialState().getNY());
        FrameLoop loop(*model, model->getInitialState(), options, frames);
        const Outputs outputs(model);
        OccasionWatch occasions(study_, *model, outputs);
        if (!occasions.getFault().empty()) return end(RunOutcome::Undefined, occasions.getFault());
        RunStatus status;
        auto progress = FrameLoop::Progress::StepTaken;
        while (progress == FrameLoop::Progress::StepTaken || progress == FrameLoop::Progress::FrameStored) {
            if (limits_.isCanceled && limits_.isCanceled()) return false;
            progress = loop.advance();
            if (loop.isOutOfMemory()) throw std::bad_alloc();
            loop.describe(status);
            if (progress != FrameLoop::Progress::Failed) occasions.look(loop, frames);
            if (status.stepsTaken >= study_.stepLimit)
                return end(RunOutcome::StepLimit, "After " + std::to_string(status.stepsTaken) +
                                                      " steps the run has come to " +
                                                      numberText(loop.getAdvancedTime()) +
                                                      " s. Raise the step limit of the study if this is intended.");
            if (status.computeSeconds > limits_.seconds)
                return end(RunOutcome::TimeLimit,
                           "The run took longer than the limit of " + numberText(limits_.seconds) + " s.");
        }
        if (progress == FrameLoop::Progress::Failed) return end(RunOutcome::Failed, status.message);
        return measure(outputs, frames, occasions);
    }

    bool measure(const Outputs& outputs, const TrajectoryStore& frames, const OccasionWatch& occasions) {
        std::vector<OutputExpression> expressions;
        for (const StudyResponse& response : study_.responses)
            for (const std::string& text : frameOutputs(response)) {
                auto parsed = OutputExpression::parse(outputs, text);
                if (const auto* const why = std::get_if<std::string>(&parsed))
                    return end(RunOutcome::Undefined, response.name + ": " + *why);
                expressions.push_back(std::get<OutputExpression>(std::move(parsed)));
            }
        std::vector<Real> times;
        std::vector<std::vector<Real>> columns(expressions.size());
        std::vector<std::string> faults(expressions.size());
        State state = outputs.getModel()->getInitialState();
        Vector y(frames.getNY());
        for (std::size_t frame = 0; frame < frames.size(); ++frame) {
            frames.copyY(frame, y);
            state.setTime(frames.getTime(frame));
            state.updY() = y;
            frames.restoreDiscreteVariables(frame, state);
            times.push_back(state.getTime());
            for (std::size_t i = 0; i < expressions.size(); ++i) {
                const NamedValue value = expressions[i].calc(state);
                const auto* const number = std::get_if<Measured>(&value);
                columns[i].push_back(number ? number->value : NaN);
                if (!number && faults[i].empty())
                    faults[i] = "It has no value at " + numberText(state.getTime()) + " s.";
            }
        }
        return reduce(times, columns, faults, occasions);
    }

    /// Outputs that a response needs at all frames.
    static std::span<const std::string> frameOutputs(const StudyResponse& response) {
        return response.occasion ? std::span<const std::string>() : response.outputs;
    }

    bool reduce(const std::vector<Real>& times, const std::vector<std::vector<Real>>& columns,
                const std::vector<std::string>& faults, const OccasionWatch& occasions) {
        std::size_t column = 0;
        for (std::size_t r = 0; r < study_.responses.size(); ++r) {
            const StudyResponse& response = study_.responses[r];
            const OccasionWatch::Instants& instants = occasions.getInstants(r);
            Samples samples{times, {}};
            if (response.occasion) samples = {instants.times, {instants.values}};
            std::string fault = instants.fault;
            for (std::size_t i = 0; i < frameOutputs(response).size(); ++i, ++column) {
                samples.columns.emplace_back(columns[column]);
                if (fault.empty()) fault = faults[column];
            }
            Reduced reduced = fault.empty() ? response.reducer->reduce(response.properties, samples) : fault;
            if (const Real* const number = std::get_if<Real>(&reduced); number && !std::isfinite(*number))
                reduced = std::string("The result is not a finite number.");
            if (const auto* const why = std::get_if<std::string>(&reduced)) {
                if (row_.message.empty()) end(RunOutcome::Undefined, response.name + ": " + *why);
                continue;
            }
            row_.responses[r] = std::get<Real>(reduced);
        }
        return true;
    }

    const StudyDefinition& study_;
    StudyRow& row_;
    const PointLimits& limits_;
};

}  // namespace

std::optional<StudyRow> computePoint(const StudyDefinition& study, std::size_t run, std::span<const Real> point,
                                     const PointLimits& limits) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    StudyRow row;
    row.run = run;
    row.factors.assign(point.begin(), point.end());
    try {
        if (!Point(study, row, limits).compute()) return std::nullopt;
    } catch (const std::bad_alloc&) {
        // Says nothing about the point.
        throw;
    } catch (const std::exception& failure) {
        row.outcome = RunOutcome::Failed;
        row.message = failureText(failure);
    }
    row.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return row;
}

void searchFrom(const StudyDefinition& study, std::size_t start, const ObtainRow& obtain) {
    const PlanInputs inputs = study.inputs();
    std::vector<Real> present;
    for (const StudyFactor& factor : study.factors) present.push_back(factor.present);
    std::size_t run = start * study.search->mostPoints(inputs);
    study.search->search(inputs, study.goals, present, start, [&](std::span<const Real> point) {
        const std::optional<StudyRow> row = obtain(run++, point);
        return row ? std::optional(row->responses) : std::nullopt;
    });
}

void computePart(const StudyDefinition& study, std::size_t from, std::size_t to, double secondsPerRun,
                 const std::function<void(StudyRow)>& take) {
    const ObtainRow compute = [&](std::size_t run, std::span<const Real> point) {
        std::optional<StudyRow> row = computePoint(study, run, point, {secondsPerRun});
        if (row) take(*row);
        return row;
    };
    const std::size_t n = study.factors.size();
    const std::vector<Real> points = study.plan ? study.plan->makePoints(study.inputs()) : std::vector<Real>();
    for (std::size_t part = from; part < to; ++part) {
        if (study.plan)
            compute(part, std::span(points).subspan(part * n, n));
        else
            searchFrom(study, part, compute);
    }
}

}  // namespace trammel

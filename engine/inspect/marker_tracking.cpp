// SPDX-License-Identifier: Apache-2.0
#include "inspect/marker_tracking.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include "compile/appearance.h"
#include "compile/compiled_data.h"
#include "formats/csv.h"
#include "formats/storage.h"
#include "multibody/assembler/assemble.h"

namespace trammel {

namespace {

/// A point of a body that is tracked, and the column of its record.
struct ModelMarker {
    std::string name;
    MobilizedBodyIndex body;
    Vec3 station;
    std::size_t column = 0;
};

/// The body that a shape belongs to; none for one on Ground.
std::optional<MobilizedBodyIndex> bodyOfShape(const CompiledModel& model, const Element& shape) {
    const auto& bodies = model.getData().built->bodies;
    const auto body = bodies.find(shape.parent);
    return body == bodies.end() ? std::nullopt : std::optional(body->second);
}

std::optional<ModelMarker> findMarker(const CompiledModel& model, const std::string& name) {
    const Document& document = model.getDocument();
    for (const CompiledModel::Trace& trace : model.getTraces())
        if (document.get(trace.element).name == name) return ModelMarker{name, trace.body, trace.station};
    const Element* const shape = document.findByName(name);
    if (!shape || shape->family != "shape") return std::nullopt;
    const auto body = bodyOfShape(model, *shape);
    const std::vector<DecorativeGeometry> drawn = calcOwnGeometry(*shape, &document);
    if (!body || drawn.empty()) return std::nullopt;
    return ModelMarker{name, *body, drawn.front().getTransform().p()};
}

class MarkerTracking {
public:
    MarkerTracking(const CompiledModel& model, const MarkerTable& recorded) : model_(model), recorded_(recorded) {
        for (std::size_t i = 0; i < recorded.names.size(); ++i) {
            if (auto marker = findMarker(model, recorded.names[i])) {
                marker->column = i;
                markers_.push_back(std::move(*marker));
                tracked_.markers.push_back(recorded.names[i]);
            } else {
                tracked_.ignored.push_back(recorded.names[i]);
            }
        }
    }

    Result<TrackedMotion> run(const std::function<bool(double)>& progress) {
        Result<TrackedMotion> result;
        if (!areEnough(result.diagnostics)) return result;
        tracked_.motion.times = recorded_.times;
        for (const NamedCoordinate& c : coordinatesOf(model_))
            tracked_.motion.coordinates.push_back({c.recordedName.empty() ? c.name : c.recordedName, c, {}});
        tracked_.residuals = Matrix(int(recorded_.times.size()), int(markers_.size()));
        State state = model_.getInitialState();
        for (std::size_t i = 0; i < recorded_.times.size(); ++i) {
            if (progress && !progress(double(i) / double(recorded_.times.size()))) return result;
            if (!findPose(i, state, result.diagnostics)) return result;
            take(i, state);
        }
        summarize();
        result.value = std::move(tracked_);
        return result;
    }

private:
    bool areEnough(Diagnostics& diagnostics) const {
        constexpr std::size_t fewest = 3;
        std::string missing;
        for (const std::string& name : tracked_.ignored) missing += (missing.empty() ? "'" : ", '") + name + "'";
        if (!missing.empty()) diagnostics.note("the markers", "The model has no shape or trace " + missing + ".");
        if (markers_.size() >= fewest) return true;
        diagnostics.error("the markers", "Only " + std::to_string(markers_.size()) + " of them belong to the model.",
                          "Give its bodies small shapes or point traces with the names of the markers.");
        return false;
    }

    /// Moves @p state to the best fit at one time.
    bool findPose(std::size_t time, State& state, Diagnostics& diagnostics) {
        std::vector<bool> seen;
        AssemblyProblem problem;
        for (const ModelMarker& marker : markers_) {
            const Vec3& target = recorded_.positions[marker.column][time];
            seen.push_back(target.allFinite());
            if (seen.back()) problem.markers.push_back({marker.name, marker.body, marker.station, target, 1});
        }
        keepUnseenCoordinates(problem);
        const std::string when = "t = " + toRoundTripText(recorded_.times[time]) + " s";
        if (problem.markers.empty()) {
            diagnostics.error(when, "No marker is seen.", "Cut the recording there.");
            return false;
        }
        const auto open = [&](Real gap) {
            diagnostics.error(when, "The loops do not close: a gap of " + toRoundTripText(gap) + " m or rad remains.",
                              "Look for markers with exchanged names.");
            return false;
        };
        if (time == 0) {
            const AssemblyResult found = assemble(model_.getSystem(), state, problem);
            return found.succeeded() || open(found.worstGap);
        }
        // A tracker for each set of markers seen.
        std::unique_ptr<PoseTracker>& tracker = trackers_[seen];
        if (!tracker) tracker = std::make_unique<PoseTracker>(model_.getSystem(), state, problem);
        for (std::size_t m = 0; m < problem.markers.size(); ++m) tracker->moveMarker(m, problem.markers[m].target_G);
        return tracker->track(state) || open(tracker->getWorstGap());
    }

    /// Holds coordinates that no marker determines, such as those of toes without markers, at their initial values, so
    /// weakly that nothing else moves.
    void keepUnseenCoordinates(AssemblyProblem& problem) const {
        constexpr Real weight = 1e-8;
        const Vector& q = model_.getInitialState().getQ(model_.getData().built->matter->getMySubsystemIndex());
        for (const auto& column : tracked_.motion.coordinates)
            if (!column.coordinate.isOfQuaternion)
                problem.coordinates.push_back(
                    {column.coordinate.name, column.coordinate.q, q[column.coordinate.q], weight});
    }

    void take(std::size_t time, State& state) {
        model_.getSystem().realize(state, Stage::Position);
        const MatterSubsystem& matter = *model_.getData().built->matter;
        const Vector& q = state.getQ(matter.getMySubsystemIndex());
        for (auto& column : tracked_.motion.coordinates) column.values.push_back(q[column.coordinate.q]);
        for (std::size_t m = 0; m < markers_.size(); ++m) {
            const Vec3 place = matter.getBodyTransform(state, markers_[m].body) * markers_[m].station;
            tracked_.residuals(int(time), int(m)) = Vec3(place - recorded_.positions[markers_[m].column][time]).norm();
        }
    }

    void summarize() {
        Real squares = 0;
        std::size_t count = 0;
        for (int i = 0; i < int(tracked_.residuals.rows()); ++i)
            for (int m = 0; m < int(tracked_.residuals.cols()); ++m) {
                const Real residual = tracked_.residuals(i, m);
                if (!std::isfinite(residual)) continue;
                squares += residual * residual;
                ++count;
                if (residual <= tracked_.largest) continue;
                tracked_.largest = residual;
                tracked_.timeOfLargest = recorded_.times[std::size_t(i)];
                tracked_.markerOfLargest = tracked_.markers[std::size_t(m)];
            }
        tracked_.rms = count > 0 ? std::sqrt(squares / Real(count)) : 0;
    }

    const CompiledModel& model_;
    const MarkerTable& recorded_;
    std::vector<ModelMarker> markers_;
    TrackedMotion tracked_;
    std::map<std::vector<bool>, std::unique_ptr<PoseTracker>> trackers_;
};

}  // namespace

Result<TrackedMotion> trackMarkers(const CompiledModel& model, const MarkerTable& recorded,
                                   const std::function<bool(double)>& progress) {
    return MarkerTracking(model, recorded).run(progress);
}

void writeCoordinates(const RecordedCoordinates& motion, std::ostream& out, RecordFormat format) {
    const bool isCsv = format == RecordFormat::Csv;
    CsvWriter csv(out);
    StorageWriter storage(out);
    std::vector<std::string> header{isCsv ? columnTitle("time", "s") : "time"};
    std::vector<Real> factors;
    for (const auto& column : motion.coordinates) {
        const NamedCoordinate& c = column.coordinate;
        const std::string& name = c.recordedName.empty() ? c.name : c.recordedName;
        header.push_back(isCsv ? columnTitle(name, siUnitAscii(c.quantity)) : name);
        factors.push_back(!isCsv && c.quantity == Quantity::Angle ? 180 / Pi : 1);
    }
    if (isCsv)
        csv.writeHeader(header);
    else
        storage.writeHeader("Coordinates", motion.times.size(), header, true);
    std::vector<Real> row;
    for (std::size_t i = 0; i < motion.times.size(); ++i) {
        row.assign(1, motion.times[i]);
        for (std::size_t c = 0; c < factors.size(); ++c) row.push_back(factors[c] * motion.coordinates[c].values[i]);
        isCsv ? csv.writeRow(row) : storage.writeRow(row);
    }
}

void writeResiduals(const TrackedMotion& tracked, std::ostream& out) {
    CsvWriter csv(out);
    std::vector<std::string> header{columnTitle("time", "s")};
    for (const std::string& name : tracked.markers) header.push_back(columnTitle(name, "m"));
    csv.writeHeader(header);
    std::vector<Real> row;
    for (int i = 0; i < int(tracked.residuals.rows()); ++i) {
        row.assign(1, tracked.motion.times[std::size_t(i)]);
        for (int m = 0; m < int(tracked.residuals.cols()); ++m) row.push_back(tracked.residuals(i, m));
        csv.writeRow(row);
    }
}

}  // namespace trammel

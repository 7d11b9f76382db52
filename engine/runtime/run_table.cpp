// SPDX-License-Identifier: Apache-2.0
#include "runtime/run_table.h"

#include <map>
#include <numbers>

#include "compile/coordinate_by_speed.h"
#include "formats/csv.h"
#include "formats/storage.h"

namespace trammel {

namespace {
/// Rows between progress calls.
constexpr std::size_t Portion = 64;

bool isAngular(Quantity q) {
    return q == Quantity::Angle || q == Quantity::AngularSpeed || q == Quantity::AngularAcceleration;
}

/// A column in storage.
struct StorageColumn {
    std::string label;
    bool isAngular = false;
};

/// Columns of coordinates and speeds with names in recorded motions, by output: "knee_angle_r" and, as in OpenSim's states,
/// "knee_angle_r_u". They are angular also where the type of the joint leaves that open.
std::map<std::string, StorageColumn> recordedColumns(const CompiledModel& model) {
    std::map<std::string, StorageColumn> columns;
    const std::vector<NamedCoordinate> coordinates = coordinatesOf(model);
    const auto add = [&](const std::string& output, const NamedCoordinate* c, const char* ending) {
        if (c && !c->recordedName.empty()) columns[output] = {c->recordedName + ending, c->quantity == Quantity::Angle};
    };
    for (const NamedCoordinate& c : coordinates) add(c.name, &c, "");
    const CoordinateBySpeed bySpeed(coordinates);
    for (const NamedSpeed& speed : speedsOf(model)) add(speed.name, bySpeed.find(speed), "_u");
    return columns;
}
}  // namespace

bool writeTable(const SimulationRun& run, TableFormat format, std::ostream& out, const Progress& progress) {
    const CompiledModel& model = *run.getModel();
    const auto& outputs = model.getBasicOutputs();
    const std::size_t frames = run.getTrajectory()->size();
    const bool isCsv = format == TableFormat::Csv, inDegrees = format == TableFormat::Motion;
    CsvWriter csv(out);
    StorageWriter storage(out);

    std::vector<std::string> titles{isCsv ? columnTitle("time", siUnitAscii(Quantity::Time)) : "time"};
    std::vector<Real> factors{1};
    const auto recorded = isCsv ? std::map<std::string, StorageColumn>() : recordedColumns(model);
    for (const CompiledModel::BasicOutput& s : outputs) {
        const auto found = recorded.find(s.name);
        const StorageColumn column =
            found == recorded.end() ? StorageColumn{s.name, isAngular(s.quantity)} : found->second;
        titles.push_back(isCsv ? columnTitle(s.name, siUnitAscii(s.quantity)) : column.label);
        factors.push_back(inDegrees && column.isAngular ? 180 / std::numbers::pi : 1);
    }
    if (isCsv)
        csv.writeHeader(titles);
    else
        storage.writeHeader(model.getDocument().name(), frames, titles, inDegrees);

    State state = run.getInitialState();
    std::vector<Real> row(titles.size());
    for (std::size_t frame = 0; frame < frames; ++frame) {
        if (progress && frame % Portion == 0 && !progress(double(frame) / double(frames))) return false;
        run.restoreFrame(frame, state);
        row[0] = state.getTime();
        for (std::size_t i = 0; i < outputs.size(); ++i) row[i + 1] = factors[i + 1] * model.calcBasicOutput(i, state);
        isCsv ? csv.writeRow(row) : storage.writeRow(row);
    }
    return true;
}

void writeEvents(const SimulationRun& run, std::ostream& out) {
    CsvWriter csv(out);
    csv.writeHeader({columnTitle("time", siUnitAscii(Quantity::Time)), "event"});
    const GrowingLog<RunEvent>& events = run.getTrajectory()->getEvents();
    for (std::size_t i = 0, n = events.size(); i < n; ++i)
        csv.writeTexts({toRoundTripText(events[i].time), events[i].what});
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "runtime/run_table.h"

#include <numbers>

#include "formats/csv.h"
#include "formats/storage.h"

namespace trammel {

namespace {
/// Rows between progress calls.
constexpr std::size_t Portion = 64;

bool isAngular(Quantity q) {
    return q == Quantity::Angle || q == Quantity::AngularSpeed || q == Quantity::AngularAcceleration;
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
    for (const CompiledModel::BasicOutput& s : outputs) {
        titles.push_back(isCsv ? columnTitle(s.name, siUnitAscii(s.quantity)) : s.name);
        factors.push_back(inDegrees && isAngular(s.quantity) ? 180 / std::numbers::pi : 1);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/realization_log.h"

namespace trammel::ui {

RealizationLog::RealizationLog() : system_(unknownColumn()) {}

RealizationLog::Column RealizationLog::unknownColumn() {
    Column column;
    column.fill(-1);
    return column;
}

void RealizationLog::clear() { *this = RealizationLog(); }

double RealizationLog::seconds(SubsystemIndex subsystem, Stage stage) const {
    const auto row = static_cast<std::size_t>(int(stage));
    if (!subsystem.isValid()) return system_[row];
    const auto column = static_cast<std::size_t>(int(subsystem));
    return column < subsystems_.size() ? subsystems_[column][row] : -1;
}

void RealizationLog::subsystemRealized(const State&, SubsystemIndex subsystem, Stage stage, double seconds) {
    const auto column = static_cast<std::size_t>(int(subsystem));
    if (column >= subsystems_.size()) subsystems_.resize(column + 1, unknownColumn());
    subsystems_[column][static_cast<std::size_t>(int(stage))] = seconds;
}

void RealizationLog::systemRealized(const State&, Stage stage, double seconds) {
    system_[static_cast<std::size_t>(int(stage))] = seconds;
}

RealizationLog::EntryCost RealizationLog::costOf(CacheEntryKey entry) const {
    const auto s = static_cast<std::size_t>(int(entry.subsystem)), e = static_cast<std::size_t>(int(entry.entry));
    return s < entries_.size() && e < entries_[s].size() ? entries_[s][e] : EntryCost();
}

void RealizationLog::entryComputed(const State&, CacheEntryKey entry, double seconds) {
    ++entriesComputed_;
    const auto s = static_cast<std::size_t>(int(entry.subsystem)), e = static_cast<std::size_t>(int(entry.entry));
    if (s >= entries_.size()) entries_.resize(s + 1);
    if (e >= entries_[s].size()) entries_[s].resize(e + 1);
    ++entries_[s][e].times;
    if (seconds >= 0) entries_[s][e].seconds = seconds;
}

void RealizationLog::stagesInvalidated(const State&, Stage lowest, const StateChange& change) {
    ++losses_;
    lastLost_ = lowest;
    // Called for every frame played; build the text only for a new cause.
    const auto size = static_cast<qsizetype>(change.name.size());
    if (lastCause_ != QLatin1StringView(change.name.data(), size))
        lastCause_ = QString::fromUtf8(change.name.data(), size);
}

}  // namespace trammel::ui

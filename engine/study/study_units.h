// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "study/study_run.h"

namespace trammel {

/// A study divided into numbered units, in a folder that several computers see.
///
/// The folder holds the model and a description, which never change, and a file `unit-K` for each unit that is done: it
/// appears by renaming, whole. Any program may compute any unit at any time; two that compute the same one write the same
/// bytes, apart from computing times, which are left out. Nothing else is shared: no server, no lock, no order.
class UnitPlan {
public:
    /// Divides a study into at most @p units units in a new folder. Fails where the folder exists and is not empty.
    static Result<UnitPlan> create(const std::filesystem::path& folder, const StudyDefinition& study, int units);
    /// Fails if the folder holds no plan, or if this program would compute other bits: another build or processor.
    static Result<UnitPlan> open(const std::filesystem::path& folder);

    const std::filesystem::path& getFolder() const { return folder_; }
    const StudyDefinitionPtr& getStudy() const { return study_; }
    int countUnits() const { return units_; }
    bool isDone(int unit) const;
    std::vector<int> missing() const;

    /// Computes a unit on the calling thread and writes its file, unless it is there.
    Diagnostics compute(int unit, double secondsPerRun = Infinity) const;
    /// Writes the units whose runs are all in a result file, as if they were computed here, so that these programs continue a
    /// study that another one began. Fails for results of another model, study, seed or build. Adopts nothing of a search,
    /// whose runs are not units.
    Diagnostics adopt(const StudyStore& results) const;
    /// The rows of a unit that is done. An error says which file is damaged, and to delete it.
    Result<std::vector<StudyRow>> read(int unit) const;
    /// Adds the rows of all units that are done to a result file, and completes it if all are.
    Diagnostics collect(StudyStore& store) const;

private:
    UnitPlan(std::filesystem::path folder, StudyDefinitionPtr study, int units)
        : folder_(std::move(folder)), study_(std::move(study)), units_(units) {}
    std::filesystem::path fileOf(int unit) const;
    Diagnostics write(int unit, const std::vector<StudyRow>& rows) const;
    /// Runs of a plan, or starts of a search, [first, second).
    std::pair<std::size_t, std::size_t> rangeOf(int unit) const;

    std::filesystem::path folder_;
    StudyDefinitionPtr study_;
    int units_ = 1;
};

}  // namespace trammel

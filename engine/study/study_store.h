// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "study/study_definition.h"
#include "study/study_row.h"

namespace trammel {

/// Suffix of result files.
inline constexpr const char* StudyFileSuffix = ".tstudy";

/// Everything that the results of a study depend on. Rows of equal identity may share a file.
struct StudyIdentity {
    std::string study;
    std::uint64_t seed = 0;
    /// contentHash() of the model, the build that computes, and the fingerprint of its mathematical functions.
    std::string modelHash, engine, functions;

    friend bool operator==(const StudyIdentity&, const StudyIdentity&) = default;
};

/// Identity of results that this program computes now.
StudyIdentity identify(const StudyDefinition& study);
/// A fingerprint of sin, exp and other functions, which some processors round differently: 16 hexadecimal digits.
std::string functionsFingerprint();

/// The results of a study in a file: an SQLite database that other programs can read.
///
/// Table `runs` has a row for each run: `run`, `status`, `message`, `seconds`, a column for each factor and response by
/// its title ("Crank.length [m]"), and `model`, `engine`, `functions` and `seed`. Tables `study` (with the model itself),
/// `factors` and `responses` describe it. Rows are kept in order by number, each at most once: a second one is ignored.
///
/// Rows are written in transactions: if the program or the computer ends at any time, the file is readable, and at most the
/// rows since the last flush() are missing. A file is open for writing in one program at a time. All members are for one
/// thread at a time.
class StudyStore {
public:
    /// A new file. Fails where a file exists.
    static Result<std::shared_ptr<StudyStore>> create(const std::filesystem::path& path, const StudyDefinition& study);
    /// An existing file, to add rows of @p study to. Fails if the file is of another model, study, seed or build.
    static Result<std::shared_ptr<StudyStore>> resume(const std::filesystem::path& path, const StudyDefinition& study);
    /// An existing file, to read; also while another program writes.
    static Result<std::shared_ptr<StudyStore>> open(const std::filesystem::path& path);
    ~StudyStore();
    StudyStore(const StudyStore&) = delete;
    StudyStore& operator=(const StudyStore&) = delete;

    const std::filesystem::path& getPath() const;
    const StudyIdentity& getIdentity() const;
    /// Text of the model file. In a damaged file it is empty, and the next two are 0 and false; getFailure() then gives
    /// the reason.
    std::string readModel() const;
    /// Largest number of runs, and whether the search or plan has come to its end.
    std::size_t countPlanned() const;
    bool isComplete() const;
    void setComplete();

    /// All rows, in order of their numbers; of a damaged file those before the first damage, and getFailure() gives the
    /// reason.
    std::vector<StudyRow> readRows() const;
    /// Titles of factors and responses, in order.
    const std::vector<std::string>& getColumns() const;
    std::size_t countFactors() const;

    /// Adds a row, unless its number is there. Written by the next flush(), at the latest after some tens of rows.
    /// False if earlier rows could not be written; see getFailure().
    bool add(const StudyRow& row);
    bool flush();
    /// Why writing or reading failed, one sentence; empty if neither did.
    const std::string& getFailure() const;

    /// Notes, before a run is computed, that it is, and afterward, if it was abandoned, that it was; survives the end of the
    /// program at any time. From any thread.
    void noteStart(std::size_t run) const;
    void noteAbandoned(std::size_t run) const;
    /// How often a run was started and not abandoned, by number; those of earlier programs included.
    std::map<std::size_t, int> readStarts() const;

private:
    struct Impl;
    explicit StudyStore(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace trammel

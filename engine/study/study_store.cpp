// SPDX-License-Identifier: Apache-2.0
#include "study/study_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "document/document_file.h"
#include "document/file_access.h"
#include "runtime/stored_run.h"
#include "study/database.h"

namespace trammel {

namespace {

constexpr const char* formatKey = "trammel study";
constexpr const char* formatVersion = "1";
/// Rows of a transaction: a commit takes as long as several rows.
constexpr int rowsPerTransaction = 64;

/// Doubles quotes inside a name and encloses it, as SQL requires.
std::string sqlName(const std::string& name) {
    std::string quoted = "\"";
    for (const char c : name) quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

/// Titles that differ, as columns of a table must, even ignoring case.
std::vector<std::string> distinct(std::vector<std::string> titles) {
    const auto same = [](const std::string& a, const std::string& b) {
        return sqlite3_stricmp(a.c_str(), b.c_str()) == 0;
    };
    std::vector<std::string> taken{"run", "status", "message", "seconds", "model", "engine", "functions", "seed"};
    for (std::string& title : titles) {
        const std::string base = title;
        int number = 1;
        while (std::any_of(taken.begin(), taken.end(), [&](const std::string& t) { return same(t, title); }))
            title = base + " (" + std::to_string(++number) + ")";
        taken.push_back(title);
    }
    return titles;
}

bool isLackOfMemory(const DatabaseFailure& failure) {
    return failure.code == SQLITE_IOERR_NOMEM || (failure.code & 0xff) == SQLITE_NOMEM;
}

std::string sentenceOf(const DatabaseFailure& failure) {
    if (isLackOfMemory(failure)) return "there is not enough memory.";
    switch (failure.code & 0xff) {
        case SQLITE_FULL: return "the disk is full.";
        case SQLITE_READONLY:
        case SQLITE_PERM:
        case SQLITE_CANTOPEN: return "it cannot be written there.";
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB: return "it is damaged, or not a result file of a study.";
        case SQLITE_BUSY:
        case SQLITE_LOCKED: return "another program uses it.";
        case SQLITE_IOERR: return "the disk reports an input or output error.";
        default: return "the database does not accept it.";
    }
}

const char* remedyOf(const DatabaseFailure& failure) {
    if (isLackOfMemory(failure)) return "Close other programs, then retry.";
    switch (failure.code & 0xff) {
        case SQLITE_FULL: return "Free some space, or choose a file on another disk.";
        case SQLITE_READONLY:
        case SQLITE_PERM:
        case SQLITE_CANTOPEN: return "Choose a file and folder that you may write to.";
        case SQLITE_BUSY:
        case SQLITE_LOCKED: return "Close the other program, or choose another file.";
        case SQLITE_IOERR: return "Check the disk and its connection, then retry or use another disk.";
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB: return "Move it away, or choose another file.";
        default: return "Choose another file.";
    }
}

}  // namespace

std::string functionsFingerprint() {
    // FNV-1a over the bits of values at which implementations with and without fused operations differ.
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto take = [&hash](Real x) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &x, sizeof bits);
        for (int i = 0; i < 8; ++i) hash = (hash ^ (bits >> (8 * i) & 0xff)) * 0x100000001b3;
    };
    // Hidden from the compiler, which would compute with functions of its own.
    volatile Real start = 0.1;
    for (int i = 0; i < 2000; ++i) {
        const Real x = start + 0.0137 * i;
        for (const Real value : {std::sin(x), std::cos(x), std::tan(x), std::exp(x / 10), std::log(x),
                                 std::atan2(x, 3.), std::pow(x, 1.7), std::sinh(x / 10), std::asin(1 / (1 + x))})
            take(value);
    }
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (int i = 15; i >= 0; --i) text += digits[hash >> (4 * i) & 0xf];
    return text;
}

StudyIdentity identify(const StudyDefinition& study) {
    return {study.name, study.seed, contentHash(study.document), buildId(), functionsFingerprint()};
}

/// Maximum size of a text in the file, bytes: that of a model.
constexpr int largestText = int(LargestFileSize);

struct StudyStore::Impl {
    explicit Impl(std::filesystem::path file) : path(std::move(file)) {}
    ~Impl() {
        if (open_) flush();
        insert.reset();
        sqlite3_close(database);
        if (starts >= 0) ::close(starts);
    }

    std::filesystem::path startsPath() const { return std::filesystem::path(path) += ".started"; }

    void openDatabase(int flags) {
        const int code = sqlite3_open_v2(path.c_str(), &database, flags, nullptr);
        if (code != SQLITE_OK) throw DatabaseFailure(resultCode(database, code), "open");
        // A reader may find the writer in a commit.
        sqlite3_busy_timeout(database, 5000);
        // An untrusted file may contain statements in its schema.
        sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
        sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
        sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
        sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
        sqlite3_limit(database, SQLITE_LIMIT_LENGTH, largestText);
    }
    /// Fails if pages of the file are inconsistent, such as when its end is missing: wrong rows would be read from
    /// them.
    void checkPages() const {
        // Does not evaluate conditions in the schema of an untrusted file.
        Statement(database, "PRAGMA ignore_check_constraints=ON").step();
        Statement check(database, "PRAGMA quick_check(1)");
        if (check.step() && check.text(0) != "ok") throw DatabaseFailure(SQLITE_CORRUPT, "check");
    }
    /// True if the file has the tables of a study, and they are neither views nor virtual tables, which may compute
    /// endlessly.
    bool hasTables() const {
        Statement select(database,
                         "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE %' "
                         "AND name IN ('study', 'factors', 'responses', 'runs')");
        constexpr int tables = 4;
        return select.step() && select.integer(0) == tables;
    }
    void execute(const std::string& sql) { Statement(database, sql).step(); }

    /// True without tables, such as when a program was killed while it created them.
    bool isEmpty() const {
        Statement select(database, "SELECT count(*) FROM sqlite_schema");
        return select.step() && select.integer(0) == 0;
    }
    /// As isEmpty(); false for a file of another kind.
    bool isKnownToBeEmpty() const {
        try {
            return isEmpty();
        } catch (const DatabaseFailure&) {
            return false;
        }
    }
    /// Runs @p work; if it fails, removes a file without results.
    template <class Work>
    void orRemove(const Work& work) {
        try {
            work();
        } catch (const DatabaseFailure&) {
            sqlite3_close(std::exchange(database, nullptr));
            std::error_code ignored;
            for (const char* const part : {"", "-wal", "-shm", "-journal", ".started"})
                std::filesystem::remove(std::filesystem::path(path) += part, ignored);
            throw;
        }
    }
    /// Creates the tables of a new or empty file. After lockStarts().
    void begin(const StudyDefinition& study) {
        // Another program may have computed the study just before; its results stay.
        std::error_code isAbsent;
        const auto size = std::filesystem::file_size(path, isAbsent);
        if (!isAbsent && size > 0 && !isEmpty()) throw DatabaseFailure(SQLITE_BUSY, "begin");
        orRemove([&] { createTables(study); });
        identity = identify(study);
        prepareInsert();
    }

    /// False if another program writes.
    bool lockStarts() {
        starts = ::open(startsPath().c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (starts < 0)
            throw DatabaseFailure(errno == ENOSPC || errno == EDQUOT ? SQLITE_FULL : SQLITE_CANTOPEN, "open starts");
        return ::flock(starts, LOCK_EX | LOCK_NB) == 0;
    }

    void createTables(const StudyDefinition& study) {
        execute("PRAGMA journal_mode=WAL");
        execute("BEGIN");
        execute("CREATE TABLE study(key TEXT PRIMARY KEY, value TEXT NOT NULL)");
        execute("CREATE TABLE factors(number INTEGER PRIMARY KEY, title TEXT, element TEXT, unit TEXT, present REAL)");
        execute("CREATE TABLE responses(number INTEGER PRIMARY KEY, title TEXT, element TEXT, unit TEXT)");
        columns = distinct(study.columns());
        factors = study.factors.size();
        std::string sql = "CREATE TABLE runs(run INTEGER PRIMARY KEY, status TEXT NOT NULL, message TEXT, seconds REAL";
        for (const std::string& column : columns) sql += ", " + sqlName(column) + " REAL";
        execute(sql + ", model TEXT, engine TEXT, functions TEXT, seed INTEGER)");
        const StudyIdentity is = identify(study);
        for (const auto& [key, value] :
             std::initializer_list<std::pair<const char*, std::string>>{{formatKey, formatVersion},
                                                                        {"study", is.study},
                                                                        {"seed", std::to_string(is.seed)},
                                                                        {"model hash", is.modelHash},
                                                                        {"engine", is.engine},
                                                                        {"functions", is.functions},
                                                                        {"planned", std::to_string(study.mostRuns())},
                                                                        {"complete", "0"},
                                                                        {"model", writeDocument(study.document)}})
            Statement(database, "INSERT INTO study VALUES(?, ?)").bind(1, std::string(key)).bind(2, value).step();
        for (std::size_t i = 0; i < study.factors.size(); ++i)
            Statement(database, "INSERT INTO factors VALUES(?, ?, ?, ?, ?)")
                .bind(1, std::int64_t(i))
                .bind(2, columns[i])
                .bind(3, study.factors[i].name)
                .bind(4, study.factors[i].unit)
                .bind(5, study.factors[i].present)
                .step();
        for (std::size_t i = 0; i < study.responses.size(); ++i)
            Statement(database, "INSERT INTO responses VALUES(?, ?, ?, ?)")
                .bind(1, std::int64_t(i))
                .bind(2, columns[factors + i])
                .bind(3, study.responses[i].name)
                .bind(4, study.responses[i].unit)
                .step();
        execute("COMMIT");
    }

    std::optional<std::string> value(const std::string& key) const {
        Statement select(database, "SELECT value FROM study WHERE key = ?");
        if (!select.bind(1, key).step()) return std::nullopt;
        return select.text(0);
    }

    /// As value(); empty, with a failure, if the file is damaged.
    std::optional<std::string> readValue(const std::string& key) {
        try {
            return value(key);
        } catch (const DatabaseFailure& damage) {
            noteDamage(damage);
            return std::nullopt;
        }
    }
    void noteDamage(const DatabaseFailure& damage) {
        failure = "Cannot read '" + path.string() + "' to its end: " + sentenceOf(damage);
    }

    /// Without its log, a file can be read in a read-only folder.
    void closeLog() {
        try {
            execute("PRAGMA journal_mode=DELETE");
        } catch (const DatabaseFailure&) {
            // Another program reads the file, which is complete with its log.
        }
    }

    /// False if the file is of another kind.
    bool readHead() {
        if (!hasTables() || value(formatKey) != formatVersion) return false;
        identity = {value("study").value_or(""), std::strtoull(value("seed").value_or("0").c_str(), nullptr, 10),
                    value("model hash").value_or(""), value("engine").value_or(""), value("functions").value_or("")};
        for (const char* const table : {"factors", "responses"}) {
            Statement select(database, std::string("SELECT title FROM ") + table + " ORDER BY number");
            while (select.step()) columns.push_back(select.text(0));
            if (std::strcmp(table, "factors") == 0) factors = columns.size();
        }
        return true;
    }

    void prepareInsert() {
        std::string sql = "INSERT OR IGNORE INTO runs VALUES(?, ?, ?, ?";
        for (std::size_t i = 0; i < columns.size(); ++i) sql += ", ?";
        insert.emplace(database, sql + ", ?, ?, ?, ?)");
    }

    void insertRow(const StudyRow& row) {
        if (!open_) execute("BEGIN");
        open_ = true;
        insert->bind(1, std::int64_t(row.run)).bind(2, std::string(keyOf(row.outcome))).bind(3, row.message);
        int at = 3;
        insert->bind(++at, row.seconds);
        for (const Real x : row.factors) insert->bind(++at, x);
        for (const Real x : row.responses) insert->bind(++at, x);
        for (const std::string* const text : {&identity.modelHash, &identity.engine, &identity.functions})
            insert->bind(++at, *text);
        insert->bind(++at, std::int64_t(identity.seed));
        insert->run();
        ++pending;
    }

    StudyRow readRow(const Statement& select) const {
        StudyRow row;
        int at = 0;
        row.run = std::size_t(select.integer(at++));
        row.outcome = outcomeOf(select.text(at++));
        row.message = select.text(at++);
        row.seconds = select.real(at++);
        for (std::size_t i = 0; i < columns.size(); ++i)
            (i < factors ? row.factors : row.responses).push_back(select.real(at++));
        return row;
    }

    /// Runs @p work; false, with a message, if the database refuses.
    template <class Work>
    bool attempt(const Work& work) {
        if (!failure.empty()) return false;
        try {
            work();
            return true;
        } catch (const DatabaseFailure& refused) {
            failure = "Cannot write '" + path.string() + "': " + sentenceOf(refused);
            return false;
        }
    }

    bool flush() {
        return attempt([this] {
            if (open_) execute("COMMIT");
            open_ = false;
            pending = 0;
        });
    }

    const std::filesystem::path path;
    sqlite3* database = nullptr;
    int starts = -1;
    StudyIdentity identity;
    std::vector<std::string> columns;
    std::size_t factors = 0;
    std::optional<Statement> insert;
    /// A transaction is open.
    bool open_ = false;
    int pending = 0;
    std::string failure;
};

StudyStore::StudyStore(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
StudyStore::~StudyStore() = default;

namespace {
/// The result of @p make, or the reason of its failure.
template <class Make>
Result<std::shared_ptr<StudyStore>> attempted(const std::filesystem::path& path, const Make& make) {
    Result<std::shared_ptr<StudyStore>> result;
    const auto refuse = [&](const std::string& why, const std::string& remedy) {
        result.diagnostics.error(path.string(), why, remedy);
    };
    try {
        result.value = make(refuse);
        if (!*result.value) result.value.reset();
    } catch (const DatabaseFailure& failure) {
        refuse("The file cannot be used: " + sentenceOf(failure), remedyOf(failure));
    }
    return result;
}
/// False, with the reason, if there is no file to read.
template <class Refuse>
bool canRead(const std::filesystem::path& path, const Refuse& refuse) {
    const Diagnostics faults = checkReadable(path);
    for (const Diagnostic& fault : faults) refuse(fault.message, fault.remedy);
    return !faults.hasErrors();
}
constexpr const char* busy = "Another program computes this study.";
constexpr const char* wait = "Wait for its end, or choose another file.";
}  // namespace

Result<std::shared_ptr<StudyStore>> StudyStore::create(const std::filesystem::path& path,
                                                       const StudyDefinition& study) {
    return attempted(path, [&](const auto& refuse) -> std::shared_ptr<StudyStore> {
        std::error_code error;
        auto impl = std::make_unique<Impl>(path);
        const bool isThere = std::filesystem::exists(path, error);
        // Starts of a removed file must not count.
        if (!isThere) std::filesystem::remove(impl->startsPath(), error);
        bool isLocked = false;
        if (isThere) {
            impl->openDatabase(SQLITE_OPEN_READWRITE);
            if (!impl->isKnownToBeEmpty()) {
                refuse("The file exists.", "Resume the study in it, or choose another file.");
                return nullptr;
            }
            isLocked = impl->lockStarts();
        } else {
            impl->orRemove([&] {
                impl->openDatabase(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
                isLocked = impl->lockStarts();
            });
        }
        if (!isLocked) {
            refuse(busy, wait);
            return nullptr;
        }
        impl->begin(study);
        return std::shared_ptr<StudyStore>(new StudyStore(std::move(impl)));
    });
}

Result<std::shared_ptr<StudyStore>> StudyStore::resume(const std::filesystem::path& path,
                                                       const StudyDefinition& study) {
    return attempted(path, [&](const auto& refuse) -> std::shared_ptr<StudyStore> {
        if (!canRead(path, refuse)) return nullptr;
        auto impl = std::make_unique<Impl>(path);
        impl->openDatabase(SQLITE_OPEN_READWRITE);
        if (impl->isEmpty()) {
            if (!impl->lockStarts()) {
                refuse(busy, wait);
                return nullptr;
            }
            impl->begin(study);
            return std::shared_ptr<StudyStore>(new StudyStore(std::move(impl)));
        }
        if (!impl->readHead()) {
            refuse("The file is not a result file of a study.", "Move it away, or choose another file.");
            return nullptr;
        }
        impl->checkPages();
        const StudyIdentity now = identify(study), then = impl->identity;
        const char* const differs = now.study != then.study           ? "another study"
                                    : now.seed != then.seed           ? "another seed"
                                    : now.modelHash != then.modelHash ? "another state of the model"
                                    : now.engine != then.engine       ? "another build of Trammel"
                                    : now.functions != then.functions ? "another processor's mathematical functions"
                                                                      : nullptr;
        if (differs) {
            refuse(std::string("The file contains results of ") + differs + ", to which none can be added.",
                   "Choose another file, or start over.");
            return nullptr;
        }
        if (!impl->lockStarts()) {
            refuse(busy, wait);
            return nullptr;
        }
        impl->prepareInsert();
        return std::shared_ptr<StudyStore>(new StudyStore(std::move(impl)));
    });
}

Result<std::shared_ptr<StudyStore>> StudyStore::open(const std::filesystem::path& path) {
    return attempted(path, [&](const auto& refuse) -> std::shared_ptr<StudyStore> {
        if (!canRead(path, refuse)) return nullptr;
        auto impl = std::make_unique<Impl>(path);
        impl->openDatabase(SQLITE_OPEN_READONLY);
        if (!impl->readHead()) {
            refuse("The file is not a result file of a study.", "Choose another file.");
            return nullptr;
        }
        impl->checkPages();
        return std::shared_ptr<StudyStore>(new StudyStore(std::move(impl)));
    });
}

const std::filesystem::path& StudyStore::getPath() const { return impl_->path; }
const StudyIdentity& StudyStore::getIdentity() const { return impl_->identity; }
std::string StudyStore::readModel() const { return impl_->readValue("model").value_or(""); }
std::size_t StudyStore::countPlanned() const {
    return std::size_t(std::strtoull(impl_->readValue("planned").value_or("0").c_str(), nullptr, 10));
}
bool StudyStore::isComplete() const { return impl_->readValue("complete") == "1"; }
void StudyStore::setComplete() {
    flush();
    if (impl_->attempt([this] { impl_->execute("UPDATE study SET value = '1' WHERE key = 'complete'"); }))
        impl_->closeLog();
    std::error_code error;
    std::filesystem::remove(impl_->startsPath(), error);
}

std::vector<StudyRow> StudyStore::readRows() const {
    std::vector<StudyRow> rows;
    try {
        Statement select(impl_->database, "SELECT * FROM runs ORDER BY run");
        while (select.step()) rows.push_back(impl_->readRow(select));
    } catch (const DatabaseFailure& damage) {
        impl_->noteDamage(damage);
    }
    return rows;
}

const std::vector<std::string>& StudyStore::getColumns() const { return impl_->columns; }
std::size_t StudyStore::countFactors() const { return impl_->factors; }

bool StudyStore::add(const StudyRow& row) {
    const bool added = impl_->attempt([&] { impl_->insertRow(row); });
    return added && (impl_->pending < rowsPerTransaction || flush());
}
bool StudyStore::flush() { return impl_->flush(); }
const std::string& StudyStore::getFailure() const { return impl_->failure; }

namespace {
/// Marks the number of a run that was abandoned.
constexpr std::uint64_t abandoned = std::uint64_t(1) << 63;

void append(int file, std::uint64_t number) {
    // Appending few bytes is atomic. If it fails, a crash in this run is not recognized: no harm otherwise.
    [[maybe_unused]] const ssize_t written = ::write(file, &number, sizeof number);
}
}  // namespace

void StudyStore::noteStart(std::size_t run) const { append(impl_->starts, run); }
void StudyStore::noteAbandoned(std::size_t run) const { append(impl_->starts, run | abandoned); }

std::map<std::size_t, int> StudyStore::readStarts() const {
    std::map<std::size_t, int> starts;
    // Several notes of each run of the largest study. A larger file has another origin: no run is suspected then.
    constexpr std::uintmax_t largest = 4 * sizeof(std::uint64_t) * mostRuns;
    std::error_code error;
    const std::filesystem::path path = impl_->startsPath();
    if (!std::filesystem::is_regular_file(path, error)) return starts;
    if (const std::uintmax_t size = std::filesystem::file_size(path, error); error || size > largest) return starts;
    std::ifstream file(path, std::ios::binary);
    std::uint64_t number = 0;
    while (file.read(reinterpret_cast<char*>(&number), sizeof number)) {
        const auto run = std::size_t(number & ~abandoned);
        if (run < mostRuns) starts[run] += number & abandoned ? -1 : 1;
    }
    return starts;
}

}  // namespace trammel

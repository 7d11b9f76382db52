// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sqlite3.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "math/scalar.h"

namespace trammel {

/// A call of SQLite that failed. The text is for logs, not for users.
struct DatabaseFailure : std::runtime_error {
    DatabaseFailure(int resultCode, const std::string& text) : std::runtime_error(text), code(resultCode) {}
    int code;
};

/// @p code of a call, with a full disk as such: SQLite reports other errors if a file beside the database cannot grow.
inline int resultCode(sqlite3* database, int code) {
    const int reason = sqlite3_system_errno(database);
    const bool isOfDisk = (code & 0xff) == SQLITE_IOERR || (code & 0xff) == SQLITE_CANTOPEN;
    return isOfDisk && (reason == ENOSPC || reason == EDQUOT) ? SQLITE_FULL : code;
}

/// A statement, finalized with it. All members throw DatabaseFailure.
class Statement {
public:
    Statement(sqlite3* database, const std::string& sql) : database_(database) {
        sqlite3_stmt* raw = nullptr;
        check(sqlite3_prepare_v2(database, sql.c_str(), int(sql.size()), &raw, nullptr));
        statement_.reset(raw);
    }

    Statement& bind(int index, const std::string& text) {
        check(sqlite3_bind_text(statement_.get(), index, text.c_str(), int(text.size()), SQLITE_TRANSIENT));
        return *this;
    }
    Statement& bind(int index, std::int64_t number) {
        check(sqlite3_bind_int64(statement_.get(), index, number));
        return *this;
    }
    /// NaN, which SQL does not have, becomes NULL.
    Statement& bind(int index, Real number) {
        check(std::isnan(number) ? sqlite3_bind_null(statement_.get(), index)
                                 : sqlite3_bind_double(statement_.get(), index, number));
        return *this;
    }
    /// True if there is a row.
    bool step() {
        const int code = sqlite3_step(statement_.get());
        if (code == SQLITE_ROW) return true;
        if (code != SQLITE_DONE) check(code);
        return false;
    }
    /// Executes once more, with other values.
    void run() {
        step();
        check(sqlite3_reset(statement_.get()));
    }
    std::string text(int column) const {
        const auto* const bytes = sqlite3_column_text(statement_.get(), column);
        return bytes ? reinterpret_cast<const char*>(bytes) : std::string();
    }
    std::int64_t integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }
    Real real(int column) const {
        return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL
                   ? NaN
                   : sqlite3_column_double(statement_.get(), column);
    }

private:
    void check(int code) const {
        if (code != SQLITE_OK) throw DatabaseFailure(resultCode(database_, code), sqlite3_errmsg(database_));
    }

    struct Finalize {
        void operator()(sqlite3_stmt* s) const { sqlite3_finalize(s); }
    };
    sqlite3* database_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

}  // namespace trammel

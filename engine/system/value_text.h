// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "math/vec.h"

namespace trammel {

/// Writes numbers, words and quoted strings, separated by blanks, so that TextReader reads back the same bits.
/// A writer for people adds what a reader of the type knows anyhow: names of fields and shapes of matrices; see rowsOf().
class TextWriter {
public:
    enum class Audience { Reader, People };
    explicit TextWriter(Audience audience = Audience::Reader) : isForPeople_(audience == Audience::People) {}
    /// Shortest decimal that reads back as the same double; inf, -inf, nan, or nan:BITS for any other NaN.
    TextWriter& real(Real value);
    TextWriter& integer(std::int64_t value);
    TextWriter& word(std::string_view value);
    /// In double quotes; line breaks, quotes and control characters escaped, so that it stays on one line.
    TextWriter& quoted(std::string_view value);

    /// How many elements follow.
    TextWriter& count(std::int64_t value);
    /// How many rows and columns follow; a reader of the type knows them if they are @p fixed.
    TextWriter& shape(std::int64_t rows, std::int64_t columns, bool isRowMajor, bool fixed);
    /// What follows is the field of this name.
    TextWriter& field(std::string_view name);

    const std::string& text() const { return text_; }

private:
    bool isForPeople_;
    std::string text_;
};

/// Reads what TextWriter wrote. Every method answers false, and moves no further, if something else stands there.
class TextReader {
public:
    explicit TextReader(std::string_view text) : rest_(text) {}
    bool real(Real& value);
    bool integer(std::int64_t& value);
    /// Any run of non-blank characters.
    bool word(std::string& value);
    /// Exactly this word.
    bool expect(std::string_view word);
    bool quoted(std::string& value);
    bool atEnd();
    /// What has not been read yet, without leading blanks.
    std::string_view rest();

private:
    std::string_view peekWord();
    std::string_view rest_;
};

}  // namespace trammel

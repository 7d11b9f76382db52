// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "math/vec.h"

namespace trammel {

/// Writes numbers, words and quoted strings, separated by spaces, so that TextReader reads back the same bits. A writer
/// for people adds names of fields and shapes of matrices; see rowsOf().
class TextWriter {
public:
    enum class Audience { Reader, People };
    explicit TextWriter(Audience audience = Audience::Reader) : isForPeople_(audience == Audience::People) {}
    /// Shortest decimal that reads back as the same double; inf, -inf, nan, or nan:BITS for any other NaN.
    TextWriter& real(Real value);
    TextWriter& integer(std::int64_t value);
    TextWriter& word(std::string_view value);
    /// In double quotes; line breaks, quotes and control characters escaped.
    TextWriter& quoted(std::string_view value);

    /// Number of elements that follow.
    TextWriter& count(std::int64_t value);
    /// Numbers of rows and columns that follow; omitted if @p fixed, since a reader of the type knows them.
    TextWriter& shape(std::int64_t rows, std::int64_t columns, bool isRowMajor, bool fixed);
    /// Name of the field that follows.
    TextWriter& field(std::string_view name);

    const std::string& text() const { return text_; }

private:
    bool isForPeople_;
    std::string text_;
};

/// Reads the output of TextWriter. Methods return false, and do not advance, if the expected item is absent.
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
    /// Remaining input, without leading blanks.
    std::string_view rest();

private:
    std::string_view peekWord();
    std::string_view rest_;
};

}  // namespace trammel

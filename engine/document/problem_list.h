// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/diagnostics.h"

namespace trammel {

/// Collects diagnostics up to a limit and counts the rest, to bound the memory for malformed files.
class ProblemList {
public:
    explicit ProblemList(std::size_t limit) : limit_(limit) {}

    void error(std::string place, std::string message, std::string remedy, ElementId element = {}) {
        add({Severity::Error, std::move(place), std::move(message), std::move(remedy), element});
    }
    void warning(std::string place, std::string message, std::string remedy, ElementId element = {}) {
        add({Severity::Warning, std::move(place), std::move(message), std::move(remedy), element});
    }

    /// All collected diagnostics; if some were omitted, the last one gives their number, and is an error if one of them
    /// was.
    Diagnostics take() && {
        if (leftOut_ > 0)
            collected_.add({worstLeftOut_,
                            "File",
                            "There are " + std::to_string(leftOut_) + " further problems.",
                            "Correct those listed and open the file again.",
                            {}});
        return std::move(collected_);
    }

private:
    void add(Diagnostic d) {
        if (collected_.size() < limit_) {
            collected_.add(std::move(d));
        } else {
            ++leftOut_;
            if (d.severity == Severity::Error) worstLeftOut_ = Severity::Error;
        }
    }

    std::size_t limit_;
    std::size_t leftOut_ = 0;
    Severity worstLeftOut_ = Severity::Warning;
    Diagnostics collected_;
};

}  // namespace trammel

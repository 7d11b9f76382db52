// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include "base/stage.h"

namespace trammel {

/// A programming error of the caller. The message names the function and gives subsystems, variables and entries by
/// *name*.
class Exception : public std::logic_error {
public:
    explicit Exception(const std::string& what) : std::logic_error(what) {}
    /// The message, as returned by what().
    std::string getMessage() const { return what(); }
    std::string getMessageText() const { return what(); }
};

/// A value was read, or a method called, before the stage it requires was realized.
class StageTooLow : public Exception {
public:
    /// @param where the function; @param what the requested quantity, by name
    StageTooLow(const std::string& where, const std::string& what, Stage needed, Stage actual);
    Stage needed() const { return needed_; }
    Stage actual() const { return actual_; }

private:
    Stage needed_, actual_;
};

/// A resource was allocated or changed after the stage that freezes it was realized.
class StageTooHigh : public Exception {
public:
    StageTooHigh(const std::string& where, const std::string& what, Stage allowedBelow, Stage actual);
    Stage allowedBelow() const { return allowedBelow_; }
    Stage actual() const { return actual_; }

private:
    Stage allowedBelow_, actual_;
};

/// A cache entry was read while its value was out of date.
class CacheEntryOutOfDate : public Exception {
public:
    CacheEntryOutOfDate(const std::string& where, const std::string& entry, const std::string& reason);
    const std::string& reason() const { return reason_; }

private:
    std::string reason_;
};

/// A State was used with a System it does not belong to, or whose topology has changed since.
class StaleState : public Exception {
public:
    StaleState(const std::string& where, const std::string& system, StageVersion inState, StageVersion inSystem);
};

class IndexOutOfRange : public Exception {
public:
    IndexOutOfRange(const std::string& where, const std::string& what, int index, int size);
};

/// A discrete variable or cache entry holds a value of another type than requested.
class WrongValueType : public Exception {
public:
    WrongValueType(const std::string& where, const std::string& what, const std::string& held,
                   const std::string& asked);
};

}  // namespace trammel

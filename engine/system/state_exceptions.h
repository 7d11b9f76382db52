// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/exceptions.h"

namespace trammel {

/// A stage was named that makes no sense there: invalidating Empty, a variable that would invalidate Infinity.
class StageNotAllowed : public Exception {
public:
    using Exception::Exception;
};

/// A variable, entry or error slot cannot be allocated as asked: no value given, a negative number of them, a
/// prerequisite that comes later or lives shorter than what depends on it.
class BadAllocation : public Exception {
public:
    using Exception::Exception;
};

/// A discrete variable was asked for its update value but is not an auto-update variable.
class NotAutoUpdate : public Exception {
public:
    using Exception::Exception;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/exceptions.h"

namespace trammel {

/// A stage is not allowed in this operation: invalidating Empty, or a variable that would invalidate Infinity.
class StageNotAllowed : public Exception {
public:
    using Exception::Exception;
};

/// A variable, entry or error slot cannot be allocated: null value, negative number, or a prerequisite that becomes
/// available later or lives shorter than its dependent.
class BadAllocation : public Exception {
public:
    using Exception::Exception;
};

/// The update value of a variable that is not an auto-update variable was requested.
class NotAutoUpdate : public Exception {
public:
    using Exception::Exception;
};

}  // namespace trammel

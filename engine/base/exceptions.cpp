// SPDX-License-Identifier: Apache-2.0
#include "base/exceptions.h"

namespace trammel {

StageTooLow::StageTooLow(const std::string& where, const std::string& what, Stage needed, Stage actual)
    : Exception(where + ": " + what + " is available from stage " + needed.getName() +
                " on, but the state is at stage " + actual.getName() + ". Realize the state to " + needed.getName() +
                " first."),
      needed_(needed),
      actual_(actual) {}

StageTooHigh::StageTooHigh(const std::string& where, const std::string& what, Stage allowedBelow, Stage actual)
    : Exception(where + ": " + what + " is possible only before stage " + allowedBelow.getName() +
                " has been realized, but the state is already at stage " + actual.getName() + "."),
      allowedBelow_(allowedBelow),
      actual_(actual) {}

CacheEntryOutOfDate::CacheEntryOutOfDate(const std::string& where, const std::string& entry, const std::string& reason)
    : Exception(where + ": cache entry " + entry + " is out of date: " + reason + "."), reason_(reason) {}

StaleState::StaleState(const std::string& where, const std::string& system, StageVersion inState, StageVersion inSystem)
    : Exception(where + ": this State was made for topology version " + std::to_string(inState) + " of system '" +
                system + "', which is now at version " + std::to_string(inSystem) +
                ". Call realizeTopology() and start from a fresh default State.") {}

IndexOutOfRange::IndexOutOfRange(const std::string& where, const std::string& what, int index, int size)
    : Exception(where + ": there is no " + what + " number " + std::to_string(index) + "; there are " +
                std::to_string(size) + ".") {}

WrongValueType::WrongValueType(const std::string& where, const std::string& what, const std::string& held,
                               const std::string& asked)
    : Exception(where + ": " + what + " holds a value of type " + held + ", but type " + asked + " was requested.") {}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "system/system.h"

namespace trammel {

/// Hooks of a System without subsystems of its own, whose variables are those of subsystem 0. Derive, and pass a new
/// object to System::adoptSystemGuts().
///
/// Hooks return 0 for success. Those of Topology and Model may allocate; later ones may only fill the cache.
class System::Guts {
public:
    virtual ~Guts() = default;
    Guts& operator=(const Guts&) = delete;

    virtual Guts* cloneImpl() const = 0;
    virtual int realizeTopologyImpl(State&) const { return 0; }
    virtual int realizeModelImpl(State&) const { return 0; }
    virtual int realizeInstanceImpl(const State&) const { return 0; }
    virtual int realizeTimeImpl(const State&) const { return 0; }
    virtual int realizePositionImpl(const State&) const { return 0; }
    virtual int realizeVelocityImpl(const State&) const { return 0; }
    virtual int realizeDynamicsImpl(const State&) const { return 0; }
    virtual int realizeAccelerationImpl(const State&) const { return 0; }
    virtual int realizeReportImpl(const State&) const { return 0; }

protected:
    Guts() = default;
    Guts(const Guts&) = default;
};

}  // namespace trammel

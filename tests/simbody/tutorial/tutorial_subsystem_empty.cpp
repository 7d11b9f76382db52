// SPDX-License-Identifier: Apache-2.0
// The smallest possible Subsystem: it joins a System, and does nothing.
#include "Simbody.h"

using namespace SimTK;

class IdleGuts : public Subsystem::Guts {
public:
    Subsystem::Guts* cloneImpl() const override { return new IdleGuts(*this); }
};

class Idle : public Subsystem {
public:
    explicit Idle(MultibodySystem& system) {
        adoptSubsystemGuts(new IdleGuts);
        system.adoptSubsystem(*this);
    }
};

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    const int before = system.getNumSubsystems();
    Idle idle(system);
    const State state = system.realizeTopology();
    return system.getNumSubsystems() == before + 1 && state.getNumSubsystems() == before + 1 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/multibody_system.h"

namespace SimTK {

/// The subsystems of the System that this thread is building from a document. Elements of user-defined classes take them
/// in their constructors, as documented; elements of built-in types do not need them.
class BuildScope {
public:
    BuildScope(SimbodyMatterSubsystem& matter, GeneralForceSubsystem& forces);
    ~BuildScope();
    BuildScope(const BuildScope&) = delete;
    BuildScope& operator=(const BuildScope&) = delete;

    /// The innermost scope of this thread; null: no System is being built.
    static const BuildScope* current();

    SimbodyMatterSubsystem& matter() const { return matter_; }
    GeneralForceSubsystem& forces() const { return forces_; }

private:
    SimbodyMatterSubsystem& matter_;
    GeneralForceSubsystem& forces_;
    const BuildScope* const outer_;
};

}  // namespace SimTK

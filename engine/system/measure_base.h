// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "system/state.h"

namespace trammel {

class Subsystem;
template <class T>
class Measure_;

TRAMMEL_DEFINE_INDEX(MeasureIndex);

/// Handle to a function of a System's State, with time derivatives.
///
/// Copies of a handle refer to the same measure, which its Subsystem owns as long as the System exists. Measures are
/// topological: create them before realizeTopology(). See Measure_ for measures with values.
class AbstractMeasure {
protected:
    /// Tag of the constructor that adds a new measure to a subsystem.
    class SetHandle {};

public:
    class Implementation;

    explicit AbstractMeasure(Implementation* implementation = nullptr);
    /// Adds a new measure to @p subsystem.
    AbstractMeasure(Subsystem& subsystem, Implementation* implementation, const SetHandle&);
    AbstractMeasure(const AbstractMeasure&) = default;
    AbstractMeasure& operator=(const AbstractMeasure&) = default;
    ~AbstractMeasure();

    AbstractMeasure& shallowAssign(const AbstractMeasure& source) { return *this = source; }
    /// Makes this handle refer to a copy of @p source that is in no subsystem.
    AbstractMeasure& deepAssign(const AbstractMeasure& source);

    /// Display name, from which names of variables and cache entries are derived. Topological.
    std::string getName() const;
    void setName(std::string name);

    /// Highest derivative order that getValue() supports.
    int getNumTimeDerivatives() const;
    /// The stage required for a derivative (0: the value).
    Stage getDependsOnStage(int derivOrder = 0) const;

    bool isEmptyHandle() const { return !implementation_; }
    bool isSameMeasure(const AbstractMeasure& other) const {
        return implementation_ && implementation_ == other.implementation_;
    }
    bool isInSubsystem() const;
    /// Throws Exception if the measure is in no subsystem.
    const Subsystem& getSubsystem() const;
    bool isSameSubsystem(const Subsystem&) const;
    MeasureIndex getSubsystemMeasureIndex() const;

    bool hasImpl() const { return implementation_ != nullptr; }
    const Implementation& getImpl() const;
    Implementation& updImpl();
    int getRefCount() const { return int(implementation_.use_count()); }

private:
    std::shared_ptr<Implementation> implementation_;
};

}  // namespace trammel

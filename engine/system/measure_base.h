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

/// Something that can be known about a System as a function of its State, with time derivatives: a handle.
///
/// Copies of a handle refer to the same measure, which its Subsystem keeps for as long as there is the System. A
/// measure belongs to the topology: make it before realizeTopology(). See Measure_ for those with values.
class AbstractMeasure {
protected:
    /// Tells the constructor that puts a new measure into a subsystem from others.
    class SetHandle {};

public:
    class Implementation;

    explicit AbstractMeasure(Implementation* implementation = nullptr);
    /// Put a new measure into @p subsystem.
    AbstractMeasure(Subsystem& subsystem, Implementation* implementation, const SetHandle&);
    AbstractMeasure(const AbstractMeasure&) = default;
    AbstractMeasure& operator=(const AbstractMeasure&) = default;
    ~AbstractMeasure();

    AbstractMeasure& shallowAssign(const AbstractMeasure& source) { return *this = source; }
    /// Refer to a copy of the other's measure that is in no subsystem.
    AbstractMeasure& deepAssign(const AbstractMeasure& source);

    /// What people see; variables and cache entries derive their names from it. Topological.
    std::string getName() const;
    void setName(std::string name);

    /// How many derivatives getValue() can give.
    int getNumTimeDerivatives() const;
    /// The stage from which on a derivative (0: the value) can be had.
    Stage getDependsOnStage(int derivOrder = 0) const;

    bool isEmptyHandle() const { return !implementation_; }
    bool isSameMeasure(const AbstractMeasure& other) const {
        return implementation_ && implementation_ == other.implementation_;
    }
    bool isInSubsystem() const;
    /// Throws Exception if the measure is in none.
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

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "system/measure_base.h"
#include "system/subsystem.h"

namespace trammel {

/// Implementation of a measure, independent of its value type. To define a measure, derive from
/// Measure_<T>::Implementation.
///
/// Like a Subsystem it is const after realizeTopology(): variable data is in the State, and one implementation may
/// serve several threads with one State each.
class AbstractMeasure::Implementation : public std::enable_shared_from_this<AbstractMeasure::Implementation> {
public:
    virtual ~Implementation() = default;
    Implementation& operator=(const Implementation&) = delete;

    /// A copy that is in no subsystem.
    Implementation* clone() const { return cloneVirtual(); }

    std::string getName() const;
    void setName(std::string name);

    // --- Subsystem ---
    bool isInSubsystem() const { return guts_ != nullptr; }
    const Subsystem& getSubsystem() const;
    Subsystem& updSubsystem() const;
    MeasureIndex getSubsystemMeasureIndex() const;
    SubsystemIndex getSubsystemIndex() const { return getSubsystem().getMySubsystemIndex(); }
    /// Stage of the subsystem; of the system for a measure in no subsystem.
    Stage getStage(const State&) const;
    /// Call when data used by realizeMeasureTopologyVirtual() has changed.
    void invalidateTopologyCache() const;

    int getNumTimeDerivatives() const { return getNumTimeDerivativesVirtual(); }
    /// Throws Exception if the derivative does not exist.
    Stage getDependsOnStage(int derivOrder) const;

    /// Sets State variables to their values at the start of a study.
    void initialize(State& s) const { initializeVirtual(s); }

protected:
    Implementation() = default;
    Implementation(const Implementation& other)
        : std::enable_shared_from_this<Implementation>(other), name_(other.name_) {}

    void requireOrder(int derivOrder, const char* where) const;

    // --- Hooks to override ---
    virtual Implementation* cloneVirtual() const = 0;
    /// Allocates variables and cache entries in the subsystem.
    virtual void realizeTopology(State&) const = 0;
    virtual void realizeMeasureModelVirtual(State&) const {}
    virtual void realizeMeasureInstanceVirtual(const State&) const {}
    virtual void realizeMeasureTimeVirtual(const State&) const {}
    virtual void realizeMeasurePositionVirtual(const State&) const {}
    virtual void realizeMeasureVelocityVirtual(const State&) const {}
    virtual void realizeMeasureDynamicsVirtual(const State&) const {}
    virtual void realizeMeasureAccelerationVirtual(const State&) const {}
    virtual void realizeMeasureReportVirtual(const State&) const {}
    virtual void initializeVirtual(State&) const {}
    virtual int getNumTimeDerivativesVirtual() const { return 0; }
    virtual Stage getDependsOnStageVirtual(int derivOrder) const = 0;
    /// Display name of the kind of measure: "integral".
    virtual std::string kindVirtual() const { return "measure"; }
    /// Called before events are handled.
    virtual void sampleAtEventsVirtual(State&, const Array_<EventId>&) const {}
    /// True if variable @p z of the subsystem belongs to this measure.
    virtual bool ownsZVirtual(int) const { return false; }

private:
    friend class AbstractMeasure;
    friend class Subsystem::Guts;
    void setSubsystem(Subsystem::Guts& guts, MeasureIndex ix);
    void leaveSubsystem() { guts_ = nullptr; }
    void realize(State&, Stage) const;
    void sampleAtEvents(State& s, const Array_<EventId>& happening) const { sampleAtEventsVirtual(s, happening); }
    bool ownsZ(int z) const { return ownsZVirtual(z); }

    std::string name_;
    Subsystem::Guts* guts_ = nullptr;
    MeasureIndex index_;
};

}  // namespace trammel

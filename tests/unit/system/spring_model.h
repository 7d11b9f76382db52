// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "system/system.h"

namespace trammel::testing {

/// A mass on a spring along x, hung on a fixed anchor, written as a guide's custom subsystem: variables of every kind,
/// entries with prerequisites, a lazy one and an auto-update variable.
class SpringGuts : public Subsystem::Guts {
public:
    /// Faults for the cache audit to find.
    struct Faults {
        bool forgetStiffness = false;
        bool unusedZ = false;
        bool incomparableLength = false;
    };
    /// A value of an unknown type.
    struct Sealed {
        Real hidden = 0;
        Sealed() = default;
        explicit Sealed(Real h) : hidden(h) {}
    };

    SpringGuts(std::string name, Faults faults) : Guts(std::move(name), "2.0"), faults_(faults) {}
    Subsystem::Guts* cloneImpl() const override { return new SpringGuts(*this); }

    int realizeSubsystemTopologyImpl(State& s) const override {
        const SubsystemIndex me = getMySubsystemIndex();
        extra = allocateDiscreteVariable(s, Stage::Model, new Value<int>(0), "extra coordinates");
        anchor = allocateDiscreteVariable(s, Stage::Instance, new Value<Vec3>(Vec3(1, 0, 0)), "anchor");
        stiffness = allocateDiscreteVariable(s, Stage::Dynamics, new Value<Real>(100), "stiffness");
        enabled = allocateDiscreteVariable(s, Stage::Dynamics, new Value<bool>(true), "enabled");
        label = allocateDiscreteVariable(s, Stage::Report, new Value<std::string>("coil"), "label");
        peak = allocateAutoUpdateDiscreteVariable(s, Stage::Report, new Value<Real>(0), Stage::Velocity, "peak speed");
        const auto entry = [&](Stage earliest, Stage latest, bool q, bool z, std::vector<DiscreteVarKey> v,
                               std::vector<CacheEntryKey> e, AbstractValue* value, const char* what) {
            return s.allocateCacheEntryWithPrerequisites(me, earliest, latest, q, false, z, v, e, value, what);
        };
        length =
            entry(Stage::Model, Stage::Position, true, false, {{me, anchor}}, {},
                  faults_.incomparableLength ? static_cast<AbstractValue*>(new Value<Sealed>()) : new Value<Real>(NaN),
                  "length");
        std::vector<DiscreteVarKey> forceVariables{{me, enabled}};
        if (!faults_.forgetStiffness) forceVariables.push_back({me, stiffness});
        force = entry(Stage::Model, Stage::Dynamics, false, faults_.unusedZ, forceVariables, {{me, length}},
                      new Value<Real>(NaN), "force");
        power = allocateLazyCacheEntry(s, Stage::Dynamics, new Value<Real>(NaN), "power");
        return 0;
    }
    int realizeSubsystemModelImpl(State& s) const override {
        allocateQ(s, Vector(1 + Value<int>::downcast(getDiscreteVariable(s, extra)), 0.25));
        allocateU(s, Vector(1, 0.5));
        allocateZ(s, Vector(1, 0.));
        return 0;
    }
    int realizeSubsystemInstanceImpl(const State& s) const override {
        allocateQErr(s, 1);
        return 0;
    }
    int realizeSubsystemPositionImpl(const State& s) const override {
        getLength(s);
        updQErr(s)[0] = getLength(s) - 1;
        return 0;
    }
    int realizeSubsystemVelocityImpl(const State& s) const override {
        updQDot(s).setZero();
        updQDot(s)[0] = getU(s)[0];
        const Real before = Value<Real>::downcast(getDiscreteVariable(s, peak));
        Value<Real>::updDowncast(s.updDiscreteVarUpdateValue(getMySubsystemIndex(), peak)) =
            std::max(before, std::abs(getU(s)[0]));
        s.markDiscreteVarUpdateValueRealized(getMySubsystemIndex(), peak);
        return 0;
    }
    int realizeSubsystemDynamicsImpl(const State& s) const override {
        updZDot(s)[0] = getForce(s) * getU(s)[0];
        return 0;
    }
    int realizeSubsystemAccelerationImpl(const State& s) const override {
        updUDot(s)[0] = getForce(s) + std::sin(s.getTime());
        updQDotDot(s).setZero();
        updQDotDot(s)[0] = getForce(s);
        return 0;
    }

    Real getLength(const State& s) const {
        AbstractValue& value = updCacheEntry(s, length);
        if (!isCacheValueRealized(s, length)) {
            const Vec3 a = Value<Vec3>::downcast(getDiscreteVariable(s, anchor));
            const Real l = std::hypot(a[0] - getQ(s)[0], a[1], a[2]);
            if (faults_.incomparableLength)
                Value<Sealed>::updDowncast(value) = Sealed(l);
            else
                Value<Real>::updDowncast(value) = l;
            markCacheValueRealized(s, length);
        }
        return faults_.incomparableLength ? Value<Sealed>::downcast(value).get().hidden
                                          : Value<Real>::downcast(value).get();
    }
    Real getForce(const State& s) const {
        Value<Real>& value = Value<Real>::updDowncast(updCacheEntry(s, force));
        if (!isCacheValueRealized(s, force)) {
            const bool on = Value<bool>::downcast(getDiscreteVariable(s, enabled));
            value = on ? Value<Real>::downcast(getDiscreteVariable(s, stiffness)) * (getLength(s) - 1) : 0.;
            markCacheValueRealized(s, force);
        }
        return value;
    }
    Real getPower(const State& s) const {
        Value<Real>& value = Value<Real>::updDowncast(updCacheEntry(s, power));
        if (!isCacheValueRealized(s, power)) {
            value = getForce(s) * getU(s)[0];
            markCacheValueRealized(s, power);
        }
        return value;
    }

    mutable DiscreteVariableIndex extra, anchor, stiffness, enabled, label, peak;
    mutable CacheEntryIndex length, force, power;

private:
    Faults faults_;
};

/// A system of one such spring; `me` is its subsystem.
struct SpringModel {
    System system{"spring scale"};
    const SpringGuts* spring = nullptr;
    SubsystemIndex me;

    explicit SpringModel(SpringGuts::Faults faults = {}, std::string name = "spring") {
        auto* guts = new SpringGuts(std::move(name), faults);
        Subsystem handle;
        handle.adoptSubsystemGuts(guts);
        me = system.adoptSubsystem(handle);
        spring = guts;
        system.realizeTopology();
    }
    State state() const { return system.getDefaultState(); }
};

}  // namespace trammel::testing

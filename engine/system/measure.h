// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/exceptions.h"
#include "system/measure_implementation.h"
#include "system/measure_value.h"
#include "system/system.h"

/// Members that each measure handle class repeats, since constructors are not inherited.
///
/// MH is the handle class, PH its base. BASE: from an Implementation of MH. PREAMBLE: also a default constructor, and
/// one that takes only the subsystem. POSTSCRIPT: conversions from handles of other types, and access to MH's
/// Implementation.
// A type takes no parentheses. NOLINTBEGIN(bugprone-macro-parentheses)
#define TRAMMEL_MEASURE_HANDLE_BASE(MH, PH)                             \
    class Implementation;                                               \
    explicit MH(Implementation* implementation) : PH(implementation) {} \
    MH(::trammel::Subsystem& subsystem, Implementation* implementation, \
       const ::trammel::AbstractMeasure::SetHandle& set)                \
        : PH(subsystem, implementation, set) {}                         \
    MH& shallowAssign(const MH& source) {                               \
        PH::shallowAssign(source);                                      \
        return *this;                                                   \
    }                                                                   \
    MH& deepAssign(const MH& source) {                                  \
        PH::deepAssign(source);                                         \
        return *this;                                                   \
    }
// NOLINTEND(bugprone-macro-parentheses)
#define TRAMMEL_MEASURE_HANDLE_PREAMBLE_ABSTRACT(MH, PH) \
    TRAMMEL_MEASURE_HANDLE_BASE(MH, PH)                  \
    MH() : PH() {}
#define TRAMMEL_MEASURE_HANDLE_PREAMBLE(MH, PH) \
    TRAMMEL_MEASURE_HANDLE_BASE(MH, PH)         \
    MH() : PH(new Implementation()) {}          \
    explicit MH(::trammel::Subsystem& subsystem) : PH(subsystem, new Implementation(), typename PH::SetHandle()) {}
#define TRAMMEL_MEASURE_HANDLE_POSTSCRIPT(MH, PH)                                         \
    static bool isA(const ::trammel::AbstractMeasure& m) {                                \
        return dynamic_cast<const Implementation*>(&m.getImpl()) != nullptr;              \
    }                                                                                     \
    static MH getAs(const ::trammel::AbstractMeasure& m) {                                \
        if (!isA(m)) ::trammel::detail::throwWrongMeasure(m.getName());                   \
        ::trammel::AbstractMeasure copy(m);                                               \
        return MH(static_cast<Implementation*>(&copy.updImpl()));                         \
    }                                                                                     \
    static MH updAs(::trammel::AbstractMeasure& m) { return getAs(m); }                   \
    const Implementation& getImpl() const {                                               \
        return static_cast<const Implementation&>(::trammel::AbstractMeasure::getImpl()); \
    }                                                                                     \
    Implementation& updImpl() { return static_cast<Implementation&>(::trammel::AbstractMeasure::updImpl()); }

namespace trammel {

namespace detail {
[[noreturn]] void throwWrongMeasure(const std::string& name);
[[noreturn]] void throwMissingMethod(const std::string& measure, const char* method, int derivOrder);
}  // namespace detail

/// A measure with values of type T: Real, or a type with Real elements and a size (Vec3).
///
/// Constructors that take a Subsystem add the measure to it; a System is accepted too. Values are computed on demand
/// and cached until the State changes.
///
/// **Source:** SimTK Measure (behavior).
template <class T>
class Measure_ : public AbstractMeasure {
public:
    TRAMMEL_MEASURE_HANDLE_PREAMBLE_ABSTRACT(Measure_, AbstractMeasure)

    /// The value, or a time derivative. Throws StageTooLow, with the name of the measure, below the stage it depends
    /// on.
    const T& getValue(const State& s, int derivOrder = 0) const { return getImpl().getValue(s, derivOrder); }
    /// Initial value of variables and cache entries. Topological.
    Measure_& setDefaultValue(const T& value) {
        updImpl().setDefaultValue(value);
        return *this;
    }
    const T& getDefaultValue() const { return getImpl().getDefaultValue(); }

    // measure_elementary.h
    class Constant;
    class Zero;
    class One;
    class Time;
    class Variable;
    class Result;
    class Sinusoid;
    // measure_combined.h
    class Plus;
    class Minus;
    class Scale;
    // measure_calculus.h
    class Integrate;
    class Differentiate;
    // measure_history.h
    class Extreme;
    class Minimum;
    class Maximum;
    class MinAbs;
    class MaxAbs;
    class Delay;
    class SampleAndHold;

    TRAMMEL_MEASURE_HANDLE_POSTSCRIPT(Measure_, AbstractMeasure)
};

using Measure = Measure_<Real>;

/// Base of measures with values: caches the value and some derivatives in cache entries of the subsystem.
///
/// To define a measure, derive, pass the number of entries (one plus the number of cached derivatives), and override
/// cloneVirtual(), getDependsOnStageVirtual(), calcCachedValueVirtual() and other hooks as required.
template <class T>
class Measure_<T>::Implementation : public AbstractMeasure::Implementation {
public:
    const T& getValue(const State& s, int derivOrder) const {
        this->requireOrder(derivOrder, "Measure::getValue()");
        const Stage needed = this->getDependsOnStageVirtual(derivOrder);
        // During realization of a stage, its dependencies are already computed.
        if (needed > Stage::Empty && this->getStage(s) < needed.prev())
            throw StageTooLow("Measure::getValue()", "measure '" + this->getName() + "'", needed, this->getStage(s));
        if (derivOrder >= getNumCacheEntries()) return getUncachedValueVirtual(s, derivOrder);
        return getLazily(s, entries_[std::size_t(derivOrder)], needed,
                         [&](T& value) { calcCachedValueVirtual(s, derivOrder, value); });
    }

    void setDefaultValue(const T& value) {
        default_ = value;
        zero_ = detail::filledLike(value, 0);
        this->invalidateTopologyCache();
    }
    const T& getDefaultValue() const { return default_; }

    /// True if the value counts as computed once the stage it depends on is realized.
    bool getIsPresumedValidAtDependsOnStage() const { return presumeValid_; }
    void setIsPresumedValidAtDependsOnStage(bool presume) {
        presumeValid_ = presume;
        this->invalidateTopologyCache();
    }

protected:
    explicit Implementation(const T& defaultValue, int numCacheEntries = 1)
        : default_(defaultValue), zero_(detail::filledLike(defaultValue, 0)), entries_(std::size_t(numCacheEntries)) {}
    explicit Implementation(int numCacheEntries = 1) : Implementation(detail::filled<T>(0), numCacheEntries) {}
    Implementation(const Implementation& source)
        : AbstractMeasure::Implementation(source),
          presumeValid_(source.presumeValid_),
          default_(source.default_),
          zero_(source.zero_),
          entries_(source.entries_.size()) {}

    /// Number of elements of a value.
    int size() const { return detail::sizeOf(default_); }
    int getNumCacheEntries() const { return int(entries_.size()); }
    const T& getCacheEntry(const State& s, int derivOrder) const {
        return Value<T>::downcast(this->getSubsystem().getCacheEntry(s, entry(derivOrder)));
    }
    T& updCacheEntry(const State& s, int derivOrder) const {
        return Value<T>::updDowncast(this->getSubsystem().updCacheEntry(s, entry(derivOrder)));
    }
    bool isCacheValueRealized(const State& s, int derivOrder) const {
        return this->getSubsystem().isCacheValueRealized(s, entry(derivOrder));
    }
    void markCacheValueRealized(const State& s, int derivOrder) const {
        this->getSubsystem().markCacheValueRealized(s, entry(derivOrder));
    }
    void markCacheValueNotRealized(const State& s, int derivOrder) const {
        this->getSubsystem().markCacheValueNotRealized(s, entry(derivOrder));
    }
    const T& getValueZero() const { return zero_; }

    /// A cache entry for a value computed on demand.
    CacheEntryIndex allocateValueEntry(State& s, Stage earliest, const T& start, const std::string& name) const {
        // An integral is available from Time although z belongs to a higher stage: declare z as prerequisite for all
        // values that may depend on one.
        return this->getSubsystem().allocateCacheEntryWithPrerequisites(s, earliest, Stage::Infinity, false, false,
                                                                        true, {}, {}, new Value<T>(start), name);
    }
    /// The value in @p entry, computed by @p calc unless valid.
    template <class Calc>
    const T& getLazily(const State& s, CacheEntryIndex entry, Stage needed, Calc calc) const {
        const Subsystem& sub = this->getSubsystem();
        if (sub.isCacheValueRealized(s, entry)) return Value<T>::downcast(sub.getCacheEntry(s, entry));
        T& value = Value<T>::updDowncast(sub.updCacheEntry(s, entry));
        calc(value);
        // Marked below that stage, the value would survive changes of its dependencies.
        if (sub.getStage(s) >= needed) sub.markCacheValueRealized(s, entry);
        return value;
    }

    // --- Hooks to override ---
    virtual void realizeMeasureTopologyVirtual(State&) const {}
    virtual void calcCachedValueVirtual(const State&, int derivOrder, T&) const {
        detail::throwMissingMethod(this->getName(), "calcCachedValueVirtual()", derivOrder);
    }
    /// Derivatives without a cache entry.
    virtual const T& getUncachedValueVirtual(const State&, int derivOrder) const {
        detail::throwMissingMethod(this->getName(), "getUncachedValueVirtual()", derivOrder);
    }

private:
    CacheEntryIndex entry(int derivOrder) const {
        if (derivOrder < 0 || derivOrder >= getNumCacheEntries())
            throw IndexOutOfRange("Measure_<T>::Implementation::getCacheEntry()",
                                  "cache entry of measure '" + this->getName() + "'", derivOrder, getNumCacheEntries());
        return entries_[std::size_t(derivOrder)];
    }
    void realizeTopology(State& s) const final {
        for (int k = 0; k < getNumCacheEntries() && k <= this->getNumTimeDerivatives(); ++k) {
            const Stage stage = this->getDependsOnStageVirtual(k);
            const std::string name =
                k == 0 ? this->getName() : "derivative " + std::to_string(k) + " of " + this->getName();
            const T start = k == 0 ? default_ : detail::filledLike(default_, NaN);
            entries_[std::size_t(k)] =
                presumeValid_ ? this->getSubsystem().allocateCacheEntry(s, stage, new Value<T>(start), name)
                              : allocateValueEntry(s, stage, start, name);
        }
        realizeMeasureTopologyVirtual(s);
    }

    bool presumeValid_ = false;
    T default_, zero_;
    mutable std::vector<CacheEntryIndex> entries_;
};

}  // namespace trammel

#include "system/measure_calculus.h"
#include "system/measure_combined.h"
#include "system/measure_elementary.h"
#include "system/measure_history.h"

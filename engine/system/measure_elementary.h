// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "system/measure.h"

namespace trammel {

/// A constant. It may be in no subsystem.
template <class T>
class Measure_<T>::Constant : public Measure_<T> {
public:
    TRAMMEL_MEASURE_HANDLE_PREAMBLE(Constant, Measure_<T>)
    explicit Constant(const T& value) : Measure_<T>(new Implementation(value)) {}
    Constant(Subsystem& sub, const T& value)
        : Measure_<T>(sub, new Implementation(value), AbstractMeasure::SetHandle()) {}
    /// Topological.
    Constant& setValue(const T& value) {
        updImpl().setDefaultValue(value);
        return *this;
    }
    TRAMMEL_MEASURE_HANDLE_POSTSCRIPT(Constant, Measure_<T>)
};

template <class T>
class Measure_<T>::Constant::Implementation : public Measure_<T>::Implementation {
public:
    Implementation() : Measure_<T>::Implementation(0) {}
    explicit Implementation(const T& value) : Measure_<T>::Implementation(value, 0) {}

protected:
    Implementation* cloneVirtual() const override { return new Implementation(*this); }
    std::string kindVirtual() const override { return "constant"; }
    int getNumTimeDerivativesVirtual() const override { return std::numeric_limits<int>::max(); }
    Stage getDependsOnStageVirtual(int order) const override { return order > 0 ? Stage::Empty : Stage::Topology; }
    const T& getUncachedValueVirtual(const State&, int order) const override {
        return order > 0 ? this->getValueZero() : this->getDefaultValue();
    }
};

template <class T>
class Measure_<T>::Zero : public Measure_<T>::Constant {
public:
    Zero() : Measure_<T>::Constant(detail::filled<T>(0)) {}
    explicit Zero(Subsystem& sub) : Measure_<T>::Constant(sub, detail::filled<T>(0)) {}
};

template <class T>
class Measure_<T>::One : public Measure_<T>::Constant {
public:
    One() : Measure_<T>::Constant(detail::filled<T>(1)) {}
    explicit One(Subsystem& sub) : Measure_<T>::Constant(sub, detail::filled<T>(1)) {}
};

/// t, s. For T = Real only. It may be in no subsystem.
template <class T>
class Measure_<T>::Time : public Measure_<T> {
public:
    TRAMMEL_MEASURE_HANDLE_PREAMBLE(Time, Measure_<T>)
    TRAMMEL_MEASURE_HANDLE_POSTSCRIPT(Time, Measure_<T>)
};

template <class T>
class Measure_<T>::Time::Implementation : public Measure_<T>::Implementation {
    static_assert(std::is_same_v<T, Real>, "time is a Real");

public:
    Implementation() : Measure_<T>::Implementation(0) {}

protected:
    Implementation* cloneVirtual() const override { return new Implementation(*this); }
    std::string kindVirtual() const override { return "time"; }
    int getNumTimeDerivativesVirtual() const override { return std::numeric_limits<int>::max(); }
    Stage getDependsOnStageVirtual(int order) const override { return order > 0 ? Stage::Empty : Stage::Time; }
    const T& getUncachedValueVirtual(const State& s, int order) const override {
        static constexpr Real one = 1, zero = 0;
        return order == 0 ? s.getTime() : order == 1 ? one : zero;
    }
};

/// A discrete variable; its derivatives are zero.
template <class T>
class Measure_<T>::Variable : public Measure_<T> {
public:
    TRAMMEL_MEASURE_HANDLE_PREAMBLE(Variable, Measure_<T>)
    Variable(Subsystem& sub, Stage invalidates, const T& defaultValue)
        : Measure_<T>(sub, new Implementation(invalidates, defaultValue), AbstractMeasure::SetHandle()) {}
    void setValue(State& s, const T& value) const { getImpl().setValue(s, value); }
    TRAMMEL_MEASURE_HANDLE_POSTSCRIPT(Variable, Measure_<T>)
};

template <class T>
class Measure_<T>::Variable::Implementation : public Measure_<T>::Implementation {
public:
    Implementation() : Measure_<T>::Implementation(0) {}
    Implementation(Stage invalidates, const T& defaultValue)
        : Measure_<T>::Implementation(defaultValue, 0), invalidates_(invalidates) {}

    Stage getInvalidatedStage() const { return invalidates_; }
    void setInvalidatedStage(Stage stage) {
        invalidates_ = stage;
        this->invalidateTopologyCache();
    }
    void setValue(State& s, const T& value) const {
        Value<T>::updDowncast(this->getSubsystem().updDiscreteVariable(s, variable_)) = value;
    }

protected:
    Implementation* cloneVirtual() const override { return new Implementation(*this); }
    std::string kindVirtual() const override { return "variable"; }
    int getNumTimeDerivativesVirtual() const override { return std::numeric_limits<int>::max(); }
    Stage getDependsOnStageVirtual(int order) const override { return order > 0 ? Stage(Stage::Empty) : invalidates_; }
    const T& getUncachedValueVirtual(const State& s, int order) const override {
        if (order > 0) return this->getValueZero();
        return Value<T>::downcast(this->getSubsystem().getDiscreteVariable(s, variable_));
    }
    void realizeMeasureTopologyVirtual(State& s) const override {
        variable_ = this->getSubsystem().allocateDiscreteVariable(
            s, invalidates_, new Value<T>(this->getDefaultValue()), this->getName());
    }

private:
    Stage invalidates_ = Stage::Report;
    mutable DiscreteVariableIndex variable_;
};

/// A value computed elsewhere and stored here.
template <class T>
class Measure_<T>::Result : public Measure_<T> {
public:
    TRAMMEL_MEASURE_HANDLE_PREAMBLE(Result, Measure_<T>)
    /// @param dependsOn invalidating this stage invalidates the value
    /// @param invalidated a new value invalidates this stage and all above; must be higher than @p dependsOn
    Result(Subsystem& sub, Stage dependsOn, Stage invalidated)
        : Measure_<T>(sub, new Implementation(dependsOn, invalidated), AbstractMeasure::SetHandle()) {}

    Stage getDependsOnStage() const { return getImpl().getDependsOnStage(0); }
    Stage getInvalidatedStage() const { return getImpl().getInvalidatedStage(); }
    Result& setDependsOnStage(Stage stage) {
        updImpl().setStages(stage, getInvalidatedStage());
        return *this;
    }
    Result& setInvalidatedStage(Stage stage) {
        updImpl().setStages(getDependsOnStage(), stage);
        return *this;
    }
    bool getIsPresumedValidAtDependsOnStage() const { return getImpl().getIsPresumedValidAtDependsOnStage(); }
    Result& setIsPresumedValidAtDependsOnStage(bool presume) {
        updImpl().setIsPresumedValidAtDependsOnStage(presume);
        return *this;
    }
    /// Write access; invalidates the current value.
    T& updValue(const State& s) const { return getImpl().updValue(s); }
    void markAsValid(const State& s) const { getImpl().markAsValid(s); }
    bool isValid(const State& s) const { return getImpl().isValid(s); }
    void markAsNotValid(const State& s) const { getImpl().markAsNotValid(s); }
    void setValue(const State& s, const T& value) const {
        updValue(s) = value;
        markAsValid(s);
    }
    TRAMMEL_MEASURE_HANDLE_POSTSCRIPT(Result, Measure_<T>)
};

template <class T>
class Measure_<T>::Result::Implementation : public Measure_<T>::Implementation {
public:
    Implementation() = default;
    Implementation(Stage dependsOn, Stage invalidated) { setStages(dependsOn, invalidated); }

    Stage getInvalidatedStage() const { return invalidated_; }
    void setStages(Stage dependsOn, Stage invalidated) {
        if (dependsOn == Stage::Empty) dependsOn = Stage::Topology;
        if (invalidated <= dependsOn)
            throw Exception("Measure::Result: the result '" + this->getName() + "' depends on stage " +
                            dependsOn.getName() + "; a new value can invalidate a higher stage only, not " +
                            invalidated.getName() + ".");
        dependsOn_ = dependsOn;
        invalidated_ = invalidated;
        this->invalidateTopologyCache();
    }
    void markAsValid(const State& s) const { this->markCacheValueRealized(s, 0); }
    bool isValid(const State& s) const { return this->isCacheValueRealized(s, 0); }
    void markAsNotValid(const State& s) const {
        this->markCacheValueNotRealized(s, 0);
        s.invalidateAllCacheAtOrAbove(invalidated_);
    }
    T& updValue(const State& s) const {
        markAsNotValid(s);
        return this->updCacheEntry(s, 0);
    }

protected:
    Implementation* cloneVirtual() const override { return new Implementation(*this); }
    std::string kindVirtual() const override { return "result"; }
    Stage getDependsOnStageVirtual(int) const override { return dependsOn_; }
    void calcCachedValueVirtual(const State&, int, T&) const override {
        throw CacheEntryOutOfDate("Measure::getValue()", "'" + this->getName() + "'",
                                  "the result has not been set since the State changed");
    }

private:
    Stage dependsOn_ = Stage::Topology, invalidated_ = Stage::Infinity;
};

/// amplitude · sin(frequency · t + phase), element by element; frequency in rad/s.
template <class T>
class Measure_<T>::Sinusoid : public Measure_<T> {
public:
    TRAMMEL_MEASURE_HANDLE_PREAMBLE(Sinusoid, Measure_<T>)
    Sinusoid(Subsystem& sub, const T& amplitude, const T& frequency, const T& phase = detail::filled<T>(0))
        : Measure_<T>(sub, new Implementation(amplitude, frequency, phase), AbstractMeasure::SetHandle()) {}
    TRAMMEL_MEASURE_HANDLE_POSTSCRIPT(Sinusoid, Measure_<T>)
};

template <class T>
class Measure_<T>::Sinusoid::Implementation : public Measure_<T>::Implementation {
    static constexpr int Derivatives = 3;

public:
    Implementation() : Implementation(detail::filled<T>(NaN), detail::filled<T>(NaN), detail::filled<T>(NaN)) {}
    Implementation(const T& amplitude, const T& frequency, const T& phase)
        : Measure_<T>::Implementation(detail::filledLike(amplitude, NaN), Derivatives + 1),
          amplitude_(amplitude),
          frequency_(frequency),
          phase_(phase) {}

protected:
    Implementation* cloneVirtual() const override { return new Implementation(*this); }
    std::string kindVirtual() const override { return "sinusoid"; }
    int getNumTimeDerivativesVirtual() const override { return Derivatives; }
    Stage getDependsOnStageVirtual(int) const override { return Stage::Time; }
    void calcCachedValueVirtual(const State& s, int order, T& value) const override {
        for (int i = 0; i < this->size(); ++i) {
            const Real w = detail::element(frequency_, i), angle = w * s.getTime() + detail::element(phase_, i);
            const Real wave = order % 2 == 0 ? std::sin(angle) : std::cos(angle);
            detail::element(value, i) =
                detail::element(amplitude_, i) * std::pow(w, order) * (order % 4 < 2 ? wave : -wave);
        }
    }

private:
    T amplitude_, frequency_, phase_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "system/measure.h"

namespace trammel {

/// The extreme value of a measure since the study started, element by element.
///
/// Sampled at the start of each step and in the State passed to getValue(); a peak within a step is not detected.
template <class T>
class Measure_<T>::Extreme : public Measure_<T> {
public:
    TRAMMEL_MEASURE_HANDLE_PREAMBLE(Extreme, Measure_<T>)
    enum Operation { MaxAbs, Maximum, MinAbs, Minimum };
    Extreme(Subsystem& sub, const Measure_<T>& operand, Operation operation = MaxAbs)
        : Measure_<T>(sub, new Implementation(operand, operation), AbstractMeasure::SetHandle()) {}

    Operation getOperation() const { return getImpl().getOperation(); }
    /// Topological.
    Extreme& setOperation(Operation operation) {
        updImpl().setOperation(operation);
        return *this;
    }
    const Measure_<T>& getOperandMeasure() const { return getImpl().getOperand(); }
    Extreme& setOperandMeasure(const Measure_<T>& operand) {
        updImpl().setOperand(operand);
        return *this;
    }
    /// Time at which the extreme was last reached, s.
    Real getTimeOfExtremeValue(const State& s) const { return getImpl().getTimeOfExtremeValue(s); }
    /// Restarts from @p value at the current time.
    void setValue(State& s, const T& value) const { getImpl().setValue(s, value); }
    TRAMMEL_MEASURE_HANDLE_POSTSCRIPT(Extreme, Measure_<T>)
};

template <class T>
class Measure_<T>::Extreme::Implementation : public Measure_<T>::Implementation {
    static constexpr int MaxDerivatives = 3;

public:
    Implementation() : Measure_<T>::Implementation(MaxDerivatives + 1) {}
    Implementation(const Measure_<T>& operand, Operation operation)
        : Measure_<T>::Implementation(operand.getDefaultValue(), MaxDerivatives + 1),
          operand_(operand),
          operation_(operation) {}

    Operation getOperation() const { return operation_; }
    void setOperation(Operation operation) {
        operation_ = operation;
        this->invalidateTopologyCache();
    }
    const Measure_<T>& getOperand() const { return operand_; }
    void setOperand(const Measure_<T>& operand) {
        operand_ = operand;
        this->invalidateTopologyCache();
    }
    Real getTimeOfExtremeValue(const State& s) const {
        const Held& held = getHeld(s);
        const T& now = operand_.getValue(s);
        for (int i = 0; i < this->size(); ++i)
            if (isBeyond(detail::element(now, i), detail::element(held.value, i))) return s.getTime();
        return held.time;
    }
    void setValue(State& s, const T& value) const {
        const Real time = s.getTime();
        Value<Held>::updDowncast(this->getSubsystem().updDiscreteVariable(s, held_)) = {value, time};
    }

protected:
    Implementation* cloneVirtual() const override { return new Implementation(*this); }
    std::string kindVirtual() const override { return "extreme"; }
    int getNumTimeDerivativesVirtual() const override {
        return std::min(operand_.getNumTimeDerivatives(), MaxDerivatives);
    }
    Stage getDependsOnStageVirtual(int order) const override {
        return std::max({operand_.getDependsOnStage(0), operand_.getDependsOnStage(order), Stage(Stage::Position)});
    }
    void calcCachedValueVirtual(const State& s, int order, T& value) const override {
        const Held& held = getHeld(s);
        const T& now = operand_.getValue(s);
        value = order == 0 ? held.value : this->getValueZero();
        for (int i = 0; i < this->size(); ++i) {
            const Real x = detail::element(now, i), extreme = detail::element(held.value, i);
            if (order == 0) {
                if (isBeyond(x, extreme)) detail::element(value, i) = x;
            } else if (!isBeyond(extreme, x) && isBeyond(x + detail::element(operand_.getValue(s, 1), i), x)) {
                // The operand is at its extreme and still moving outward.
                detail::element(value, i) = detail::element(operand_.getValue(s, order), i);
            }
        }
    }
    void realizeMeasureTopologyVirtual(State& s) const override {
        const Real start = operation_ == MaxAbs ? 0 : operation_ == Maximum ? -Infinity : Infinity;
        held_ = this->getSubsystem().allocateAutoUpdateDiscreteVariable(
            s, getDependsOnStageVirtual(0),
            new Value<Held>(Held{detail::filledLike(this->getDefaultValue(), start), NaN}), Stage::Acceleration,
            this->getName() + " so far");
    }
    void initializeVirtual(State& s) const override {
        this->getSubsystem().getSystem().realize(s, operand_.getDependsOnStage());
        setValue(s, T(operand_.getValue(s)));
    }
    void realizeMeasureAccelerationVirtual(const State& s) const override {
        Held& next = Value<Held>::updDowncast(this->getSubsystem().updDiscreteVarUpdateValue(s, held_));
        next = {this->getValue(s, 0), getTimeOfExtremeValue(s)};
        this->getSubsystem().markDiscreteVarUpdateValueRealized(s, held_);
    }

private:
    struct Held {
        T value;
        Real time;
        static auto valueFields(auto& self) { return std::tie(self.value, self.time); }
    };
    const Held& getHeld(const State& s) const {
        return Value<Held>::downcast(this->getSubsystem().getDiscreteVariable(s, held_));
    }
    bool isBeyond(Real x, Real extreme) const {
        switch (operation_) {
            case MaxAbs: return std::abs(x) > std::abs(extreme);
            case Maximum: return x > extreme;
            case MinAbs: return std::abs(x) < std::abs(extreme);
            case Minimum: return x < extreme;
        }
        return false;
    }

    Measure_<T> operand_;
    Operation operation_ = MaxAbs;
    mutable DiscreteVariableIndex held_;
};

template <class T>
class Measure_<T>::Maximum : public Measure_<T>::Extreme {
public:
    Maximum(Subsystem& sub, const Measure_<T>& operand)
        : Measure_<T>::Extreme(sub, operand, Measure_<T>::Extreme::Maximum) {}
};
template <class T>
class Measure_<T>::Minimum : public Measure_<T>::Extreme {
public:
    Minimum(Subsystem& sub, const Measure_<T>& operand)
        : Measure_<T>::Extreme(sub, operand, Measure_<T>::Extreme::Minimum) {}
};
template <class T>
class Measure_<T>::MaxAbs : public Measure_<T>::Extreme {
public:
    MaxAbs(Subsystem& sub, const Measure_<T>& operand)
        : Measure_<T>::Extreme(sub, operand, Measure_<T>::Extreme::MaxAbs) {}
};
template <class T>
class Measure_<T>::MinAbs : public Measure_<T>::Extreme {
public:
    MinAbs(Subsystem& sub, const Measure_<T>& operand)
        : Measure_<T>::Extreme(sub, operand, Measure_<T>::Extreme::MinAbs) {}
};

/// A measure delayed by a constant time; before that time it has its initial value.
///
/// Interpolated between values at starts of steps: cubic if the source provides its first derivative, otherwise linear.
/// A delay shorter than a step extrapolates, unless the source's current value may be used.
template <class T>
class Measure_<T>::Delay : public Measure_<T> {
public:
    TRAMMEL_MEASURE_HANDLE_PREAMBLE(Delay, Measure_<T>)
    /// @param delay s, not negative
    Delay(Subsystem& sub, const Measure_<T>& source, Real delay)
        : Measure_<T>(sub, new Implementation(source, delay), AbstractMeasure::SetHandle()) {}

    Real getDelay() const { return getImpl().options().delay; }
    const Measure_<T>& getSourceMeasure() const { return getImpl().options().source; }
    bool getUseLinearInterpolationOnly() const { return getImpl().options().linearOnly; }
    bool getCanUseCurrentValue() const { return getImpl().options().canUseCurrent; }
    // Topological.
    Delay& setDelay(Real delay) {
        Implementation::requireDelay(delay);
        updImpl().updOptions().delay = delay;
        return *this;
    }
    Delay& setSourceMeasure(const Measure_<T>& source) {
        updImpl().updOptions().source = source;
        return *this;
    }
    Delay& setUseLinearInterpolationOnly(bool linearOnly) {
        updImpl().updOptions().linearOnly = linearOnly;
        return *this;
    }
    /// If true, the value depends on the stages the source depends on.
    Delay& setCanUseCurrentValue(bool canUse) {
        updImpl().updOptions().canUseCurrent = canUse;
        return *this;
    }
    TRAMMEL_MEASURE_HANDLE_POSTSCRIPT(Delay, Measure_<T>)
};

template <class T>
class Measure_<T>::Delay::Implementation : public Measure_<T>::Implementation {
public:
    struct Options {
        Measure_<T> source;
        Real delay = NaN;
        bool linearOnly = false, canUseCurrent = false;
    };

    Implementation() = default;
    Implementation(const Measure_<T>& source, Real delay) : Measure_<T>::Implementation(source.getDefaultValue(), 1) {
        requireDelay(delay);
        options_.source = source;
        options_.delay = delay;
    }
    static void requireDelay(Real delay) {
        if (!(delay >= 0)) throw Exception("Measure::Delay: a delay must not be negative.");
    }
    const Options& options() const { return options_; }
    Options& updOptions() {
        this->invalidateTopologyCache();
        return options_;
    }

protected:
    Implementation* cloneVirtual() const override { return new Implementation(*this); }
    std::string kindVirtual() const override { return "delayed value"; }
    Stage getDependsOnStageVirtual(int) const override {
        return options_.canUseCurrent ? sourceStage() : Stage(Stage::Position);
    }
    void calcCachedValueVirtual(const State& s, int, T& value) const override {
        const History& h = Value<History>::downcast(this->getSubsystem().getDiscreteVariable(s, history_));
        const Real then = s.getTime() - options_.delay;
        if (h.empty()) {
            value = detail::filledLike(this->getDefaultValue(), NaN);
            return;
        }
        const auto after =
            std::upper_bound(h.begin(), h.end(), then, [](Real t, const Sample& x) { return t < x.time; });
        if (after == h.begin()) {
            value = h.front().value;
        } else if (after != h.end()) {
            value = between(*(after - 1), *after, then);
        } else if (options_.canUseCurrent && h.back().time < s.getTime()) {
            value = between(h.back(), present(s), then);
        } else {
            value = beyond(h, then);
        }
    }
    void realizeMeasureTopologyVirtual(State& s) const override {
        history_ = this->getSubsystem().allocateAutoUpdateDiscreteVariable(
            s, getDependsOnStageVirtual(0), new Value<History>(), Stage::Acceleration, "history of " + this->getName());
    }
    void initializeVirtual(State& s) const override {
        this->getSubsystem().getSystem().realize(s, sourceStage());
        const Sample start = present(s);
        Value<History>::updDowncast(this->getSubsystem().updDiscreteVariable(s, history_)).upd().assign(1, start);
    }
    void realizeMeasureAccelerationVirtual(const State& s) const override {
        const Subsystem& sub = this->getSubsystem();
        const History& before = Value<History>::downcast(sub.getDiscreteVariable(s, history_));
        History& next = Value<History>::updDowncast(sub.updDiscreteVarUpdateValue(s, history_));
        // Drop samples older than the last one before the delay.
        auto first = std::upper_bound(before.begin(), before.end(), s.getTime() - options_.delay,
                                      [](Real t, const Sample& x) { return t < x.time; });
        // Linear extrapolation requires two samples.
        for (int keep = 0; keep < 2 && first != before.begin(); ++keep) --first;
        next.assign(first, before.end());
        while (!next.empty() && next.back().time >= s.getTime()) next.pop_back();
        next.push_back(present(s));
        sub.markDiscreteVarUpdateValueRealized(s, history_);
    }

private:
    struct Sample {
        Real time;
        T value, slope;
        static auto valueFields(auto& self) { return std::tie(self.time, self.value, self.slope); }
    };
    using History = std::vector<Sample>;

    bool hasSlopes() const { return !options_.linearOnly && options_.source.getNumTimeDerivatives() > 0; }
    Stage sourceStage() const {
        const Stage stage = std::max(options_.source.getDependsOnStage(), Stage(Stage::Position));
        return hasSlopes() ? std::max(stage, options_.source.getDependsOnStage(1)) : stage;
    }
    Sample present(const State& s) const {
        return {s.getTime(), options_.source.getValue(s),
                hasSlopes() ? T(options_.source.getValue(s, 1)) : this->getValueZero()};
    }
    T between(const Sample& a, const Sample& b, Real t) const {
        const Real h = b.time - a.time, theta = (t - a.time) / h, rest = 1 - theta;
        const T rise = b.value - a.value;
        if (!hasSlopes()) return a.value + theta * rise;
        const T bend0 = h * a.slope - rise, bend1 = rise - h * b.slope;
        return a.value + theta * (rise + rest * (rest * bend0 + theta * bend1));
    }
    T beyond(const History& h, Real t) const {
        const Sample& last = h.back();
        if (hasSlopes()) return last.value + (t - last.time) * last.slope;
        if (h.size() < 2) return last.value;
        return between(h[h.size() - 2], last, t);
    }

    Options options_;
    mutable DiscreteVariableIndex history_;
};

/// A measure as last sampled: at the start of a study, at an event, or by sample().
template <class T>
class Measure_<T>::SampleAndHold : public Measure_<T> {
public:
    TRAMMEL_MEASURE_HANDLE_PREAMBLE(SampleAndHold, Measure_<T>)
    /// @param event the event to sample at, before it is handled; invalid: sample() and setValue() only
    SampleAndHold(Subsystem& sub, const Measure_<T>& source, EventId event = {})
        : Measure_<T>(sub, new Implementation(source, event), AbstractMeasure::SetHandle()) {}

    /// Samples the source's current value; @p s must be realized to the stage the source depends on.
    void sample(State& s) const { getImpl().setValue(s, T(getSource().getValue(s))); }
    void setValue(State& s, const T& value) const { getImpl().setValue(s, value); }
    const Measure_<T>& getSource() const { return getImpl().source_; }
    EventId getEventId() const { return getImpl().event_; }
    /// Topological.
    SampleAndHold& setSource(const Measure_<T>& source) {
        updImpl().source_ = source;
        updImpl().invalidateTopologyCache();
        return *this;
    }
    SampleAndHold& setEventId(EventId event) {
        updImpl().event_ = event;
        updImpl().invalidateTopologyCache();
        return *this;
    }
    TRAMMEL_MEASURE_HANDLE_POSTSCRIPT(SampleAndHold, Measure_<T>)
};

template <class T>
class Measure_<T>::SampleAndHold::Implementation : public Measure_<T>::Implementation {
public:
    Implementation() : Measure_<T>::Implementation(0) {}
    Implementation(const Measure_<T>& source, EventId event)
        : Measure_<T>::Implementation(source.getDefaultValue(), 0), source_(source), event_(event) {}

    void setValue(State& s, const T& value) const {
        Value<T>::updDowncast(this->getSubsystem().updDiscreteVariable(s, held_)) = value;
    }

protected:
    Implementation* cloneVirtual() const override { return new Implementation(*this); }
    std::string kindVirtual() const override { return "sample"; }
    /// Held values do not change between samples.
    int getNumTimeDerivativesVirtual() const override { return std::numeric_limits<int>::max(); }
    Stage getDependsOnStageVirtual(int order) const override { return order > 0 ? Stage::Empty : Stage::Time; }
    const T& getUncachedValueVirtual(const State& s, int order) const override {
        if (order > 0) return this->getValueZero();
        return Value<T>::downcast(this->getSubsystem().getDiscreteVariable(s, held_));
    }
    void realizeMeasureTopologyVirtual(State& s) const override {
        held_ = this->getSubsystem().allocateDiscreteVariable(s, Stage::Time, new Value<T>(this->getDefaultValue()),
                                                              this->getName());
    }
    void initializeVirtual(State& s) const override { take(s); }
    void sampleAtEventsVirtual(State& s, const Array_<EventId>& happening) const override {
        if (event_.isValid() && std::find(happening.begin(), happening.end(), event_) != happening.end()) take(s);
    }

private:
    friend class SampleAndHold;
    void take(State& s) const {
        this->getSubsystem().getSystem().realize(s, source_.getDependsOnStage());
        setValue(s, T(source_.getValue(s)));
    }

    Measure_<T> source_;
    EventId event_;
    mutable DiscreteVariableIndex held_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <tuple>
#include <vector>

#include "system/measure.h"

namespace trammel {

/// The integral of a measure over time, as auxiliary variables z of the State. Available from Time.
template <class T>
class Measure_<T>::Integrate : public Measure_<T> {
public:
    TRAMMEL_MEASURE_HANDLE_PREAMBLE(Integrate, Measure_<T>)
    /// @param derivative the integrand; empty: zero
    /// @param initialCondition the value when a study starts; empty: the current value in the State
    /// @param defaultValue the value in the default State; determines the number of elements
    Integrate(Subsystem& sub, const Measure_<T>& derivative, const Measure_<T>& initialCondition,
              const T& defaultValue = detail::filled<T>(0))
        : Measure_<T>(sub, new Implementation(derivative, initialCondition, defaultValue),
                      AbstractMeasure::SetHandle()) {}

    void setValue(State& s, const T& value) const { getImpl().setValue(s, value); }
    const Measure_<T>& getDerivativeMeasure() const { return getImpl().getDerivative(); }
    const Measure_<T>& getInitialConditionMeasure() const { return getImpl().getInitialCondition(); }
    /// Topological.
    Integrate& setDerivativeMeasure(const Measure_<T>& m) {
        updImpl().setDerivative(m);
        return *this;
    }
    Integrate& setInitialConditionMeasure(const Measure_<T>& m) {
        updImpl().setInitialCondition(m);
        return *this;
    }
    TRAMMEL_MEASURE_HANDLE_POSTSCRIPT(Integrate, Measure_<T>)
};

template <class T>
class Measure_<T>::Integrate::Implementation : public Measure_<T>::Implementation {
public:
    Implementation() : Measure_<T>::Implementation(0) {}
    Implementation(const Measure_<T>& derivative, const Measure_<T>& initialCondition, const T& defaultValue)
        : Measure_<T>::Implementation(defaultValue, 0), derivative_(derivative), initialCondition_(initialCondition) {}

    const Measure_<T>& getDerivative() const { return derivative_; }
    const Measure_<T>& getInitialCondition() const { return initialCondition_; }
    void setDerivative(const Measure_<T>& m) {
        derivative_ = m;
        this->invalidateTopologyCache();
    }
    void setInitialCondition(const Measure_<T>& m) {
        initialCondition_ = m;
        this->invalidateTopologyCache();
    }
    void setValue(State& s, const T& value) const {
        Vector& z = this->getSubsystem().updZ(s);
        for (int i = 0; i < this->size(); ++i) z[z_ + i] = detail::element(value, i);
    }

protected:
    Implementation* cloneVirtual() const override { return new Implementation(*this); }
    std::string kindVirtual() const override { return "integral"; }
    bool ownsZVirtual(int z) const override { return z >= z_ && z < z_ + this->size(); }
    int getNumTimeDerivativesVirtual() const override {
        constexpr int all = std::numeric_limits<int>::max();
        const int n = derivative_.isEmptyHandle() ? all : derivative_.getNumTimeDerivatives();
        return n == all ? all : n + 1;
    }
    Stage getDependsOnStageVirtual(int order) const override {
        if (order == 0) return Stage::Time;
        return derivative_.isEmptyHandle() ? Stage(Stage::Empty) : derivative_.getDependsOnStage(order - 1);
    }
    const T& getUncachedValueVirtual(const State& s, int order) const override {
        if (order > 0) return derivative_.isEmptyHandle() ? this->getValueZero() : derivative_.getValue(s, order - 1);
        return this->getLazily(s, entry_, Stage::Time, [&](T& value) {
            const Vector& z = this->getSubsystem().getZ(s);
            for (int i = 0; i < this->size(); ++i) detail::element(value, i) = z[z_ + i];
        });
    }
    void realizeMeasureTopologyVirtual(State& s) const override {
        Vector start(this->size());
        for (int i = 0; i < start.size(); ++i) start[i] = detail::element(this->getDefaultValue(), i);
        z_ = this->getSubsystem().allocateZ(s, start);
        entry_ = this->allocateValueEntry(s, Stage::Time, this->getDefaultValue(), this->getName());
    }
    void initializeVirtual(State& s) const override {
        if (initialCondition_.isEmptyHandle()) return;
        this->getSubsystem().getSystem().realize(s, initialCondition_.getDependsOnStage());
        setValue(s, T(initialCondition_.getValue(s)));
    }
    void realizeMeasureDynamicsVirtual(const State& s) const override {
        if (isKnownAtDynamics()) setRate(s);
    }
    void realizeMeasureAccelerationVirtual(const State& s) const override {
        if (!isKnownAtDynamics()) setRate(s);
    }

private:
    bool isKnownAtDynamics() const {
        return derivative_.isEmptyHandle() || derivative_.getDependsOnStage() <= Stage::Dynamics;
    }
    void setRate(const State& s) const {
        const T& rate = derivative_.isEmptyHandle() ? this->getValueZero() : derivative_.getValue(s);
        Vector& zdot = this->getSubsystem().updZDot(s);
        for (int i = 0; i < this->size(); ++i) zdot[z_ + i] = detail::element(rate, i);
    }

    Measure_<T> derivative_, initialCondition_;
    mutable ZIndex z_;
    mutable CacheEntryIndex entry_;
};

/// The time derivative of a measure: exact if the operand provides it; otherwise from the parabola through the current
/// value and the values at the starts of the last two steps: second order from the third step on.
template <class T>
class Measure_<T>::Differentiate : public Measure_<T> {
public:
    TRAMMEL_MEASURE_HANDLE_PREAMBLE(Differentiate, Measure_<T>)
    Differentiate(Subsystem& sub, const Measure_<T>& operand)
        : Measure_<T>(sub, new Implementation(operand), AbstractMeasure::SetHandle()) {}

    bool isUsingApproximation() const { return getImpl().isUsingApproximation(); }
    bool getForceUseApproximation() const { return getImpl().getForceUseApproximation(); }
    /// Topological.
    void setForceUseApproximation(bool force) { updImpl().setForceUseApproximation(force); }
    const Measure_<T>& getOperandMeasure() const { return getImpl().getOperand(); }
    Differentiate& setOperandMeasure(const Measure_<T>& operand) {
        updImpl().setOperand(operand);
        return *this;
    }
    TRAMMEL_MEASURE_HANDLE_POSTSCRIPT(Differentiate, Measure_<T>)
};

template <class T>
class Measure_<T>::Differentiate::Implementation : public Measure_<T>::Implementation {
public:
    Implementation() : Measure_<T>::Implementation(0) {}
    explicit Implementation(const Measure_<T>& operand)
        : Measure_<T>::Implementation(operand.getDefaultValue(), 0), operand_(operand) {}

    bool isUsingApproximation() const { return force_ || operand_.getNumTimeDerivatives() == 0; }
    bool getForceUseApproximation() const { return force_; }
    void setForceUseApproximation(bool force) {
        force_ = force;
        this->invalidateTopologyCache();
    }
    const Measure_<T>& getOperand() const { return operand_; }
    void setOperand(const Measure_<T>& operand) {
        operand_ = operand;
        this->invalidateTopologyCache();
    }

protected:
    Implementation* cloneVirtual() const override { return new Implementation(*this); }
    std::string kindVirtual() const override { return "derivative"; }
    int getNumTimeDerivativesVirtual() const override {
        return isUsingApproximation() ? 0 : operand_.getNumTimeDerivatives() - 1;
    }
    Stage getDependsOnStageVirtual(int order) const override {
        if (isUsingApproximation()) return std::max(operand_.getDependsOnStage(), Stage(Stage::Position));
        return operand_.getDependsOnStage(order + 1);
    }
    const T& getUncachedValueVirtual(const State& s, int order) const override {
        if (!isUsingApproximation()) return operand_.getValue(s, order + 1);
        return this->getLazily(s, entry_, getDependsOnStageVirtual(0), [&](T& value) { approximate(s, value); });
    }
    void realizeMeasureTopologyVirtual(State& s) const override {
        if (!isUsingApproximation()) return;
        const Stage stage = getDependsOnStageVirtual(0);
        samples_ = this->getSubsystem().allocateAutoUpdateDiscreteVariable(
            s, stage, new Value<Samples>(), Stage::Acceleration, "samples of " + this->getName());
        entry_ = this->allocateValueEntry(s, stage, detail::filledLike(this->getDefaultValue(), NaN), this->getName());
    }
    void initializeVirtual(State& s) const override {
        if (isUsingApproximation())
            Value<Samples>::updDowncast(this->getSubsystem().updDiscreteVariable(s, samples_)).upd().clear();
    }
    void realizeMeasureAccelerationVirtual(const State& s) const override {
        if (!isUsingApproximation()) return;
        Samples& next = Value<Samples>::updDowncast(this->getSubsystem().updDiscreteVarUpdateValue(s, samples_));
        const std::span<const Sample> past = before(s);
        // Keep also the sample that serves as the current one for the next step.
        const std::span<const Sample> kept = past.last(std::min<std::size_t>(past.size(), 2));
        next.assign(kept.begin(), kept.end());
        next.push_back({s.getTime(), operand_.getValue(s)});
        this->getSubsystem().markDiscreteVarUpdateValueRealized(s, samples_);
    }

private:
    struct Sample {
        Real time;
        T value;
        static auto valueFields(auto& self) { return std::tie(self.time, self.value); }
    };
    using Samples = std::vector<Sample>;

    /// The samples before the current time.
    std::span<const Sample> before(const State& s) const {
        std::span<const Sample> samples =
            Value<Samples>::downcast(this->getSubsystem().getDiscreteVariable(s, samples_)).get();
        while (!samples.empty() && samples.back().time >= s.getTime()) samples = samples.first(samples.size() - 1);
        return samples;
    }
    void approximate(const State& s, T& value) const {
        const std::span<const Sample> past = before(s);
        value = this->getValueZero();
        if (past.empty()) return;
        const T& now = operand_.getValue(s);
        const Sample& a = past.back();
        const Real h = s.getTime() - a.time;
        value = (now - a.value) / h;
        if (past.size() < 2) return;
        const Sample& b = past[past.size() - 2];
        const T earlier = (a.value - b.value) / (a.time - b.time);
        value += h / (s.getTime() - b.time) * (value - earlier);
    }

    Measure_<T> operand_;
    bool force_ = false;
    mutable DiscreteVariableIndex samples_;
    mutable CacheEntryIndex entry_;
};

}  // namespace trammel

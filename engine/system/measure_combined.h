// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "system/measure.h"

namespace trammel {

namespace detail {
/// Highest derivative order cached by combined measures.
inline constexpr int MaxCombinedDerivatives = 3;

/// factor1 · left + factor2 · right, with the derivatives that both provide; @p right may be empty.
template <class T>
class LinearCombination : public Measure_<T>::Implementation {
public:
    LinearCombination() : Measure_<T>::Implementation(MaxCombinedDerivatives + 1) {}
    LinearCombination(Real factor1, const Measure_<T>& left, Real factor2, const Measure_<T>& right)
        : Measure_<T>::Implementation(left.getDefaultValue(), MaxCombinedDerivatives + 1),
          factor1_(factor1),
          factor2_(factor2),
          left_(left),
          right_(right) {}

    const Measure_<T>& getLeft() const { return left_; }

protected:
    int getNumTimeDerivativesVirtual() const override {
        const int n = std::min(left_.getNumTimeDerivatives(), MaxCombinedDerivatives);
        return right_.isEmptyHandle() ? n : std::min(n, right_.getNumTimeDerivatives());
    }
    Stage getDependsOnStageVirtual(int order) const override {
        const Stage left = left_.getDependsOnStage(order);
        return right_.isEmptyHandle() ? left : std::max(left, right_.getDependsOnStage(order));
    }
    void calcCachedValueVirtual(const State& s, int order, T& value) const override {
        value = factor1_ * left_.getValue(s, order);
        if (!right_.isEmptyHandle()) value += factor2_ * right_.getValue(s, order);
    }

private:
    Real factor1_ = NaN, factor2_ = NaN;
    Measure_<T> left_, right_;
};
}  // namespace detail

/// left + right
template <class T>
class Measure_<T>::Plus : public Measure_<T> {
public:
    TRAMMEL_MEASURE_HANDLE_PREAMBLE(Plus, Measure_<T>)
    Plus(Subsystem& sub, const Measure_<T>& left, const Measure_<T>& right)
        : Measure_<T>(sub, new Implementation(1, left, 1, right), AbstractMeasure::SetHandle()) {}
    TRAMMEL_MEASURE_HANDLE_POSTSCRIPT(Plus, Measure_<T>)
};

template <class T>
class Measure_<T>::Plus::Implementation : public detail::LinearCombination<T> {
public:
    using detail::LinearCombination<T>::LinearCombination;

protected:
    Implementation* cloneVirtual() const override { return new Implementation(*this); }
    std::string kindVirtual() const override { return "sum"; }
};

/// left - right
template <class T>
class Measure_<T>::Minus : public Measure_<T> {
public:
    TRAMMEL_MEASURE_HANDLE_PREAMBLE(Minus, Measure_<T>)
    Minus(Subsystem& sub, const Measure_<T>& left, const Measure_<T>& right)
        : Measure_<T>(sub, new Implementation(1, left, -1, right), AbstractMeasure::SetHandle()) {}
    TRAMMEL_MEASURE_HANDLE_POSTSCRIPT(Minus, Measure_<T>)
};

template <class T>
class Measure_<T>::Minus::Implementation : public detail::LinearCombination<T> {
public:
    using detail::LinearCombination<T>::LinearCombination;

protected:
    Implementation* cloneVirtual() const override { return new Implementation(*this); }
    std::string kindVirtual() const override { return "difference"; }
};

/// factor · operand
template <class T>
class Measure_<T>::Scale : public Measure_<T> {
public:
    TRAMMEL_MEASURE_HANDLE_PREAMBLE(Scale, Measure_<T>)
    Scale(Subsystem& sub, Real factor, const Measure_<T>& operand)
        : Measure_<T>(sub, new Implementation(factor, operand, 0, Measure_<T>()), AbstractMeasure::SetHandle()) {}
    const Measure_<T>& getOperandMeasure() const { return getImpl().getLeft(); }
    TRAMMEL_MEASURE_HANDLE_POSTSCRIPT(Scale, Measure_<T>)
};

template <class T>
class Measure_<T>::Scale::Implementation : public detail::LinearCombination<T> {
public:
    using detail::LinearCombination<T>::LinearCombination;

protected:
    Implementation* cloneVirtual() const override { return new Implementation(*this); }
    std::string kindVirtual() const override { return "multiple"; }
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "functions/function.h"

namespace trammel {

/// Arguments of a function as a Vector; a small number of them does not use the heap.
class FunctionArguments {
public:
    /// @p n zeros.
    explicit FunctionArguments(int n) {
        if (n <= few)
            vector_.viewAs(onStack_.data(), n);
        else
            vector_.resize(n);
        vector_.setToZero();
    }
    FunctionArguments(const FunctionArguments&) = delete;
    FunctionArguments& operator=(const FunctionArguments&) = delete;

    Real& operator[](int i) { return vector_[i]; }
    operator const Vector&() const { return vector_; }

private:
    static constexpr int few = 16;
    std::array<Real, few> onStack_;
    Vector vector_;
};

/// Argument lists of the first and second partial derivatives of a function, built once so that evaluating them does
/// not allocate.
class PartialDerivatives {
public:
    /// @param n number of arguments of the function
    explicit PartialDerivatives(int n = 0) : n_(n) {
        for (int i = 0; i < n; ++i) {
            first_.push_back(Array_<int>(1, i));
            for (int j = 0; j < n; ++j) {
                second_.push_back(Array_<int>(2, i));
                second_.back()[1] = j;
            }
        }
    }
    /// df/dx_i.
    Real calc(const Function& f, const Vector& x, int i) const { return f.calcDerivative(first_[std::size_t(i)], x); }
    /// d2f/dx_i dx_j.
    Real calc(const Function& f, const Vector& x, int i, int j) const {
        return f.calcDerivative(second_[std::size_t(i * n_ + j)], x);
    }

private:
    int n_;
    std::vector<Array_<int>> first_, second_;
};

/// The derivative of @p order 0, 1 or 2 of a function of one argument; does not allocate.
inline Real calcDerivativeOf(const Function& f, int order, Real x) {
    static const std::array<Array_<int>, 3> lists{Array_<int>(), Array_<int>(1, 0), Array_<int>(2, 0)};
    FunctionArguments arguments(1);
    arguments[0] = x;
    return order == 0 ? f.calcValue(arguments) : f.calcDerivative(lists[std::size_t(order)], arguments);
}

}  // namespace trammel

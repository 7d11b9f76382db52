// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>

#include "simbody/vocabulary.h"

namespace SimTK {

/// Random number generators; equal seeds give equal sequences.
class Random {
public:
    class Uniform;
    class Gaussian;
    virtual ~Random() = default;
    void setSeed(int seed) { engine_.seed(static_cast<std::uint32_t>(seed)); }
    /// The next number.
    virtual Real getValue() const = 0;
    void fillArray(Real array[], int length) const {
        for (int i = 0; i < length; ++i) array[i] = getValue();
    }

protected:
    std::mt19937_64& engine() const { return engine_; }

private:
    mutable std::mt19937_64 engine_{0};
};

/// Uniformly distributed between two numbers; default 0 and 1.
class Random::Uniform : public Random {
public:
    Uniform() = default;
    Uniform(Real min, Real max) : min_(min), max_(max) {}
    Real getMin() const { return min_; }
    Real getMax() const { return max_; }
    void setMin(Real min) { min_ = min; }
    void setMax(Real max) { max_ = max; }
    Real getValue() const override { return std::uniform_real_distribution<Real>(min_, max_)(engine()); }
    /// The integer part of a value.
    int getIntValue() const { return static_cast<int>(std::floor(getValue())); }

private:
    Real min_ = 0, max_ = 1;
};

/// Normally distributed; default mean 0 and standard deviation 1.
class Random::Gaussian : public Random {
public:
    Gaussian() = default;
    Gaussian(Real mean, Real standardDeviation) : mean_(mean), deviation_(standardDeviation) {}
    Real getMean() const { return mean_; }
    Real getStdDev() const { return deviation_; }
    void setMean(Real mean) { mean_ = mean; }
    void setStdDev(Real standardDeviation) { deviation_ = standardDeviation; }
    Real getValue() const override { return std::normal_distribution<Real>(mean_, deviation_)(engine()); }

private:
    Real mean_ = 0, deviation_ = 1;
};

}  // namespace SimTK

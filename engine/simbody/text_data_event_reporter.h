// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "simbody/vocabulary.h"

namespace SimTK {

/// Prints the time and the value of a function at regular intervals, one line each, to the standard output.
class TextDataEventReporter : public PeriodicEventReporter {
public:
    /// Function whose value is printed, a number or several.
    template <class T>
    class UserFunction {
    public:
        virtual ~UserFunction() = default;
        virtual T evaluate(const System& system, const State& state) = 0;
    };
    /// Takes ownership of the function. @param reportInterval s
    TextDataEventReporter(const System& system, UserFunction<Real>* function, Real reportInterval)
        : PeriodicEventReporter(reportInterval), system_(system), number_(function) {}
    TextDataEventReporter(const System& system, UserFunction<Vector>* function, Real reportInterval)
        : PeriodicEventReporter(reportInterval), system_(system), numbers_(function) {}

    void handleEvent(const State& state) const override;

private:
    const System& system_;
    std::unique_ptr<UserFunction<Real>> number_;
    std::unique_ptr<UserFunction<Vector>> numbers_;
};

}  // namespace SimTK

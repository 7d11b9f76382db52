// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "math/vector.h"

namespace trammel {

/// y = f(x) of one or more real arguments, with partial derivatives up to getMaxDerivativeOrder().
///
/// T is the type of y: Real or a short vector such as Vec3. Derive from it for custom functions; the common kinds are
/// nested classes, one header each (`functions/kinds.h` includes all). Thread safety: const members may be called
/// concurrently.
template <class T>
class Function_ {
public:
    class Constant;
    class Linear;
    class Polynomial;
    /// For T = Real only.
    class Sinusoid;
    class Step;

    virtual ~Function_() = default;

    /// f(x). @p x has getArgumentSize() elements.
    virtual T calcValue(const Vector& x) const = 0;
    /// The partial derivative of f at @p x with respect to the listed arguments in order: {0} is df/dx0, {0, 0} is
    /// d2f/dx0^2, {4, 7} is d2f/dx4dx7; an empty list is f itself. The list must not be longer than
    /// getMaxDerivativeOrder(). The built-in kinds throw Exception if it is, or if @p x has the wrong size.
    virtual T calcDerivative(const Array_<int>& derivComponents, const Vector& x) const = 0;
    T calcDerivative(const std::vector<int>& derivComponents, const Vector& x) const {
        return calcDerivative(Array_<int>(derivComponents.begin(), derivComponents.end()), x);
    }

    virtual int getArgumentSize() const = 0;
    virtual int getMaxDerivativeOrder() const = 0;

    /// A copy on the heap, owned by the caller. Throws Exception if a class does not override it.
    virtual Function_* clone() const;

protected:
    Function_() = default;
    Function_(const Function_&) = default;
    Function_& operator=(const Function_&) = default;
};

using Function = Function_<Real>;

/// Argument checks shared by all kinds of function. Each throws Exception prefixed with @p where, "Function::Step".
namespace function_checks {
void argumentSize(const char* where, int expected, Eigen::Index given);
/// Checks the length of the list of arguments and that each argument exists.
void derivative(const char* where, const Array_<int>& components, int argumentSize, int maxOrder);
[[noreturn]] void cloneIsMissing();
}  // namespace function_checks

template <class T>
Function_<T>* Function_<T>::clone() const {
    function_checks::cloneIsMissing();
}

}  // namespace trammel

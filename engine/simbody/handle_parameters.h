// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "system/state.h"
#include "system/value.h"

namespace SimTK {

/// Parameters P of a built-in element, read and set through its handle: in the State, and the default in new States.
///
/// @tparam Handle Constraint or Force: a friend that provides parameters(), setParameters(), defaultParameters() and
///         setDefaultParameters() for abstract values
template <class Handle>
class HandleParameters {
protected:
    template <class P>
    P getParameters(const trammel::State& s) const {
        return trammel::Value<P>::downcast(handle().parameters(s)).get();
    }
    template <class P>
    P getDefaultParameters() const {
        return trammel::Value<P>::downcast(*handle().defaultParameters()).get();
    }
    /// One parameter.
    template <class P, class T>
    T getParameter(const trammel::State& s, T P::*field) const {
        return getParameters<P>(s).*field;
    }
    template <class P, class T>
    T getDefaultParameter(T P::*field) const {
        return getDefaultParameters<P>().*field;
    }
    template <class P, class T>
    void setParameter(trammel::State& s, T P::*field, const std::type_identity_t<T>& value) const {
        P p = getParameters<P>(s);
        p.*field = value;
        handle().setParameters(s, trammel::Value<P>(p));
    }
    template <class P, class T>
    void setDefaultParameter(T P::*field, const std::type_identity_t<T>& value) {
        P p = getDefaultParameters<P>();
        p.*field = value;
        static_cast<Handle&>(*this).setDefaultParameters(trammel::Value<P>(p));
    }

private:
    const Handle& handle() const { return static_cast<const Handle&>(*this); }
};

}  // namespace SimTK

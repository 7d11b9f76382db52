// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/exceptions.h"

namespace SimTK {

/// Downcasts of general handles: H::isInstanceOf(h), H::downcast(h), H::updDowncast(h).
///
/// The subsystem keeps a handle of each element's original type; a general handle is only an index.
/// @tparam H the derived type; @tparam Base MobilizedBody, Constraint or Force, which must provide getKeptHandle()
template <class H, class Base>
class HandleCasts {
public:
    static bool isInstanceOf(const Base& handle) { return dynamic_cast<const H*>(&handle.getKeptHandle()) != nullptr; }
    static const H& downcast(const Base& handle) {
        const H* kind = dynamic_cast<const H*>(&handle.getKeptHandle());
        if (!kind) throw trammel::Exception("downcast(): the element is of another type than requested.");
        return *kind;
    }
    static H& updDowncast(Base& handle) { return const_cast<H&>(downcast(handle)); }
};

}  // namespace SimTK

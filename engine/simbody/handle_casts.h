// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/exceptions.h"

namespace SimTK {

/// Finds the kind of element behind a general handle: H::isInstanceOf(h), H::downcast(h), H::updDowncast(h).
///
/// The subsystem keeps a handle of the kind that each element was made as; a general handle is only its number.
/// @tparam H the kind; @tparam Base MobilizedBody, Constraint or Force, which must offer getKeptHandle()
template <class H, class Base>
class HandleCasts {
public:
    static bool isInstanceOf(const Base& handle) { return dynamic_cast<const H*>(&handle.getKeptHandle()) != nullptr; }
    static const H& downcast(const Base& handle) {
        const H* kind = dynamic_cast<const H*>(&handle.getKeptHandle());
        if (!kind) throw trammel::Exception("downcast(): the element is of another kind than asked for.");
        return *kind;
    }
    static H& updDowncast(Base& handle) { return const_cast<H&>(downcast(handle)); }
};

}  // namespace SimTK

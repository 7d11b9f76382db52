// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/exceptions.h"

namespace SimTK {

/// Members that handles to bodies, constraints and forces share with PIMPLHandle. They are an index into a subsystem,
/// which owns the element: copies refer to the same element.
///
/// @tparam Handle the class derived from this: friend of it, with isEmptyHandle(), refersTo(other) and getKeptHandle()
template <class Handle>
class ElementHandle {
public:
    using HandleBase = ElementHandle;
    using ParentHandle = HandleBase;

    /// True if both are the same object; see hasSameImplementation().
    bool isSameHandle(const Handle& other) const { return &other == &self(); }
    /// True if both refer to one element; never for empty handles.
    bool hasSameImplementation(const Handle& other) const { return !self().isEmptyHandle() && self().refersTo(other); }
    /// True for the handle that the subsystem keeps.
    bool isOwnerHandle() const { return !self().isEmptyHandle() && &self().getKeptHandle() == &self(); }
    /// Lets an empty handle refer to the element too; the subsystem stays its owner. Throws Exception if @p newOwner is
    /// not empty.
    void disown(Handle& newOwner) {
        if (!newOwner.isEmptyHandle()) throw trammel::Exception("disown(): the new owner is not an empty handle.");
        newOwner = self();
    }
    /// Both let this handle refer to the element of @p source: elements are not copied.
    Handle& referenceAssign(const Handle& source) { return self() = source; }
    Handle& copyAssign(const Handle& source) { return self() = source; }
    /// Makes this an empty handle; the element stays in its subsystem.
    void clearHandle() { self() = Handle(); }

private:
    const Handle& self() const { return static_cast<const Handle&>(*this); }
    Handle& self() { return static_cast<Handle&>(*this); }
};

}  // namespace SimTK

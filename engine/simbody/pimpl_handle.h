// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "base/exceptions.h"

namespace SimTK {

/// Handle to an implementation of class IMPL that one handle owns and others may refer to.
///
/// @tparam HANDLE the class derived from this
/// @tparam IMPL derived from PIMPLImplementation<HANDLE, IMPL>, with a member IMPL* clone() const
/// @tparam PTR true: copies refer to the same implementation; false: they own a copy of it
///
/// **Source:** Constraint::Custom::Implementation reference.
template <class HANDLE, class IMPL, bool PTR = false>
class PIMPLHandle {
public:
    using HandleBase = PIMPLHandle;
    using ParentHandle = HandleBase;

    bool isEmptyHandle() const { return impl_ == nullptr; }
    /// True if the implementation is deleted with this handle.
    bool isOwnerHandle() const { return impl_ && impl_->isOwnerHandle(self()); }
    /// True if both are the same object; see hasSameImplementation().
    bool isSameHandle(const HANDLE& other) const { return &other == &self(); }
    /// Passes ownership to an empty handle; this one still refers to the implementation. Throws Exception if this does
    /// not own it, or if @p newOwner is not empty.
    void disown(HANDLE& newOwner) {
        if (!isOwnerHandle() || !newOwner.PIMPLHandle::isEmptyHandle())
            throw trammel::Exception("PIMPLHandle::disown(): needs an owner, and an empty handle to become the owner.");
        newOwner.PIMPLHandle::refer(impl_);
        impl_->replaceOwnerHandle(newOwner);
    }
    /// Lets this handle refer to the implementation of @p source, without owning it.
    PIMPLHandle& referenceAssign(const HANDLE& source) {
        if (hasSameImplementation(source)) return *this;
        clearHandle();
        refer(source.PIMPLHandle::impl_);
        return *this;
    }
    /// Lets this handle own a copy of the implementation of @p source.
    PIMPLHandle& copyAssign(const HANDLE& source) {
        if (isSameHandle(source)) return *this;
        // Before it is cleared: the source may refer to what this handle owns.
        IMPL* const copy = source.PIMPLHandle::isEmptyHandle() ? nullptr : source.PIMPLHandle::getImpl().clone();
        clearHandle();
        if (copy) setImpl(copy);
        return *this;
    }
    /// Makes this an empty handle, and deletes the implementation if this owns it.
    void clearHandle() {
        if (!impl_) return;
        const bool owner = isOwnerHandle();
        if (owner) impl_->removeOwnerHandle();
        impl_->decrementHandleCount();
        if (owner) delete impl_;
        impl_ = nullptr;
    }
    /// Throw Exception for an empty handle.
    const IMPL& getImpl() const { return *require(); }
    IMPL& updImpl() { return *require(); }
    /// Number of handles that refer to the implementation; 0 for an empty handle.
    int getImplHandleCount() const { return impl_ ? impl_->getHandleCount() : 0; }
    /// True if both refer to one implementation; never for empty handles.
    bool hasSameImplementation(const HANDLE& other) const { return impl_ && impl_ == other.PIMPLHandle::impl_; }

protected:
    PIMPLHandle() = default;
    /// Owns @p impl, unless that has an owner already.
    explicit PIMPLHandle(IMPL* impl) { setImpl(impl); }
    ~PIMPLHandle() { clearHandle(); }
    PIMPLHandle(const PIMPLHandle& source) { *this = source; }
    PIMPLHandle& operator=(const PIMPLHandle& source) {
        const auto& other = static_cast<const HANDLE&>(source);
        if constexpr (PTR)
            referenceAssign(other);
        else
            copyAssign(other);
        return *this;
    }
    /// For an empty handle, which owns @p impl unless that has an owner already.
    void setImpl(IMPL* impl) {
        if (impl_) throw trammel::Exception("PIMPLHandle::setImpl(): the handle is not empty.");
        if (!impl) return;
        refer(impl);
        if (!impl->hasOwnerHandle()) impl->setOwnerHandle(static_cast<HANDLE&>(*this));
    }

private:
    const HANDLE& self() const { return static_cast<const HANDLE&>(*this); }
    void refer(IMPL* impl) {
        impl_ = impl;
        if (impl_) impl_->incrementHandleCount();
    }
    IMPL* require() const {
        if (!impl_) throw trammel::Exception("PIMPLHandle::getImpl(): the handle is empty.");
        return impl_;
    }

    IMPL* impl_ = nullptr;
};

/// The part of an implementation that knows its handles. A copy has none.
template <class HANDLE, class IMPL>
class PIMPLImplementation {
public:
    explicit PIMPLImplementation(HANDLE* owner = nullptr) : owner_(owner), handles_(owner ? 1 : 0) {}
    PIMPLImplementation(const PIMPLImplementation&) : PIMPLImplementation() {}
    PIMPLImplementation& operator=(const PIMPLImplementation&) { return *this; }

    int getHandleCount() const { return handles_; }
    void incrementHandleCount() const { ++handles_; }
    int decrementHandleCount() const { return --handles_; }
    void setOwnerHandle(HANDLE& owner) { owner_ = &owner; }
    /// @return the number of handles
    int removeOwnerHandle() {
        owner_ = nullptr;
        return handles_;
    }
    void replaceOwnerHandle(HANDLE& owner) { owner_ = &owner; }
    bool hasOwnerHandle() const { return owner_ != nullptr; }
    bool isOwnerHandle(const HANDLE& handle) const { return owner_ == &handle; }
    const HANDLE& getOwnerHandle() const {
        if (!owner_) throw trammel::Exception("PIMPLImplementation::getOwnerHandle(): there is no owner.");
        return *owner_;
    }

protected:
    ~PIMPLImplementation() = default;

private:
    HANDLE* owner_;
    mutable int handles_;
};

template <class HANDLE, class IMPL, bool PTR>
std::ostream& operator<<(std::ostream& out, const PIMPLHandle<HANDLE, IMPL, PTR>& handle) {
    if (handle.isEmptyHandle()) return out << "empty handle";
    return out << (handle.isOwnerHandle() ? "owner" : "reference") << ", one of " << handle.getImplHandleCount()
               << " handles";
}

}  // namespace SimTK

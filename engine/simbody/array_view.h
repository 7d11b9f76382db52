// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/vocabulary.h"

namespace SimTK {

/// Elements of an array that it does not own, which must outlive it; Element is const for reading only.
template <class Element, class I>
class ArrayViewOf {
public:
    using value_type = std::remove_const_t<Element>;
    ArrayViewOf() = default;
    ArrayViewOf(Element* first, Element* end) : first_(first), end_(end) {}
    template <class Index>
    ArrayViewOf(const Array_<value_type, Index>& all) requires std::is_const_v<Element>
        : first_(all.data()), end_(all.data() + all.size()) {}
    template <class Index>
    ArrayViewOf(Array_<value_type, Index>& all) : first_(all.data()), end_(all.data() + all.size()) {}
    ArrayViewOf(
        std::conditional_t<std::is_const_v<Element>, const std::vector<value_type>&, std::vector<value_type>&> all)
        : first_(all.data()), end_(all.data() + all.size()) {}

    int size() const { return static_cast<int>(end_ - first_); }
    bool empty() const { return first_ == end_; }
    Element& operator[](I i) const { return first_[int(i)]; }
    Element& front() const { return *first_; }
    Element& back() const { return end_[-1]; }
    Element* begin() const { return first_; }
    Element* end() const { return end_; }
    Element* data() const { return first_; }
    // Copies of the elements.
    operator std::vector<value_type>() const { return std::vector<value_type>(first_, end_); }
    template <class Index>
    operator Array_<value_type, Index>() const {
        return Array_<value_type, Index>(first_, end_);
    }

private:
    Element *first_ = nullptr, *end_ = nullptr;
};

template <class T, class I = int>
using ArrayViewConst_ = ArrayViewOf<const T, I>;
template <class T, class I = int>
using ArrayView_ = ArrayViewOf<T, I>;

}  // namespace SimTK

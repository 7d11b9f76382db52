// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace trammel {

/// An immutable ordered map: a changed copy shares all but O(log n) nodes with the original.
///
/// A height-balanced binary tree with path copying (left and right heights differ by at most two), whose depth is
/// bounded for any input. Copying is O(1); find, with and without are O(log n). Const, and so safe to read from any
/// number of threads.
///
/// **Source:** Adams, "Efficient sets: a balancing act", J. Functional Programming 3(4), 1993 (join and split); heights
/// as in Blelloch, Ferizovic, Sun, "Just Join for Parallel Ordered Sets", SPAA 2016.
template <class Key, class Value>
class PersistentMap {
    struct Node;
    using Link = std::shared_ptr<const Node>;

public:
    std::size_t size() const { return sizeOf(root_); }

    /// The value of @p key, or null. The address is valid while any map shares it.
    const Value* find(const Key& key) const {
        const Node* at = root_.get();
        while (at) {
            if (key < at->key)
                at = at->left.get();
            else if (at->key < key)
                at = at->right.get();
            else
                return &at->value;
        }
        return nullptr;
    }

    /// The map with @p key set to @p value.
    PersistentMap with(const Key& key, Value value) const { return PersistentMap(set(root_, key, std::move(value))); }

    /// The map without @p key.
    PersistentMap without(const Key& key) const {
        if (!find(key)) return *this;
        const Parts parts = split(root_, key);
        return PersistentMap(concatenate(parts.below, parts.above));
    }

    /// True if both are the same tree; O(1). False does not imply different contents.
    bool sharesAllWith(const PersistentMap& other) const { return root_ == other.root_; }

    /// Calls visit(key, value) in key order.
    template <class Visitor>
    void forEach(Visitor&& visit) const {
        visitAll(root_, visit);
    }

    /// Calls visit(key, const Value* before, const Value* after) in key order where two maps differ; null means that
    /// the map lacks the key. Skips shared parts, so k changes cost about O(k log n).
    template <class Visitor>
    static void forEachDifference(const PersistentMap& before, const PersistentMap& after, Visitor&& visit) {
        visitDifferences(before.root_, after.root_, visit);
    }

    PersistentMap() = default;

    /// The map of @p entries, pairs sorted by key without duplicates; O(n).
    template <class Entries>
    static PersistentMap fromSorted(Entries&& entries) {
        return PersistentMap(middleOut(entries, 0, entries.size()));
    }

private:
    struct Node {
        Key key;
        Value value;
        Link left, right;
        int height;
        std::size_t size;
    };
    struct Parts {
        Link below, at, above;
    };

    explicit PersistentMap(Link root) : root_(std::move(root)) {}

    static int heightOf(const Link& n) { return n ? n->height : 0; }
    static std::size_t sizeOf(const Link& n) { return n ? n->size : 0; }

    static Link make(Link left, const Key& key, Value value, Link right) {
        const int height = 1 + std::max(heightOf(left), heightOf(right));
        const std::size_t size = 1 + sizeOf(left) + sizeOf(right);
        return std::make_shared<const Node>(
            Node{key, std::move(value), std::move(left), std::move(right), height, size});
    }

    /// As deep as log2 of the number of entries.
    template <class Entries>
    static Link middleOut(Entries& entries, std::size_t first, std::size_t last) {
        if (first == last) return nullptr;
        const std::size_t middle = first + (last - first) / 2;
        Link left = middleOut(entries, first, middle);
        Link right = middleOut(entries, middle + 1, last);
        return make(std::move(left), entries[middle].first, std::move(entries[middle].second), std::move(right));
    }

    /// Rebalances a node of two trees whose heights differ by at most three.
    static Link balance(const Link& left, const Key& key, const Value& value, const Link& right) {
        if (heightOf(left) > heightOf(right) + 2) {
            const Node& l = *left;
            if (heightOf(l.left) >= heightOf(l.right))
                return make(l.left, l.key, l.value, make(l.right, key, value, right));
            const Node& middle = *l.right;
            return make(make(l.left, l.key, l.value, middle.left), middle.key, middle.value,
                        make(middle.right, key, value, right));
        }
        if (heightOf(right) > heightOf(left) + 2) {
            const Node& r = *right;
            if (heightOf(r.right) >= heightOf(r.left))
                return make(make(left, key, value, r.left), r.key, r.value, r.right);
            const Node& middle = *r.left;
            return make(make(left, key, value, middle.left), middle.key, middle.value,
                        make(middle.right, r.key, r.value, r.right));
        }
        return make(left, key, value, right);
    }

    static Link set(const Link& n, const Key& key, Value value) {
        if (!n) return make(nullptr, key, std::move(value), nullptr);
        if (key < n->key) return balance(set(n->left, key, std::move(value)), n->key, n->value, n->right);
        if (n->key < key) return balance(n->left, n->key, n->value, set(n->right, key, std::move(value)));
        return make(n->left, key, std::move(value), n->right);
    }

    /// Concatenates @p left, one entry and @p right, of any heights.
    static Link join(const Link& left, const Key& key, const Value& value, const Link& right) {
        if (heightOf(left) > heightOf(right) + 2)
            return balance(left->left, left->key, left->value, join(left->right, key, value, right));
        if (heightOf(right) > heightOf(left) + 2)
            return balance(join(left, key, value, right->left), right->key, right->value, right->right);
        return make(left, key, value, right);
    }

    static Link withoutFirst(const Link& n) {
        if (!n->left) return n->right;
        return balance(withoutFirst(n->left), n->key, n->value, n->right);
    }

    static Link concatenate(const Link& left, const Link& right) {
        if (!left) return right;
        if (!right) return left;
        const Node* first = right.get();
        while (first->left) first = first->left.get();
        return join(left, first->key, first->value, withoutFirst(right));
    }

    static Parts split(const Link& n, const Key& key) {
        if (!n) return {};
        if (key < n->key) {
            Parts parts = split(n->left, key);
            parts.above = join(parts.above, n->key, n->value, n->right);
            return parts;
        }
        if (n->key < key) {
            Parts parts = split(n->right, key);
            parts.below = join(n->left, n->key, n->value, parts.below);
            return parts;
        }
        return {n->left, n, n->right};
    }

    template <class Visitor>
    static void visitAll(const Link& n, Visitor& visit) {
        if (!n) return;
        visitAll(n->left, visit);
        visit(n->key, n->value);
        visitAll(n->right, visit);
    }

    template <class Visitor>
    static void visitDifferences(const Link& before, const Link& after, Visitor& visit) {
        if (before == after) return;
        const Value* const none = nullptr;
        if (!before) {
            auto added = [&](const Key& key, const Value& value) { visit(key, none, &value); };
            return visitAll(after, added);
        }
        // Splitting at the root key of both is free: shared subtrees meet and are skipped.
        const Parts parts = split(after, before->key);
        visitDifferences(before->left, parts.below, visit);
        if (!parts.at)
            visit(before->key, &before->value, none);
        else if (!(parts.at->value == before->value))
            visit(before->key, &before->value, &parts.at->value);
        visitDifferences(before->right, parts.above, visit);
    }

    Link root_;
};

}  // namespace trammel

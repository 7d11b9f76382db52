// SPDX-License-Identifier: Apache-2.0
#include "contact/bullet/bounds_tree.h"

#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include <algorithm>
#include <cstdint>

namespace trammel {

namespace {

btVector3 toBullet(const Vec3& v) { return {v[0], v[1], v[2]}; }
btDbvtVolume volumeOf(const Vec3& lower, const Vec3& upper, Real margin) {
    btDbvtVolume volume = btDbvtVolume::FromMM(toBullet(lower), toBullet(upper));
    if (margin > 0) volume.Expand(btVector3(margin, margin, margin));
    return volume;
}
void* asData(int box) { return reinterpret_cast<void*>(std::intptr_t(box)); }
int boxOf(const btDbvtNode* leaf) { return int(reinterpret_cast<std::intptr_t>(leaf->data)); }

struct PairCollector : btDbvt::ICollide {
    BoundsTree::Pairs* pairs = nullptr;
    void Process(const btDbvtNode* a, const btDbvtNode* b) override {
        pairs->push_back(std::minmax(boxOf(a), boxOf(b)));
    }
};
struct BoxCollector : btDbvt::ICollide {
    std::vector<int>* boxes = nullptr;
    void Process(const btDbvtNode* leaf) override { boxes->push_back(boxOf(leaf)); }
};

class BulletBoundsTree : public BoundsTree {
public:
    int add(const Vec3& lower, const Vec3& upper, bool isFixed, Real margin) override {
        const int number = int(boxes_.size());
        Box& box = boxes_.emplace_back();
        box.lower = lower;
        box.upper = upper;
        box.isFixed = isFixed;
        box.margin = margin;
        insert(number);
        return number;
    }

    void move(int number, const Vec3& lower, const Vec3& upper) override {
        Box& box = boxes_[std::size_t(number)];
        const bool isBounded = lower.isFinite() && upper.isFinite();
        // A half-space has the same bounds in all poses: the last search that included it still holds.
        if (!isBounded && box.lower == lower && box.upper == upper) return;
        box.lower = lower;
        box.upper = upper;
        if (!isBounded || !box.leaf) {
            remove(number);
            insert(number);
            return;
        }
        btDbvtVolume volume = volumeOf(lower, upper, 0);
        if (box.leaf->volume.Contain(volume)) return;
        volume = volumeOf(lower, upper, box.margin);
        treeOf(box).update(box.leaf, volume);
        ++reinsertions_;
        isStale_ = true;
    }

    void findPairs(Pairs& pairs) override {
        if (isStale_) {
            ++searches_;
            candidates_.clear();
            PairCollector collector;
            collector.pairs = &candidates_;
            if (moving_.m_root) {
                moving_.collideTTpersistentStack(moving_.m_root, moving_.m_root, collector);
                if (fixed_.m_root) moving_.collideTTpersistentStack(moving_.m_root, fixed_.m_root, collector);
            }
            // Unbounded boxes are few: each is compared with all other moving ones.
            for (const int u : unbounded_)
                for (int other = 0; other < int(boxes_.size()); ++other) {
                    const bool isUnbounded = !boxes_[std::size_t(other)].leaf;
                    if (other == u || (isUnbounded && other < u)) continue;
                    if (boxes_[std::size_t(u)].isFixed && boxes_[std::size_t(other)].isFixed) continue;
                    if (mayMeet(u, other)) candidates_.push_back(std::minmax(u, other));
                }
            sortCandidates();
            isStale_ = false;
        }
        pairs.clear();
        for (const std::pair<int, int>& pair : candidates_)
            if (meet(pair.first, pair.second)) pairs.push_back(pair);
    }

    void findMeeting(const Vec3& lower, const Vec3& upper, std::vector<int>& found) const override {
        found.clear();
        BoxCollector collector;
        collector.boxes = &found;
        const btDbvtVolume volume = volumeOf(lower, upper, 0);
        for (const btDbvt* const tree : {&moving_, &fixed_}) tree->collideTV(tree->m_root, volume, collector);
        found.insert(found.end(), unbounded_.begin(), unbounded_.end());
        const auto misses = [&](int number) {
            const Box& box = boxes_[std::size_t(number)];
            return (box.lower.array() > upper.array()).any() || (box.upper.array() < lower.array()).any();
        };
        found.erase(std::remove_if(found.begin(), found.end(), misses), found.end());
        std::sort(found.begin(), found.end());
    }
    long reinsertions() const override { return reinsertions_; }
    long searches() const override { return searches_; }

private:
    struct Box {
        Vec3 lower, upper;
        Real margin = 0;
        bool isFixed = false;
        /// Null for an unbounded box.
        btDbvtNode* leaf = nullptr;
    };
    btDbvt& treeOf(const Box& box) { return box.isFixed ? fixed_ : moving_; }
    bool meet(int a, int b) const {
        const Box &p = boxes_[std::size_t(a)], &q = boxes_[std::size_t(b)];
        return p.lower[0] <= q.upper[0] && q.lower[0] <= p.upper[0] && p.lower[1] <= q.upper[1] &&
               q.lower[1] <= p.upper[1] && p.lower[2] <= q.upper[2] && q.lower[2] <= p.upper[2];
    }
    /// Whether unbounded box @p u and the other one with its margin meet.
    bool mayMeet(int u, int number) const {
        const Box &unbounded = boxes_[std::size_t(u)], &other = boxes_[std::size_t(number)];
        if (!other.leaf) return true;
        const btVector3 &low = other.leaf->volume.Mins(), &high = other.leaf->volume.Maxs();
        for (int i = 0; i < 3; ++i)
            if (low[i] > unbounded.upper[i] || high[i] < unbounded.lower[i]) return false;
        return true;
    }
    void insert(int number) {
        Box& box = boxes_[std::size_t(number)];
        isStale_ = true;
        if (box.lower.isFinite() && box.upper.isFinite())
            box.leaf = treeOf(box).insert(volumeOf(box.lower, box.upper, box.margin), asData(number));
        else
            unbounded_.insert(std::lower_bound(unbounded_.begin(), unbounded_.end(), number), number);
    }
    void remove(int number) {
        Box& box = boxes_[std::size_t(number)];
        if (box.leaf)
            treeOf(box).remove(box.leaf);
        else
            unbounded_.erase(std::lower_bound(unbounded_.begin(), unbounded_.end(), number));
        box.leaf = nullptr;
    }
    /// Counting sort by first box; the few pairs of one box are sorted by comparison.
    void sortCandidates() {
        firstOf_.assign(boxes_.size() + 1, 0);
        for (const auto& [a, b] : candidates_) ++firstOf_[std::size_t(a) + 1];
        for (std::size_t i = 1; i < firstOf_.size(); ++i) firstOf_[i] += firstOf_[i - 1];
        sorted_.resize(candidates_.size());
        for (const auto& pair : candidates_) sorted_[std::size_t(firstOf_[std::size_t(pair.first)]++)] = pair;
        candidates_.swap(sorted_);
        int begin = 0;
        for (std::size_t i = 0; i < boxes_.size(); ++i) {
            std::sort(candidates_.begin() + begin, candidates_.begin() + firstOf_[i]);
            begin = firstOf_[i];
        }
    }

    std::vector<Box> boxes_;
    std::vector<int> unbounded_;
    btDbvt moving_, fixed_;
    /// Pairs whose boxes with margins meet, sorted; stale once a box has left its margin.
    Pairs candidates_, sorted_;
    std::vector<int> firstOf_;
    bool isStale_ = true;
    long reinsertions_ = 0, searches_ = 0;
};

}  // namespace

std::unique_ptr<BoundsTree> makeBoundsTree() { return std::make_unique<BulletBoundsTree>(); }

}  // namespace trammel

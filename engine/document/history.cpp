// SPDX-License-Identifier: Apache-2.0
#include "document/history.h"

#include "base/exceptions.h"

namespace trammel {

History::History(Document initial, std::string label) : saved_(initial) {
    entries_.push_back({std::move(initial), std::move(label)});
}

void History::push(Document document, std::string label, std::string mergeKey) {
    if (document.sharesContentWith(current())) return;
    document = document.withNextIdAtLeast(current().nextId());
    const bool merges = !mergeKey.empty() && mergeKey == gestureKey_;
    discardRedo();
    if (merges) {
        entries_.back() = {std::move(document), std::move(label)};
    } else {
        entries_.push_back({std::move(document), std::move(label)});
        ++index_;
    }
    gestureKey_ = std::move(mergeKey);
}

bool History::undo() {
    if (!canUndo()) return false;
    jumpTo(index_ - 1);
    return true;
}

bool History::redo() {
    if (!canRedo()) return false;
    jumpTo(index_ + 1);
    return true;
}

void History::jumpTo(std::size_t index) {
    if (index >= entries_.size())
        throw IndexOutOfRange("History::jumpTo", "history entry", static_cast<int>(index),
                              static_cast<int>(entries_.size()));
    endGesture();
    const std::uint64_t used = current().nextId();
    index_ = index;
    entries_[index_].document = current().withNextIdAtLeast(used);
}

std::vector<std::string> History::labels() const {
    std::vector<std::string> all;
    all.reserve(entries_.size());
    for (const Entry& e : entries_) all.push_back(e.label);
    return all;
}

void History::markSaved() {
    endGesture();
    saved_ = current();
}

void History::markNeverSaved() {
    endGesture();
    saved_ = Document();
}

}  // namespace trammel

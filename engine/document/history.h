// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "document/document.h"

namespace trammel {

/// Undo history as a list of complete documents that share common parts.
///
/// The next id of every returned document is raised above all ids ever used here, so that an undone id is never reused.
/// Not thread-safe; the documents are.
class History {
public:
    /// Starts with one entry, considered saved.
    explicit History(Document initial = {}, std::string label = "Open");

    const Document& current() const { return entries_[index_].document; }

    /// Makes @p document current under @p label ("Move Crank") and discards entries that could be redone.
    ///
    /// Consecutive entries with the same non-empty @p mergeKey are merged, so that a gesture is one undo step;
    /// endGesture(), undo, redo, jumpTo and markSaved end the merging. Pushing the current document does nothing.
    void push(Document document, std::string label, std::string mergeKey = {});
    void endGesture() { gestureKey_.clear(); }

    bool canUndo() const { return index_ > 0; }
    bool canRedo() const { return index_ + 1 < entries_.size(); }
    /// One entry back or forward; false if none.
    bool undo();
    bool redo();
    /// Discards the entries that could be redone.
    void discardRedo() { entries_.resize(index_ + 1); }
    /// Makes the entry @p index current. Throws IndexOutOfRange if not found.
    void jumpTo(std::size_t index);

    /// Number of entries, including the first.
    std::size_t size() const { return entries_.size(); }
    std::size_t index() const { return index_; }
    /// Labels of all entries, oldest first; label i names the edit that led to entry i.
    std::vector<std::string> labels() const;
    /// Label of the edit undone by undo(); empty if none.
    std::string undoLabel() const { return canUndo() ? entries_[index_].label : std::string(); }
    /// Label of the edit redone by redo(); empty if none.
    std::string redoLabel() const { return canRedo() ? entries_[index_ + 1].label : std::string(); }

    /// Marks the current document as the one on disk.
    void markSaved();
    /// Marks the document as never saved, after recovery.
    void markNeverSaved();
    /// True if the current document differs from the last saved one. O(1).
    bool isDirty() const { return !current().sharesContentWith(saved_); }

private:
    struct Entry {
        Document document;
        std::string label;
    };

    std::vector<Entry> entries_;
    std::size_t index_ = 0;
    std::string gestureKey_;
    Document saved_;
};

}  // namespace trammel

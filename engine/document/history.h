// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "document/document.h"

namespace trammel {

/// Undo and redo as a list of whole documents, which share what they have in common.
///
/// Every document that history hands out gets its next id raised above all ids ever used here, so that an id undone
/// is never given to another element. Not thread-safe; the documents in it are.
class History {
public:
    /// Starts with one entry, taken for saved.
    explicit History(Document initial = {}, std::string label = "Open");

    const Document& current() const { return entries_[index_].document; }

    /// Makes @p document current under @p label ("Move Crank"), dropping what could be redone.
    ///
    /// Entries pushed one after the other with the same non-empty @p mergeKey become one, so that a gesture is one
    /// undo step; endGesture(), undo, redo, jumpTo and markSaved end the merging. Pushing the very document that is
    /// current does nothing.
    void push(Document document, std::string label, std::string mergeKey = {});
    void endGesture() { gestureKey_.clear(); }

    bool canUndo() const { return index_ > 0; }
    bool canRedo() const { return index_ + 1 < entries_.size(); }
    /// One entry back or on; false if there is none.
    bool undo();
    bool redo();
    /// Makes the entry @p index current. Throws IndexOutOfRange if there is none.
    void jumpTo(std::size_t index);

    /// Number of entries, the first one included.
    std::size_t size() const { return entries_.size(); }
    std::size_t index() const { return index_; }
    /// Labels of all entries, oldest first; label i says what led to entry i.
    std::vector<std::string> labels() const;
    /// What undo() would take back; empty if nothing.
    std::string undoLabel() const { return canUndo() ? entries_[index_].label : std::string(); }
    /// What redo() would do again; empty if nothing.
    std::string redoLabel() const { return canRedo() ? entries_[index_ + 1].label : std::string(); }

    /// Remembers the current document as the one on disk.
    void markSaved();
    /// There is no such document on disk: it is one that was recovered.
    void markNeverSaved();
    /// Whether the current document is another one than that saved last. O(1).
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFlags>
#include <memory>
#include <utility>

#include "document/changes.h"

namespace trammel::ui {

/// Parts of the session that Session::changed() reports.
enum class SessionChange {
    /// Elements, their properties or references.
    Document = 1,
    /// Path, title, modified flag or undo list.
    File = 2,
    /// Compiled model, or whether it can run.
    Model = 4,
    Problems = 8,
    Selection = 16,
    /// A run started, resumed, ended or became outdated; playback started or paused.
    Run = 32,
    /// Another frame is displayed.
    Playhead = 64,
    /// Displayed state: its variables or its realized stage.
    DisplayedState = 128,
    /// Set of hidden elements.
    Visibility = 256
};
Q_DECLARE_FLAGS(SessionParts, SessionChange)
Q_DECLARE_OPERATORS_FOR_FLAGS(SessionParts)

inline constexpr SessionParts AllSessionParts = SessionParts(0x1ff);

/// Argument of Session::changed(): the parts and, if the document was edited, the elements that differ and the lowest
/// stage that the edit invalidates.
class SessionChanges : public SessionParts {
public:
    SessionChanges(SessionChange part) : SessionParts(part) {}
    SessionChanges(SessionParts parts) : SessionParts(parts) {}
    SessionChanges(SessionParts parts, Changes edit, Stage lowest)
        : SessionParts(parts), edit_(std::make_shared<const Changes>(std::move(edit))), lowest_(lowest) {}

    /// True if another document was opened: nothing of the previous one remains.
    bool isOtherDocument() const { return testFlag(SessionChange::Document) && !edit_; }
    /// Differences from the previous document; null for another document, or if it did not change.
    const Changes* edit() const { return edit_.get(); }
    /// Lowest stage that the edit invalidates. Empty for another document; Infinity if no number changed.
    Stage lowestInvalidated() const { return isOtherDocument() ? Stage(Stage::Empty) : lowest_; }
    /// True if elements were added, removed, replaced or moved in the tree.
    bool changesTree() const;
    /// True if the model may have other outputs, variables or cache entries, or other names for them.
    bool changesOutputs() const;

private:
    std::shared_ptr<const Changes> edit_;
    Stage lowest_ = Stage::Infinity;
};

}  // namespace trammel::ui

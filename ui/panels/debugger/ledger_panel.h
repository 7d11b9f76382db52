// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "ui/properties/edit_preview.h"

class QCheckBox;
class QLabel;
class QTreeWidget;

namespace trammel::ui {

/// What each edit cost: the undo list with the stages and cache entries that every edit dropped and the time it took to
/// have them back. On top, what an edit of the field under the pointer would drop.
///
/// While it is visible it watches the pointer over fields of element forms; otherwise it does nothing.
class LedgerPanel : public QWidget {
    Q_OBJECT

public:
    LedgerPanel(Session& session, EditCostLog& ledger, QWidget* parent = nullptr);

    QTreeWidget* table() const { return table_; }
    /// What was costEstimated last, and for which field.
    const std::optional<InvalidationSummary>& preview() const { return preview_->invalidation(); }
    QString previewText() const;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void refresh();

    Session& session_;
    EditCostLog& ledger_;
    QLabel* estimate_;
    QCheckBox* teach_;
    QTreeWidget* table_;
    EditPreview* preview_;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "ui/properties/edit_preview.h"

class QCheckBox;
class QLabel;
class QTreeWidget;

namespace trammel::ui {

struct PanelDescriptor;

/// The undo list with the stages and cache entries that each edit invalidated and the time to restore them; on top, an
/// estimate for the field under the pointer.
///
/// Watches the pointer over element forms only while visible.
class EditCostPanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    EditCostPanel(Session& session, EditCostLog& costLog, QWidget* parent = nullptr);

    QTreeWidget* table() const { return table_; }
    /// The last estimate and its field.
    const std::optional<InvalidationSummary>& preview() const { return preview_->invalidation(); }
    QString previewText() const;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void refresh();

    Session& session_;
    EditCostLog& costLog_;
    QLabel* estimate_;
    QCheckBox* teach_;
    QTreeWidget* table_;
    EditPreview* preview_;
};

}  // namespace trammel::ui

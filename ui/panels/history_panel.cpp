// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/history_panel.h"

#include <QFont>

#include "ui/panels/panel_descriptor.h"
#include "ui/panels/plain_list.h"
#include "ui/panels/workspace.h"
#include "ui/session/text.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

HistoryModel::HistoryModel(Session& session, QObject* parent) : QAbstractListModel(parent), session_(session) {
    const auto read = [this] {
        labels_ = session_.history().labels();
        current_ = static_cast<int>(session_.history().index());
    };
    read();
    connect(&session_, &Session::changed, this, [this, read](SessionChanges changes) {
        if (!(changes & (SessionChange::Document | SessionChange::File))) return;
        beginResetModel();
        read();
        endResetModel();
    });
}

int HistoryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(labels_.size());
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    switch (role) {
        case Qt::DisplayRole: return text(labels_[static_cast<std::size_t>(index.row())]);
        case Qt::ForegroundRole:
            return index.row() > current_ ? QVariant(Theme::instance().colors().faintText) : QVariant();
        case Qt::FontRole: {
            QFont font;
            font.setBold(index.row() == current_);
            return font;
        }
        default: return {};
    }
}

HistoryPanel::HistoryPanel(Session& session, QWidget* parent)
    : QListView(parent), model_(new HistoryModel(session, this)) {
    setObjectName(QStringLiteral("history"));
    setUpPlainList(this, tr("History"));
    setModel(model_);
    connect(model_, &QAbstractItemModel::modelReset, this,
            [this] { scrollTo(model_->index(model_->currentRow(), 0)); });
    connect(this, &QListView::clicked, this,
            [&session](const QModelIndex& row) { session.jumpTo(static_cast<std::size_t>(row.row())); });
}

PanelDescriptor HistoryPanel::descriptor() {
    PanelDescriptor row{"historyDock", tr("History"), tr("List all edits, to go back to any"), PanelArea::Bottom,
                        [](Workspace& w) { return new HistoryPanel(w.session()); }};
    row.leastSize = LeastBottomPanel;
    return row;
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QListView>
#include <string>
#include <vector>

#include "ui/session/session.h"

namespace trammel::ui {

struct PanelDescriptor;

/// The undo list, oldest first; redoable steps are dimmed.
class HistoryModel : public QAbstractListModel {
    Q_OBJECT

public:
    explicit HistoryModel(Session& session, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    int currentRow() const { return current_; }

private:
    Session& session_;
    std::vector<std::string> labels_;
    int current_ = 0;
};

class HistoryPanel : public QListView {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();
    explicit HistoryPanel(Session& session, QWidget* parent = nullptr);

private:
    HistoryModel* model_;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QListView>
#include <vector>

#include "ui/session/session.h"

namespace trammel::ui {

/// Everything wrong with the model: one row per diagnostic, what and where on the first line, the remedy below.
class ProblemsModel : public QAbstractListModel {
    Q_OBJECT

public:
    explicit ProblemsModel(Session& session, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    /// One of nothing for no row.
    Diagnostic problemAt(const QModelIndex& index) const;

private:
    Session& session_;
    std::vector<Diagnostic> problems_;
};

class ProblemsPanel : public QListView {
    Q_OBJECT

public:
    explicit ProblemsPanel(Session& session, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The problem in hand; one of nothing when there is none.
    void problemChosen(const trammel::Diagnostic& problem);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ProblemsModel* model_;
};

/// The undo list, oldest first; what could be done again is faint.
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
    explicit HistoryPanel(Session& session, QWidget* parent = nullptr);

private:
    HistoryModel* model_;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QListView>
#include <vector>

#include "ui/session/session.h"

namespace trammel::ui {

/// All problems: one row per diagnostic, message and place on the first line, remedy below.
class ProblemsModel : public QAbstractListModel {
    Q_OBJECT

public:
    explicit ProblemsModel(Session& session, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    /// The default Diagnostic for an invalid index.
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
    /// The current problem; the default Diagnostic if there is none.
    void problemChosen(const trammel::Diagnostic& problem);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ProblemsModel* model_;
};

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
    explicit HistoryPanel(Session& session, QWidget* parent = nullptr);

private:
    HistoryModel* model_;
};

}  // namespace trammel::ui

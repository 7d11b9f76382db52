// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QListView>
#include <vector>

#include "ui/session/session.h"

namespace trammel::ui {

class Workspace;
struct PanelDescriptor;

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

/// The list of problems.
class ProblemsPanel : public QListView {
    Q_OBJECT

public:
    explicit ProblemsPanel(Session& session, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The current problem; the default Diagnostic if none exists.
    void problemChosen(const trammel::Diagnostic& problem);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ProblemsModel* model_;
};

/// The problems with fixes for the chosen one. Its title counts errors and warnings; it comes to the front when there
/// are more of them.
class ProblemsPage : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();
    explicit ProblemsPage(Workspace& workspace, QWidget* parent = nullptr);

private:
    void count();

    Workspace& workspace_;
    std::size_t seen_ = 0;
    /// True once bodies of the document passed through each other in a run.
    bool showedPassing_ = false;
};

}  // namespace trammel::ui

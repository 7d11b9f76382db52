// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/list_panels.h"

#include <QFont>
#include <QPainter>
#include <algorithm>

#include "ui/session/text.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

QIcon signOf(Severity severity) {
    const char* const names[] = {"note", "warning", "error"};
    return icon(names[static_cast<int>(severity)], Theme::instance().severityColor(severity));
}

void setUp(QListView* list, const QString& name) {
    list->setAccessibleName(name);
    list->setFrameShape(QFrame::NoFrame);
    list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list->setIconSize({18, 18});
}

}  // namespace

ProblemsModel::ProblemsModel(Session& session, QObject* parent)
    : QAbstractListModel(parent), session_(session), problems_(session.problems()) {
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (!(changes & (SessionChange::Problems | SessionChange::Document))) return;
        const auto same = [](const Diagnostic& a, const Diagnostic& b) {
            return a.severity == b.severity && a.element == b.element && a.message == b.message && a.place == b.place &&
                   a.remedy == b.remedy;
        };
        const auto& now = session_.problems();
        if (std::equal(now.begin(), now.end(), problems_.begin(), problems_.end(), same)) return;
        beginResetModel();
        problems_ = now;
        endResetModel();
    });
}

int ProblemsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(problems_.size());
}

Diagnostic ProblemsModel::problemAt(const QModelIndex& index) const {
    return index.isValid() ? problems_.at(static_cast<std::size_t>(index.row())) : Diagnostic{};
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const Diagnostic& problem = problems_[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole: {
            const QString name = session_.nameOf(problem.element);
            const QString place = name.isEmpty() ? text(problem.place) : name;
            QString line =
                place.isEmpty() ? text(problem.message) : place + QStringLiteral(" — ") + text(problem.message);
            if (!problem.remedy.empty()) line += QStringLiteral("\n→ ") + text(problem.remedy);
            return line;
        }
        case Qt::DecorationRole: return signOf(problem.severity);
        case Qt::ToolTipRole: return text(problem.toString());
        default: return {};
    }
}

ProblemsPanel::ProblemsPanel(Session& session, QWidget* parent)
    : QListView(parent), model_(new ProblemsModel(session, this)) {
    setObjectName(QStringLiteral("problems"));
    setUp(this, tr("Problems"));
    setWordWrap(true);
    setModel(model_);
    const auto show = [this, &session](const QModelIndex& row) {
        if (const ElementId element = model_->problemAt(row).element; element.isValid()) session.select(element);
    };
    connect(this, &QListView::activated, this, show);
    connect(this, &QListView::doubleClicked, this, show);
    // Select the worst problem until the user selects one.
    const auto choose = [this] {
        const QModelIndex row = currentIndex().isValid() ? currentIndex() : model_->index(0, 0);
        Q_EMIT problemChosen(model_->problemAt(row));
    };
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, choose);
    connect(model_, &QAbstractItemModel::modelReset, this, choose);
}

void ProblemsPanel::paintEvent(QPaintEvent* event) {
    QListView::paintEvent(event);
    if (model_->rowCount() > 0) return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(viewport()->rect(), Qt::AlignCenter, tr("No problems"));
}

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
    setUp(this, tr("History"));
    setModel(model_);
    connect(model_, &QAbstractItemModel::modelReset, this,
            [this] { scrollTo(model_->index(model_->currentRow(), 0)); });
    connect(this, &QListView::clicked, this,
            [&session](const QModelIndex& row) { session.jumpTo(static_cast<std::size_t>(row.row())); });
}

}  // namespace trammel::ui

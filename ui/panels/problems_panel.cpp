// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/problems_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/panels/fix_bar.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/plain_list.h"
#include "ui/panels/workspace.h"
#include "ui/session/run_report.h"
#include "ui/session/text.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

QIcon signOf(Severity severity) {
    const char* const names[] = {"note", "warning", "error"};
    return icon(names[static_cast<int>(severity)], Theme::instance().severityColor(severity));
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
        if (std::equal(now.begin(), now.end(), problems_.begin(), problems_.end(), same)) {
            // The lines name their elements.
            if (changes.changesOutputs() && !now.empty()) Q_EMIT dataChanged(index(0), index(rowCount() - 1));
            return;
        }
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
    setUpPlainList(this, tr("Problems"));
    setWordWrap(true);
    setModel(model_);
    const auto show = [this, &session](const QModelIndex& row) {
        if (const ElementId element = model_->problemAt(row).element; element.isValid()) session.select(element);
    };
    connect(this, &QListView::activated, this, show);
    connect(this, &QListView::clicked, this, show);
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

PanelDescriptor ProblemsPage::descriptor() {
    PanelDescriptor row{"problemsDock", tr("Problems"), tr("List problems of the model, with fixes"), PanelArea::Bottom,
                        [](Workspace& workspace) { return new ProblemsPage(workspace); }};
    row.isInFront = true;
    row.leastSize = LeastBottomPanel;
    row.size = {0, 200};
    return row;
}

ProblemsPage::ProblemsPage(Workspace& workspace, QWidget* parent) : QWidget(parent), workspace_(workspace) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* const list = new ProblemsPanel(workspace.session());
    auto* const fixes = new FixBar(workspace.session());
    auto* const meaning = new QWidget(this);
    auto* const row = new QHBoxLayout(meaning);
    row->setContentsMargins(8, 2, 8, 4);
    auto* const open = new QPushButton(tr("Explain this failure"), meaning);
    open->setObjectName(QStringLiteral("failureMeaning"));
    open->setToolTip(tr("Open the related help page"));
    // The keyboard focus stays in the view after a click.
    open->setFocusPolicy(Qt::TabFocus);
    row->addWidget(open);
    row->addStretch(1);
    meaning->hide();
    layout->addWidget(list, 1);
    layout->addWidget(meaning);
    layout->addWidget(fixes);
    connect(list, &ProblemsPanel::problemChosen, fixes, qOverload<const Diagnostic&>(&FixBar::offerFor));
    connect(list, &ProblemsPanel::problemChosen, meaning, [this, meaning](const Diagnostic& problem) {
        const RunStatus& run = workspace_.session().player().status();
        meaning->setVisible(run.phase == RunPhase::Failed && run.message == problem.message &&
                            !failureSectionOf(text(run.message)).isEmpty());
    });
    connect(&workspace.session(), &Session::changed, meaning, [this, meaning] {
        if (workspace_.session().player().status().phase != RunPhase::Failed) meaning->hide();
    });
    connect(open, &QPushButton::clicked, this,
            [this] { workspace_.commands().action(QStringLiteral("help.failures"))->trigger(); });
    // Connected last, so that problems come to the front of all panels raised by an import.
    connect(&workspace, &Workspace::opened, this, [this] {
        count();
        connect(&workspace_.session(), &Session::changed, this, [this](SessionChanges changes) {
            if (changes.isOtherDocument()) showedPassing_ = false;
            if (changes & SessionChange::Problems) count();
        });
    });
}

void ProblemsPage::count() {
    const Session& session = workspace_.session();
    const auto& problems = session.problems();
    const auto isProblem = [](const Diagnostic& d) { return d.severity != Severity::Note; };
    const auto count = static_cast<std::size_t>(std::ranges::count_if(problems, isProblem));
    const auto passing = static_cast<std::size_t>(std::ranges::count_if(
        problems, [&](const Diagnostic& d) { return isProblem(d) && session.passing(d) != nullptr; }));
    setWindowTitle(count > 0 ? tr("Problems (%1)").arg(count) : tr("Problems"));
    // Each run of the model repeats that bodies pass through each other: once is enough.
    const std::size_t others = count - passing;
    const bool isNews = others > seen_ || (passing > 0 && !showedPassing_);
    if (passing > 0) showedPassing_ = true;
    if (isNews) Q_EMIT workspace_.panelRequested(QStringLiteral("problemsDock"));
    seen_ = others;
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/model_tree_panel.h"

#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>
#include <vector>

#include "authoring/group_edit.h"
#include "compile/group_type.h"
#include "ui/panels/model_tree_model.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/tree_drop.h"
#include "ui/panels/workspace.h"
#include "ui/session/plot_drag.h"
#include "ui/theme/icons.h"

namespace trammel::ui {

namespace {

/// The rows as few ranges: the view searches the place of each range.
QItemSelection rangesOf(const std::vector<QModelIndex>& rows) {
    std::vector<std::pair<QModelIndex, QModelIndex>> byParent;
    for (const QModelIndex& row : rows) byParent.emplace_back(row.parent(), row);
    std::ranges::sort(byParent);
    QItemSelection ranges;
    for (std::size_t first = 0, next = 0; first < byParent.size(); first = next) {
        const auto& [parent, row] = byParent[first];
        for (next = first + 1; next < byParent.size(); ++next)
            if (byParent[next].first != parent || byParent[next].second.row() != row.row() + int(next - first)) break;
        ranges.append(QItemSelectionRange(row, byParent[next - 1].second));
    }
    return ranges;
}

}  // namespace

PanelDescriptor ModelTreePanel::descriptor() {
    return {.id = "modelDock",
            .title = tr("Model"),
            .hint = tr("List all elements as a tree"),
            .area = PanelArea::Left,
            .make =
                [](Workspace& w) {
                    auto* const panel = new ModelTreePanel(w.session());
                    connect(panel, &ModelTreePanel::contextMenuRequested, &w, &Workspace::contextMenuRequested);
                    connect(panel, &ModelTreePanel::elementActivated, &w, &Workspace::nameEditRequested);
                    connect(panel, &ModelTreePanel::elementClicked, &w, &Workspace::elementClicked);
                    w.commands().listenIn(panel, KeyScope::Elements);
                    return panel;
                },
            .leastSize = {145, 0},
            .size = {250, 0},
            .sizeInDebugger = {0, 300}};
}

ModelTreePanel::ModelTreePanel(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      model_(new ModelTreeModel(session, this)),
      filtered_(new QSortFilterProxyModel(this)),
      filter_(new QLineEdit(this)),
      view_(new QTreeView(this)) {
    filtered_->setSourceModel(model_);
    filtered_->setRecursiveFilteringEnabled(true);
    filtered_->setAutoAcceptChildRows(true);
    filtered_->setFilterCaseSensitivity(Qt::CaseInsensitive);

    filter_->setObjectName(QStringLiteral("treeFilter"));
    filter_->setPlaceholderText(tr("Find an element"));
    filter_->setAccessibleName(tr("Find an element"));
    filter_->setClearButtonEnabled(true);
    filter_->addAction(icon("search"), QLineEdit::LeadingPosition);

    view_->setObjectName(QStringLiteral("modelTree"));
    view_->setAccessibleName(tr("Model"));
    view_->setModel(filtered_);
    view_->setHeaderHidden(true);
    view_->setUniformRowHeights(true);
    view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view_->setContextMenuPolicy(Qt::CustomContextMenu);
    new PlotDragSource(view_->viewport(), [this](const QPoint& at) {
        return PlotDrag{{}, elementOf(view_->indexAt(at))};
    });
    auto* const drop = new TreeDrop(*view_, [this](ElementId element, const QModelIndex& row) {
        const Element* const dragged = session_.document().find(element);
        const FamilyDescriptor* const family = dragged ? session_.catalog().findFamily(dragged->family) : nullptr;
        return family && std::ranges::count(family->parentFamilies, groupFamily) > 0 && dragged->parent != groupAt(row);
    });
    connect(drop, &TreeDrop::dropped, this, &ModelTreePanel::moveToRow);
    view_->setIconSize({18, 18});
    view_->setIndentation(16);
    // Least width for readable names.
    view_->setMinimumWidth(fontMetrics().averageCharWidth() * 20);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(6, 6, 6, 6);
    top->addWidget(filter_);
    layout->addLayout(top);
    layout->addWidget(view_, 1);

    connect(filter_, &QLineEdit::textChanged, this, &ModelTreePanel::filterChanged);
    connect(model_, &QAbstractItemModel::modelReset, this, [this] {
        restoreExpansion();
        showSelection();
    });
    connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ModelTreePanel::takeSelection);
    connect(view_, &QTreeView::expanded, this, [this](const QModelIndex& row) {
        if (const ElementId element = elementOf(row); element.isValid())
            expanded_.insert(element);
        else
            collapsed_.erase(model_->familyAt(filtered_->mapToSource(row)));
    });
    connect(view_, &QTreeView::collapsed, this, [this](const QModelIndex& row) {
        if (const ElementId element = elementOf(row); element.isValid())
            expanded_.erase(element);
        else
            collapsed_.insert(model_->familyAt(filtered_->mapToSource(row)));
    });
    connect(view_, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        const QModelIndex row = filtered_->mapToSource(view_->indexAt(at));
        const bool isGroup = row.isValid() && !model_->elementAt(row).isValid();
        Q_EMIT contextMenuRequested(isGroup ? model_->familyAt(row) : QString(), view_->viewport()->mapToGlobal(at));
    });
    connect(view_, &QTreeView::clicked, this, [this](const QModelIndex& row) {
        if (const ElementId element = elementOf(row); element.isValid()) Q_EMIT elementClicked(element);
    });
    connect(view_, &QTreeView::doubleClicked, this, [this](const QModelIndex& row) {
        if (const ElementId element = elementOf(row); element.isValid()) Q_EMIT elementActivated(element);
    });
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & SessionChange::Selection) showSelection();
    });
    restoreExpansion();
}

void ModelTreePanel::focusFilter() {
    filter_->setFocus();
    filter_->selectAll();
}

void ModelTreePanel::renameSelected() {
    const QModelIndex row = rowOf(session_.selectedElement());
    if (!row.isValid()) return;
    view_->setFocus();
    view_->edit(row);
}

QModelIndex ModelTreePanel::rowOf(ElementId element) const {
    return filtered_->mapFromSource(model_->indexOf(element));
}

ElementId ModelTreePanel::elementOf(const QModelIndex& row) const {
    return model_->elementAt(filtered_->mapToSource(row));
}

ElementId ModelTreePanel::groupAt(const QModelIndex& row) const {
    const Document& document = session_.document();
    for (const Element* element = document.find(elementOf(row)); element; element = document.find(element->parent))
        if (element->family == groupFamily) return element->id;
    return {};
}

void ModelTreePanel::moveToRow(ElementId element, const QModelIndex& row) {
    const ElementId group = groupAt(row);
    const std::set<ElementId> moved =
        session_.selection().contains(element) ? session_.selection() : std::set<ElementId>{element};
    const QString label =
        group.isValid() ? tr("Move into %1").arg(session_.nameOf(group)) : tr("Move out of the group");
    session_.edit(label,
                  [&](const Document& document) { return moveIntoGroup(document, session_.model(), moved, group); });
    if (group.isValid()) view_->setExpanded(rowOf(group), true);
}

void ModelTreePanel::showSelection() {
    if (synchronizing_) return;
    const QScopedValueRollback guard(synchronizing_, true);
    std::vector<QModelIndex> rows;
    for (const ElementId element : session_.selection())
        if (const QModelIndex row = rowOf(element); row.isValid()) rows.push_back(row);
    view_->selectionModel()->select(rangesOf(rows), QItemSelectionModel::ClearAndSelect);
    if (rows.empty()) return;
    view_->selectionModel()->setCurrentIndex(rows.back(), QItemSelectionModel::NoUpdate);
    view_->scrollTo(rows.back());
}

void ModelTreePanel::takeSelection() {
    if (synchronizing_) return;
    const QScopedValueRollback guard(synchronizing_, true);
    std::set<ElementId> elements;
    for (const QModelIndex& row : view_->selectionModel()->selectedRows())
        if (const ElementId element = elementOf(row); element.isValid()) elements.insert(element);
    session_.select(std::move(elements));
}

void ModelTreePanel::filterChanged(const QString& text) {
    {
        // Filtered elements stay selected.
        const QScopedValueRollback guard(synchronizing_, true);
        filtered_->setFilterFixedString(text);
        // Rows expanded and collapsed by a search do not count as the user's.
        const QSignalBlocker quiet(view_);
        if (text.isEmpty()) {
            view_->collapseAll();
            restoreExpansion();
        } else {
            view_->expandAll();
        }
    }
    showSelection();
}

void ModelTreePanel::restoreExpansion() {
    for (int group = 0; group < model_->rowCount(); ++group) {
        const QModelIndex source = model_->index(group, 0);
        view_->setExpanded(filtered_->mapFromSource(source), !collapsed_.count(model_->familyAt(source)));
    }
    for (const ElementId element : std::set<ElementId>(expanded_)) view_->setExpanded(rowOf(element), true);
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/plots/source_tree.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

#include "inspect/outputs.h"
#include "ui/properties/units.h"
#include "ui/session/plot_drag.h"
#include "ui/session/text.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

enum Role { OutputRole = Qt::UserRole, HaystackRole, ElementRole };
enum SourceColumn { NameColumn, UnitColumn };

/// Icon of a group; group names come from the engine.
const char* iconOf(const QString& group) {
    static const std::map<QString, const char*> icons{
        {QStringLiteral("Joints"), "joint"},        {QStringLiteral("Bodies"), "body"},
        {QStringLiteral("Points"), "trace"},        {QStringLiteral("Constraints"), "constraint"},
        {QStringLiteral("Contacts"), "constraint"}, {QStringLiteral("Forces"), "force"},
        {QStringLiteral("Motors"), "motion"},       {QStringLiteral("Measures"), "measure"},
        {QStringLiteral("Integration"), "step"}};
    const auto known = icons.find(group);
    return known == icons.end() ? "tree" : known->second;
}

/// True if two outputs look the same in the tree.
bool areRowsSame(const Output& a, const Output& b) {
    return a.name == b.name && a.group == b.group && a.owner == b.owner && a.label == b.label &&
           a.element == b.element && a.quantity == b.quantity && a.unit == b.unit;
}

class Tree : public QTreeWidget {
public:
    using QTreeWidget::QTreeWidget;

protected:
    QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override {
        PlotDrag drag;
        for (const QTreeWidgetItem* item : items) {
            const QString output = item->data(NameColumn, OutputRole).toString();
            if (!output.isEmpty()) drag.outputs += output;
            const auto element = ElementId{item->data(NameColumn, ElementRole).toULongLong()};
            if (output.isEmpty() && element.isValid()) drag.element = element;
        }
        return drag.toMime();
    }
};

}  // namespace

SourceTree::SourceTree(const DisplayUnits& units, QWidget* parent)
    : QWidget(parent), units_(units), search_(new QLineEdit(this)), note_(new QLabel(this)), tree_(new Tree(this)) {
    setObjectName(QStringLiteral("sourceTree"));
    search_->setObjectName(QStringLiteral("sourceSearch"));
    search_->setPlaceholderText(tr("Find an output"));
    search_->setAccessibleName(tr("Find an output"));
    search_->setClearButtonEnabled(true);
    search_->addAction(icon("search"), QLineEdit::LeadingPosition);
    note_->setObjectName(QStringLiteral("sourceNote"));
    note_->setText(tr("No output matches all words. Use fewer, or words of an element or group."));
    note_->setWordWrap(true);
    note_->setForegroundRole(QPalette::PlaceholderText);
    note_->hide();
    tree_->setObjectName(QStringLiteral("sources"));
    tree_->setAccessibleName(tr("Outputs"));
    tree_->setHeaderHidden(true);
    tree_->setColumnCount(2);
    tree_->setUniformRowHeights(true);
    tree_->setIndentation(14);
    tree_->setDragEnabled(true);
    tree_->setDragDropMode(QAbstractItemView::DragOnly);
    tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree_->setExpandsOnDoubleClick(true);
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(NameColumn, QHeaderView::Stretch);
    tree_->header()->setSectionResizeMode(UnitColumn, QHeaderView::ResizeToContents);
    tree_->setToolTip(tr("Double-click or drag an output to plot it"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(search_);
    layout->addWidget(note_);
    layout->addWidget(tree_);
    connect(tree_, &QTreeWidget::itemExpanded, this, &SourceTree::fill);
    connect(search_, &QLineEdit::textChanged, this, &SourceTree::filter);
    connect(search_, &QLineEdit::returnPressed, this, [this] {
        // The first match.
        for (QTreeWidgetItemIterator it(tree_, QTreeWidgetItemIterator::NotHidden); *it; ++it)
            if (const QString output = (*it)->data(NameColumn, OutputRole).toString(); !output.isEmpty()) {
                Q_EMIT chosen({output});
                return;
            }
    });
    connect(tree_, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
        if (!item->data(NameColumn, OutputRole).toString().isEmpty()) Q_EMIT chosen(selectedOutputs());
    });
}

QStringList SourceTree::selectedOutputs() const {
    QStringList outputs;
    for (const QTreeWidgetItem* item : tree_->selectedItems())
        if (const QString output = item->data(NameColumn, OutputRole).toString(); !output.isEmpty()) outputs += output;
    return outputs;
}

QString SourceTree::unitOf(const Output& o) const {
    return o.quantity == Quantity::None ? text(o.unit) : units_.unitFor(o.quantity).symbol;
}

void SourceTree::setOutputs(const Outputs* all) {
    const Outputs* const before = std::exchange(all_, all);
    if (before && all && before != all && std::ranges::equal(before->getAll(), all->getAll(), areRowsSame)) return;
    waiting_.clear();
    tree_->clear();
    note_->hide();
    if (!all) return;
    struct Group {
        QTreeWidgetItem* item = nullptr;
        std::map<std::string_view, QTreeWidgetItem*> owners;
        /// Added together, which is faster.
        QList<QTreeWidgetItem*> added;
    };
    std::map<std::string_view, Group> groups;
    const std::vector<Output>& outputs = all->getAll();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const Output& o = outputs[i];
        Group& group = groups[o.group];
        if (!group.item) {
            group.item = new QTreeWidgetItem(tree_, {text(o.group)});
            group.item->setIcon(NameColumn, icon(iconOf(text(o.group))));
            group.item->setFlags(Qt::ItemIsEnabled);
        }
        if (o.owner.empty()) {
            addRow(group.item, o);
            continue;
        }
        QTreeWidgetItem*& owner = group.owners[o.owner];
        if (!owner) {
            owner = new QTreeWidgetItem;
            owner->setText(NameColumn, text(o.owner));
            owner->setData(NameColumn, ElementRole, qulonglong(o.element.value));
            owner->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
            group.added += owner;
        }
        waiting_[owner].push_back(i);
    }
    for (auto& [name, group] : groups) group.item->addChildren(group.added);
    filter(search_->text());
}

void SourceTree::addRow(QTreeWidgetItem* place, const Output& o) {
    auto* const item = new QTreeWidgetItem(place, {text(o.label), unitOf(o)});
    item->setData(NameColumn, OutputRole, text(o.name));
    item->setData(NameColumn, HaystackRole, text(o.group + ' ' + o.name));
    item->setForeground(UnitColumn, palette().color(QPalette::PlaceholderText));
}

void SourceTree::fill(QTreeWidgetItem* owner) {
    const auto waiting = waiting_.find(owner);
    if (waiting == waiting_.end()) return;
    for (const std::size_t i : waiting->second) addRow(owner, all_->getAll()[i]);
    waiting_.erase(waiting);
}

void SourceTree::find(const QString& words) {
    search_->setText(words);
    filter(words);
}

void SourceTree::filter(const QString& words) {
    const QStringList wanted = words.split(' ', Qt::SkipEmptyParts);
    const auto fits = [&](const QString& haystack) {
        return std::all_of(wanted.begin(), wanted.end(),
                           [&](const QString& word) { return haystack.contains(word, Qt::CaseInsensitive); });
    };
    if (!wanted.isEmpty()) {
        std::vector<QTreeWidgetItem*> found;
        for (const auto& [owner, outputs] : waiting_)
            if (std::ranges::any_of(outputs, [&](std::size_t i) {
                    const Output& o = all_->getAll()[i];
                    return fits(text(o.group + ' ' + o.name));
                }))
                found.push_back(owner);
        for (QTreeWidgetItem* const owner : found) fill(owner);
    }
    // A branch is shown if any of its leaves is.
    const std::function<bool(QTreeWidgetItem*)> show = [&](QTreeWidgetItem* item) {
        bool any = waiting_.contains(item)
                       ? wanted.isEmpty()
                       : item->childCount() == 0 && fits(item->data(NameColumn, HaystackRole).toString());
        for (int i = 0; i < item->childCount(); ++i) any = show(item->child(i)) || any;
        item->setHidden(!any);
        if (item->childCount() > 0) item->setExpanded(any && !wanted.isEmpty());
        return any;
    };
    bool any = false;
    for (int i = 0; i < tree_->topLevelItemCount(); ++i) any = show(tree_->topLevelItem(i)) || any;
    // Outputs that are not listed yet may match.
    note_->setVisible(!any && !wanted.isEmpty() && tree_->topLevelItemCount() > 0);
}

}  // namespace trammel::ui

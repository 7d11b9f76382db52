// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/plots/source_tree.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "inspect/outputs.h"
#include "ui/properties/units.h"
#include "ui/session/plot_drag.h"
#include "ui/session/text.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

enum Role { OutputRole = Qt::UserRole, ElementRole };
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

QString searchedText(const Output& o) { return text(o.group.str() + ' ' + o.name); }

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

/// A row of an output, or of an element with its outputs. Keeps places in the list, no texts.
class SourceTree::Row : public QTreeWidgetItem {
public:
    /// @param place in the list
    Row(const SourceTree& tree, std::size_t place) : tree_(tree), first_(place) {}
    /// @param first,count in byOwner_
    Row(const SourceTree& tree, std::size_t first, std::size_t count) : tree_(tree), first_(first), count_(count) {
        setChildIndicatorPolicy(ShowIndicator);
    }

    bool isOwner() const { return count_ > 0; }
    bool isWaiting() const { return isOwner() && childCount() == 0; }
    /// Places in the list of the outputs of an element.
    std::span<const std::size_t> outputs() const { return std::span(tree_.byOwner_).subspan(first_, count_); }
    const Output& output() const { return tree_.all_->getAll()[isOwner() ? outputs().front() : first_]; }

    QVariant data(int column, int role) const override {
        if (!tree_.all_) return {};
        const bool isText = role == Qt::DisplayRole || role == Qt::EditRole;
        const Output& o = output();
        if (column == UnitColumn) {
            if (isOwner()) return {};
            if (role == Qt::ForegroundRole) return QBrush(tree_.palette().color(QPalette::PlaceholderText));
            return isText ? tree_.unitOf(o) : QVariant();
        }
        if (isText) return ui::text(isOwner() ? o.owner : o.label);
        if (role == ElementRole && isOwner()) return qulonglong(o.element.value);
        return role == OutputRole && !isOwner() ? ui::text(o.name) : QVariant();
    }

private:
    const SourceTree& tree_;
    std::size_t first_, count_ = 0;
};

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
    // Rows of the former list have no text any more.
    all_ = nullptr;
    tree_->clear();
    all_ = all;
    byOwner_.clear();
    isFiltered_ = false;
    note_->hide();
    if (!all) return;
    addGroups();
    filter(search_->text());
}

void SourceTree::addGroups() {
    std::set<std::string_view> names;
    for (const Output& each : all_->getAll()) {
        if (!names.insert(each.group.str()).second) continue;
        const QString name = text(each.group);
        auto* const group = new QTreeWidgetItem(tree_, {name});
        group->setIcon(NameColumn, icon(iconOf(name)));
        group->setFlags(Qt::ItemIsEnabled);
        group->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
    }
}

void SourceTree::fillGroup(QTreeWidgetItem* group) {
    if (group->childCount() > 0) return;
    const std::string name = group->text(NameColumn).toStdString();
    const std::vector<Output>& outputs = all_->getAll();
    struct Owner {
        std::size_t count = 0, end = 0;
    };
    std::vector<Owner> owners;
    std::unordered_map<std::string_view, std::size_t> ownerByName;
    // Outputs of elements, with the place of the element.
    std::vector<std::pair<std::size_t, std::size_t>> owned;
    // Added together, which is faster.
    QList<QTreeWidgetItem*> rows;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (outputs[i].group != name) continue;
        if (outputs[i].owner.empty()) {
            rows += new Row(*this, i);
            continue;
        }
        const auto [owner, isNew] = ownerByName.try_emplace(outputs[i].owner.str(), owners.size());
        if (isNew) owners.emplace_back();
        ++owners[owner->second].count;
        owned.emplace_back(i, owner->second);
    }
    std::size_t first = byOwner_.size();
    for (Owner& owner : owners) owner.end = std::exchange(first, first + owner.count);
    byOwner_.resize(first);
    for (const auto& [output, owner] : owned) byOwner_[owners[owner].end++] = output;
    for (const Owner& owner : owners) rows += new Row(*this, owner.end - owner.count, owner.count);
    group->addChildren(rows);
}

void SourceTree::fill(QTreeWidgetItem* item) {
    if (!item->parent()) return fillGroup(item);
    const Row& owner = *static_cast<const Row*>(item);
    if (!owner.isWaiting()) return;
    QList<QTreeWidgetItem*> rows;
    for (const std::size_t i : owner.outputs()) rows += new Row(*this, i);
    item->addChildren(rows);
}

void SourceTree::find(const QString& words) {
    search_->setText(words);
    filter(words);
}

void SourceTree::filter(const QString& words) {
    const QStringList wanted = words.split(' ', Qt::SkipEmptyParts);
    // All rows are shown.
    if (wanted.isEmpty() && !isFiltered_) return;
    isFiltered_ = !wanted.isEmpty();
    const auto fits = [&](const Output& output) {
        const QString searched = searchedText(output);
        return std::ranges::all_of(wanted,
                                   [&](const QString& word) { return searched.contains(word, Qt::CaseInsensitive); });
    };
    const auto fitsAt = [&](std::size_t i) { return fits(all_->getAll()[i]); };
    const auto showRow = [](QTreeWidgetItem* item, bool isShown) {
        if (item->isHidden() == isShown) item->setHidden(!isShown);
        return isShown;
    };
    // A branch is shown if any of its leaves is.
    const auto showOwner = [&](Row* row) {
        if (row->isWaiting()) {
            if (wanted.isEmpty()) return showRow(row, true);
            if (!std::ranges::any_of(row->outputs(), fitsAt)) return showRow(row, false);
            fill(row);
        }
        bool any = !row->isOwner() && fits(row->output());
        for (int i = 0; i < row->childCount(); ++i)
            any = showRow(row->child(i), fits(static_cast<const Row*>(row->child(i))->output())) || any;
        if (row->isOwner()) row->setExpanded(any && !wanted.isEmpty());
        return showRow(row, any);
    };
    bool isAnyShown = false;
    for (int g = 0; g < tree_->topLevelItemCount(); ++g) {
        QTreeWidgetItem* const group = tree_->topLevelItem(g);
        if (!wanted.isEmpty()) fillGroup(group);
        bool any = wanted.isEmpty();
        for (int i = 0; i < group->childCount(); ++i) any = showOwner(static_cast<Row*>(group->child(i))) || any;
        isAnyShown = showRow(group, any) || isAnyShown;
        group->setExpanded(any && !wanted.isEmpty());
    }
    // Outputs that are not listed yet may match.
    note_->setVisible(!isAnyShown && !wanted.isEmpty() && tree_->topLevelItemCount() > 0);
}

}  // namespace trammel::ui

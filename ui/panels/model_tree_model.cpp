// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/model_tree_model.h"

#include <QFont>
#include <QIcon>
#include <algorithm>

#include "compile/coordinates.h"
#include "compile/group_type.h"
#include "ui/session/text.h"
#include "ui/session/type_icon.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

// An element's index id is twice its element id; a group's id is odd.
constexpr quintptr groupId(std::size_t group) { return 2 * group + 1; }
quintptr elementId(ElementId id) { return static_cast<quintptr>(2 * id.value); }

bool isDisabled(const Element& element, const TypeDescriptor* type) {
    return type && type->findProperty("enabled") && !element.valueAs<bool>(*type, "enabled");
}

}  // namespace

ModelTreeModel::ModelTreeModel(Session& session, QObject* parent) : QAbstractItemModel(parent), session_(session) {
    collectLocks();
    rebuild();
    connect(&session_, &Session::changed, this, &ModelTreeModel::update);
    connect(&Theme::instance(), &Theme::changed, this, &ModelTreeModel::notifyAllChanged);
}

std::vector<ModelTreeModel::Group> ModelTreeModel::groupsOf(const Document& document) const {
    std::vector<Group> groups;
    for (const FamilyDescriptor& family : session_.catalog().families()) groups.push_back({&family, {}});
    // Subassemblies first.
    std::stable_partition(groups.begin(), groups.end(),
                          [](const Group& group) { return group.family->key == groupFamily; });
    groups.push_back({nullptr, {}});
    for (const ElementId id : document.roots()) {
        const std::string& family = document.get(id).family;
        auto group = std::find_if(groups.begin(), groups.end() - 1,
                                  [&family](const Group& g) { return g.family->key == family; });
        group->elements.push_back(id);
    }
    std::erase_if(groups, [](const Group& group) { return group.elements.empty(); });
    return groups;
}

void ModelTreeModel::update(SessionChanges changes) {
    if (changes & SessionChange::Problems) collectProblems();
    if (changes & SessionChange::Document) collectLocks();
    if (changes & SessionChange::Document) {
        if (changes.changesTree()) return rebuild();
        document_ = session_.document();
    }
    if (changes & (SessionChange::Problems | SessionChange::Visibility)) return notifyAllChanged();
    if (!changes.edit()) return;
    for (const ElementChange& change : changes.edit()->changed)
        if (const QModelIndex row = indexOf(change.id); row.isValid()) Q_EMIT dataChanged(row, row);
}

void ModelTreeModel::notifyAllChanged() {
    if (!groups_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0));
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        const QModelIndex group = index(static_cast<int>(g), 0);
        Q_EMIT dataChanged(index(0, 0, group), index(rowCount(group) - 1, 0, group));
    }
    for (const auto& [id, place] : places_)
        if (const auto& children = document_.childrenOf(id); !children.empty())
            Q_EMIT dataChanged(indexOf(children.front()), indexOf(children.back()));
}

void ModelTreeModel::rebuild() {
    beginResetModel();
    document_ = session_.document();
    groups_ = groupsOf(document_);
    places_.clear();
    const auto place = [this](auto&& self, ElementId id, int row, std::size_t group) -> void {
        places_[id] = {row, group};
        int childRow = 0;
        for (const ElementId child : document_.childrenOf(id)) self(self, child, childRow++, group);
    };
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        int row = 0;
        for (const ElementId id : groups_[g].elements) place(place, id, row++, g);
    }
    collectProblems();
    endResetModel();
}

void ModelTreeModel::collectLocks() {
    const std::vector<ElementId> locked = findLockedJoints(session_.document());
    locked_ = {locked.begin(), locked.end()};
}

void ModelTreeModel::collectProblems() {
    worstProblem_.clear();
    // Problems are sorted worst first: keep the first of each element.
    for (const Diagnostic& d : session_.problems())
        if (d.element.isValid() && d.severity != Severity::Note) worstProblem_.emplace(d.element, d);
}

ElementId ModelTreeModel::elementAt(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() % 2 == 1) return {};
    return ElementId{index.internalId() / 2};
}

QString ModelTreeModel::familyAt(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    if (const Element* element = document_.find(elementAt(index))) return text(element->family);
    const auto group = static_cast<std::size_t>(index.row());
    return group < groups_.size() && groups_[group].family ? text(groups_[group].family->key) : QString();
}

QModelIndex ModelTreeModel::indexOf(ElementId element) const {
    const auto place = places_.find(element);
    return place == places_.end() ? QModelIndex() : createIndex(place->second.row, 0, elementId(element));
}

const std::vector<ElementId>* ModelTreeModel::childrenOf(const QModelIndex& parent) const {
    if (const ElementId element = elementAt(parent); element.isValid())
        return document_.find(element) ? &document_.childrenOf(element) : nullptr;
    const auto group = static_cast<std::size_t>(parent.row());
    return group < groups_.size() ? &groups_[group].elements : nullptr;
}

QModelIndex ModelTreeModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    if (!parent.isValid()) return createIndex(row, column, groupId(static_cast<std::size_t>(row)));
    return createIndex(row, column, elementId((*childrenOf(parent))[static_cast<std::size_t>(row)]));
}

QModelIndex ModelTreeModel::parent(const QModelIndex& child) const {
    const ElementId element = elementAt(child);
    if (!element.isValid()) return {};
    const Element* const held = document_.find(element);
    if (!held) return {};
    if (held->parent.isValid()) return indexOf(held->parent);
    const std::size_t group = places_.at(element).group;
    return createIndex(static_cast<int>(group), 0, groupId(group));
}

int ModelTreeModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(groups_.size());
    const auto* const children = childrenOf(parent);
    return children ? static_cast<int>(children->size()) : 0;
}

int ModelTreeModel::columnCount(const QModelIndex&) const { return 1; }

QVariant ModelTreeModel::groupData(const Group& group, int role) const {
    switch (role) {
        case Qt::DisplayRole:
            return QStringLiteral("%1  (%2)")
                .arg(group.family ? text(group.family->pluralLabel) : tr("Unknown"))
                .arg(group.elements.size());
        case Qt::ToolTipRole: return group.family ? text(group.family->doc) : QString();
        case Qt::DecorationRole: return iconOr(group.family ? text(group.family->key) : QString(), "group");
        case Qt::FontRole: {
            QFont font;
            font.setBold(true);
            return font;
        }
        default: return {};
    }
}

QVariant ModelTreeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const ElementId id = elementAt(index);
    if (!id.isValid()) return groupData(groups_.at(static_cast<std::size_t>(index.row())), role);
    const Element* const element = document_.find(id);
    if (!element) return {};
    const TypeDescriptor* const type = session_.typeOf(*element);
    const auto problem = worstProblem_.find(id);
    const bool faulty = problem != worstProblem_.end();
    switch (role) {
        case Qt::DisplayRole:
        case Qt::EditRole: return text(element->name);
        case Qt::DecorationRole:
            if (faulty)
                return icon(problem->second.severity == Severity::Error ? "error" : "warning",
                            Theme::instance().severityColor(problem->second.severity));
            if (locked_.contains(id)) return icon("lock");
            return icon(type ? iconNameOf(*type) : text(element->family));
        case Qt::FontRole: {
            QFont font;
            font.setItalic(session_.hidden().contains(id));
            font.setStrikeOut(isDisabled(*element, type));
            return font;
        }
        case Qt::ForegroundRole:
            if (!faulty && (session_.hidden().contains(id) || isDisabled(*element, type)))
                return Theme::instance().colors().faintText;
            return faulty ? QVariant(Theme::instance().severityColor(problem->second.severity)) : QVariant();
        case Qt::ToolTipRole: {
            const QString what = type ? text(type->label) + QStringLiteral(": ") + text(type->doc)
                                      : tr("Unknown type '%1'").arg(text(element->type));
            if (faulty) return text(problem->second.message) + '\n' + what;
            if (isDisabled(*element, type)) return tr("Disabled. %1").arg(what);
            return locked_.contains(id) ? tr("Locked. %1").arg(what) : what;
        }
        default: return {};
    }
}

bool ModelTreeModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const ElementId id = elementAt(index);
    if (role != Qt::EditRole || !id.isValid() || value.toString() == session_.nameOf(id)) return false;
    const auto result =
        session_.setValue(tr("Rename %1").arg(session_.nameOf(id)), id, "name", value.toString().toStdString());
    return result.value.has_value();
}

Qt::ItemFlags ModelTreeModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    if (!elementAt(index).isValid()) return Qt::ItemIsEnabled;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable;
}

}  // namespace trammel::ui

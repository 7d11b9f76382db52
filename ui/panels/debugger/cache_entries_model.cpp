// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/cache_entries_model.h"

#include <QFont>
#include <algorithm>

#include "ui/session/text.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

QString stagesOf(const CacheEntryReport& entry) {
    const QString upTo = entry.lazy ? CacheEntriesModel::tr("on demand") : nameOf(entry.latest);
    return entry.earliest == entry.latest ? nameOf(entry.earliest)
                                          : nameOf(entry.earliest) + QStringLiteral(" … ") + upTo;
}

QString prerequisitesOf(const CacheEntryReport& entry) {
    QStringList names;
    for (const PrerequisiteReport& p : entry.prerequisites)
        names += text(p.name) + (p.changedSince ? CacheEntriesModel::tr(" (changed)") : QString());
    return names.isEmpty() ? CacheEntriesModel::tr("its stage only") : names.join(QStringLiteral(", "));
}

}  // namespace

QString wordFor(const CacheEntryReport& entry) {
    switch (entry.validity) {
        case CacheValidity::Valid: return CacheEntriesModel::tr("valid");
        case CacheValidity::StageTooLow:
            return entry.versionSeen > 0 ? CacheEntriesModel::tr("stale") : CacheEntriesModel::tr("not realized");
        case CacheValidity::NeverComputed: return CacheEntriesModel::tr("never computed");
        case CacheValidity::StageInvalidated:
        case CacheValidity::PrerequisiteChanged:
        case CacheValidity::MarkedInvalid: return CacheEntriesModel::tr("stale");
    }
    return {};
}

QString explainEntry(const CacheEntryReport& entry) {
    QString sentence = text(entry.reason);
    if (!sentence.isEmpty()) sentence[0] = sentence[0].toUpper();
    if (entry.validity == CacheValidity::Valid) return sentence + '.';
    const QString versions = entry.versionSeen > 0
                                 ? CacheEntriesModel::tr("%1 is at version %2; the entry was computed at version %3")
                                       .arg(nameOf(entry.earliest))
                                       .arg(entry.versionNow)
                                       .arg(entry.versionSeen)
                                 : CacheEntriesModel::tr("%1 is at version %2; the entry was never computed")
                                       .arg(nameOf(entry.earliest))
                                       .arg(entry.versionNow);
    return sentence + QStringLiteral("; ") + versions + QStringLiteral(".");
}

CacheEntriesModel::CacheEntriesModel(Debugger& debugger, QObject* parent)
    : QAbstractTableModel(parent), debugger_(debugger) {}

void CacheEntriesModel::refresh() {
    std::shared_ptr<const StateReport> fresh = debugger_.inspected().entries();
    const auto shape = [](const StateReport& report) {
        std::vector<std::size_t> counts;
        for (const SubsystemReport& s : report.subsystems) counts.push_back(s.entries.size());
        return counts;
    };
    // Keep the selection while the entries are the same.
    const bool sameRows = shape(*fresh) == shape(*report_);
    if (!sameRows) beginResetModel();
    report_ = std::move(fresh);
    rows_.clear();
    for (const SubsystemReport& s : report_->subsystems)
        for (const CacheEntryReport& e : s.entries) rows_.push_back({&e, &s});
    dropped_ =
        debugger_.inspectsWorker() ? std::vector<CacheEntryKey>() : debugger_.session().displayed().entriesDropped();
    if (!sameRows)
        endResetModel();
    else if (!rows_.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int CacheEntriesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}
int CacheEntriesModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

int CacheEntriesModel::rowOf(CacheEntryKey key) const {
    const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const Row& r) { return r.entry->key == key; });
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

int CacheEntriesModel::rowOf(const std::string& quotedName) const {
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if ("'" + rows_[i].entry->name + "' of subsystem '" + rows_[i].subsystem->name + "'" == quotedName)
            return static_cast<int>(i);
    return -1;
}

QString CacheEntriesModel::faultOf(int row) const {
    for (const AuditFinding& fault : debugger_.faults())
        if (rowOf(fault.entry) == row) return text(fault.sentence);
    return {};
}

bool CacheEntriesModel::wasDropped(int row) const {
    return std::find(dropped_.begin(), dropped_.end(), entryAt(row).key) != dropped_.end();
}

QVariant CacheEntriesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    static const char* const names[] = {QT_TR_NOOP("Entry"),  QT_TR_NOOP("State"),   QT_TR_NOOP("Subsystem"),
                                        QT_TR_NOOP("Stages"), QT_TR_NOOP("Version"), QT_TR_NOOP("Cost"),
                                        QT_TR_NOOP("Size"),   QT_TR_NOOP("Why"),     QT_TR_NOOP("Type")};
    return CacheEntriesModel::tr(names[section]);
}

QVariant CacheEntriesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const CacheEntryReport& entry = entryAt(index.row());
    const ThemeColors& colors = Theme::instance().colors();
    const bool wrong = !debugger_.faults().empty() && !faultOf(index.row()).isEmpty();
    if (role == Qt::ForegroundRole && wrong) return colors.bad;
    if (role == Qt::ForegroundRole && index.column() == Validity) {
        if (entry.validity == CacheValidity::Valid) return colors.good;
        return wordFor(entry) == CacheEntriesModel::tr("stale") ? colors.caution : colors.faintText;
    }
    if (role == Qt::BackgroundRole && wasDropped(index.row())) {
        QColor lit = colors.caution;
        lit.setAlpha(36);
        return lit;
    }
    if (role == Qt::TextAlignmentRole &&
        (index.column() == Version || index.column() == Cost || index.column() == Size))
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && index.column() != Type)
        return QStringLiteral("<b>%1</b><br>%2<br>%3")
            .arg(text(entry.name).toHtmlEscaped(), explainEntry(entry).toHtmlEscaped(),
                 CacheEntriesModel::tr("Depends on %1. Allocated at %2.")
                     .arg(prerequisitesOf(entry), nameOf(entry.allocated))
                     .toHtmlEscaped());
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
        case Name: return text(entry.name);
        case Subsystem: return text(subsystemAt(index.row()).name);
        case Validity: return wrong ? wordFor(entry) + CacheEntriesModel::tr(", contract violated") : wordFor(entry);
        case Reason: return explainEntry(entry);
        case Stages: return stagesOf(entry);
        case Version: return QString::number(entry.version);
        case Cost: {
            if (debugger_.inspectsWorker()) return {};
            const auto cost = debugger_.session().displayed().log().costOf(entry.key);
            return cost.seconds < 0 ? QString() : formatDuration(cost.seconds);
        }
        case Size: return CacheEntriesModel::tr("%1 B").arg(entry.bytes);
        case Type: return text(entry.type);
        default: return {};
    }
}

void CacheEntriesFilter::setKind(Kind kind) {
    kind_ = kind;
    invalidateFilter();
}

void CacheEntriesFilter::setText(const QString& text) {
    text_ = text;
    invalidateFilter();
}

bool CacheEntriesFilter::filterAcceptsRow(int row, const QModelIndex&) const {
    const auto* const model = static_cast<const CacheEntriesModel*>(sourceModel());
    const CacheEntryReport& entry = model->entryAt(row);
    const QString name = text(entry.name) + ' ' + text(model->subsystemAt(row).name);
    if (!name.contains(text_, Qt::CaseInsensitive)) return false;
    switch (kind_) {
        case All: return true;
        case Valid: return entry.validity == CacheValidity::Valid;
        case Stale: return wordFor(entry) == CacheEntriesModel::tr("stale");
        case NotReached: return entry.validity == CacheValidity::StageTooLow;
        case NeverComputed: return entry.versionSeen == 0;
        case Dropped: return model->wasDropped(row);
        case Wrong: return !model->faultOf(row).isEmpty();
    }
    return true;
}

bool CacheEntriesFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const auto* const model = static_cast<const CacheEntriesModel*>(sourceModel());
    const CacheEntryReport &a = model->entryAt(left.row()), &b = model->entryAt(right.row());
    switch (left.column()) {
        case CacheEntriesModel::Stages: return std::pair(a.earliest, a.latest) < std::pair(b.earliest, b.latest);
        case CacheEntriesModel::Version: return a.version < b.version;
        case CacheEntriesModel::Size: return a.bytes < b.bytes;
        default: return QSortFilterProxyModel::lessThan(left, right);
    }
}

}  // namespace trammel::ui

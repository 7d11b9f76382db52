// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/bookmarks.h"

#include <QJsonArray>
#include <QJsonObject>
#include <algorithm>
#include <cmath>

#include "ui/session/document_memory.h"

namespace trammel::ui {

namespace {
const QString MemoryKey = QStringLiteral("bookmarks");
/// Bookmarks closer than this are the same, s.
constexpr Real Same = 1e-9;
}  // namespace

Bookmarks::Bookmarks(DocumentMemory& memory, QObject* parent) : QObject(parent), memory_(memory) {
    connect(&memory_, &DocumentMemory::replaced, this, [this] {
        read();
        Q_EMIT changed();
    });
    read();
}

std::size_t Bookmarks::add(Real time) {
    auto at = std::lower_bound(all_.begin(), all_.end(), time - Same,
                               [](const Bookmark& bookmark, Real t) { return bookmark.time < t; });
    if (at == all_.end() || at->time > time + Same) {
        QString name;
        for (std::size_t number = 1; name.isEmpty(); ++number) {
            const QString free = tr("Bookmark %1").arg(number);
            if (std::none_of(all_.begin(), all_.end(), [&](const Bookmark& each) { return each.name == free; }))
                name = free;
        }
        at = all_.insert(at, {time, name});
        write();
    }
    return static_cast<std::size_t>(at - all_.begin());
}

void Bookmarks::rename(std::size_t index, const QString& name) {
    if (index >= all_.size() || name.trimmed().isEmpty()) return;
    all_[index].name = name.trimmed();
    write();
}

void Bookmarks::remove(std::size_t index) {
    if (index >= all_.size()) return;
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(index));
    write();
}

void Bookmarks::clearOfRun() {
    if (ofRun_.empty()) return;
    ofRun_.clear();
    Q_EMIT changed();
}

void Bookmarks::addOfRun(const std::vector<Bookmark>& bookmarks) {
    if (bookmarks.empty()) return;
    ofRun_.insert(ofRun_.end(), bookmarks.begin(), bookmarks.end());
    Q_EMIT changed();
}

std::optional<Real> Bookmarks::next(Real time) const {
    std::optional<Real> found;
    for (const auto* const list : {&all_, &ofRun_})
        for (const Bookmark& each : *list)
            if (each.time > time + Same && (!found || each.time < *found)) found = each.time;
    return found;
}

std::optional<Real> Bookmarks::previous(Real time) const {
    std::optional<Real> found;
    for (const auto* const list : {&all_, &ofRun_})
        for (const Bookmark& each : *list)
            if (each.time < time - Same && (!found || each.time > *found)) found = each.time;
    return found;
}

void Bookmarks::read() {
    all_.clear();
    for (const QJsonValue each : memory_.value(MemoryKey).toArray())
        all_.push_back({each[QStringLiteral("time")].toDouble(), each[QStringLiteral("name")].toString()});
}

void Bookmarks::write() {
    QJsonArray json;
    for (const Bookmark& each : all_)
        json += QJsonObject{{QStringLiteral("time"), each.time}, {QStringLiteral("name"), each.name}};
    memory_.setValue(MemoryKey, json);
    Q_EMIT changed();
}

}  // namespace trammel::ui

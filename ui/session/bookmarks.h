// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <vector>

#include "math/vec.h"

namespace trammel::ui {

class DocumentMemory;

/// Named times of a document, stored with it, and those marked by events of the displayed run.
class Bookmarks : public QObject {
    Q_OBJECT

public:
    explicit Bookmarks(DocumentMemory& memory, QObject* parent = nullptr);

    struct Bookmark {
        Real time;
        QString name;
    };
    /// Sorted by time.
    const std::vector<Bookmark>& all() const { return all_; }
    /// Marked by events; sorted by time.
    const std::vector<Bookmark>& ofRun() const { return ofRun_; }
    /// Removes those of the previous run.
    void clearOfRun();
    /// @param bookmarks not before those of ofRun(); sorted by time
    void addOfRun(const std::vector<Bookmark>& bookmarks);
    /// Adds a bookmark at @p time, s, or finds the existing one; returns its index in all().
    std::size_t add(Real time);
    void rename(std::size_t index, const QString& name);
    void remove(std::size_t index);
    /// The nearest bookmark after (before) @p time, s; empty if none.
    std::optional<Real> next(Real time) const;
    std::optional<Real> previous(Real time) const;

Q_SIGNALS:
    void changed();

private:
    void read();
    void write();

    DocumentMemory& memory_;
    std::vector<Bookmark> all_, ofRun_;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <vector>

#include "math/vec.h"

namespace trammel::ui {

class DocumentMemory;

/// Times that the user gave names, remembered with the document.
class Bookmarks : public QObject {
    Q_OBJECT

public:
    explicit Bookmarks(DocumentMemory& memory, QObject* parent = nullptr);

    struct Bookmark {
        Real time;
        QString name;
    };
    /// By time.
    const std::vector<Bookmark>& all() const { return all_; }
    /// Puts one at @p time, or finds the one that is there; its place in all().
    std::size_t add(Real time);
    void rename(std::size_t index, const QString& name);
    void remove(std::size_t index);
    /// The nearest after (before) @p time; none if there is none.
    std::optional<Real> next(Real time) const;
    std::optional<Real> previous(Real time) const;

Q_SIGNALS:
    void changed();

private:
    void read();
    void write();

    DocumentMemory& memory_;
    std::vector<Bookmark> all_;
};

}  // namespace trammel::ui

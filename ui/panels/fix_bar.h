// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/session/session.h"

class QDockWidget;
class QHBoxLayout;

namespace trammel::ui {

/// Buttons that mend what is wrong with one element, each one undo step; nothing where no way out is known.
class FixBar : public QWidget {
    Q_OBJECT

public:
    explicit FixBar(Session& session, QWidget* parent = nullptr);

    /// Offers what mends @p element; none: nothing.
    void offerFor(ElementId element);

private:
    /// Finds what to offer; it takes some compiling, so only while it can be seen.
    void look();

    Session& session_;
    ElementId element_;
    bool stale_ = false;
    /// The dock that it is in, once it had to wait for it to be seen.
    QDockWidget* dock_ = nullptr;
    QHBoxLayout* layout_;
};

/// Makes one edit of a document that is there already.
void applyFix(Session& session, const QString& label, const Document& fixed);

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QMenu>
#include <QStringList>
#include <utility>

#include "tests/ui/settle.h"

namespace trammel::ui::testing {

/// Triggers an entry of the next menu that opens, by the first words of each level. Entries may be added while the menu
/// is open. Deletes itself when done; closes the menu and fails if an entry does not come.
class MenuHand : public QObject {
public:
    MenuHand(QObject* parent, QStringList path) : QObject(parent), path_(std::move(path)) {
        qApp->installEventFilter(this);
        QTimer::singleShot(Patience, this, &MenuHand::timeOut);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const bool changes = event->type() == QEvent::Show || event->type() == QEvent::ActionAdded ||
                             event->type() == QEvent::ActionChanged;
        if (!changes) return false;
        auto* const menu = qobject_cast<QMenu*>(watched);
        if (!menu_ && menu && event->type() == QEvent::Show) menu_ = menu;
        // Queued: the menu is not complete yet.
        if (menu && menu == menu_) QTimer::singleShot(0, this, &MenuHand::look);
        return false;
    }

private:
    void look() {
        if (!menu_ || depth_ == path_.size()) return;
        QAction* found = nullptr;
        for (QAction* action : menu_->actions())
            if (QString(action->text()).remove('&').startsWith(path_[depth_])) found = action;
        if (!found) return;
        menu_->setActiveAction(found);
        if (++depth_ < path_.size()) {
            menu_ = found->menu();
            return look();
        }
        deleteLater();
        if (!found->menu()) QTest::keyClick(menu_, Qt::Key_Return);
    }
    void timeOut() {
        if (depth_ == path_.size()) return;
        QTest::qFail(qPrintable(QStringLiteral("no menu entry ") + path_[depth_]), __FILE__, __LINE__);
        while (QWidget* const open = QApplication::activePopupWidget()) open->close();
        deleteLater();
    }

    QStringList path_;
    QPointer<QMenu> menu_;
    qsizetype depth_ = 0;
};

}  // namespace trammel::ui::testing

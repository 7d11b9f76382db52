// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>

namespace trammel::ui {

/// A list that fills a panel and is not edited in place. @p name is for screen readers.
inline void setUpPlainList(QListView* list, const QString& name) {
    list->setAccessibleName(name);
    list->setFrameShape(QFrame::NoFrame);
    list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list->setIconSize({18, 18});
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

#include "meta/type_catalog.h"

namespace trammel::ui {

/// While the pointer rests on a row of a palette the tip shows the type as its reference page draws it.
class TypeTips : public QObject {
    Q_OBJECT

public:
    /// @param menu the palette of @p family, its owner; its actions are called "….type"
    TypeTips(const TypeCatalog& catalog, const QString& family, QMenu& menu);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const TypeCatalog& catalog_;
    QString family_;
    QMenu& menu_;
};

}  // namespace trammel::ui

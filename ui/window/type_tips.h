// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

#include "meta/type_catalog.h"

namespace trammel::ui {

/// Shows the reference drawing of a type as the tooltip of its palette row.
class TypeTips : public QObject {
    Q_OBJECT

public:
    /// @param menu the palette of @p family, which owns this; its actions are named "….type"
    TypeTips(const TypeCatalog& catalog, const QString& family, QMenu& menu);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const TypeCatalog& catalog_;
    QString family_;
    QMenu& menu_;
};

}  // namespace trammel::ui

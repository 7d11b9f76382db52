// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/show_presets.h"

#include <QSettings>
#include <QVariantMap>

#include "ui/view/section_bar.h"
#include "ui/view/view_overlays.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {
QString keyOf(int number) { return QStringLiteral("show/preset%1").arg(number); }
}  // namespace

bool ShowPresets::isKept(int number) const { return QSettings().contains(keyOf(number)); }

void ShowPresets::keep(int number) const {
    QVariantMap all;
    QVariantList hiddenRoles;
    for (const DecorationRole role : allDecorationRoles)
        if (!view_.isRoleVisible(role)) hiddenRoles += static_cast<int>(role);
    QStringList overlays;
    for (const Drawing& drawing : getDrawings())
        if (overlays_.isShown(drawing)) overlays += QString::fromStdString(drawing.key);
    all[QStringLiteral("hiddenRoles")] = hiddenRoles;
    all[QStringLiteral("drawings")] = overlays;
    all[QStringLiteral("arrowFactor")] = overlays_.arrowFactor();
    all[QStringLiteral("instants")] = overlays_.showsInstants();
    all[QStringLiteral("grid")] = view_.isGridVisible();
    all[QStringLiteral("shadows")] = view_.hasShadows();
    all[QStringLiteral("orthographic")] = view_.isOrthographic();
    all[QStringLiteral("section")] = toJson(view_.section()).toVariantList();
    QSettings().setValue(keyOf(number), all);
}

void ShowPresets::recall(int number) const {
    const QVariantMap all = QSettings().value(keyOf(number)).toMap();
    const QVariantList hiddenRoles = all[QStringLiteral("hiddenRoles")].toList();
    for (const DecorationRole role : allDecorationRoles)
        view_.setRoleVisible(role, !hiddenRoles.contains(static_cast<int>(role)));
    const QStringList overlays = all[QStringLiteral("drawings")].toStringList();
    for (const Drawing& drawing : getDrawings())
        overlays_.setShown(drawing, overlays.contains(QString::fromStdString(drawing.key)));
    const double arrowFactor = all[QStringLiteral("arrowFactor")].toDouble();
    if (arrowFactor > 0) overlays_.scaleArrows(arrowFactor / overlays_.arrowFactor());
    // Before the scene is drawn, which lays the floor of shadows below the whole motion.
    view_.setShadows(all[QStringLiteral("shadows")].toBool());
    overlays_.setInstantsShown(all[QStringLiteral("instants")].toBool());
    view_.setGridVisible(all[QStringLiteral("grid")].toBool());
    view_.setOrthographic(all[QStringLiteral("orthographic")].toBool());
    view_.setSection(sectionFromJson(QJsonArray::fromVariantList(all[QStringLiteral("section")].toList())));
}

}  // namespace trammel::ui

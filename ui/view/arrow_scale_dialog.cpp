// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/arrow_scale_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/properties/number_field.h"
#include "ui/session/text.h"
#include "ui/view/view_overlays.h"

namespace trammel::ui {

ArrowScaleDialog::ArrowScaleDialog(ViewOverlays& overlays, const DisplayUnits& units, QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("arrowScales"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Arrow scales"));
    auto* const form = new QFormLayout;
    for (const Drawing& drawing : getDrawings()) {
        if (!overlays.isShown(drawing) || drawing.quantity == Quantity::None) continue;
        auto* const field = new NumberField(drawing.quantity, units, this);
        field->setObjectName(QStringLiteral("scale.") + text(drawing.key));
        field->setAccessibleName(text(drawing.label));
        const auto known = overlays.scales().find(drawing.key);
        field->setValue(known == overlays.scales().end() ? 0 : known->second);
        auto* const automatic = new QCheckBox(tr("Automatic"), this);
        automatic->setObjectName(QStringLiteral("automatic.") + text(drawing.key));
        automatic->setAccessibleName(tr("Automatic scale of %1").arg(text(drawing.label)));
        automatic->setToolTip(tr("Fit the scale to the largest of these arrows in the run"));
        automatic->setChecked(!overlays.fixedScale(drawing));
        auto* const row = new QHBoxLayout;
        row->addWidget(field, 1);
        row->addWidget(new QLabel(units.unitFor(drawing.quantity).symbol, this));
        row->addWidget(automatic);
        form->addRow(
            tr("%1: %2 are")
                .arg(text(drawing.label), formatQuantity(overlays.standardLength(), Quantity::Length, units, 3)),
            row);
        connect(field, &NumberField::entered, this, [&overlays, &drawing, automatic](double value) {
            if (!(value > 0)) return;
            automatic->setChecked(false);
            overlays.setFixedScale(drawing, value);
        });
        connect(automatic, &QCheckBox::clicked, this, [&overlays, &drawing, field, automatic](bool on) {
            // No value to keep: none was entered, and no arrow was drawn yet.
            if (!on && !(field->value() > 0)) return automatic->setChecked(true);
            overlays.setFixedScale(drawing, on ? std::nullopt : std::optional<Real>(field->value()));
        });
    }
    auto* const layout = new QVBoxLayout(this);
    layout->addLayout(form);
    if (form->rowCount() == 0) layout->addWidget(new QLabel(tr("Show arrows first, in the Show menu."), this));
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    layout->addWidget(buttons);
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/arrow_scale_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>

#include "ui/properties/number_field.h"
#include "ui/session/text.h"
#include "ui/view/view_overlays.h"

namespace trammel::ui {

ArrowScaleDialog::ArrowScaleDialog(ViewOverlays& overlays, const DisplayUnits& units, QWidget* parent)
    : QDialog(parent),
      overlays_(overlays),
      units_(units),
      form_(new QFormLayout),
      none_(new QLabel(tr("Show arrows first, in the Show menu."), this)) {
    setObjectName(QStringLiteral("arrowScales"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Arrow scales"));
    auto* const layout = new QVBoxLayout(this);
    layout->addLayout(form_);
    layout->addWidget(none_);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    layout->addWidget(buttons);
    connect(&overlays_, &ViewOverlays::legendChanged, this, &ArrowScaleDialog::refresh);
    connect(&units_, &DisplayUnits::changed, this, &ArrowScaleDialog::refresh);
    refresh();
}

std::vector<const Drawing*> ArrowScaleDialog::drawings() const {
    std::vector<const Drawing*> shown;
    for (const Drawing& drawing : getDrawings())
        if (overlays_.isShown(drawing) && drawing.quantity != Quantity::None) shown.push_back(&drawing);
    return shown;
}

void ArrowScaleDialog::refresh() {
    const std::vector<const Drawing*> shown = drawings();
    if (!std::ranges::equal(shown, rows_, {}, {}, &Row::drawing)) {
        while (form_->rowCount() > 0) form_->removeRow(0);
        rows_.clear();
        for (const Drawing* drawing : shown) addRow(*drawing);
        none_->setVisible(rows_.empty());
        adjustSize();
    }
    for (const Row& row : rows_) showScale(row);
}

void ArrowScaleDialog::addRow(const Drawing& drawing) {
    auto* const field = new NumberField(drawing.quantity, units_, this);
    field->setObjectName(QStringLiteral("scale.") + text(drawing.key));
    field->setAccessibleName(text(drawing.label));
    auto* const automatic = new QCheckBox(tr("Automatic"), this);
    automatic->setObjectName(QStringLiteral("automatic.") + text(drawing.key));
    automatic->setAccessibleName(tr("Automatic scale of %1").arg(text(drawing.label)));
    automatic->setToolTip(tr("Fit the scale to the largest of these arrows in the run"));
    auto* const unit = new QLabel(this);
    auto* const row = new QHBoxLayout;
    row->addWidget(field, 1);
    row->addWidget(unit);
    row->addWidget(automatic);
    auto* const label = new QLabel(this);
    form_->addRow(label, row);
    rows_.push_back({&drawing, label, field, unit, automatic});
    connect(field, &NumberField::entered, this, [this, &drawing](double value) {
        if (value > 0) overlays_.setFixedScale(drawing, value);
        refresh();
    });
    connect(automatic, &QCheckBox::clicked, this, [this, &drawing, field](bool on) {
        // No value to keep: none was entered, and no arrow was drawn yet.
        if (on || field->value() > 0)
            overlays_.setFixedScale(drawing, on ? std::nullopt : std::optional<Real>(field->value()));
        refresh();
    });
}

void ArrowScaleDialog::showScale(const Row& row) {
    row.label->setText(
        tr("%1: %2 are")
            .arg(text(row.drawing->label), formatQuantity(overlays_.standardLength(), Quantity::Length, units_, 3)));
    row.unit->setText(units_.unitFor(row.drawing->quantity).symbol);
    row.automatic->setChecked(!overlays_.fixedScale(*row.drawing));
    // Text being typed stays.
    if (row.field->hasFocus() && row.field->isModified()) return;
    const auto chosen = overlays_.scales().find(row.drawing->key);
    std::optional<Real> scale = overlays_.fixedScale(*row.drawing);
    if (!scale && chosen != overlays_.scales().end()) scale = chosen->second;
    if (scale) row.field->setValue(*scale);
    row.field->showValue();
}

}  // namespace trammel::ui

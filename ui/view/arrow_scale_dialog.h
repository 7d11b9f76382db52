// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <vector>

#include "ui/properties/units.h"

class QCheckBox;
class QFormLayout;
class QLabel;

namespace trammel {
struct Drawing;
}  // namespace trammel

namespace trammel::ui {

class NumberField;
class ViewOverlays;

/// Scales of the visible arrows: the value of an arrow of standard length, typed or automatic. Modeless; takes effect
/// at once, and follows the view.
class ArrowScaleDialog : public QDialog {
    Q_OBJECT

public:
    /// Neither is owned; both must outlive the dialog.
    ArrowScaleDialog(ViewOverlays& overlays, const DisplayUnits& units, QWidget* parent = nullptr);

private:
    struct Row {
        const Drawing* drawing;
        QLabel* label;
        NumberField* field;
        QLabel* unit;
        QCheckBox* automatic;
    };
    /// The visible drawings that have a scale.
    std::vector<const Drawing*> drawings() const;
    /// Updates the rows for the visible drawings.
    void refresh();
    void addRow(const Drawing& drawing);
    void showScale(const Row& row);

    ViewOverlays& overlays_;
    const DisplayUnits& units_;
    QFormLayout* form_;
    QLabel* none_;
    std::vector<Row> rows_;
};

}  // namespace trammel::ui

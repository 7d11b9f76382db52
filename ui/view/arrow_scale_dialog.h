// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "ui/properties/units.h"

namespace trammel::ui {

class ViewOverlays;

/// The scales of the arrows shown: the value of an arrow of standard length, typed or automatic. Modeless; takes effect at
/// once.
class ArrowScaleDialog : public QDialog {
    Q_OBJECT

public:
    /// Neither is owned; both must outlive the dialog.
    ArrowScaleDialog(ViewOverlays& overlays, const DisplayUnits& units, QWidget* parent = nullptr);
};

}  // namespace trammel::ui

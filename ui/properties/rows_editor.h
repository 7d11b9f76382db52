// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/properties/value_editor.h"

class QTableWidget;

namespace trammel::ui {

/// Table for a text of rows of numbers, in display units. The empty row at the end adds one; a row whose numbers are all
/// deleted is removed.
class RowsEditor : public ValueEditor {
    Q_OBJECT

public:
    RowsEditor(const PropertyDescriptor& property, const DisplayUnits& units, QWidget* parent);
    void setValue(const PropertyValue& value) override;
    void showMixed(const std::function<bool(const QString& part)>& isMixed) override;

private:
    void show();
    void read();
    /// Text of a cell without blanks.
    QString textAt(int row, int column) const;

    std::vector<PropertyDescriptor::Column> columns_;
    const DisplayUnits& units_;
    QTableWidget* table_;
    std::vector<std::vector<Real>> rows_;
    bool isShowing_ = false;
};

}  // namespace trammel::ui

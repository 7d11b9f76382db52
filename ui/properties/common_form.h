// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "authoring/common_values.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"

class QGridLayout;
class QLabel;

namespace trammel::ui {

class ValueEditor;

/// Form for the properties that several elements have in common. A value is entered for all of them, in one undo step; where
/// they differ, "Mixed" is shown.
class CommonForm : public QWidget {
    Q_OBJECT

public:
    CommonForm(Session& session, const DisplayUnits& units, std::vector<ElementId> elements, QWidget* parent = nullptr);

    /// Reloads all values from the document; false if the elements no longer have the properties shown.
    bool refresh();
    const std::vector<ElementId>& elements() const { return elements_; }

private:
    struct Row {
        PropertyDescriptor property;
        ValueEditor* editor = nullptr;
        QLabel *label = nullptr, *unit = nullptr, *message = nullptr;
    };

    void addRow(const PropertyDescriptor& property);
    void showRow(Row& row, const CommonValue& common);
    void enter(Row& row, const std::optional<PropertyValue>& value, bool gesture);
    void enterFormula(Row& row, const QString& part, const QString& formula);
    void report(Row& row, const Result<Edit>& result);
    void showUnits();
    static void say(const Row& row, const QString& text);

    Session& session_;
    const DisplayUnits& units_;
    std::vector<ElementId> elements_;
    QGridLayout* grid_;
    // Pointers keep rows at fixed addresses for their handlers.
    std::vector<std::unique_ptr<Row>> rows_;
};

}  // namespace trammel::ui

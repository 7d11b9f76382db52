// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/value_editor.h"

#include "ui/properties/choice_editors.h"
#include "ui/properties/number_editors.h"
#include "ui/properties/rows_editor.h"

namespace trammel::ui {

ValueEditor* makeValueEditor(const PropertyDescriptor& property, const DisplayUnits& units, QWidget* parent) {
    switch (property.kind) {
        case ValueKind::Boolean: return new BooleanEditor(property, parent);
        case ValueKind::Integer: return new IntegerEditor(property, units, parent);
        case ValueKind::Real: return new RealEditor(property, units, parent);
        case ValueKind::Text:
            if (!property.columns.empty()) return new RowsEditor(property, units, parent);
            return new TextEditor(property, parent);
        case ValueKind::Vec3: return new Vec3Editor(property, units, parent);
        case ValueKind::Choice: return new ChoiceEditor(property, parent);
        case ValueKind::Color: return new ColorEditor(property, parent);
    }
    return nullptr;
}

}  // namespace trammel::ui

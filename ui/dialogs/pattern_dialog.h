// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <vector>

#include "math/rotation.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"

class QComboBox;
class QFormLayout;
class QLabel;

namespace trammel::ui {

class NumberField;

enum class PatternKind { Linear, Circular };

/// Adds copies of the selection in a line or in a circle, as one undo step. Modeless: the selection can be changed while
/// it is open. It closes when the copies are added, and selects them.
class PatternDialog : public QDialog {
    Q_OBJECT

public:
    /// Neither is owned; both must outlive the dialog.
    PatternDialog(PatternKind kind, Session& session, const DisplayUnits& units, QWidget* parent = nullptr);

private:
    NumberField* addField(const QString& name, const char* object, Quantity quantity, Real value, const QString& tip);
    QComboBox* addChoice(const QString& name, const char* object, const QString& tip);
    void fillCenters();
    /// The joint about which the selection turns: that of the body that carries it.
    ElementId suggestedCenter() const;
    void showSelection();
    /// The displacements of the copies; empty after telling why there are none.
    std::vector<Transform> displacements();
    void add();
    void tell(const QString& text);

    const PatternKind kind_;
    Session& session_;
    const DisplayUnits& units_;
    QFormLayout* form_;
    QLabel* about_;
    NumberField *count_ = nullptr, *amount_ = nullptr;
    QComboBox *axis_ = nullptr, *center_ = nullptr;
    QLabel* message_;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "ui/properties/units.h"
#include "ui/session/session.h"

class QComboBox;
class QGridLayout;
class QLabel;

namespace trammel::ui {

class MeshEditor;
class ValueEditor;

/// Form for the properties and references of one element, generated from its type's descriptors.
///
/// Each row has a label, an editor, the unit, and a chip with the stage that a change invalidates. A refused value is
/// explained below its row; the document keeps the old one.
class ElementForm : public QWidget {
    Q_OBJECT

public:
    ElementForm(Session& session, const DisplayUnits& units, ElementId element, const TypeDescriptor& type,
                QWidget* parent = nullptr);

    ElementId element() const { return element_; }
    /// Reloads all values from the document.
    void refresh();

private:
    struct Row {
        const PropertyDescriptor* property = nullptr;
        /// Quantity of the value, if the model defines it.
        std::optional<Quantity> quantity = {};
        QLabel* label = nullptr;
        ValueEditor* editor = nullptr;
        QLabel* unit = nullptr;
        QLabel* chip = nullptr;
        QLabel* message = nullptr;
    };
    struct SocketRow {
        const SocketDescriptor* socket = nullptr;
        QComboBox* choice = nullptr;
        QLabel* label = nullptr;
        QLabel* chip = nullptr;
        QLabel* message = nullptr;
    };

    void addHeading(const QString& text);
    void addPropertyRow(const PropertyDescriptor& property);
    /// Creates label, editor, unit, chip and message line.
    void layOut(Row& row);
    /// Adds a density row below the mass of a body with known volume.
    void addDensityRow();
    void showDensity(const Element& element);
    void enterDensity(const QString& density, bool gesture);
    void takeMeshesFrom(MeshEditor& editor, Row& row);
    void addSocketRow(const SocketDescriptor& socket);
    QLabel* addMessage();
    QLabel* makeStageChip(Stage stage);
    /// Validates a value and shows the error; true if valid.
    bool accepts(Row& row, const PropertyValue& value);
    void enter(Row& row, const PropertyValue& value, bool gesture);
    void enterFormula(Row& row, const QString& part, const QString& formula);
    void report(Row& row, const Result<Edit>& result);
    void resetToDefault(const Row& row);
    void plug(SocketRow& row);
    void fillChoice(const SocketRow& row);
    QString unpluggedText(const SocketDescriptor& socket) const;
    void showUnits();
    static void say(QLabel* message, const QString& text);
    static void showNote(QLabel* message, const QString& text);
    /// The names that a formula may contain and that begin with @p start.
    QStringList namesFor(const PropertyDescriptor& property, const QString& start) const;
    /// Shows what a valid formula reads, and its value in the displayed state.
    void showPreview(const Row& row, const std::string& formula);

    Session& session_;
    const DisplayUnits& units_;
    ElementId element_;
    const TypeDescriptor& type_;
    QGridLayout* grid_;
    // Pointers keep rows at fixed addresses for their handlers.
    std::vector<std::unique_ptr<Row>> rows_;
    std::vector<std::unique_ptr<SocketRow>> socketRows_;
    std::unique_ptr<Row> density_;
};

}  // namespace trammel::ui

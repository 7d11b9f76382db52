// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "decoration/decorative_geometry.h"
#include "ui/properties/value_editor.h"

class QLabel;

namespace trammel::ui {

/// A mesh read from a file.
struct ChosenMesh {
    /// File name without folder and extension.
    QString name;
    TriangleMesh mesh;
    /// Notes on the mesh, one sentence each; may be empty.
    QString notes;
};

/// True for names with the extension of STL, OBJ or STEP files.
bool isMeshFile(const QString& path);

/// Opens a file dialog and reads an STL, OBJ or STEP file. Returns empty if canceled (@p why empty) or unreadable (@p why
/// holds the error).
std::optional<ChosenMesh> chooseMesh(QWidget* parent, QString& why);

/// Reads the file in the background; a dialog over @p parent shows progress. Returns as chooseMesh().
std::optional<ChosenMesh> readChosenMesh(const QString& path, QWidget* parent, QString& why);

/// Shows the size of a mesh and a button to replace it.
class MeshEditor : public ValueEditor {
    Q_OBJECT

public:
    MeshEditor(const PropertyDescriptor& property, QWidget* parent);
    void setValue(const PropertyValue& value) override;

Q_SIGNALS:
    void meshChosen(const trammel::ui::ChosenMesh& chosen);

private:
    void choose();

    QLabel* message_;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "decoration/decorative_geometry.h"
#include "ui/properties/value_editor.h"

class QLabel;

namespace trammel::ui {

/// A mesh that was read from a file.
struct ChosenMesh {
    /// Of the file, without folder and ending.
    QString name;
    TriangleMesh mesh;
    /// What there is to say of it, one sentence each; may be empty.
    QString told;
};

/// Asks for an STL or OBJ file and reads it; none if the user chose none or if it cannot be read, and then @p why says
/// why, empty in the first case.
std::optional<ChosenMesh> chooseMesh(QWidget* parent, QString& why);

/// Says what a mesh is like, and has a button to choose another.
class MeshEditor : public ValueEditor {
    Q_OBJECT

public:
    MeshEditor(const PropertyDescriptor& property, QWidget* parent);
    void setValue(const PropertyValue& value) override;

Q_SIGNALS:
    void meshChosen(const trammel::ui::ChosenMesh& chosen);

private:
    void choose();

    QLabel* told_;
};

}  // namespace trammel::ui

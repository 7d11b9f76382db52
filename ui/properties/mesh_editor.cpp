// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/mesh_editor.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPointer>
#include <QPushButton>

#include "decoration/mesh_text.h"
#include "document/file_access.h"
#include "formats/mesh_file.h"
#include "ui/properties/step_file.h"
#include "ui/session/background_wait.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {
constexpr std::size_t LargestFile = std::size_t(128) << 20;

Result<TriangleMesh> readTriangles(const QString& path, TaskControl& control) {
    const auto bytes = readWholeFile(path.toStdString(), LargestFile);
    control.setProgress(1);
    return bytes ? readMeshFile(*bytes) : Result<TriangleMesh>{std::nullopt, bytes.diagnostics};
}
}  // namespace

bool isMeshFile(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    return isStepFile(path) || ending == QLatin1String("stl") || ending == QLatin1String("obj");
}

std::optional<ChosenMesh> chooseMesh(QWidget* parent, QString& why) {
    const QString path = QFileDialog::getOpenFileName(parent, MeshEditor::tr("Mesh of a body"), {},
                                                      MeshEditor::tr("Meshes and STEP (*.stl *.STL *.obj *.OBJ *.step "
                                                                     "*.STEP *.stp *.STP)"),
                                                      nullptr, QFileDialog::DontUseNativeDialog);
    return path.isEmpty() ? std::nullopt : readChosenMesh(path, parent, why);
}

std::optional<ChosenMesh> readChosenMesh(const QString& path, QWidget* parent, QString& why) {
    const QFileInfo file(path);
    const auto control = std::make_shared<TaskControl>();
    const auto activity = [control, name = file.fileName()] {
        const int percent = qRound(100 * control->getProgress());
        if (percent >= 100) return MeshEditor::tr("Simplifying %1…").arg(name);
        return percent > 0 ? MeshEditor::tr("Reading %1: %2 %").arg(name).arg(percent)
                           : MeshEditor::tr("Reading %1…").arg(name);
    };
    const auto task = computeInBackground<Result<TriangleMesh>>(
        [path, control] { return isStepFile(path) ? readStepFile(path, *control) : readTriangles(path, *control); },
        {MeshEditor::tr("Mesh of a body"), activity}, parent);
    if (!task) {
        control->cancel();
        return std::nullopt;
    }
    if (!task->getResult()) {
        why = MeshEditor::tr("%1: %2").arg(file.fileName(), QString::fromStdString(task->getFailure()));
        return std::nullopt;
    }
    auto& mesh = *task->getResult();
    if (!mesh) {
        why = MeshEditor::tr("%1: %2").arg(file.fileName(), reasonsOf(mesh.diagnostics));
        return std::nullopt;
    }
    QStringList notes;
    for (const Diagnostic& d : mesh.diagnostics) notes += text(d.message + ' ' + d.remedy).trimmed();
    return ChosenMesh{file.completeBaseName(), std::move(*mesh), notes.join(' ')};
}

MeshEditor::MeshEditor(const PropertyDescriptor& property, QWidget* parent)
    : ValueEditor(parent), message_(new QLabel(this)) {
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* const button = new QPushButton(tr("Choose…"), this);
    button->setObjectName(QStringLiteral("chooseMesh"));
    button->setAccessibleName(tr("Select the file for %1").arg(text(property.label)));
    layout->addWidget(message_, 1);
    layout->addWidget(button);
    setFocusProxy(button);
    connect(button, &QPushButton::clicked, this, &MeshEditor::choose);
}

void MeshEditor::setValue(const PropertyValue& value) {
    const auto known = readMesh(std::get<std::string>(value), 1);
    if (!known) return message_->setText(tr("none"));
    const auto count = static_cast<qlonglong>(known->mesh->triangles.size() / 3);
    message_->setText(tr("%1 triangles").arg(QLocale::c().toString(count)));
}

void MeshEditor::choose() {
    QString why;
    const QPointer<MeshEditor> self = this;
    const auto chosen = chooseMesh(window(), why);
    // The form may have been rebuilt meanwhile.
    if (!self) return;
    if (chosen)
        Q_EMIT meshChosen(*chosen);
    else if (!why.isEmpty())
        Q_EMIT refused(why);
}

}  // namespace trammel::ui

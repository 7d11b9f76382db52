// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>
#include <memory>

#include "authoring/convex_parts_edit.h"
#include "runtime/background_task.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"

class QLabel;
class QPushButton;

namespace trammel::ui {

class NumberField;

/// Replaces the contact of the selected mesh by convex parts, as one undo step. The parts are found in the background;
/// the dialog stays open and reports how well they fit, so that other numbers can be tried after an undo. Modeless.
class ConvexPartsDialog : public QDialog {
    Q_OBJECT

public:
    /// Neither is owned; both must outlive the dialog.
    ConvexPartsDialog(Session& session, const DisplayUnits& units, QWidget* parent = nullptr);
    ~ConvexPartsDialog() override;

private:
    void showSelection();
    void start();
    void checkProgress();
    void finish(Result<ConvexParts> parts);

    Session& session_;
    QLabel *about_, *message_;
    NumberField *most_, *outside_;
    QPushButton* split_;
    QTimer poll_;
    ElementId subject_;
    /// The document that is being read: parts are used only where it still is the same.
    Document document_;
    TaskControl control_;
    /// Declared last, so that it ends before what it uses.
    std::unique_ptr<BackgroundTask<Result<ConvexParts>>> task_;
};

}  // namespace trammel::ui

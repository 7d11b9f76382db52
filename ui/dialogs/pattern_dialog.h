// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "runtime/background_task.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;

namespace trammel::ui {

class NumberField;

enum class PatternKind { Linear, Circular, Mirror };

/// Adds copies of the selection in a line, in a circle or across a plane, free or linked, as one undo step. Modeless:
/// the selection can be changed while it is open. It closes when the copies are added, and selects them; linked ones
/// belong to a pattern, whose properties change them later.
class PatternDialog : public QDialog {
    Q_OBJECT

public:
    /// Neither is owned; both must outlive the dialog.
    PatternDialog(PatternKind kind, Session& session, const DisplayUnits& units, QWidget* parent = nullptr);
    ~PatternDialog() override;
    /// Suggests a distance for a linear pattern that keeps copies clear of the selection, whose extents along x, y and z
    /// of Ground are @p extents_G, m.
    void setExtents(const Vec3& extents_G);

Q_SIGNALS:
    /// The compiled result of the current form; null if there is nothing to show.
    void previewChanged(const CompiledModelPtr& model);

protected:
    void showEvent(QShowEvent*) override;

private:
    /// May be called on any thread.
    using Verb = std::function<Result<Edit>(const Document&, std::set<ElementId>& added)>;
    /// The result of the form, or the reason why the edit is refused.
    struct Preview {
        CompiledModelPtr model;
        Diagnostics reasons;
    };
    struct PreviewWork {
        PreviewWork(const Document& source, std::function<Preview()> work) : document(source), task(std::move(work)) {}

        Document document;
        BackgroundTask<Preview> task;
    };

    NumberField* addField(const QString& name, const char* object, Quantity quantity, Real value, const QString& tip);
    QComboBox* addChoice(const QString& name, const char* object, const QString& tip);
    void fillForm();
    void fillCenters();
    void suggestDistance();
    /// The joint about which the selection turns: that of the body that carries it.
    ElementId suggestedCenter() const;
    void showSelection();
    /// The edit that the form describes; null after showing the reason.
    Verb verb();
    /// The chosen point, and the direction through it; empty after showing the reason.
    std::optional<std::pair<Vec3, Vec3>> chosenAxis();
    static Preview makePreview(const Verb& make, const Document& document, const CompiledModelPtr& model);
    void showPreview();
    void present(const Preview& preview);
    /// Abandons the current preview, if any, and starts that of @p make on another thread.
    void previewInBackground(const Verb& make);
    void collectPreview();
    void leavePreview();
    void add();
    void showMessage(const QString& text);

    const PatternKind kind_;
    Session& session_;
    const DisplayUnits& units_;
    QFormLayout* form_;
    QLabel* about_;
    NumberField *count_ = nullptr, *amount_ = nullptr;
    QComboBox *axis_ = nullptr, *center_ = nullptr;
    QCheckBox *linked_ = nullptr, *chained_ = nullptr;
    QLabel* message_;
    Vec3 extents_G_ = Vec3(0.);
    bool isDistanceGiven_ = false, isAdding_ = false;
    std::shared_ptr<PreviewWork> preview_;
    QTimer previewTimer_{this};
};

}  // namespace trammel::ui

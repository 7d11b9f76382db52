// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>

#include "ui/properties/units.h"
#include "ui/session/session.h"

class QLabel;
class QLineEdit;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace trammel::ui {

class EditCostLog;
class CommonForm;
class ElementForm;
class OutputsView;
struct PanelDescriptor;

/// Name, type, connections, values and outputs of the selected element; the model's own name and notes if none is
/// selected.
class PropertiesPanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    PropertiesPanel(Session& session, const DisplayUnits& units, QWidget* parent = nullptr);

    /// Focuses the name field.
    void editName();
    /// Shows cost estimates of the hovered field in the last lines. @p costLog not owned; must outlive this.
    void setEditCostLog(EditCostLog& costLog);

Q_SIGNALS:
    /// The reference page of a type was requested.
    void typeReferenceRequested(const QString& family, const QString& type);
    /// The provenance of an output was requested.
    void provenanceRequested(const QString& output);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showSelection();
    void showHeader();
    void placePreview();
    void rebuildForm();
    void commitName();
    void requestTypeReference();
    void setText(const char* key, const QString& label, const QString& text);
    QWidget* makeModelForm();
    void rememberScroll();

    Session& session_;
    const DisplayUnits& units_;
    QToolButton* sign_;
    QLineEdit* name_;
    QLabel* type_;
    QToolButton* changeType_;
    QLabel* doc_;
    QToolButton* help_;
    QLabel* nameMessage_;
    QScrollArea* scroll_;
    OutputsView* outputs_;
    /// Cost estimates of the hovered field; null before setEditCostLog().
    QLabel* preview_ = nullptr;
    ElementForm* form_ = nullptr;
    /// Form of several selected elements; null for one.
    CommonForm* common_ = nullptr;
    ElementId element_;
    QString shownType_;
    /// Last scroll position by type.
    std::map<QString, int> scrollOf_;
};

}  // namespace trammel::ui

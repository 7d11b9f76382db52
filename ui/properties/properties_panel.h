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

class EditLedger;
class ElementForm;
class ReadingsView;

/// Name, type, connections, values and readings of the element selected; the model's own texts when none is.
class PropertiesPanel : public QWidget {
    Q_OBJECT

public:
    PropertiesPanel(Session& session, const DisplayUnits& units, QWidget* parent = nullptr);

    /// Puts the cursor into the name.
    void editName();
    /// From now on the last lines tell what an edit of the field under the pointer would cost. @p ledger must outlive
    /// this.
    void tellCosts(EditLedger& ledger);

Q_SIGNALS:
    /// The reference page of a type is asked for.
    void typeReferenceRequested(const QString& family, const QString& type);
    /// What a reading was made from is asked for.
    void whyAsked(const QString& reading);

private:
    void showSelection();
    void showHeader();
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
    QLabel* doc_;
    QToolButton* help_;
    QLabel* nameMessage_;
    QScrollArea* scroll_;
    ReadingsView* readings_;
    ElementForm* form_ = nullptr;
    ElementId element_;
    QString shownType_;
    /// How far down each type's form was scrolled when last seen.
    std::map<QString, int> scrollOf_;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/value_prompt.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>

#include "document/edit.h"
#include "document/property_quantity.h"
#include "ui/properties/number_field.h"
#include "ui/session/text.h"

namespace trammel::ui {

ValuePrompt::ValuePrompt(Session& session, const DisplayUnits& units, ElementId element,
                         const PropertyDescriptor& property, QWidget* parent)
    : QFrame(parent, Qt::Popup) {
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    setObjectName(QStringLiteral("valuePrompt"));
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 6);
    const QString label = QString::fromStdString(property.label);
    layout->addWidget(new QLabel(session.nameOf(element) + QStringLiteral(" · ") + label, this));
    const Element& present = session.document().get(element);
    const auto quantity = quantityOf(session.document(), session.catalog(), present, property);
    auto* const field = new NumberField(quantity, units, this);
    field->setObjectName(QStringLiteral("promptField"));
    field->setAccessibleName(label);
    field->setValue(present.valueAs<Real>(*session.typeOf(present), property.key));
    layout->addWidget(field);
    layout->addWidget(new QLabel(units.unitFor(quantity.value_or(Quantity::None)).symbol, this));
    setFocusProxy(field);
    field->installEventFilter(this);
    connect(field, &NumberField::entered, this, [&session, element, key = property.key, label](double si, bool) {
        session.setValue(label, element, key, PropertyValue(si));
    });
    field->setTakesFormulas(true);
    connect(field, &NumberField::formulaEntered, this,
            [&session, element, key = property.key, label](const QString& formula) {
                const auto edited = session.edit(label, [&](const Document& document) {
                    return setFormula(document, session.catalog(), element, key, formula.toStdString());
                });
                if (!edited) Q_EMIT session.notice(reasonsOf(edited.diagnostics));
            });
    connect(field, &NumberField::refused, &session, &Session::notice);
}

void ValuePrompt::popUp(const QPoint& globalPosition) {
    adjustSize();
    move(globalPosition);
    show();
    auto* const field = findChild<NumberField*>();
    field->setFocus();
    field->selectAll();
}

bool ValuePrompt::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        // After the field has accepted or canceled the number.
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape)
            QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
    }
    return QFrame::eventFilter(watched, event);
}

}  // namespace trammel::ui

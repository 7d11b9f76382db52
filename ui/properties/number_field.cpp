// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/number_field.h"

#include <QDialog>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QPointer>
#include <QWheelEvent>
#include <cmath>

#include "meta/expression.h"
#include "ui/properties/formula_text.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {
/// Significant digits of a number without focus.
constexpr int ReadableDigits = 7;
/// Pause that ends typing, ms; longer than between two keys.
constexpr int TypingPause = 500;
}  // namespace

NumberField::NumberField(std::optional<Quantity> quantity, const DisplayUnits& units, QWidget* parent)
    : QLineEdit(parent), quantity_(quantity), units_(units) {
    setAlignment(Qt::AlignRight);
    setFocusPolicy(Qt::StrongFocus);
    connect(&units_, &DisplayUnits::changed, this, &NumberField::showValue);
    pause_.setSingleShot(true);
    pause_.setInterval(TypingPause);
    connect(&pause_, &QTimer::timeout, this, &NumberField::validate);
    connect(this, &QLineEdit::textEdited, this, [this] {
        setWrong(false);
        pause_.start();
        Q_EMIT typing();
    });
    showValue();
}

void NumberField::setQuantity(std::optional<Quantity> quantity) {
    if (quantity == quantity_) return;
    quantity_ = quantity;
    showValue();
}

void NumberField::setValue(Real si) {
    setWrong(false);
    if (si == value_ && !isModified()) return;
    value_ = si;
    showValue();
}

void NumberField::showValue() {
    const Real number = value_ / assumedUnit().factor;
    shownText_ = hasFocus() ? formatNumber(number) : QString::number(number, 'g', ReadableDigits);
    if (mixed_) shownText_.clear();
    if (!formula_.isEmpty()) shownText_ = QStringLiteral("= ") + (hasFocus() ? formula_ : shownText_);
    setText(shownText_);
    setModified(false);
    if (!hasFocus()) setCursorPosition(0);
}

void NumberField::setWrong(bool wrong) {
    if (wrong == wrong_) return;
    wrong_ = wrong;
    QPalette marked;
    if (wrong) marked.setColor(QPalette::Text, Theme::instance().colors().bad);
    setPalette(marked);
}

QSize NumberField::sizeHint() const {
    return {fontMetrics().horizontalAdvance(QStringLiteral("-0.0000000")) + 14, QLineEdit::sizeHint().height()};
}

QSize NumberField::minimumSizeHint() const {
    return {fontMetrics().horizontalAdvance(QStringLiteral("-0.00")) + 12, QLineEdit::minimumSizeHint().height()};
}

void NumberField::setMixed(bool mixed) {
    if (mixed == mixed_) return;
    mixed_ = mixed;
    setPlaceholderText(mixed ? tr("Mixed") : QString());
    showValue();
}

void NumberField::setFormula(const QString& formula) {
    if (formula == formula_) return;
    formula_ = formula;
    showValue();
}

void NumberField::refuse(const QString& why) {
    setWrong(true);
    Q_EMIT refused(why);
}

std::optional<QString> NumberField::readFormula() const {
    const QString typed = text().trimmed();
    return takesFormulas_ && isFormula(typed) ? std::optional(formulaOf(typed)) : std::nullopt;
}

QString NumberField::faultOf(const QString& formula) {
    const auto parsed = Expression::parse(formula.toStdString());
    const auto* const why = std::get_if<std::string>(&parsed);
    return why ? QString::fromStdString(*why) : QString();
}

ParsedQuantity NumberField::readNumber() const {
    ParsedQuantity parsed = parseQuantity(text(), quantity_, assumedUnit());
    const Real* const number = std::get_if<Real>(&parsed);
    if (whole_ && number && *number != std::round(*number)) return tr("Must be an integer.");
    return parsed;
}

void NumberField::validate() {
    if (!isModified() || text() == shownText_) return;
    if (const std::optional<QString> formula = readFormula()) {
        if (const QString why = faultOf(*formula); !why.isEmpty()) return refuse(why);
        Q_EMIT formulaTyped(*formula);
        return;
    }
    const ParsedQuantity parsed = readNumber();
    if (const QString* const why = std::get_if<QString>(&parsed)) return refuse(*why);
    Q_EMIT numberTyped(std::get<Real>(parsed));
}

bool NumberField::commitFormula(const QString& formula) {
    if (const QString why = faultOf(formula); !why.isEmpty()) {
        refuse(why);
        return false;
    }
    if (formula != formula_)
        Q_EMIT formulaEntered(formula);
    else
        showValue();
    return !wrong_;
}

bool NumberField::commit() {
    pause_.stop();
    // A value that takes long to set shows a dialog, which takes the focus from here.
    if (isCommitting_ || !isModified() || text() == shownText_) return true;
    if (const std::optional<QString> formula = readFormula()) return commitFormula(*formula);
    const ParsedQuantity parsed = readNumber();
    if (const QString* const why = std::get_if<QString>(&parsed)) {
        refuse(*why);
        return false;
    }
    const Real typed = std::get<Real>(parsed);
    if (typed == value_ && formula_.isEmpty() && !mixed_) {
        showValue();
        return !wrong_;
    }
    const QPointer<NumberField> guard(this);
    isCommitting_ = true;
    Q_EMIT entered(typed, false);
    if (!guard) return true;
    isCommitting_ = false;
    return !wrong_;
}

void NumberField::step(int count, Qt::KeyboardModifiers modifiers) {
    if (isReadOnly() || mixed_ || !commit()) return;
    const Real factor = assumedUnit().factor;
    const Real shown = value_ / factor;
    // A tenth of the leading digit changes any number visibly and lands on round values.
    const Real decade = shown == 0 ? 1 : std::pow(10., std::floor(std::log10(std::abs(shown))));
    Real increment = whole_ ? 1 : decade / 10;
    if (modifiers & Qt::ShiftModifier && !whole_) increment /= 10;
    if (modifiers & Qt::ControlModifier) increment *= 10;
    stepped_ = true;
    // Round via decimal text: 0.3, not 0.30000000000000004.
    const Real next = QString::number((std::round(shown / increment) + count) * increment, 'g', 12).toDouble();
    Q_EMIT entered(next * factor, true);
    selectAll();
}

void NumberField::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Up: return step(1, event->modifiers());
        case Qt::Key_Down: return step(-1, event->modifiers());
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (!commit()) return;
            selectAll();
            // Enter must not close a dialog; a window returns the focus to its view.
            if (!qobject_cast<QDialog*>(window())) event->ignore();
            return;
        case Qt::Key_Escape:
            if (!isModified()) break;
            setWrong(false);
            showValue();
            selectAll();
            Q_EMIT typing();
            return;
        case Qt::Key_Space:
            // Space cannot start a number; pass it on to Run/pause.
            if (!isModified() && selectedText() == text()) return event->ignore();
            break;
        default: break;
    }
    QLineEdit::keyPressEvent(event);
}

bool NumberField::event(QEvent* event) {
    // Handled before the window moves the focus to the next widget of any kind.
    if (event->type() == QEvent::KeyPress) {
        auto* const key = static_cast<QKeyEvent*>(event);
        const bool isTab = key->key() == Qt::Key_Tab || key->key() == Qt::Key_Backtab;
        if (isTab && !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) &&
            goToNextNumber(key->key() == Qt::Key_Tab))
            return true;
    }
    return QLineEdit::event(event);
}

bool NumberField::goToNextNumber(bool forward) {
    const auto next = [forward](QWidget* widget) {
        return forward ? widget->nextInFocusChain() : widget->previousInFocusChain();
    };
    // Beyond the last one Tab leaves the dock as usual.
    const QWidget* around = parentWidget();
    while (around && !around->isWindow() && !around->inherits("QDockWidget")) around = around->parentWidget();
    for (QWidget* each = next(this); each != this; each = next(each)) {
        if (!each->isVisible() || !each->isEnabled() || !(each->focusPolicy() & Qt::TabFocus)) continue;
        if (!around || !around->isAncestorOf(each)) break;
        auto* const field = qobject_cast<NumberField*>(each);
        if (!field || field->isReadOnly()) continue;
        field->setFocus(forward ? Qt::TabFocusReason : Qt::BacktabFocusReason);
        field->selectAll();
        return true;
    }
    return false;
}

void NumberField::wheelEvent(QWheelEvent* event) {
    // Scrolling a form must not change numbers under the pointer.
    if (!hasFocus()) return event->ignore();
    const int turned = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
    if (turned != 0) step(turned > 0 ? 1 : -1, event->modifiers());
    event->accept();
}

void NumberField::focusInEvent(QFocusEvent* event) {
    QLineEdit::focusInEvent(event);
    if (!isModified()) showValue();
    // The mouse press that gives focus would clear the selection.
    if (event->reason() == Qt::MouseFocusReason) QTimer::singleShot(0, this, &QLineEdit::selectAll);
}

void NumberField::focusOutEvent(QFocusEvent* event) {
    if (!commit()) {
        setWrong(false);
        showValue();
    }
    if (stepped_) {
        stepped_ = false;
        Q_EMIT gestureEnded();
    }
    QLineEdit::focusOutEvent(event);
    showValue();
}

}  // namespace trammel::ui

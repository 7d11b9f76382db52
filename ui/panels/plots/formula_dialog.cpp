// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/plots/formula_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/panels/plots/plot_frame.h"

namespace trammel::ui {

FormulaDialog::FormulaDialog(PlotData& data, const DisplayUnits& units, const QString& example, QWidget* parent)
    : QDialog(parent), data_(data), units_(units), text_(new QLineEdit(example, this)), message_(new QLabel(this)) {
    setObjectName(QStringLiteral("formulaDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Curve by formula"));
    constexpr int width = 520;
    resize(width, 0);
    text_->setObjectName(QStringLiteral("curveFormula"));
    text_->setAccessibleName(tr("Formula"));
    text_->setPlaceholderText(tr("Crank pin.torque * Crank pin.rate"));
    text_->setToolTip(tr("Outputs by name, t, KE, PE, E; + - * / ^ and functions"));
    text_->selectAll();
    message_->setObjectName(QStringLiteral("formulaError"));
    message_->setAccessibleName(tr("Unit or error"));
    message_->setWordWrap(true);
    message_->setForegroundRole(QPalette::PlaceholderText);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    add_ = buttons->addButton(tr("&Add curve"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT chosen(formula());
        accept();
    });
    connect(text_, &QLineEdit::textChanged, this, &FormulaDialog::check);
    connect(&data_, &PlotData::listed, this, &FormulaDialog::check);
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(text_);
    layout->addWidget(message_);
    layout->addWidget(buttons);
    check();
}

QString FormulaDialog::formula() const {
    QString typed = text_->text().trimmed();
    while (typed.startsWith('=')) typed = typed.mid(1).trimmed();
    return QStringLiteral("= ") + typed;
}

void FormulaDialog::check() {
    const bool isEmpty = text_->text().trimmed().isEmpty();
    const QString wrong = isEmpty ? QString() : data_.explainError(formula());
    const std::optional<Output> what = isEmpty || !wrong.isEmpty() ? std::nullopt : data_.describe(formula());
    const QString unit = what ? shownUnit(*what, units_).symbol : QString();
    message_->setText(isEmpty            ? tr("Write outputs by name, such as Crank pin.angle")
                      : !wrong.isEmpty() ? wrong
                      : !unit.isEmpty()  ? tr("Valid, in %1").arg(unit)
                                         : tr("Valid, without unit"));
    add_->setEnabled(!isEmpty && wrong.isEmpty());
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/common_form.h"

#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <algorithm>

#include "ui/properties/value_editor.h"
#include "ui/session/text.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

enum CommonColumn { CommonLabel, CommonEditor, CommonUnit, CommonColumnCount };

/// Index of a component: ".y" is 1; negative for the whole value.
int indexOfPart(const QString& part) { return part.isEmpty() ? -1 : int(QStringLiteral("xyz").indexOf(part.back())); }

}  // namespace

CommonForm::CommonForm(Session& session, const DisplayUnits& units, std::vector<ElementId> elements, QWidget* parent)
    : QWidget(parent), session_(session), units_(units), elements_(std::move(elements)), grid_(new QGridLayout(this)) {
    grid_->setContentsMargins(8, 4, 8, 8);
    grid_->setHorizontalSpacing(5);
    grid_->setVerticalSpacing(4);
    grid_->setColumnStretch(CommonLabel, 2);
    grid_->setColumnStretch(CommonEditor, 3);
    for (const CommonValue& common : findCommonValues(session_.document(), session_.catalog(), elements_))
        addRow(common.property);
    if (rows_.empty()) {
        auto* const none = new QLabel(tr("These elements have no property in common."), this);
        none->setWordWrap(true);
        grid_->addWidget(none, 0, 0, 1, CommonColumnCount);
    }
    connect(&units_, &DisplayUnits::changed, this, &CommonForm::showUnits);
    refresh();
}

void CommonForm::addRow(const PropertyDescriptor& property) {
    rows_.push_back(std::make_unique<Row>());
    Row& row = *rows_.back();
    row.property = property;
    row.editor = makeValueEditor(row.property, units_, this);
    row.editor->setObjectName(text(property.key));
    row.editor->setAccessibleName(text(property.label));
    row.editor->setToolTip(text(property.doc));
    row.label = new QLabel(text(property.label), this);
    row.label->setWordWrap(true);
    row.label->setToolTip(text(property.doc));
    row.label->setBuddy(row.editor);
    row.unit = new QLabel(this);
    row.message = new QLabel(this);
    row.message->setWordWrap(true);
    row.message->hide();
    const int line = grid_->rowCount();
    const bool isWide = property.kind == ValueKind::Vec3 || !property.columns.empty();
    grid_->addWidget(row.label, line, CommonLabel, 1, isWide ? 2 : 1);
    grid_->addWidget(row.unit, line, CommonUnit);
    if (isWide)
        grid_->addWidget(row.editor, line + 1, CommonLabel, 1, CommonColumnCount);
    else
        grid_->addWidget(row.editor, line, CommonEditor);
    grid_->addWidget(row.message, line + 2, CommonEditor, 1, CommonColumnCount - CommonEditor);
    connect(row.editor, &ValueEditor::refused, this, [&row](const QString& why) { say(row, why); });
    connect(row.editor, &ValueEditor::typing, this, [&row] { say(row, {}); });
    connect(row.editor, &ValueEditor::gestureEnded, this, [this] { session_.endGesture(); });
    connect(row.editor, &ValueEditor::entered, this,
            [this, &row](const PropertyValue& value, bool gesture) { enter(row, value, gesture); });
    connect(row.editor, &ValueEditor::formulaEntered, this,
            [this, &row](const QString& part, const QString& formula) { enterFormula(row, part, formula); });
    row.label->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(row.label, &QWidget::customContextMenuRequested, this, [this, &row](const QPoint& at) {
        QMenu menu;
        menu.addAction(tr("Reset to default"), this, [this, &row] { enter(row, std::nullopt, false); });
        menu.exec(row.label->mapToGlobal(at));
    });
}

bool CommonForm::refresh() {
    const auto values = findCommonValues(session_.document(), session_.catalog(), elements_);
    const auto isOf = [](const std::unique_ptr<Row>& row, const CommonValue& common) {
        return row->property.key == common.property.key && row->property.quantity == common.property.quantity;
    };
    if (!std::equal(rows_.begin(), rows_.end(), values.begin(), values.end(), isOf)) return false;
    for (std::size_t i = 0; i < rows_.size(); ++i) showRow(*rows_[i], values[i]);
    showUnits();
    return true;
}

void CommonForm::showRow(Row& row, const CommonValue& common) {
    row.editor->setQuantity(common.property.quantity);
    row.editor->setValue(common.value);
    row.editor->showFormulas([&](const QString& part) {
        const auto held = std::ranges::find(common.formulas, part.toStdString(), &Element::Formula::key);
        return held == common.formulas.end() ? QString() : text(held->text);
    });
    row.editor->showMixed([&](const QString& part) {
        const int index = indexOfPart(part);
        return index < 0 ? common.isMixed : common.isMixedPart[std::size_t(index)];
    });
    say(row, {});
}

void CommonForm::showUnits() {
    for (const auto& row : rows_) row->unit->setText(units_.unitFor(row->property.quantity).symbol);
}

void CommonForm::say(const Row& row, const QString& what) {
    row.message->setText(what);
    row.message->setStyleSheet(QStringLiteral("color:%1;").arg(Theme::instance().colors().bad.name()));
    row.message->setVisible(!what.isEmpty());
}

void CommonForm::report(Row& row, const Result<Edit>& result) {
    if (result) return;
    row.editor->setWrong(true);
    say(row, reasonsOf(result.diagnostics));
}

void CommonForm::enter(Row& row, const std::optional<PropertyValue>& value, bool gesture) {
    if (const std::string why = value ? describeInvalidValue(row.property, *value) : std::string(); !why.empty()) {
        row.editor->setWrong(true);
        return say(row, text(why));
    }
    const int part = value ? indexOfPart(row.editor->enteredPart()) : -1;
    const bool isUpToDate = session_.model() && session_.model()->getDocument().sharesContentWith(session_.document());
    const CompiledModelPtr model = isUpToDate ? session_.model() : nullptr;
    const QString label = value ? tr("Set %1 of %2 elements") : tr("Reset %1 of %2 elements");
    report(row, session_.edit(
                    label.arg(text(row.property.label)).arg(elements_.size()),
                    [&](const Document& document) {
                        return setCommonValue(document, session_.catalog(), model, elements_, row.property.key, part,
                                              value);
                    },
                    gesture ? QStringLiteral("common.%1").arg(text(row.property.key)) : QString()));
}

void CommonForm::enterFormula(Row& row, const QString& part, const QString& formula) {
    report(row, session_.edit(
                    tr("Set %1 of %2 elements = %3").arg(text(row.property.label)).arg(elements_.size()).arg(formula),
                    [&](const Document& document) {
                        return setCommonFormula(document, session_.catalog(), elements_,
                                                row.property.key + part.toStdString(), formula.toStdString());
                    }));
}

}  // namespace trammel::ui

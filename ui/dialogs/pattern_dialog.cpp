// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/pattern_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "authoring/copied.h"
#include "authoring/displace.h"
#include "authoring/placed_element.h"
#include "ui/properties/formula_value.h"
#include "ui/properties/number_field.h"

namespace trammel::ui {

namespace {
constexpr int FewestInstances = 2, MostInstances = 100, FirstCount = 3;
/// Distance of neighbors in a new linear pattern, m.
constexpr Real FirstDistance = 0.1;
/// Row of the axis of the joint, after those of Ground.
constexpr int JointAxis = 3;
constexpr int AboutWidth = 320;
}  // namespace

PatternDialog::PatternDialog(PatternKind kind, Session& session, const DisplayUnits& units, QWidget* parent)
    : QDialog(parent),
      kind_(kind),
      session_(session),
      units_(units),
      form_(new QFormLayout),
      about_(new QLabel(this)),
      message_(new QLabel(this)) {
    const bool isLinear = kind == PatternKind::Linear;
    setObjectName(isLinear ? QStringLiteral("linearPatternDialog") : QStringLiteral("circularPatternDialog"));
    setWindowTitle(isLinear ? tr("Linear pattern") : tr("Circular pattern"));
    about_->setObjectName(QStringLiteral("patternSelection"));
    about_->setWordWrap(true);
    about_->setMinimumWidth(AboutWidth);
    message_->setObjectName(QStringLiteral("patternMessage"));
    message_->setWordWrap(true);

    count_ = addField(tr("Count"), "patternCount", Quantity::None, FirstCount, tr("Instances, with the original"));
    count_->setWhole(true);
    if (isLinear) {
        amount_ = addField(tr("Distance"), "patternDistance", Quantity::Length, FirstDistance,
                           tr("Distance between neighbors; negative for the other direction"));
    } else {
        amount_ = addField(tr("Angle"), "patternAngle", Quantity::Angle, 2 * Pi,
                           tr("Angle over which the instances are spread"));
        center_ = addChoice(tr("About"), "patternCenter", tr("Point on the axis of the pattern"));
    }
    axis_ = addChoice(isLinear ? tr("Along") : tr("Axis"), "patternAxis", tr("Axes are those of Ground"));
    axis_->addItems({tr("X"), tr("Y"), tr("Z")});
    if (!isLinear) {
        axis_->addItem(tr("Axis of the joint"));
        axis_->setCurrentIndex(2);
        fillCenters();
        const int suggested = center_->findData(QVariant::fromValue<qulonglong>(suggestedCenter().value));
        center_->setCurrentIndex(std::max(0, suggested));
        if (center_->currentIndex() > 0) axis_->setCurrentIndex(JointAxis);
    }

    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto* const add = buttons->addButton(tr("Add copies"), QDialogButtonBox::AcceptRole);
    add->setObjectName(QStringLiteral("addPattern"));
    add->setDefault(true);
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(about_);
    layout->addLayout(form_);
    layout->addWidget(message_);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &PatternDialog::add);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & (SessionChange::Document | SessionChange::Selection)) showSelection();
        if (center_ && (changes & SessionChange::Document)) fillCenters();
    });
    showSelection();
}

NumberField* PatternDialog::addField(const QString& name, const char* object, Quantity quantity, Real value,
                                     const QString& tip) {
    auto* const field = new NumberField(quantity, units_, this);
    field->setObjectName(QLatin1StringView(object));
    field->setAccessibleName(name);
    field->setToolTip(tip);
    field->setValue(value);
    connect(field, &NumberField::entered, this, [this, field](double si) {
        field->setValue(si);
        tell({});
    });
    connect(field, &NumberField::refused, this, &PatternDialog::tell);
    if (quantity != Quantity::None) {
        field->setTakesFormulas(true);
        connect(field, &NumberField::formulaEntered, this, [this, field, quantity](const QString& formula) {
            const ParsedQuantity result = formulaValue(session_, formula, quantity);
            if (const auto* const why = std::get_if<QString>(&result)) return tell(*why);
            field->setValue(std::get<Real>(result));
            tell({});
        });
    }
    auto* const label = new QLabel(this);
    label->setBuddy(field);
    const auto say = [this, label, name, quantity] {
        const QString symbol = units_.unitFor(quantity).symbol;
        label->setText(symbol.isEmpty() ? name : tr("%1 (%2)").arg(name, symbol));
    };
    connect(&units_, &DisplayUnits::changed, label, say);
    say();
    form_->addRow(label, field);
    return field;
}

QComboBox* PatternDialog::addChoice(const QString& name, const char* object, const QString& tip) {
    auto* const choice = new QComboBox(this);
    choice->setObjectName(QLatin1StringView(object));
    choice->setAccessibleName(name);
    choice->setToolTip(tip);
    form_->addRow(name, choice);
    return choice;
}

void PatternDialog::fillCenters() {
    const QVariant chosen = center_->currentData();
    center_->clear();
    center_->addItem(tr("Origin of Ground"), QVariant::fromValue<qulonglong>(0));
    const CompiledModelPtr& model = session_.model();
    if (!model) return;
    const Document& document = model->getDocument();
    for (const char* const family : {"joint", "body"})
        for (const ElementId id : document.elementsOf(family))
            if (findElementFrame(*model, model->getInitialState(), id))
                center_->addItem(session_.nameOf(id), QVariant::fromValue<qulonglong>(id.value));
    center_->setCurrentIndex(std::max(0, center_->findData(chosen)));
}

ElementId PatternDialog::suggestedCenter() const {
    const Document& document = session_.document();
    for (const ElementId id : session_.selection()) {
        const ElementId joint = carrierOf(document, id);
        if (!joint.isValid()) continue;
        const ElementId carrier = document.get(joint).reference("parent");
        if (carrier.isValid() && !session_.selection().contains(carrier)) return carrierOf(document, carrier);
    }
    return {};
}

void PatternDialog::showSelection() {
    const auto selected = session_.selection();
    if (selected.empty()) return about_->setText(tr("Select the elements to copy."));
    const std::set<ElementId> all = withConnections(session_.document(), selected);
    QStringList names;
    for (const ElementId id : all) names += session_.nameOf(id);
    constexpr qsizetype shown = 8;
    const qsizetype more = names.size() - shown;
    QString list = QStringList(names.first(std::min(shown, names.size()))).join(QStringLiteral(", "));
    if (more > 0) list = tr("%1 and %2 more").arg(list).arg(more);
    about_->setText(tr("Copied: %1").arg(list));
}

std::vector<Transform> PatternDialog::displacements() {
    const Real count = count_->value();
    if (count < FewestInstances || count > MostInstances) {
        tell(tr("The count must be from %1 to %2.").arg(FewestInstances).arg(MostInstances));
        return {};
    }
    if (amount_->value() == 0) {
        tell(kind_ == PatternKind::Linear ? tr("The distance must not be zero.") : tr("The angle must not be zero."));
        return {};
    }
    Vec3 axis(0.);
    if (axis_->currentIndex() < JointAxis) axis[axis_->currentIndex()] = 1;
    const auto instances = static_cast<int>(count);
    if (kind_ == PatternKind::Linear) return linearPattern(instances, amount_->value() * axis);

    const ElementId center{center_->currentData().toULongLong()};
    const CompiledModel& model = *session_.model();
    const Transform X = findElementFrame(model, model.getInitialState(), center).value_or(Transform());
    if (axis_->currentIndex() == JointAxis) {
        const Element* const joint = session_.document().find(center);
        const TypeDescriptor* const type = joint ? session_.typeOf(*joint) : nullptr;
        const std::optional<Vec3> own = type ? mainAxisOf(*type) : std::nullopt;
        if (!own) {
            tell(tr("'%1' is not a joint. Choose a joint or another axis.").arg(center_->currentText()));
            return {};
        }
        axis = X.R() * *own;
    }
    return circularPattern(instances, amount_->value(), X.p(), axis);
}

void PatternDialog::add() {
    if (!count_->commit() || !amount_->commit()) return;
    if (session_.selection().empty()) return tell(tr("Nothing is selected."));
    const CompiledModelPtr model = session_.model();
    if (!model || !model->getDocument().sharesContentWith(session_.document()))
        return tell(tr("The model has errors. Fix the problems listed, then add the copies."));
    const std::vector<Transform> places = displacements();
    if (places.empty()) return;
    std::set<ElementId> added;
    const auto result = session_.edit(windowTitle(), [&](const Document& document) {
        return addPattern(document, model, session_.selection(), places, added);
    });
    if (!result) {
        QStringList reasons;
        for (const Diagnostic& reason : result.diagnostics)
            reasons += QString::fromStdString(reason.message + " " + reason.remedy).trimmed();
        return tell(reasons.join(QLatin1Char('\n')));
    }
    session_.select(added);
    accept();
}

void PatternDialog::tell(const QString& text) { message_->setText(text); }

}  // namespace trammel::ui

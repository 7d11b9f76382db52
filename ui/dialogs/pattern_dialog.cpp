// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/pattern_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QVBoxLayout>
#include <cmath>

#include "authoring/copied.h"
#include "authoring/displace.h"
#include "authoring/link_layers.h"
#include "authoring/mirror.h"
#include "authoring/pattern_edit.h"
#include "authoring/placed_element.h"
#include "compile/group_type.h"
#include "ui/properties/formula_value.h"
#include "ui/properties/number_field.h"
#include "ui/session/background_edit.h"
#include "ui/session/left_work.h"
#include "ui/session/model_compiler.h"
#include "ui/session/opened_model.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {
constexpr int FewestInstances = 2, MostInstances = 100, FirstCount = 3;
/// Distance of neighbors in a new linear pattern of unknown size, m.
constexpr Real FirstDistance = 0.1;
/// Distance of neighbors relative to their extent along the pattern.
constexpr Real FirstSpacing = 1.1;
/// Row of the axis of the joint, after those of Ground.
constexpr int JointAxis = 3;
constexpr int AboutWidth = 320;
/// Elements of the largest model with a preview, which is compiled at every change of the form.
constexpr Real MostPreviewed = 20000;
/// Shorter than a frame of the view, ms.
constexpr int PreviewPollInterval = 5;

struct FormTexts {
    QString object, title, add;
};
FormTexts textsOf(PatternKind kind) {
    switch (kind) {
        case PatternKind::Linear:
            return {QStringLiteral("linearPatternDialog"), PatternDialog::tr("Linear pattern"),
                    PatternDialog::tr("Add copies")};
        case PatternKind::Circular:
            return {QStringLiteral("circularPatternDialog"), PatternDialog::tr("Circular pattern"),
                    PatternDialog::tr("Add copies")};
        case PatternKind::Mirror: break;
    }
    return {QStringLiteral("mirrorDialog"), PatternDialog::tr("Mirror"), PatternDialog::tr("Add mirror image")};
}

/// The element that keeps the form of a linked pattern.
Element draftPattern(PatternKind kind, int count, Real amount, const Vec3& center, const Vec3& axis, bool isChain,
                     const Vec3& shift) {
    if (kind == PatternKind::Linear)
        return Element::draft(groupFamily, "linearPattern")
            .set("count", std::int64_t(count))
            .set("distance", amount)
            .set("direction", axis)
            .set("shift", shift)
            .set("connected", isChain);
    return Element::draft(groupFamily, "circularPattern")
        .set("count", std::int64_t(count))
        .set("angle", amount)
        .set("center", center)
        .set("axis", axis)
        .set("shift", shift)
        .set("connected", isChain);
}
Element draftMirrorImage(const MirrorPlane& plane) {
    return Element::draft(groupFamily, "mirrorImage")
        .set("point", plane.point_G)
        .set("normal", plane.normal_G)
        .set("shift", plane.shift_G);
}
/// @param added receives the pattern
Result<Edit> addLinked(const Document& document, const CompiledModelPtr& model, const std::set<ElementId>& elements,
                       Element draft, std::set<ElementId>& added) {
    Result<Edit> edit = addLinkedPattern(document, model, elements, std::move(draft));
    if (edit) added = {edit->element};
    return edit;
}
/// Notes and warnings, such as teeth that will not mesh, before the copies are added.
QString notesOf(const Diagnostics& diagnostics) {
    QStringList lines;
    for (const Diagnostic& d : diagnostics) lines += text(d.message + ' ' + d.remedy).trimmed();
    return lines.join(QLatin1Char('\n'));
}
}  // namespace

PatternDialog::PatternDialog(PatternKind kind, Session& session, const DisplayUnits& units, QWidget* parent)
    : QDialog(parent),
      kind_(kind),
      session_(session),
      units_(units),
      form_(new QFormLayout),
      about_(new QLabel(this)),
      message_(new QLabel(this)) {
    const FormTexts texts = textsOf(kind);
    setObjectName(texts.object);
    setWindowTitle(texts.title);
    about_->setObjectName(QStringLiteral("patternSelection"));
    about_->setWordWrap(true);
    about_->setMinimumWidth(AboutWidth);
    message_->setObjectName(QStringLiteral("patternMessage"));
    message_->setWordWrap(true);
    fillForm();
    linked_ = new QCheckBox(tr("&Linked to the source"), this);
    linked_->setObjectName(QStringLiteral("patternLinked"));
    linked_->setToolTip(tr("Copies follow their source; count and places can be changed later"));
    form_->addRow(QString(), linked_);
    connect(linked_, &QCheckBox::toggled, this, &PatternDialog::showPreview);
    if (kind_ != PatternKind::Mirror) {
        chained_ = new QCheckBox(tr("In a &chain"), this);
        chained_->setObjectName(QStringLiteral("patternChained"));
        chained_->setToolTip(tr("Each copy is connected to an end of the one before"));
        chained_->setEnabled(false);
        connect(linked_, &QCheckBox::toggled, chained_, &QCheckBox::setEnabled);
        connect(chained_, &QCheckBox::toggled, this, &PatternDialog::showPreview);
        form_->addRow(QString(), chained_);
    }

    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto* const add = buttons->addButton(texts.add, QDialogButtonBox::AcceptRole);
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
        const bool mayMove = changes & (SessionChange::Document | SessionChange::Model);
        if (center_ && mayMove && !session_.isCompiling()) fillCenters();
        if (changes & (SessionChange::Model | SessionChange::Selection))
            showPreview();
        else if (changes & SessionChange::Playhead && session_.player().showsFrame())
            // The preview would hide the motion.
            Q_EMIT previewChanged({});
    });
    connect(this, &QDialog::finished, this, [this] {
        leavePreview();
        Q_EMIT previewChanged({});
    });
    previewTimer_.setInterval(PreviewPollInterval);
    connect(&previewTimer_, &QTimer::timeout, this, &PatternDialog::collectPreview);
    showSelection();
}

PatternDialog::~PatternDialog() { leavePreview(); }

void PatternDialog::fillForm() {
    const QString points = tr("Point on the axis of the pattern"), axes = tr("Axes are those of Ground");
    if (kind_ != PatternKind::Mirror) {
        count_ = addField(tr("Count"), "patternCount", Quantity::None, FirstCount, tr("Instances, with the original"));
        count_->setWhole(true);
    }
    switch (kind_) {
        case PatternKind::Linear:
            amount_ = addField(tr("Distance"), "patternDistance", Quantity::Length,
                               roundInUnits(FirstDistance, Quantity::Length, units_),
                               tr("Distance between neighbors; negative for the other direction"));
            axis_ = addChoice(tr("Along"), "patternAxis", axes);
            break;
        case PatternKind::Circular:
            amount_ = addField(tr("Angle"), "patternAngle", Quantity::Angle, 2 * Pi,
                               tr("Angle over which the instances are spread"));
            center_ = addChoice(tr("About"), "patternCenter", points);
            axis_ = addChoice(tr("Axis"), "patternAxis", axes);
            break;
        case PatternKind::Mirror:
            center_ = addChoice(tr("Plane through"), "patternCenter", tr("Point of the mirror plane"));
            axis_ = addChoice(tr("Normal"), "patternAxis", axes);
            amount_ = addField(tr("Offset"), "patternOffset", Quantity::Length, 0,
                               tr("Distance of the plane from that point, along the normal"));
            break;
    }
    axis_->addItems({tr("X"), tr("Y"), tr("Z")});
    if (!center_) return;
    axis_->addItem(tr("Axis of the joint"));
    fillCenters();
    if (kind_ == PatternKind::Mirror) return;
    axis_->setCurrentIndex(2);
    const int suggested = center_->findData(QVariant::fromValue<qulonglong>(suggestedCenter().value));
    center_->setCurrentIndex(std::max(0, suggested));
    if (center_->currentIndex() > 0) axis_->setCurrentIndex(JointAxis);
}

void PatternDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    showPreview();
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
        isDistanceGiven_ = isDistanceGiven_ || field == amount_;
        showMessage({});
        showPreview();
    });
    connect(field, &NumberField::refused, this, &PatternDialog::showMessage);
    if (quantity != Quantity::None) {
        field->setTakesFormulas(true);
        connect(field, &NumberField::formulaEntered, this, [this, field, quantity](const QString& formula) {
            const ParsedQuantity result = formulaValue(session_, formula, quantity);
            if (const auto* const why = std::get_if<QString>(&result)) return showMessage(*why);
            field->setValue(std::get<Real>(result));
            showMessage({});
            showPreview();
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
    connect(choice, &QComboBox::activated, this, [this] {
        showMessage({});
        suggestDistance();
        showPreview();
    });
    return choice;
}

void PatternDialog::setExtents(const Vec3& extents_G) {
    extents_G_ = extents_G;
    suggestDistance();
}

void PatternDialog::suggestDistance() {
    const Real extent = kind_ == PatternKind::Linear && !isDistanceGiven_ ? extents_G_[axis_->currentIndex()] : 0;
    if (extent <= 0) return;
    // Two digits in display units.
    const Real number = FirstSpacing * extent / units_.unitFor(Quantity::Length).factor;
    const Real digit = std::pow(10, std::floor(std::log10(number)) - 1);
    amount_->setValue(std::round(number / digit) * digit * units_.unitFor(Quantity::Length).factor);
}

void PatternDialog::fillCenters() {
    const QVariant chosen = center_->currentData();
    center_->clear();
    center_->addItem(tr("Origin of Ground"), QVariant::fromValue<qulonglong>(0));
    const CompiledModelPtr& model = session_.lastModel();
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

std::optional<std::pair<Vec3, Vec3>> PatternDialog::chosenAxis() {
    Vec3 axis(0.);
    if (axis_->currentIndex() < JointAxis) axis[axis_->currentIndex()] = 1;
    if (!center_) return std::pair(Vec3(0.), axis);
    const ElementId center{center_->currentData().toULongLong()};
    const CompiledModel& model = *session_.model();
    const Transform X = findElementFrame(model, model.getInitialState(), center).value_or(Transform());
    if (axis_->currentIndex() == JointAxis) {
        const Element* const joint = session_.document().find(center);
        const TypeDescriptor* const type = joint ? session_.typeOf(*joint) : nullptr;
        const std::optional<Vec3> own = type ? mainAxisOf(*type) : std::nullopt;
        if (!own) {
            showMessage(tr("'%1' is not a joint. Choose a joint or another axis.").arg(center_->currentText()));
            return std::nullopt;
        }
        axis = X.R() * *own;
    }
    return std::pair(X.p(), axis);
}

PatternDialog::Verb PatternDialog::verb() {
    const CompiledModelPtr model = session_.model();
    const std::set<ElementId> elements = session_.selection();
    if (elements.empty()) return showMessage(tr("Nothing is selected.")), nullptr;
    if (!model || !model->getDocument().sharesContentWith(session_.document()))
        return showMessage(tr("The model has errors. Fix the problems listed, then add the copies.")), nullptr;
    const Real count = count_ ? count_->value() : FewestInstances;
    if (count < FewestInstances || count > MostInstances)
        return showMessage(tr("The count must be from %1 to %2.").arg(FewestInstances).arg(MostInstances)), nullptr;
    const Real amount = amount_->value();
    if (amount == 0 && kind_ == PatternKind::Linear) return showMessage(tr("The distance must not be zero.")), nullptr;
    if (amount == 0 && kind_ == PatternKind::Circular) return showMessage(tr("The angle must not be zero.")), nullptr;
    const auto chosen = chosenAxis();
    if (!chosen) return nullptr;
    const Vec3 center = chosen->first, axis = chosen->second;
    const auto instances = static_cast<int>(count);
    const bool isLinked = linked_->isChecked();
    // The copies of a chain lie at the ends of those before.
    const bool isChain = isLinked && chained_ && chained_->isChecked();
    if (kind_ == PatternKind::Mirror)
        return [=](const Document& document, std::set<ElementId>& added) {
            MirrorPlane plane{Vec3(center + amount * axis), axis};
            plane.shift_G = calcLayerStep(*model, elements, {plane.motion()});
            return isLinked ? addLinked(document, model, elements, draftMirrorImage(plane), added)
                            : addMirrored(document, model, elements, plane, added);
        };
    return [=, kind = kind_](const Document& document, std::set<ElementId>& added) {
        const auto placesWith = [&](const Vec3& shift) {
            return kind == PatternKind::Linear ? linearPattern(instances, amount * axis + shift)
                                               : circularPattern(instances, amount, center, axis, shift);
        };
        Vec3 shift(0.);
        if (!isChain) {
            const std::vector<Transform> places = placesWith(shift);
            shift = calcLayerStep(*model, elements, {places.begin(), places.end()});
        }
        return isLinked ? addLinked(document, model, elements,
                                    draftPattern(kind, instances, amount, center, axis, isChain, shift), added)
                        : addPattern(document, model, elements, placesWith(shift), added);
    };
}

PatternDialog::Preview PatternDialog::makePreview(const Verb& make, const Document& document,
                                                  const CompiledModelPtr& model) {
    std::set<ElementId> added;
    const Result<Edit> made = make(document, added);
    if (!made) return {nullptr, made.diagnostics};
    const Result<CompiledModelPtr> compiled = compileSafely(made->document, model);
    return {compiled ? *compiled : nullptr, made.diagnostics};
}

void PatternDialog::showPreview() {
    // While the document compiles, a later signal announces its model.
    if (!isVisible() || isAdding_ || session_.isCompiling()) return;
    leavePreview();
    const Real copies = count_ ? count_->value() - 1 : 1;
    const auto elements = withConnections(session_.document(), session_.selection());
    const Real size = Real(session_.document().size()) + copies * Real(elements.size());
    showMessage({});
    const Verb make = size <= MostPreviewed ? verb() : nullptr;
    // The message says why.
    if (!make) return Q_EMIT previewChanged({});
    if (size < Real(LargeModel)) return present(makePreview(make, session_.document(), session_.model()));
    previewInBackground(make);
}

void PatternDialog::present(const Preview& preview) {
    showMessage(preview.reasons.hasErrors() ? reasonsOf(preview.reasons) : notesOf(preview.reasons));
    Q_EMIT previewChanged(preview.model);
}

void PatternDialog::previewInBackground(const Verb& make) {
    const Document& document = session_.document();
    preview_ = std::make_shared<PreviewWork>(
        document, [make, document, model = session_.model()] { return makePreview(make, document, model); });
    previewTimer_.start();
}

void PatternDialog::collectPreview() {
    if (!preview_->task.isFinished()) return;
    previewTimer_.stop();
    const std::shared_ptr<PreviewWork> done = std::exchange(preview_, nullptr);
    if (done->task.getResult() && done->document.sharesContentWith(session_.document()))
        present(*done->task.getResult());
}

void PatternDialog::leavePreview() {
    previewTimer_.stop();
    if (const std::shared_ptr<PreviewWork> left = std::exchange(preview_, nullptr); left && !left->task.isFinished())
        leaveUntil([left] { return left->task.isFinished(); });
}

void PatternDialog::add() {
    if ((count_ && !count_->commit()) || !amount_->commit()) return;
    const Verb make = verb();
    if (!make) return;
    leavePreview();
    const auto added = std::make_shared<std::set<ElementId>>();
    const auto result = [&] {
        const QScopedValueRollback adding(isAdding_, true);
        return editInBackground(
            session_, windowTitle(),
            [make, added](const Document& document, const CompiledModelPtr&) { return make(document, *added); }, this);
    }();
    if (!result) {
        showPreview();
        if (!result.diagnostics.empty()) showMessage(reasonsOf(result.diagnostics));
        return;
    }
    // Hidden before the selection changes, which would start another preview.
    accept();
    session_.select(*added);
}

void PatternDialog::showMessage(const QString& text) { message_->setText(text); }

}  // namespace trammel::ui

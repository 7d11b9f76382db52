// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/element_form.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QSignalBlocker>
#include <algorithm>
#include <exception>

#include "authoring/density.h"
#include "authoring/placed_element.h"
#include "compile/formula_names.h"
#include "compile/integrator_choice.h"
#include "document/edit_rules.h"
#include "document/formulas.h"
#include "document/property_quantity.h"
#include "document/value_text.h"
#include "inspect/output_expression.h"
#include "ui/properties/combo_box.h"
#include "ui/properties/edit_preview.h"
#include "ui/properties/formula_completer.h"
#include "ui/properties/formula_text.h"
#include "ui/properties/mesh_editor.h"
#include "ui/properties/value_editor.h"
#include "ui/session/background_edit.h"
#include "ui/session/text.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

enum Column { LabelColumn, EditorColumn, UnitColumn, ChipColumn, ColumnCount };

/// Cost of a change that invalidates @p stage, one sentence.
QString describeCost(Stage stage) {
    if (stage <= Stage::Topology) return ElementForm::tr("A change rebuilds the system; runs restart.");
    if (stage >= Stage::Infinity) return ElementForm::tr("A change invalidates no computed value.");
    QStringList lost;
    for (Stage s = stage; s <= Stage::Report; s = s.next()) lost += text(s.getName());
    return ElementForm::tr(
               "A change invalidates %1 and keeps all lower stages: the system is not rebuilt, and a run can continue "
               "with it.")
        .arg(lost.size() > 2 ? lost.first() + QStringLiteral("…") + lost.last() : lost.join(", "));
}

const PropertyDescriptor& densityDescriptor() {
    static const PropertyDescriptor density =
        PropertyDescriptor::real(
            "density", "Density", Quantity::Density, 7850,
            "Mass per volume. A typed density sets the mass, which then follows the sizes; gray if the mass was typed.")
            .above(0)
            .at(Stage::Instance);
    return density;
}

}  // namespace

ElementForm::ElementForm(Session& session, const DisplayUnits& units, ElementId element, const TypeDescriptor& type,
                         QWidget* parent)
    : QWidget(parent), session_(session), units_(units), element_(element), type_(type), grid_(new QGridLayout(this)) {
    grid_->setContentsMargins(8, 4, 8, 8);
    grid_->setHorizontalSpacing(5);
    grid_->setVerticalSpacing(4);
    grid_->setColumnStretch(LabelColumn, 2);
    grid_->setColumnStretch(EditorColumn, 3);
    // Optional references that are parameters rather than connections come last.
    const auto isAside = [&](const SocketDescriptor& socket) {
        return socket.optional && (type.family == "body" || socket.invalidates > Stage::Topology);
    };
    const bool hasConnections = !std::ranges::all_of(type.sockets, isAside);
    if (hasConnections) addHeading(tr("Connections"));
    for (const SocketDescriptor& socket : type.sockets)
        if (!isAside(socket)) addSocketRow(socket);
    QString heading;
    for (const PropertyDescriptor& property : type.properties) {
        // Numbers of motors belong to these stages too.
        const bool isOfStart = type.family == "joint" &&
                               (property.invalidates == Stage::Position || property.invalidates == Stage::Velocity);
        const QString wanted = isOfStart ? tr("Initial pose and speeds") : tr("Values");
        if (hasConnections && wanted != heading) addHeading(heading = wanted);
        addPropertyRow(property);
    }
    for (const SocketDescriptor& socket : type.sockets)
        if (isAside(socket)) addSocketRow(socket);
    connect(&units_, &DisplayUnits::changed, this, &ElementForm::showUnits);
    refresh();
}

void ElementForm::addHeading(const QString& heading) {
    auto* label = new QLabel(heading, this);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    label->setContentsMargins(0, 6, 0, 1);
    grid_->addWidget(label, grid_->rowCount(), 0, 1, ColumnCount);
}

void ElementForm::layOut(Row& row) {
    const PropertyDescriptor& property = *row.property;
    const int line = grid_->rowCount();
    row.label = new QLabel(text(property.label), this);
    row.label->setWordWrap(true);
    row.editor->setObjectName(text(property.key));
    row.editor->setAccessibleName(text(property.label));
    row.unit = new QLabel(this);
    row.label->setBuddy(row.editor);
    const QString tip = text(property.doc);
    row.label->setToolTip(tip);
    row.editor->setToolTip(tip);
    // Beside an editor a longer label takes many short lines.
    constexpr std::size_t longestBeside = 20;
    if (property.kind == ValueKind::Vec3 || property.isFormula || !property.columns.empty() ||
        property.label.size() > longestBeside) {
        // Three numbers, a formula or a table need the full width.
        grid_->addWidget(row.label, line, LabelColumn, 1, 2);
        grid_->addWidget(row.editor, line + 1, LabelColumn, 1, ColumnCount);
    } else {
        grid_->addWidget(row.label, line, LabelColumn);
        grid_->addWidget(row.editor, line, EditorColumn);
    }
    grid_->addWidget(row.unit, line, UnitColumn);
    row.chip = makeStageChip(property.invalidates);
    grid_->addWidget(row.chip, line, ChipColumn);
    row.message = addMessage();
    connect(row.editor, &ValueEditor::refused, this, [&row](const QString& why) { say(row.message, why); });
    connect(row.editor, &ValueEditor::typing, this, [&row] { say(row.message, {}); });
    connect(row.editor, &ValueEditor::gestureEnded, this, [this] { session_.endGesture(); });
}

void ElementForm::addPropertyRow(const PropertyDescriptor& property) {
    rows_.push_back(std::make_unique<Row>());
    Row& row = *rows_.back();
    row.property = &property;
    if (property.key == meshKeyOf(type_)) {
        auto* const editor = new MeshEditor(property, this);
        row.editor = editor;
        layOut(row);
        return takeMeshesFrom(*editor, row);
    }
    row.editor = makeValueEditor(property, units_, this);
    layOut(row);
    if (auto* const line = property.isFormula ? row.editor->findChild<QLineEdit*>() : nullptr)
        new FormulaCompleter(line, [this, &property](const QString& start) { return namesFor(property, start); });
    connect(row.editor, &ValueEditor::entered, this,
            [this, &row](const PropertyValue& value, bool gesture) { enter(row, value, gesture); });
    connect(row.editor, &ValueEditor::formulaEntered, this,
            [this, &row](const QString& part, const QString& formula) { enterFormula(row, part, formula); });
    connect(row.editor, &ValueEditor::valueTyped, this, [this, &row](const PropertyValue& value) {
        if (accepts(row, value) && row.property->isFormula) showPreview(row, std::get<std::string>(value));
    });
    connect(row.editor, &ValueEditor::formulaTyped, this, [this, &row](const QString& part, const QString& formula) {
        report(row, trammel::setFormula(session_.document(), session_.catalog(), element_,
                                        row.property->key + part.toStdString(), formula.toStdString()));
    });
    row.label->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(row.label, &QWidget::customContextMenuRequested, this, [this, &row](const QPoint& at) {
        QMenu menu;
        menu.addAction(tr("Reset to default"), this, [this, &row] { resetToDefault(row); });
        menu.exec(row.label->mapToGlobal(at));
    });
    if (property.quantity == Quantity::Mass) addDensityRow();
}

void ElementForm::addDensityRow() {
    const Element* const element = session_.document().find(element_);
    if (!element || !findDensity(*element)) return;
    density_ = std::make_unique<Row>();
    density_->property = &densityDescriptor();
    density_->editor = makeValueEditor(densityDescriptor(), units_, this);
    layOut(*density_);
    density_->editor->setProperty(EditPreview::OtherKey, QStringLiteral("mass"));
    connect(density_->editor, &ValueEditor::entered, this, [this](const PropertyValue& value, bool gesture) {
        if (const std::string why = describeInvalidValue(densityDescriptor(), value); !why.empty()) {
            density_->editor->setWrong(true);
            return say(density_->message, text(why));
        }
        enterDensity(text(numberText(std::get<Real>(value)) + " kg/m^3"), gesture);
    });
    connect(density_->editor, &ValueEditor::formulaEntered, this,
            [this](const QString&, const QString& formula) { enterDensity(formula, false); });
}

void ElementForm::enterDensity(const QString& density, bool gesture) {
    report(*density_, session_.edit(
                          tr("Set Density of %1 = %2").arg(session_.nameOf(element_), density),
                          [&](const Document& document) {
                              return setDensity(document, session_.catalog(), element_, density.toStdString());
                          },
                          gesture ? QStringLiteral("%1.density").arg(element_.value) : QString()));
}

void ElementForm::showDensity(const Element& element) {
    const auto density = density_ ? findDensity(element) : std::nullopt;
    if (!density) return;
    density_->editor->setValue(density->value);
    // A plain number with its unit is stored as a value.
    const QString formula = text(density->formula);
    density_->editor->showFormulas([&](const QString&) { return isFormula(formula) ? formula : QString(); });
    density_->label->setForegroundRole(density->givesMass ? QPalette::WindowText : QPalette::PlaceholderText);
    say(density_->message, {});
}

void ElementForm::takeMeshesFrom(MeshEditor& editor, Row& row) {
    connect(&editor, &MeshEditor::meshChosen, this, [this, &row](const ChosenMesh& chosen) {
        const Element draft = draftMeshBody(type_, chosen.mesh);
        report(row, session_.edit(
                        tr("Set %1 of %2 to %3").arg(text(row.property->label), session_.nameOf(element_), chosen.name),
                        [&](const Document& document) {
                            return setMesh(document, session_.catalog(), element_,
                                           draft.valueAs<std::string>(type_, row.property->key),
                                           draft.valueAs<Real>(type_, "scale"));
                        }));
        if (!chosen.notes.isEmpty()) Q_EMIT session_.notice(chosen.notes);
    });
}

void ElementForm::addSocketRow(const SocketDescriptor& socket) {
    socketRows_.push_back(std::make_unique<SocketRow>());
    SocketRow& row = *socketRows_.back();
    const int line = grid_->rowCount();
    row.socket = &socket;
    auto* label = new QLabel(text(socket.label), this);
    label->setWordWrap(true);
    row.choice = new ComboBox(this);
    row.choice->setObjectName(text(socket.key));
    row.choice->setAccessibleName(text(socket.label));
    label->setBuddy(row.choice);
    label->setToolTip(text(socket.doc));
    row.choice->setToolTip(text(socket.doc));
    grid_->addWidget(label, line, LabelColumn);
    grid_->addWidget(row.choice, line, EditorColumn, 1, 2);
    row.label = label;
    row.chip = makeStageChip(socket.invalidates);
    grid_->addWidget(row.chip, line, ChipColumn);
    row.message = addMessage();
    connect(row.choice, &QComboBox::activated, this, [this, &row] { plug(row); });
}

QLabel* ElementForm::addMessage() {
    auto* message = new QLabel(this);
    message->setWordWrap(true);
    message->hide();
    grid_->addWidget(message, grid_->rowCount(), EditorColumn, 1, ColumnCount - EditorColumn);
    return message;
}

QLabel* ElementForm::makeStageChip(Stage stage) {
    auto* chip = new QLabel(this);
    if (stage >= Stage::Infinity) return chip;
    chip->setText(text(stage.getName()));
    chip->setAlignment(Qt::AlignCenter);
    const QColor color = Theme::instance().stageColor(stage);
    chip->setStyleSheet(
        QStringLiteral("color:%1; border:1px solid %1; border-radius:6px; padding:0 5px; font-size:8pt;")
            .arg(color.name()));
    chip->setToolTip(describeCost(stage));
    chip->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    return chip;
}

void ElementForm::showUnits() {
    for (const auto& row : rows_) row->unit->setText(units_.unitFor(row->quantity.value_or(Quantity::None)).symbol);
    if (density_) density_->unit->setText(units_.unitFor(Quantity::Density).symbol);
}

void ElementForm::say(QLabel* message, const QString& what) {
    message->setText(what);
    message->setStyleSheet(QStringLiteral("color:%1;").arg(Theme::instance().colors().bad.name()));
    message->setVisible(!what.isEmpty());
}

void ElementForm::showNote(QLabel* message, const QString& what) {
    message->setText(what);
    message->setStyleSheet(QStringLiteral("color:%1;").arg(Theme::instance().colors().faintText.name()));
    message->setVisible(true);
}

QStringList ElementForm::namesFor(const PropertyDescriptor& property, const QString& start) const {
    const CompiledModelPtr& model = session_.lastModel();
    // A formula of outputs has other names.
    if (!model || property.invalidates >= Stage(Stage::Infinity)) return {};
    QStringList names;
    for (const std::string& name : completeName(*model, session_.document(), element_, start.toStdString()))
        names.append(text(name));
    return names;
}

void ElementForm::showPreview(const Row& row, const std::string& formula) {
    const DisplayedState& displayed = session_.displayed();
    // A run of a model with other elements does not describe this document.
    if (!displayed.model() || !session_.lastModel() ||
        &displayed.model()->getSystem() != &session_.lastModel()->getSystem())
        return;
    // A formula of outputs measures a whole run.
    if (row.property->invalidates >= Stage(Stage::Infinity)) return;
    FormulaPreview preview;
    try {
        preview = previewFormula(*displayed.model(), session_.document(), element_, row.property->key, formula,
                                 displayed.state());
    } catch (const std::exception&) {
        // The displayed state cannot be realized that far.
        return;
    }
    if (!preview.error.empty()) return;
    QString sentence = tr("Known from %1").arg(text(preview.stage.getName()));
    if (preview.value) {
        const QString unit = preview.value->dimension.isNumber() ? QString() : text(describe(preview.value->dimension));
        constexpr int digits = 6;
        const QString value = row.quantity ? formatQuantity(preview.value->value, *row.quantity, units_, digits)
                                           : QString::number(preview.value->value, 'g', digits) +
                                                 (unit.isEmpty() ? QString() : tr(" (%1, SI)").arg(unit));
        sentence = tr("Now %1; known from %2").arg(value, text(preview.stage.getName()));
    }
    showNote(row.message, sentence);
}

void ElementForm::refresh() {
    const Element* const element = session_.document().find(element_);
    if (!element) return;
    for (const auto& row : rows_) {
        row->quantity = quantityOf(session_.document(), session_.catalog(), *element, *row->property);
        row->editor->setQuantity(row->quantity);
        const auto inUse = findValueInUse(session_.document(), *element, row->property->key);
        row->editor->setValue(inUse ? PropertyValue(inUse->value) : element->value(type_, row->property->key));
        row->editor->showFormulas([&](const QString& part) {
            const std::string* const formula = element->formula(row->property->key + part.toStdString());
            return formula ? text(*formula) : QString();
        });
        // A property that is not a number has no field for a formula.
        const bool follows = canFollow(type_, row->property->key) && element->formula(row->property->key);
        const QString label = text(row->property->label);
        row->label->setText(follows ? tr("%1 = %2").arg(label, text(*element->formula(row->property->key))) : label);
        say(row->message, {});
        if (inUse) showNote(row->message, text(inUse->reason));
        const bool used = usesKey(*element, row->property->key);
        for (QWidget* each : {static_cast<QWidget*>(row->label), static_cast<QWidget*>(row->editor),
                              static_cast<QWidget*>(row->unit), static_cast<QWidget*>(row->chip)})
            each->setVisible(used);
        const bool isDefault = !element->findExplicit(row->property->key);
        row->label->setForegroundRole(isDefault ? QPalette::PlaceholderText : QPalette::WindowText);
    }
    showUnits();
    showDensity(*element);
    for (const auto& row : socketRows_) {
        const bool used = usesKey(*element, row->socket->key);
        for (QWidget* each :
             {static_cast<QWidget*>(row->label), static_cast<QWidget*>(row->choice), static_cast<QWidget*>(row->chip)})
            each->setVisible(used);
        fillChoice(*row);
        say(row->message, {});
    }
}

bool ElementForm::accepts(Row& row, const PropertyValue& value) {
    const Document& document = session_.document();
    const PropertyDescriptor property = propertyOf(document, session_.catalog(), document.get(element_), *row.property);
    std::string why = describeInvalidValue(property, value);
    if (why.empty() && property.isFormula && session_.model()) {
        const std::string& formula = std::get<std::string>(value);
        // Formulas that invalidate nothing are measures of a run, over outputs.
        if (property.invalidates < Stage(Stage::Infinity))
            why = explainFormula(*session_.model(), document, element_, property.key, formula);
        else if (!formula.empty())
            why = explainOutputExpression(formula, session_.model());
    }
    if (why.empty()) return true;
    row.editor->setWrong(true);
    say(row.message, text(why));
    return false;
}

void ElementForm::enter(Row& row, const PropertyValue& value, bool gesture) {
    if (!accepts(row, value)) return;
    const std::string& key = row.property->key;
    const QString label = tr("Set %1 of %2").arg(text(row.property->label), session_.nameOf(element_));
    const QString mergeKey = gesture ? QStringLiteral("%1.%2").arg(element_.value).arg(text(key)) : QString();
    const Element& present = session_.document().get(element_);
    if (present.formula(key) && equal(present.value(type_, key), value))
        // A typed number replaces a formula of equal value.
        return report(row, session_.edit(label, [&](const Document& document) {
            return trammel::setFormula(document, session_.catalog(), element_, key, {});
        }));
    if (gesture) return report(row, session_.setValue(label, element_, key, value, mergeKey));
    const QPointer<ElementForm> guard(this);
    const Result<Edit> result = setValueInBackground(session_, label, element_, key, value, window());
    if (guard) report(row, result);
}

void ElementForm::enterFormula(Row& row, const QString& part, const QString& formula) {
    const std::string key = row.property->key + part.toStdString();
    report(row, session_.edit(
                    tr("Set %1 of %2 = %3").arg(text(row.property->label), session_.nameOf(element_), formula),
                    [&](const Document& document) {
                        return trammel::setFormula(document, session_.catalog(), element_, key, formula.toStdString());
                    }));
}

void ElementForm::report(Row& row, const Result<Edit>& result) {
    if (result) return;
    // Canceled.
    if (result.diagnostics.empty()) return refresh();
    row.editor->setWrong(true);
    say(row.message, reasonsOf(result.diagnostics));
}

void ElementForm::resetToDefault(const Row& row) {
    setValueInBackground(session_, tr("Reset %1 of %2").arg(text(row.property->label), session_.nameOf(element_)),
                         element_, row.property->key, std::nullopt, window());
}

QString ElementForm::unpluggedText(const SocketDescriptor& socket) const {
    for (const std::string& family : socket.families)
        if (const FamilyDescriptor* known = session_.catalog().findFamily(family); !known->unpluggedLabel.empty())
            return text(known->unpluggedLabel);
    return socket.optional ? tr("None") : tr("Choose…");
}

void ElementForm::fillChoice(const SocketRow& row) {
    const Element& element = session_.document().get(element_);
    const QSignalBlocker quiet(row.choice);
    row.choice->clear();
    row.choice->addItem(unpluggedText(*row.socket), QVariant::fromValue<quint64>(0));
    for (const ElementId id : findTargets(session_.document(), session_.catalog(), *row.socket))
        if (id != element_) row.choice->addItem(session_.nameOf(id), QVariant::fromValue<quint64>(id.value));
    row.choice->setCurrentIndex(
        row.choice->findData(QVariant::fromValue<quint64>(element.reference(row.socket->key).value)));
}

void ElementForm::plug(SocketRow& row) {
    const ElementId target{row.choice->currentData().value<quint64>()};
    if (target == session_.document().get(element_).reference(row.socket->key)) return;
    const QPointer<ElementForm> guard(this);
    const auto result =
        reconnectInBackground(session_, tr("Connect %1 of %2").arg(text(row.socket->label), session_.nameOf(element_)),
                              element_, row.socket->key, target, window());
    if (!guard || result || !session_.document().find(element_)) return;
    fillChoice(row);
    say(row.message, reasonsOf(result.diagnostics));
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/load_dialog.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>

#include "ui/properties/formula_value.h"
#include "ui/properties/number_field.h"

namespace trammel::ui {

namespace {
constexpr int Digits = 4;
/// Duration of a new load, s.
constexpr Real FirstDuration = 0.5;
}  // namespace

LoadDialog::LoadDialog(Session& session, const DisplayUnits& units, QWidget* parent)
    : QDialog(parent),
      session_(session),
      units_(units),
      list_(new QListWidget(this)),
      add_(new QPushButton(tr("&Add load"), this)),
      remove_(new QPushButton(tr("Re&move load"), this)),
      run_(new QPushButton(tr("&Run with loads"), this)),
      branch_(new QPushButton(tr("&Branch with loads"), this)),
      message_(new QLabel(this)) {
    setObjectName(QStringLiteral("loadDialog"));
    setWindowTitle(tr("Loads on bodies"));
    resize(560, 480);
    list_->setObjectName(QStringLiteral("loadList"));
    list_->setAccessibleName(tr("Loads"));
    message_->setObjectName(QStringLiteral("loadMessage"));
    message_->setWordWrap(true);
    add_->setObjectName(QStringLiteral("addLoad"));
    remove_->setObjectName(QStringLiteral("removeLoad"));
    run_->setObjectName(QStringLiteral("runWithLoads"));
    run_->setToolTip(tr("Start a run from the initial pose with these loads only"));
    branch_->setObjectName(QStringLiteral("branchWithLoads"));
    branch_->setToolTip(tr("Branch at the current frame with these loads added"));

    auto* const about = new QLabel(tr("A force at a point of a body, and a torque, over a time range. Loads belong to "
                                      "the run started here, not to the model."),
                                   this);
    about->setWordWrap(true);
    auto* const left = new QVBoxLayout;
    left->addWidget(list_);
    left->addWidget(add_);
    left->addWidget(remove_);
    auto* const middle = new QHBoxLayout;
    middle->addLayout(left, 2);
    middle->addWidget(makeForm(), 3);
    auto* const buttons = new QHBoxLayout;
    auto* const close = new QPushButton(tr("Close"), this);
    for (QPushButton* button : {add_, remove_, run_, branch_, close}) button->setAutoDefault(false);
    buttons->addStretch();
    for (QPushButton* button : {run_, branch_, close}) buttons->addWidget(button);
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(about);
    layout->addLayout(middle);
    layout->addWidget(message_);
    layout->addLayout(buttons);

    connect(add_, &QPushButton::clicked, this, &LoadDialog::addLoad);
    connect(remove_, &QPushButton::clicked, this, &LoadDialog::removeLoad);
    connect(run_, &QPushButton::clicked, this, [this] { start(false); });
    connect(branch_, &QPushButton::clicked, this, [this] { start(true); });
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(list_, &QListWidget::currentRowChanged, this, &LoadDialog::showForm);
    connect(&session_, &Session::changed, this, &LoadDialog::sessionChanged);
    connect(&units_, &DisplayUnits::changed, this, [this] {
        showLoads();
        showForm();
    });
    fillBodies();
    if (body_->count() > 0) addLoad();
    showLoads();
    showForm();
}

// --- The form ---

NumberField* LoadDialog::makeField(const QString& name, Quantity quantity, QWidget* parent) {
    auto* const field = new NumberField(quantity, units_, parent);
    field->setAccessibleName(name);
    field->setTakesFormulas(true);
    connect(field, &NumberField::refused, this, [this](const QString& why) { showMessage(why); });
    connect(field, &NumberField::formulaEntered, this, [this, field, quantity](const QString& formula) {
        const ParsedQuantity value = formulaValue(session_, formula, quantity);
        if (const auto* const why = std::get_if<QString>(&value)) return showMessage(*why);
        Q_EMIT field->entered(std::get<Real>(value), false);
        field->showValue();
    });
    return field;
}

LoadDialog::Row LoadDialog::makeRow(const QString& name, Quantity quantity, Vec3 Load::*value, QWidget* parent) {
    Row row;
    for (int i = 0; i < 3; ++i) {
        NumberField* const field = makeField(tr("%1 %2").arg(name, QChar(u'x' + i)), quantity, parent);
        field->setObjectName(QStringLiteral("load%1%2").arg(name, QChar(u'x' + i)).remove(' '));
        connect(field, &NumberField::entered, this, [this, value, i](double si) {
            if (Load* const load = current()) (load->*value)[i] = si;
            showLoads();
            showForm();
        });
        row[static_cast<std::size_t>(i)] = field;
    }
    return row;
}

QWidget* LoadDialog::makeForm() {
    form_ = new QWidget(this);
    auto* const layout = new QFormLayout(form_);
    layout->setContentsMargins(0, 0, 0, 0);
    body_ = new QComboBox(form_);
    body_->setObjectName(QStringLiteral("loadBody"));
    body_->setAccessibleName(tr("Body"));
    layout->addRow(tr("Body"), body_);
    const auto labelOf = [this](const QString& name, Quantity quantity) {
        auto* const label = new QLabel(form_);
        const auto say = [this, label, name, quantity] {
            label->setText(tr("%1 (%2)").arg(name, units_.unitFor(quantity).symbol));
        };
        connect(&units_, &DisplayUnits::changed, label, say);
        say();
        return label;
    };
    const auto addRow = [&](const QString& name, Quantity quantity, Vec3 Load::*value, const QString& tip) {
        const Row row = makeRow(name, quantity, value, form_);
        auto* const line = new QHBoxLayout;
        for (NumberField* field : row) {
            field->setToolTip(tip);
            line->addWidget(field);
        }
        layout->addRow(labelOf(name, quantity), line);
        return row;
    };
    axes_ = new QComboBox(form_);
    axes_->setObjectName(QStringLiteral("loadAxes"));
    axes_->setAccessibleName(tr("Axes"));
    axes_->setToolTip(tr("Axes of the force and torque components"));
    axes_->addItem(tr("Ground: the force keeps its direction"));
    axes_->addItem(tr("Body: the force rotates with it"));
    connect(axes_, &QComboBox::activated, this, [this](int row) {
        if (Load* const load = current()) load->inBodyAxes = row == 1;
    });
    point_ = addRow(tr("Point"), Quantity::Length, &Load::point, tr("Point of application in the body frame"));
    layout->addRow(tr("Axes"), axes_);
    force_ = addRow(tr("Force"), Quantity::Force, &Load::force, tr("Components in the axes chosen above"));
    torque_ = addRow(tr("Torque"), Quantity::Torque, &Load::torque, tr("Components in the axes chosen above"));
    const auto addTime = [&](const QString& name, const char* object, Real Load::*value) {
        NumberField* const field = makeField(name, Quantity::Time, form_);
        field->setObjectName(QLatin1StringView(object));
        connect(field, &NumberField::entered, this, [this, value](double si) {
            if (Load* const load = current()) load->*value = si;
            showLoads();
            showForm();
        });
        layout->addRow(labelOf(name, Quantity::Time), field);
        return field;
    };
    from_ = addTime(tr("From"), "loadFrom", &Load::from);
    to_ = addTime(tr("To"), "loadTo", &Load::to);
    connect(body_, &QComboBox::activated, this, [this](int row) {
        if (Load* const load = current()) load->body = ElementId{body_->itemData(row).toULongLong()};
        showLoads();
    });
    return form_;
}

void LoadDialog::fillBodies() {
    const QSignalBlocker quiet(body_);
    body_->clear();
    const Document& document = session_.document();
    for (const ElementId id : document.elementsOf(session_.catalog().families().front().key))
        body_->addItem(session_.nameOf(id), QVariant::fromValue<qulonglong>(id.value));
}

void LoadDialog::sessionChanged(SessionChanges changes) {
    if (changes & SessionChange::Document) {
        fillBodies();
        std::erase_if(loads_, [this](const Load& load) { return !session_.document().find(load.body); });
        showLoads();
        showForm();
    } else if (changes & (SessionChange::Run | SessionChange::Playhead)) {
        branch_->setEnabled(session_.player().showsFrame() && !loads_.empty());
    }
}

void LoadDialog::showForm() {
    const Load* const load = current();
    form_->setEnabled(load != nullptr);
    remove_->setEnabled(load != nullptr);
    if (!load) return;
    body_->setCurrentIndex(body_->findData(QVariant::fromValue<qulonglong>(load->body.value)));
    axes_->setCurrentIndex(load->inBodyAxes ? 1 : 0);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto axis = static_cast<int>(i);
        point_[i]->setValue(load->point[axis]);
        force_[i]->setValue(load->force[axis]);
        torque_[i]->setValue(load->torque[axis]);
    }
    from_->setValue(load->from);
    to_->setValue(load->to);
}

// --- The list ---

LoadDialog::Load* LoadDialog::current() {
    const int row = list_->currentRow();
    return row >= 0 && row < static_cast<int>(loads_.size()) ? &loads_[static_cast<std::size_t>(row)] : nullptr;
}

void LoadDialog::addLoad() {
    if (body_->count() == 0) return showMessage(tr("The model has no body to load."));
    Load load;
    load.body = ElementId{body_->itemData(0).toULongLong()};
    // Default to the selected body.
    if (body_->findData(QVariant::fromValue<qulonglong>(session_.selectedElement().value)) >= 0)
        load.body = session_.selectedElement();
    if (session_.player().showsFrame()) load.from = session_.player().time();
    load.to = load.from + FirstDuration;
    loads_.push_back(load);
    showLoads();
    list_->setCurrentRow(list_->count() - 1);
    showForm();
}

void LoadDialog::removeLoad() {
    const int row = list_->currentRow();
    if (row < 0 || row >= static_cast<int>(loads_.size())) return;
    loads_.erase(loads_.begin() + row);
    showLoads();
    showForm();
}

QString LoadDialog::describe(const Load& load) const {
    QStringList parts;
    if (load.force.norm() > 0) parts += formatQuantity(load.force.norm(), Quantity::Force, units_, Digits);
    if (load.torque.norm() > 0) parts += formatQuantity(load.torque.norm(), Quantity::Torque, units_, Digits);
    if (parts.isEmpty()) parts += tr("no load");
    return tr("%1: %2, %3 to %4")
        .arg(session_.nameOf(load.body), parts.join(QStringLiteral(", ")),
             formatQuantity(load.from, Quantity::Time, units_, Digits),
             formatQuantity(load.to, Quantity::Time, units_, Digits));
}

void LoadDialog::showLoads() {
    const QSignalBlocker quiet(list_);
    const int row = std::max(0, list_->currentRow());
    list_->clear();
    for (const Load& load : loads_) list_->addItem(describe(load));
    list_->setCurrentRow(std::min(row, list_->count() - 1));
    const QString obstacle = unsupportedReason();
    run_->setEnabled(!loads_.empty());
    branch_->setEnabled(session_.player().showsFrame() && !loads_.empty());
    showMessage(obstacle);
}

void LoadDialog::showMessage(const QString& text) { message_->setText(text); }

QString LoadDialog::unsupportedReason() const {
    for (const Load& load : loads_) {
        if (!(load.to > load.from))
            return tr("The load on %1 ends before it starts. Choose a later end time.").arg(session_.nameOf(load.body));
        if (load.force.norm() == 0 && load.torque.norm() == 0)
            return tr("The load on %1 has neither a force nor a torque.").arg(session_.nameOf(load.body));
    }
    return {};
}

PullTrack LoadDialog::track() const {
    PullTrack track;
    int hand = HandInView;
    for (const Load& load : loads_) {
        PullChange begins{load.from, ++hand, load.body, {}};
        begins.load.station = load.point;
        begins.load.force = load.force;
        begins.load.torque = load.torque;
        begins.load.inBodyAxes = load.inBodyAxes;
        track.push_back(begins);
        track.push_back({load.to, hand, {}, {}});
    }
    return track;
}

void LoadDialog::start(bool fromHere) {
    // Commit a number still being typed.
    setFocus();
    QString obstacle = unsupportedReason();
    if (obstacle.isEmpty() && fromHere)
        for (const Load& load : loads_)
            if (load.to <= session_.player().time())
                obstacle = tr("The load on %1 ends before the current frame.").arg(session_.nameOf(load.body));
    if (obstacle.isEmpty()) obstacle = session_.runBlocker();
    if (!obstacle.isEmpty()) return showMessage(obstacle);
    if (fromHere)
        showMessage(session_.player().branch(track()));
    else
        session_.player().startNewRun(track());
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/results/modes_page.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <exception>

#include "base/failure_text.h"
#include "inspect/inspection.h"
#include "inspect/mode_selection.h"
#include "runtime/background_task.h"
#include "ui/panels/results/result_table.h"
#include "ui/session/left_work.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {

enum ModeColumn { Frequency, Damping, Kind, Movers };

/// One period of the animation, regardless of the real frequency.
constexpr int MillisecondsPerSwing = 1400, MillisecondsPerFrame = 33, MillisecondsPerPoll = 20;
/// Largest acceleration (of x) that counts as equilibrium.
constexpr Real AtRest = 1e-6;

QString kindOf(const VibrationMode& mode) {
    if (mode.lambda == 0.) return ModesPage::tr("rigid-body mode");
    if (mode.isOscillation())
        return mode.lambda.real() > 0 ? ModesPage::tr("unstable oscillation") : ModesPage::tr("vibration");
    return mode.lambda.real() > 0 ? ModesPage::tr("divergent") : ModesPage::tr("overdamped");
}

QString moversOf(const VibrationMode& mode) {
    QStringList names;
    constexpr std::size_t enough = 4;
    for (std::size_t i = 0; i < mode.parts.size() && i < enough; ++i)
        names << ModesPage::tr("%1 (%2 %)").arg(text(mode.parts[i].name)).arg(std::lround(100 * mode.parts[i].share));
    return names.join(QStringLiteral(", "));
}

QString listOf(const std::vector<std::string>& names) {
    constexpr std::size_t most = 6;
    QStringList some;
    for (std::size_t i = 0; i < names.size() && i < most; ++i) some += text(names[i]);
    const QString list = some.join(QStringLiteral(", "));
    return names.size() > most ? ModesPage::tr("%1 and %2 more").arg(list).arg(names.size() - most) : list;
}

QString othersOf(const LinearizedModel& linear) {
    const WithoutMode names = findWithoutMode(linear);
    QStringList parts;
    if (!names.held.empty()) parts += ModesPage::tr("Driven or locked, no vibration: %1.").arg(listOf(names.held));
    if (!names.auxiliary.empty())
        parts += ModesPage::tr("Auxiliary variables, no vibration: %1.").arg(listOf(names.auxiliary));
    return parts.join(' ');
}

}  // namespace

struct ModesPage::Task {
    struct Outcome {
        LinearizedModel linear;
        std::vector<VibrationMode> modes;
    };
    explicit Task(CompiledModelPtr ofModel) : model(std::move(ofModel)) {}

    const CompiledModelPtr model;
    State pose = model->getInitialState();
    /// Last member: its thread ends before the data it uses is destroyed.
    BackgroundTask<Outcome> work{[this] {
        Outcome outcome;
        outcome.linear = linearize(*model, pose);
        if (outcome.linear.succeeded) outcome.modes = selectMotions(outcome.linear, calcVibrationModes(outcome.linear));
        return outcome;
    }};
};

ModesPage::ModesPage(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      about_(new QLabel(this)),
      others_(new QLabel(this)),
      table_(new ResultTable(QStringLiteral("modes"), tr("Vibration modes"),
                             {tr("Frequency (Hz)"), tr("Damping ratio (1)"), tr("Kind"), tr("Moving elements")}, this)),
      animate_(new QCheckBox(tr("Anima&te the selected mode"), this)) {
    setObjectName(QStringLiteral("vibrationModes"));
    table_->horizontalHeader()->setSectionResizeMode(Movers, QHeaderView::Stretch);
    for (QLabel* const label : {about_, others_}) label->setWordWrap(true);
    about_->setObjectName(QStringLiteral("aboutModes"));
    others_->setObjectName(QStringLiteral("noModes"));
    others_->setForegroundRole(QPalette::PlaceholderText);
    animate_->setObjectName(QStringLiteral("animate"));
    animate_->setToolTip(tr("Animate the selected mode, not to scale"));
    auto* const rest = new QPushButton(tr("Find e&quilibrium"), this);
    rest->setToolTip(tr("Move the model to static equilibrium, where modes are most meaningful"));
    connect(rest, &QPushButton::clicked, this, &ModesPage::equilibriumRequested);

    auto* const row = new QHBoxLayout;
    row->addWidget(animate_);
    row->addStretch();
    row->addWidget(rest);
    row->addWidget(table_->makeExportButton(session_, QStringLiteral("modes.csv"), this));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->setSpacing(3);
    layout->addWidget(about_);
    layout->addWidget(table_, 1);
    layout->addWidget(others_);
    layout->addLayout(row);

    timer_.setInterval(MillisecondsPerFrame);
    connect(&timer_, &QTimer::timeout, this, &ModesPage::swing);
    poll_.setInterval(MillisecondsPerPoll);
    connect(&poll_, &QTimer::timeout, this, &ModesPage::collect);
    connect(animate_, &QCheckBox::toggled, this, [this](bool on) {
        if (!on) return stopSwinging();
        clock_.start();
        timer_.start();
    });
    connect(&session_, &Session::changed, this, [this] { update(); });
}

ModesPage::~ModesPage() {
    if (timer_.isActive()) Q_EMIT poseShown(std::nullopt);
    // Closing does not wait for the modes of a large model.
    if (task_) leaveUntil([left = std::shared_ptr<Task>(std::move(task_))] { return left->work.isFinished(); });
}

void ModesPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    update();
}

void ModesPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    stopSwinging();
}

void ModesPage::update() {
    // A task of an older model ends first; collect() calls again.
    if (!isVisible() || task_ || session_.lastModel() == model_) return;
    stopSwinging();
    modes_.clear();
    linear_ = {};
    model_ = nullptr;
    if (!session_.lastModel()) return showMessage(tr("There is no model."));
    task_ = std::make_unique<Task>(session_.lastModel());
    poll_.start();
    showMessage(tr("Computing the modes…"));
}

void ModesPage::collect() {
    if (!task_ || !task_->work.isFinished()) return;
    poll_.stop();
    const std::unique_ptr<Task> done = std::move(task_);
    if (done->model != session_.lastModel()) return update();
    model_ = done->model;
    pose_ = done->pose;
    auto& found = done->work.getResult();
    if (!found) return showMessage(text(done->work.getFailure()));
    linear_ = std::move(found->linear);
    modes_ = std::move(found->modes);
    if (!linear_.succeeded) return showMessage(text(linear_.message));
    showMessage({});
}

void ModesPage::showMessage(const QString& failure) {
    const Vector accelerations =
        linear_.succeeded ? Vector(linear_.xdot0.segment(linear_.numPositions, linear_.numSpeeds)) : Vector(0);
    Eigen::Index which = 0;
    const Real fastest = accelerations.size() > 0 ? accelerations.cwiseAbs().maxCoeff(&which) : 0;
    if (!failure.isEmpty())
        about_->setText(failure);
    else if (modes_.empty())
        about_->setText(tr("The model has no free degrees of freedom: motors and locks prescribe all motion."));
    else if (fastest > AtRest)
        about_->setText(
            tr("Modes about the initial pose. It is not an equilibrium: accelerations reach %1 %2, so these "
               "modes hold only momentarily.")
                .arg(fastest, 0, 'g', 3)
                .arg(unitOfAcceleration(int(which))));
    else
        about_->setText(tr("Modes about the initial pose, which is an equilibrium."));
    others_->setText(linear_.succeeded ? othersOf(linear_) : QString());
    others_->setVisible(!others_->text().isEmpty());
    fillTable();
}

QString ModesPage::unitOfAcceleration(int speed) const {
    int u = int(linear_.speedOf[std::size_t(linear_.numPositions + speed)]);
    for (const VariableReading& v : readVariables(*model_, pose_)) {
        if (v.kind != VariableReading::Kind::U || u-- > 0) continue;
        if (v.quantity == Quantity::AngularSpeed) return QStringLiteral("rad/s²");
        if (v.quantity == Quantity::Speed) return QStringLiteral("m/s²");
        break;
    }
    return tr("rad/s² or m/s²");
}

void ModesPage::fillTable() {
    table_->clearRows();
    const QString none = QStringLiteral("—");
    for (const VibrationMode& mode : modes_) {
        table_->addRow(
            {mode.isOscillation() ? QString::number(mode.frequencyInHertz(), 'g', 5) : none,
             mode.lambda == 0. ? none : QString::number(mode.dampingRatio(), 'g', 4), kindOf(mode), moversOf(mode)},
            Movers + 1,
            tr("Eigenvalue %1 ± %2 i (1/s), natural frequency %3 rad/s")
                .arg(mode.lambda.real(), 0, 'g', 5)
                .arg(mode.lambda.imag(), 0, 'g', 5)
                .arg(mode.naturalFrequency(), 0, 'g', 5));
        for (const int column : {Frequency, Damping})
            for (QTableWidgetItem* const each :
                 {table_->item(table_->rowCount() - 1, column), table_->horizontalHeaderItem(column)})
                each->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    }
    table_->resizeColumnsToContents();
    animate_->setEnabled(!modes_.empty());
    if (!modes_.empty()) table_->selectRow(0);
}

void ModesPage::swing() {
    const int row = table_->currentRow();
    if (row < 0 || row >= int(modes_.size()) || session_.lastModel() != model_) return stopSwinging();
    const VibrationMode& mode = modes_[std::size_t(row)];
    const Real phase = 2 * Pi * Real(clock_.elapsed()) / MillisecondsPerSwing;
    try {
        State shown = pose_;
        showMode(*model_, pose_, mode, visibleAmplitude(*model_, pose_, mode), phase, shown);
        Q_EMIT poseShown(std::move(shown));
    } catch (const std::exception& fault) {
        about_->setText(text(failureText(fault)));
        stopSwinging();
    }
}

void ModesPage::stopSwinging() {
    if (!timer_.isActive()) return;
    timer_.stop();
    animate_->setChecked(false);
    Q_EMIT poseShown(std::nullopt);
}

}  // namespace trammel::ui

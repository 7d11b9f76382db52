// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/vibration_modes_window.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <cmath>
#include <exception>

#include "base/failure_text.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {

enum Column { Frequency, Damping, Kind, Movers, NumColumns };

/// One period of the animation, whatever the real frequency.
constexpr int MillisecondsPerSwing = 1400, MillisecondsPerFrame = 33;
/// Largest acceleration (of x) that counts as equilibrium.
constexpr Real AtRest = 1e-6;

QString kindOf(const VibrationMode& mode) {
    if (mode.lambda == 0.) return QDialog::tr("rigid-body mode");
    if (mode.isOscillation())
        return mode.lambda.real() > 0 ? QDialog::tr("unstable oscillation") : QDialog::tr("vibration");
    return mode.lambda.real() > 0 ? QDialog::tr("divergent") : QDialog::tr("overdamped");
}

QString moversOf(const VibrationMode& mode) {
    QStringList names;
    constexpr std::size_t enough = 4;
    for (std::size_t i = 0; i < mode.parts.size() && i < enough; ++i)
        names << QDialog::tr("%1 (%2 %)")
                     .arg(QString::fromStdString(mode.parts[i].name))
                     .arg(std::lround(100 * mode.parts[i].share));
    return names.join(QStringLiteral(", "));
}

}  // namespace

VibrationModesWindow::VibrationModesWindow(Session& session, QWidget* parent)
    : QDialog(parent),
      session_(session),
      about_(new QLabel(this)),
      table_(new QTableWidget(0, NumColumns, this)),
      animate_(new QCheckBox(tr("&Animate the selected mode"), this)) {
    setObjectName(QStringLiteral("vibrationModes"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Vibration modes"));
    resize(720, 360);

    about_->setWordWrap(true);
    about_->setObjectName(QStringLiteral("aboutModes"));
    table_->setObjectName(QStringLiteral("modes"));
    table_->setAccessibleName(tr("Vibration modes"));
    table_->setHorizontalHeaderLabels({tr("Frequency (Hz)"), tr("Damping ratio"), tr("Kind"), tr("Moving elements")});
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->verticalHeader()->hide();
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    animate_->setObjectName(QStringLiteral("animate"));
    animate_->setToolTip(tr("Animate the selected mode, not to scale"));

    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* const rest = buttons->addButton(tr("Find &equilibrium"), QDialogButtonBox::ActionRole);
    rest->setToolTip(tr("Move the model to static equilibrium, where modes are most meaningful"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(rest, &QPushButton::clicked, this, &VibrationModesWindow::equilibriumWanted);

    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(about_);
    layout->addWidget(table_);
    layout->addWidget(animate_);
    layout->addWidget(buttons);

    timer_.setInterval(MillisecondsPerFrame);
    connect(&timer_, &QTimer::timeout, this, &VibrationModesWindow::swing);
    connect(animate_, &QCheckBox::toggled, this, [this](bool on) {
        if (!on) return stopSwinging();
        clock_.start();
        timer_.start();
    });
    connect(&session_, &Session::changed, this, &VibrationModesWindow::sessionChanged);
    compute();
}

VibrationModesWindow::~VibrationModesWindow() {
    if (timer_.isActive()) Q_EMIT poseShown(std::nullopt);
}

void VibrationModesWindow::sessionChanged(SessionChanges) {
    // Recompute only when the model changed.
    if (session_.model() != model_) compute();
}

void VibrationModesWindow::compute() {
    stopSwinging();
    model_ = session_.model();
    modes_.clear();
    linear_ = {};
    try {
        if (model_) {
            pose_ = model_->getInitialState();
            linear_ = linearize(*model_, pose_);
            if (linear_.succeeded) modes_ = calcVibrationModes(linear_);
        }
    } catch (const std::exception& fault) {
        linear_ = {};
        linear_.message = failureText(fault);
    }
    const Vector accelerations =
        linear_.succeeded ? Vector(linear_.xdot0.segment(linear_.numPositions, linear_.numSpeeds)) : Vector(0);
    const Real fastest = accelerations.size() > 0 ? accelerations.cwiseAbs().maxCoeff() : 0;
    if (!model_)
        about_->setText(tr("There is no model."));
    else if (!linear_.succeeded)
        about_->setText(QString::fromStdString(linear_.message));
    else if (modes_.empty())
        about_->setText(tr("The model has no free degrees of freedom: motors and locks prescribe all motion."));
    else if (fastest > AtRest)
        about_->setText(tr("Modes about the initial pose. It is not an equilibrium: accelerations reach %1 (rad/s² or "
                           "m/s²), so these modes hold only momentarily.")
                            .arg(fastest, 0, 'g', 3));
    else
        about_->setText(tr("Modes about the initial pose, which is an equilibrium."));
    fillTable();
}

void VibrationModesWindow::fillTable() {
    table_->setRowCount(int(modes_.size()));
    for (int row = 0; row < int(modes_.size()); ++row) {
        const VibrationMode& mode = modes_[std::size_t(row)];
        const QString texts[NumColumns] = {
            mode.isOscillation() ? QString::number(mode.frequencyInHertz(), 'g', 5) : QStringLiteral("—"),
            mode.lambda == 0. ? QStringLiteral("—") : QString::number(mode.dampingRatio(), 'g', 4), kindOf(mode),
            moversOf(mode)};
        for (int column = 0; column < NumColumns; ++column) {
            auto* const item = new QTableWidgetItem(texts[column]);
            if (column <= Damping) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            item->setToolTip(tr("Eigenvalue %1 ± %2 i (1/s), natural frequency %3 rad/s")
                                 .arg(mode.lambda.real(), 0, 'g', 5)
                                 .arg(mode.lambda.imag(), 0, 'g', 5)
                                 .arg(mode.naturalFrequency(), 0, 'g', 5));
            table_->setItem(row, column, item);
        }
    }
    table_->resizeColumnsToContents();
    animate_->setEnabled(!modes_.empty());
    if (!modes_.empty()) table_->selectRow(0);
}

void VibrationModesWindow::swing() {
    const int row = table_->currentRow();
    if (row < 0 || row >= int(modes_.size()) || session_.model() != model_) return stopSwinging();
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

void VibrationModesWindow::stopSwinging() {
    if (!timer_.isActive()) return;
    timer_.stop();
    animate_->setChecked(false);
    Q_EMIT poseShown(std::nullopt);
}

}  // namespace trammel::ui

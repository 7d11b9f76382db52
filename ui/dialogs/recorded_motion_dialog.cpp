// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/recorded_motion_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>

#include "authoring/recorded_drive.h"
#include "authoring/recorded_loads.h"
#include "document/file_access.h"
#include "import/osim/external_loads.h"
#include "inspect/low_pass.h"
#include "ui/plots/plot_view.h"
#include "ui/properties/number_field.h"
#include "ui/session/left_work.h"
#include "ui/session/text.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

enum MotionColumn { RecordedColumn, BecomesColumn, RangeColumn, MotionColumnCount };
constexpr int PollMilliseconds = 20, ProgressSteps = 1000;
/// More curves cannot be distinguished.
constexpr std::size_t MostCurves = 12;

QString endingsFilter() {
    QStringList patterns;
    for (const char* const ending : motionFileEndings)
        patterns += QStringLiteral("*.%1").arg(QLatin1StringView(ending));
    return RecordedMotionDialog::tr("Recorded motion (%1)").arg(patterns.join(' '));
}

/// A column of a matrix.
std::vector<double> columnOf(const Matrix& matrix, int column) {
    std::vector<double> values;
    values.reserve(std::size_t(matrix.rows()));
    for (int i = 0; i < int(matrix.rows()); ++i) values.push_back(matrix(i, column));
    return values;
}

QString sayAll(const Diagnostics& diagnostics) {
    QStringList lines;
    for (const Diagnostic& d : diagnostics) lines += text(d.message + ' ' + d.remedy).trimmed();
    return lines.join('\n');
}

}  // namespace

RecordedMotionDialog::RecordedMotionDialog(Session& session, const DisplayUnits& units, QWidget* parent)
    : QDialog(parent),
      session_(session),
      units_(units),
      fileName_(new QLabel(this)),
      message_(new QLabel(this)),
      angles_(new QComboBox(this)),
      content_(new QComboBox(this)),
      smoothing_(new NumberField(Quantity::None, units, this)),
      cutoff_(new NumberField(Quantity::Frequency, units, this)),
      loadsName_(new QLabel(tr("none"), this)),
      withoutMuscles_(new QCheckBox(tr("Without &muscles"), this)),
      table_(new QTableWidget(0, MotionColumnCount, this)),
      plot_(new PlotView(this)),
      progress_(new QProgressBar(this)) {
    setObjectName(QStringLiteral("recordedMotion"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Recorded motion"));
    resize(860, 620);
    auto* const choose = new QPushButton(tr("&Choose file…"), this);
    choose->setObjectName(QStringLiteral("chooseMotion"));
    choose->setToolTip(tr("Table (CSV, .sto, .mot) or markers (.trc)"));
    angles_->setObjectName(QStringLiteral("motionAngles"));
    angles_->addItems({tr("As specified in the file"), tr("Degrees"), tr("Radians")});
    angles_->setToolTip(tr("Unit of angles in the table"));
    smoothing_->setObjectName(QStringLiteral("motionSmoothing"));
    smoothing_->setToolTip(tr("0 passes through every value; larger smooths noise"));
    table_->setObjectName(QStringLiteral("motionColumns"));
    table_->setAccessibleName(tr("Recorded columns"));
    table_->setHorizontalHeaderLabels({tr("Recorded"), tr("In the model"), tr("Range")});
    table_->horizontalHeader()->setSectionResizeMode(BecomesColumn, QHeaderView::Stretch);
    table_->verticalHeader()->hide();
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    content_->setObjectName(QStringLiteral("motionContent"));
    content_->setToolTip(tr("Curves to show; select rows to show fewer"));
    angles_->setAccessibleName(tr("Angles"));
    smoothing_->setAccessibleName(tr("Smoothing"));
    content_->setAccessibleName(tr("Curves"));
    content_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    progress_->setAccessibleName(tr("Progress"));
    plot_->setMinimumHeight(180);
    plot_->setAlongTitle(tr("Time [s]"));
    plot_->setHint(tr("Choose a file of recorded motion"));
    message_->setObjectName(QStringLiteral("motionMessage"));
    message_->setWordWrap(true);
    message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    progress_->setRange(0, ProgressSteps);

    auto* const form = new QFormLayout;
    auto* const fileRow = new QHBoxLayout;
    fileRow->addWidget(fileName_, 1);
    fileRow->addWidget(choose);
    form->addRow(tr("File"), fileRow);
    form->addRow(tr("Angles"), angles_);
    form->addRow(tr("Smoothing"), smoothing_);
    addDynamicsRows(*form);
    auto* const plotSide = new QWidget(this);
    auto* const plotLayout = new QVBoxLayout(plotSide);
    plotLayout->setContentsMargins(0, 0, 0, 0);
    plotLayout->addWidget(content_, 0, Qt::AlignLeft);
    plotLayout->addWidget(plot_, 1);
    auto* const both = new QSplitter(Qt::Vertical, this);
    both->addWidget(table_);
    both->addWidget(plotSide);
    both->setStretchFactor(1, 1);
    auto* const progressRow = new QHBoxLayout;
    cancel_ = new QPushButton(tr("Ca&ncel"), this);
    cancel_->setObjectName(QStringLiteral("cancelMotion"));
    progressRow->addWidget(progress_, 1);
    progressRow->addWidget(cancel_);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    const auto addButton = [&](const QString& label, const char* name, const QString& tip) {
        QPushButton* const button = buttons->addButton(label, QDialogButtonBox::ActionRole);
        button->setObjectName(QLatin1StringView(name));
        button->setToolTip(tip);
        return button;
    };
    drive_ = addButton(tr("&Drive the model"), "driveByMotion", tr("Let the model's coordinates follow the recording"));
    ghost_ = addButton(tr("Show as &ghost"), "ghostOfMotion",
                       tr("Add the recording to the runs, translucent beside others"));
    forces_ = addButton(tr("&Inverse dynamics"), "forcesOfMotion", tr("Compute the forces that the motion needs"));
    muscles_ = addButton(tr("Static &optimization"), "musclesOfMotion",
                         tr("Share the forces among muscles with the least activation"));
    save_ = addButton(tr("&Save curves…"), "saveMotion", tr("Write all curves of this kind to a table"));
    auto* const layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(both, 1);
    layout->addWidget(message_);
    layout->addLayout(progressRow);
    layout->addWidget(buttons);

    poll_.setInterval(PollMilliseconds);
    connect(&poll_, &QTimer::timeout, this, &RecordedMotionDialog::collect);
    connect(choose, &QPushButton::clicked, this, &RecordedMotionDialog::chooseFile);
    connect(cancel_, &QPushButton::clicked, this, &RecordedMotionDialog::cancel);
    connect(drive_, &QPushButton::clicked, this, &RecordedMotionDialog::drive);
    connect(ghost_, &QPushButton::clicked, this, &RecordedMotionDialog::showGhost);
    connect(forces_, &QPushButton::clicked, this, &RecordedMotionDialog::computeForces);
    connect(muscles_, &QPushButton::clicked, this, [this] { start(Work::Muscles); });
    connect(save_, &QPushButton::clicked, this, &RecordedMotionDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(angles_, &QComboBox::currentIndexChanged, this, [this] {
        if (!file_.isEmpty()) readAgain();
    });
    connect(smoothing_, &NumberField::entered, this, [this](double value) {
        smoothing_->setValue(std::max(0., value));
        cutoff_->setValue(0);
        refreshForces();
    });
    connect(content_, &QComboBox::currentIndexChanged, this, &RecordedMotionDialog::showContent);
    connect(table_, &QTableWidget::itemSelectionChanged, this, &RecordedMotionDialog::showContent);
    connect(&units_, &DisplayUnits::changed, this, [this] {
        fillTable();
        showContent();
    });
    connect(&session_, &Session::changed, this, &RecordedMotionDialog::modelChanged);
    content_->hide();
    // Enter ends a number here.
    for (QPushButton* const button : findChildren<QPushButton*>()) button->setAutoDefault(false);
    updateButtons();
}

RecordedMotionDialog::~RecordedMotionDialog() { cancel(); }

void RecordedMotionDialog::addDynamicsRows(QFormLayout& form) {
    cutoff_->setObjectName(QStringLiteral("motionCutoff"));
    cutoff_->setToolTip(tr("Frequency above which motion is filtered out; sets Smoothing"));
    cutoff_->setAccessibleName(tr("Cutoff frequency"));
    form.addRow(tr("Cutoff frequency [Hz]"), cutoff_);
    auto* const choose = new QPushButton(tr("Choose &loads…"), this);
    choose->setObjectName(QStringLiteral("chooseLoads"));
    choose->setToolTip(tr("External loads of OpenSim (.xml), such as ground reaction forces"));
    withoutMuscles_->setObjectName(QStringLiteral("motionWithoutMuscles"));
    withoutMuscles_->setToolTip(tr("Net torques of joints, which muscles would share"));
    auto* const row = new QHBoxLayout;
    row->addWidget(loadsName_, 1);
    row->addWidget(withoutMuscles_);
    row->addWidget(choose);
    form.addRow(tr("External loads"), row);
    connect(choose, &QPushButton::clicked, this, &RecordedMotionDialog::chooseLoads);
    connect(withoutMuscles_, &QCheckBox::toggled, this, &RecordedMotionDialog::refreshForces);
    connect(cutoff_, &NumberField::entered, this, [this](double value) {
        cutoff_->setValue(std::max(0., value));
        smoothByCutoff();
        refreshForces();
    });
}

void RecordedMotionDialog::smoothByCutoff() {
    const bool isSet = cutoff_->value() > 0 && motion_;
    smoothing_->setValue(isSet ? smoothingOfLowPass(cutoff_->value(), motion_->motion.times) : 0);
}

void RecordedMotionDialog::refreshForces() {
    const bool wereForces = forcesFound_ || (task_ && task_->what == Work::Forces);
    const bool wereMuscles = musclesFound_ || (task_ && task_->what == Work::Muscles);
    if (wereForces || wereMuscles) start(wereMuscles ? Work::Muscles : Work::Forces);
}

void RecordedMotionDialog::chooseLoads() {
    const QString folder = QFileInfo(file_.isEmpty() ? session_.path() : file_).absolutePath();
    const QString file = QFileDialog::getOpenFileName(this, tr("Open external loads"), folder,
                                                      tr("External loads (*.xml)") + tr(";;All files (*)"));
    if (file.isEmpty()) return;
    Result<std::vector<RecordedLoad>> loads = readExternalLoads(file.toStdString());
    if (!loads) return showMessage(sayAll(loads.diagnostics));
    loads_ = std::move(*loads);
    QStringList bodies;
    for (const RecordedLoad& load : loads_) bodies += text(load.body);
    loadsName_->setText(tr("%1 on %2").arg(QFileInfo(file).fileName(), bodies.join(tr(", "))));
    const QString said = sayAll(loads.diagnostics);
    showMessage(said);
    refreshForces();
    if (task_) showMessage(said);
}

bool RecordedMotionDialog::mayRead(const QString& file) {
    const QString ending = QFileInfo(file).suffix().toLower();
    return std::ranges::any_of(motionFileEndings,
                               [&](const char* known) { return ending == QLatin1StringView(known); });
}

bool RecordedMotionDialog::chooseFile() {
    const QString folder = QFileInfo(file_.isEmpty() ? session_.path() : file_).absolutePath();
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Open recorded motion"), folder, endingsFilter() + tr(";;All files (*)"));
    if (file.isEmpty()) return false;
    read(file);
    return true;
}

void RecordedMotionDialog::read(const QString& file) {
    file_ = file;
    fileName_->setText(QFileInfo(file).fileName());
    fileName_->setToolTip(file);
    wantsForces_ = false;
    readAgain();
}

void RecordedMotionDialog::readAgain() {
    motion_.reset();
    forcesFound_.reset();
    musclesFound_.reset();
    start(Work::Read);
}

void RecordedMotionDialog::computeForces() {
    if (task_ || !motion_) {
        wantsForces_ = true;
        return;
    }
    start(Work::Forces);
}

void RecordedMotionDialog::start(Work what) {
    cancel();
    if (!session_.model())
        return showMessage(tr("The model has errors. Fix the problems listed, then read the file again."));
    task_ = std::make_unique<RecordedMotionTask>();
    task_->model = what == Work::Read ? session_.model() : model_;
    task_->file = file_.toStdString();
    if (angles_->currentIndex() > 0) task_->inDegrees = angles_->currentIndex() == 1;
    task_->smoothing = smoothing_->value();
    task_->loads = loads_;
    task_->withoutMuscles = withoutMuscles_->isChecked();
    task_->what = what;
    if (what != Work::Read) task_->motion = motion_;
    task_->start();
    showMessage({});
    poll_.start();
    updateButtons();
}

void RecordedMotionDialog::cancel() {
    poll_.stop();
    if (!task_) return;
    task_->control.cancel();
    // The thread ends at its next check of the request; nothing waits for it.
    leaveUntil([task = std::shared_ptr<RecordedMotionTask>(std::move(task_))] { return task->work->isFinished(); });
    updateButtons();
}

void RecordedMotionDialog::collect() {
    progress_->setValue(int(task_->control.getProgress() * ProgressSteps));
    if (!task_->work->isFinished()) return;
    poll_.stop();
    const std::unique_ptr<RecordedMotionTask> done = std::move(task_);
    std::optional<RecordedMotionTask::Outcome>& outcome = done->work->getResult();
    if (!outcome) {
        showMessage(text(done->work->getFailure()));
        return updateButtons();
    }
    if (outcome->ghost) return addGhost(outcome->ghost);
    model_ = done->model;
    motion_ = std::move(outcome->motion);
    if (cutoff_->value() > 0) smoothByCutoff();
    QString said = sayAll(outcome->diagnostics);
    if (motion_ && motion_->tracked) {
        const TrackedMotion& tracked = *motion_->tracked;
        said += (said.isEmpty() ? "" : "\n") +
                tr("Residual of %1 markers: %2 (root mean square), at most %3, of '%4' at t = %5 s")
                    .arg(tracked.markers.size())
                    .arg(formatQuantity(tracked.rms, Quantity::Length, units_, 3),
                         formatQuantity(tracked.largest, Quantity::Length, units_, 3), text(tracked.markerOfLargest),
                         formatNumber(tracked.timeOfLargest));
    }
    if (outcome->forces && !outcome->forces->succeeded) {
        said += (said.isEmpty() ? "" : "\n") + text(outcome->forces->message);
        outcome->forces.reset();
    }
    forcesFound_ = std::move(outcome->forces);
    musclesFound_ = std::move(outcome->muscles);
    if (musclesFound_ && musclesFound_->largestReserve > 0)
        said += (said.isEmpty() ? "" : "\n") +
                tr("Muscles fall short by at most %1, %2 at t = %3 s")
                    .arg(formatQuantity(musclesFound_->largestReserve, musclesFound_->quantityOfLargest, units_, 3),
                         text(musclesFound_->nameOfLargest), formatNumber(musclesFound_->timeOfLargest));
    if (forcesFound_)
        Q_EMIT forcesFound(std::make_shared<const MotionForces>(
            MotionForces{QFileInfo(file_).fileName(), model_, motion_->motion, *forcesFound_}));
    showMessage(said);
    fillTable();
    fillContents();
    updateButtons();
    if (!wantsForces_ || !motion_) return;
    wantsForces_ = false;
    if (!forcesFound_) start(Work::Forces);
}

void RecordedMotionDialog::modelChanged() {
    const bool isStale = task_ ? task_->model != session_.lastModel() : motion_ && model_ != session_.lastModel();
    if (!isStale) return;
    cancel();
    wantsForces_ = false;
    motion_.reset();
    forcesFound_.reset();
    musclesFound_.reset();
    fillTable();
    fillContents();
    showMessage(tr("The model changed. Choose the file again."));
    updateButtons();
}

void RecordedMotionDialog::fillTable() {
    const QSignalBlocker quiet(table_);
    table_->setRowCount(0);
    if (!motion_) return;
    const auto add = [this](const std::string& recorded, const QString& becomes, const QString& range) {
        const int row = table_->rowCount();
        table_->insertRow(row);
        const QString cells[MotionColumnCount] = {text(recorded), becomes, range};
        for (int column = 0; column < MotionColumnCount; ++column) {
            auto* const item = new QTableWidgetItem(cells[column]);
            item->setToolTip(cells[column]);
            table_->setItem(row, column, item);
        }
    };
    constexpr int digits = 4;
    for (const auto& column : motion_->motion.coordinates) {
        const auto [low, high] = std::ranges::minmax(column.values);
        const Quantity quantity = column.coordinate.quantity;
        add(column.column, text(column.coordinate.name),
            tr("%1 to %2")
                .arg(formatQuantity(low, quantity, units_, digits), formatQuantity(high, quantity, units_, digits)));
    }
    for (const std::string& ignored : motion_->tracked ? motion_->tracked->ignored : motion_->motion.ignored)
        add(ignored, tr("not in this model"), {});
    table_->resizeColumnToContents(RecordedColumn);
    table_->resizeColumnToContents(RangeColumn);
}

void RecordedMotionDialog::fillContents() {
    const QSignalBlocker quiet(content_);
    content_->clear();
    if (motion_) content_->addItem(tr("Coordinates"), Coordinates);
    if (motion_ && motion_->tracked) content_->addItem(tr("Residuals of markers"), Residuals);
    if (forcesFound_) content_->addItem(tr("Forces"), Forces);
    if (musclesFound_) content_->addItem(tr("Tensions of muscles"), Tensions);
    if (musclesFound_) content_->addItem(tr("Activations of muscles"), Activations);
    content_->setCurrentIndex(content_->count() - 1);
    content_->setVisible(content_->count() > 0);
    showContent();
}

void RecordedMotionDialog::addCurve(std::vector<Curve>& curves, const std::string& name, Quantity quantity,
                                    const std::vector<double>& values) const {
    if (curves.size() >= MostCurves) return;
    const Unit& unit = units_.unitFor(quantity);
    Curve curve = makeCurve(text(name), unit.symbol, unit.factor, motion_->motion.times, values);
    curve.color = curveColor(curves.size(), Theme::instance().isDark());
    curves.push_back(std::move(curve));
}

void RecordedMotionDialog::addMuscles(std::vector<Curve>& curves, Quantity quantity, const Matrix& values) const {
    // The largest, in the order of the model.
    std::vector<Real> peaks;
    for (int m = 0; m < int(values.cols()); ++m) peaks.push_back(values.col(m).maxCoeff());
    std::vector<Real> ranked = peaks;
    std::ranges::sort(ranked, std::greater());
    const Real least = ranked[std::min(ranked.size(), MostCurves) - 1];
    for (std::size_t m = 0; m < peaks.size(); ++m)
        if (peaks[m] >= least) addCurve(curves, musclesFound_->muscles[m], quantity, columnOf(values, int(m)));
}

void RecordedMotionDialog::showContent() {
    std::vector<Curve> curves;
    // Markers and muscles have no rows.
    const int shown = content_->currentData().toInt();
    content_->setToolTip(shown == Residuals || shown == Activations || shown == Tensions
                             ? tr("Curves to show")
                             : tr("Curves to show; select rows to show fewer"));
    if (motion_) {
        QList<int> rows;
        for (const QModelIndex& index : table_->selectionModel()->selectedRows()) rows += index.row();
        const auto isWanted = [&rows](std::size_t row) { return rows.isEmpty() || rows.contains(int(row)); };
        const auto& coordinates = motion_->motion.coordinates;
        const std::vector<NamedSpeed> speeds = model_ ? speedsOf(*model_) : std::vector<NamedSpeed>();
        // Forces act on the speeds of the coordinates selected.
        const auto isForceWanted = [&](UIndex u) {
            const auto speed = std::ranges::find(speeds, u, &NamedSpeed::u);
            for (std::size_t i = 0; speed != speeds.end() && i < coordinates.size(); ++i)
                if (isWanted(i) && coordinates[i].coordinate.joint == speed->joint &&
                    coordinates[i].coordinate.index == speed->index)
                    return true;
            return rows.isEmpty();
        };
        switch (content_->currentData().toInt()) {
            case Coordinates:
                for (std::size_t i = 0; i < coordinates.size(); ++i)
                    if (isWanted(i))
                        addCurve(curves, coordinates[i].column, coordinates[i].coordinate.quantity,
                                 coordinates[i].values);
                break;
            case Residuals:
                for (std::size_t m = 0; m < motion_->tracked->markers.size(); ++m)
                    addCurve(curves, motion_->tracked->markers[m], Quantity::Length,
                             columnOf(motion_->tracked->residuals, int(m)));
                break;
            case Activations: addMuscles(curves, Quantity::None, musclesFound_->activations); break;
            case Tensions: addMuscles(curves, Quantity::Force, musclesFound_->tensions); break;
            case Forces: {
                const std::vector<Quantity> quantities = quantitiesOfForces(*model_, forcesFound_->speeds);
                for (std::size_t i = 0; i < quantities.size(); ++i)
                    if (isForceWanted(forcesFound_->speeds[i]))
                        addCurve(curves, nameOfForce(quantities[i], forcesFound_->speedNames[i]), quantities[i],
                                 columnOf(forcesFound_->forces, int(i)));
                break;
            }
        }
    }
    if (motion_) plot_->setTimeSpan(motion_->motion.times.front(), motion_->motion.times.back());
    plot_->setCurves(std::move(curves));
    plot_->fit();
}

void RecordedMotionDialog::drive() {
    const auto driven =
        session_.edit(tr("Drive by %1").arg(QFileInfo(file_).fileName()), [&](const Document& document) {
            const std::vector<Real>& times = motion_->motion.times;
            Result<Edit> edit = driveByRecord(document, *model_, motion_->motion, smoothing_->value());
            if (!edit || loads_.empty()) return edit;
            Result<Edit> loaded = addRecordedLoads(edit->document, loads_, times.front(), times.back());
            edit.diagnostics.append(loaded.diagnostics);
            edit.value = std::move(loaded.value);
            return edit;
        });
    if (!driven) return showMessage(reasonsOf(driven.diagnostics));
    // Notes of the edit remain readable.
    if (driven.diagnostics.empty())
        Q_EMIT session_.notice(tr("The model follows %1. Run it to see the motion.").arg(QFileInfo(file_).fileName()));
    close();
}

void RecordedMotionDialog::showGhost() { start(Work::Ghost); }

void RecordedMotionDialog::addGhost(const std::shared_ptr<SimulationRun>& run) {
    RunList& runs = session_.runs();
    const RunId shown = runs.current() ? runs.current()->id : 0;
    const QString name = QFileInfo(file_).fileName();
    RunList::Origin origin;
    origin.name = tr("Record %1").arg(name);
    const RunId ghost = runs.add(run, origin);
    runs.setGhost(ghost, true);
    if (shown != 0) runs.setCurrent(shown);
    Q_EMIT session_.notice(shown != 0 ? tr("%1 is shown as a ghost beside the run.").arg(name)
                                      : tr("Play to see %1. It stays as a ghost beside other runs.").arg(name));
    close();
}

void RecordedMotionDialog::save() {
    const QString proposal = QFileInfo(file_).completeBaseName() + '_' + content_->currentText().toLower() + ".csv";
    const bool isResiduals = content_->currentData().toInt() == Residuals;
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save curves"), QFileInfo(file_).dir().filePath(proposal.simplified().replace(' ', '_')),
        tr("CSV (*.csv)") + (isResiduals ? QString() : tr(";;OpenSim table (*.sto *.mot)")));
    if (path.isEmpty()) return;
    const RecordFormat format = recordFormatOf(path.toStdString());
    const Diagnostics problems = writeFile(path.toStdString(), [&](std::ostream& out) {
        switch (content_->currentData().toInt()) {
            case Coordinates: writeCoordinates(motion_->motion, out, format); break;
            case Residuals: writeResiduals(*motion_->tracked, out); break;
            case Activations: writeActivations(*musclesFound_, out, format); break;
            case Tensions: writeTensions(*model_, *musclesFound_, out, format); break;
            case Forces: writeForces(*model_, motion_->motion, *forcesFound_, out, format); break;
        }
        return bool(out);
    });
    showMessage(problems.hasErrors() ? reasonsOf(problems) : tr("Saved %1").arg(path));
}

void RecordedMotionDialog::updateButtons() {
    const bool isReady = motion_ && !task_;
    const bool hasMuscles = model_ && countMuscles(model_->getDocument()) > 0;
    withoutMuscles_->setVisible(hasMuscles);
    muscles_->setVisible(hasMuscles);
    for (QPushButton* const button : {drive_, ghost_, forces_, muscles_, save_}) button->setEnabled(isReady);
    progress_->setVisible(task_ != nullptr);
    cancel_->setVisible(task_ != nullptr);
}

void RecordedMotionDialog::showMessage(const QString& said) { message_->setText(said); }

}  // namespace trammel::ui

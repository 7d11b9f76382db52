// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/follow_curve_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>

#include "authoring/group_edit.h"
#include "authoring/path_edit.h"
#include "document/document_file.h"
#include "exploration/synthesis/curve.h"
#include "runtime/background_task.h"
#include "ui/dialogs/linkage_preview.h"
#include "ui/properties/number_field.h"
#include "ui/session/left_work.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {
enum SolutionColumn {
    RmsColumn,
    CrankColumn,
    CouplerColumn,
    RockerColumn,
    GroundColumn,
    AngleColumn,
    SolutionColumnCount
};
constexpr int SearchPollMilliseconds = 50, SearchProgressSteps = 1000, LengthDigits = 4;
/// Points of a curve to follow; more make little difference.
constexpr std::size_t FollowedPoints = 36;
/// A larger file is not a curve.
constexpr qint64 LargestCurveFile = 10'000'000;
/// More cannot be drawn at once.
constexpr std::size_t MostCurvePoints = 20'000;
/// Part of each length and of the size of the model by which a study varies it.
constexpr Real StudyShare = 0.25;
}  // namespace

struct FollowCurveDialog::Task {
    PathProblem problem;
    TaskControl control;
    /// Last member: its thread ends before the data it uses is destroyed.
    std::unique_ptr<BackgroundTask<std::vector<PathSolution>>> work;
};

FollowCurveDialog::FollowCurveDialog(Session& session, const DisplayUnits& units, QWidget* parent)
    : QDialog(parent), session_(session), units_(units) {
    setObjectName(QStringLiteral("followCurve"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Follow a curve"));
    resize(900, 480);
    auto* const sides = new QHBoxLayout;
    sides->addWidget(makeCurveSide(), 1);
    sides->addWidget(makeSolutionSide(), 1);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    search_ = buttons->addButton(tr("&Search"), QDialogButtonBox::ActionRole);
    search_->setObjectName(QStringLiteral("searchLinkages"));
    add_ = buttons->addButton(tr("&Add to the model"), QDialogButtonBox::ActionRole);
    add_->setObjectName(QStringLiteral("addLinkage"));
    auto* const layout = new QVBoxLayout(this);
    layout->addLayout(sides, 1);
    layout->addWidget(message_);
    layout->addWidget(progress_);
    layout->addWidget(buttons);
    poll_.setInterval(SearchPollMilliseconds);
    connect(&poll_, &QTimer::timeout, this, &FollowCurveDialog::collect);
    connect(search_, &QPushButton::clicked, this, [this] { task_ ? cancel() : search(); });
    connect(add_, &QPushButton::clicked, this, &FollowCurveDialog::add);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(&units_, &DisplayUnits::changed, this, &FollowCurveDialog::fillTable);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & SessionChange::Document) fillMechanisms();
    });
    // Enter ends a number here.
    for (QPushButton* const button : findChildren<QPushButton*>()) button->setAutoDefault(false);
    fillMechanisms();
    fillTable();
    updateButtons();
}

FollowCurveDialog::~FollowCurveDialog() { cancel(); }

QWidget* FollowCurveDialog::makeCurveSide() {
    auto* const side = new QWidget(this);
    auto* const layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* const sources = new QHBoxLayout;
    auto* const draw = new QPushButton(tr("&Draw in the view"), this);
    draw->setObjectName(QStringLiteral("drawCurve"));
    draw->setToolTip(tr("Drag along the curve, or click points of it"));
    auto* const read = new QPushButton(tr("&Read from file…"), this);
    read->setObjectName(QStringLiteral("readCurve"));
    read->setToolTip(tr("Table with x and y in each line, m"));
    closed_ = new QCheckBox(tr("&Closed curve"), this);
    closed_->setObjectName(QStringLiteral("closedCurve"));
    closed_->setToolTip(tr("Connect the last point to the first"));
    sources->addWidget(draw);
    sources->addWidget(read);
    sources->addStretch(1);
    sources->addWidget(closed_);
    layout->addLayout(sources);
    preview_ = new LinkagePreview(this);
    preview_->setObjectName(QStringLiteral("linkagePreview"));
    layout->addWidget(preview_, 1);
    connect(draw, &QPushButton::clicked, this, &FollowCurveDialog::drawingRequested);
    connect(read, &QPushButton::clicked, this, &FollowCurveDialog::chooseFile);
    connect(closed_, &QCheckBox::toggled, this, &FollowCurveDialog::curveChanged);
    return side;
}

QWidget* FollowCurveDialog::makeSolutionSide() {
    auto* const side = new QWidget(this);
    auto* const layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    mechanism_ = new QComboBox(this);
    mechanism_->setObjectName(QStringLiteral("curveMechanism"));
    mechanism_->setToolTip(tr("Mechanism that follows the curve"));
    mechanism_->setAccessibleName(tr("Mechanism"));
    transmission_ = new NumberField(Quantity::Angle, units_, this);
    transmission_->setObjectName(QStringLiteral("leastTransmission"));
    transmission_->setToolTip(tr("Minimum angle between coupler and rocker; 40° is good"));
    transmission_->setAccessibleName(tr("Transmission angle"));
    constexpr Real usual = 30 * Pi / 180;
    transmission_->setValue(usual);
    table_ = new QTableWidget(0, SolutionColumnCount, this);
    table_->setObjectName(QStringLiteral("linkages"));
    table_->setAccessibleName(tr("Linkages found"));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    auto* const form = new QFormLayout;
    form->addRow(tr("Mechanism"), mechanism_);
    transmissionLabel_ = new QLabel(this);
    transmissionLabel_->setBuddy(transmission_);
    form->addRow(transmissionLabel_, transmission_);
    layout->addLayout(form);
    layout->addWidget(table_, 1);
    message_ = new QLabel(this);
    message_->setObjectName(QStringLiteral("curveMessage"));
    message_->setWordWrap(true);
    progress_ = new QProgressBar(this);
    progress_->setRange(0, SearchProgressSteps);
    progress_->setAccessibleName(tr("Progress"));
    connect(table_, &QTableWidget::itemSelectionChanged, this, &FollowCurveDialog::showChosen);
    connect(mechanism_, &QComboBox::activated, this, [this] { updateButtons(), showChosen(); });
    connect(transmission_, &NumberField::entered, this, [this](double value) {
        constexpr double most = 89 * Pi / 180;
        transmission_->setValue(std::clamp(value, 0., most));
    });
    return side;
}

void FollowCurveDialog::fillMechanisms() {
    const QVariant before = mechanism_->currentData();
    const QSignalBlocker quiet(mechanism_);
    mechanism_->clear();
    mechanism_->addItem(tr("New four-bar"), qulonglong(0));
    if (session_.model())
        for (const CompiledModel::Trace& trace : session_.model()->getTraces())
            mechanism_->addItem(tr("Current mechanism, path of '%1'").arg(session_.nameOf(trace.element)),
                                qulonglong(trace.element.value));
    if (const int index = mechanism_->findData(before); index >= 0) mechanism_->setCurrentIndex(index);
    updateButtons();
}

ElementId FollowCurveDialog::chosenTrace() const { return ElementId{mechanism_->currentData().toULongLong()}; }

void FollowCurveDialog::setCurve(const std::vector<Complex>& points) {
    drawn_ = points;
    {
        const QSignalBlocker quiet(closed_);
        closed_->setChecked(looksClosed(points));
    }
    curveChanged();
}

void FollowCurveDialog::chooseFile() {
    const QString folder = QFileInfo(session_.path()).absolutePath();
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Open curve"), folder, tr("Tables (*.csv *.txt *.dat);;All files (*)"));
    if (!file.isEmpty()) readFile(file);
}

void FollowCurveDialog::readFile(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return showMessage(tr("'%1' cannot be read. Choose another file.").arg(QFileInfo(path).fileName()));
    const std::vector<Complex> points = readCurve(file.read(LargestCurveFile).toStdString());
    if (points.size() < 3)
        return showMessage(tr("'%1' has no curve. Write x and y on each line, and at least three lines.")
                               .arg(QFileInfo(path).fileName()));
    if (points.size() > MostCurvePoints)
        return showMessage(
            tr("'%1' has more than %2 points. Use fewer.").arg(QFileInfo(path).fileName()).arg(MostCurvePoints));
    setCurve(points);
}

void FollowCurveDialog::curveChanged() {
    cancel();
    solutions_.clear();
    fillTable();
    preview_->setCurve(drawn_, closed_->isChecked());
    showMessage({});
    showChosen();
}

std::vector<Complex> FollowCurveDialog::evenPoints() const {
    return resample(drawn_, FollowedPoints, closed_->isChecked());
}

void FollowCurveDialog::search() {
    const std::vector<Complex> points = evenPoints();
    if (points.empty()) return showMessage(tr("The curve is a single point. Draw a longer one."));
    task_ = std::make_unique<Task>();
    task_->problem.points = points;
    task_->problem.isClosed = closed_->isChecked();
    task_->problem.leastTransmission = transmission_->value();
    Real size = 0;
    for (const Complex& p : task_->problem.points) size = std::max(size, std::abs(p - task_->problem.points.front()));
    // Links many times longer than the curve are useless.
    constexpr Real mostTimes = 3;
    task_->problem.largest = mostTimes * size + std::abs(task_->problem.points.front());
    task_->work = std::make_unique<BackgroundTask<std::vector<PathSolution>>>([task = task_.get()] {
        PathSearch how;
        how.proceed = [task](double part) {
            task->control.setProgress(part);
            return !task->control.isCanceled();
        };
        return findFourBars(task->problem, how);
    });
    showMessage({});
    poll_.start();
    updateButtons();
}

void FollowCurveDialog::cancel() {
    poll_.stop();
    if (!task_) return;
    task_->control.cancel();
    // The search checks for cancellation every few milliseconds; nothing waits for it.
    leaveUntil([task = std::shared_ptr<Task>(std::move(task_))] { return task->work->isFinished(); });
    updateButtons();
}

void FollowCurveDialog::collect() {
    progress_->setValue(int(task_->control.getProgress() * SearchProgressSteps));
    if (!task_->work->isFinished()) return;
    poll_.stop();
    const std::unique_ptr<Task> done = std::move(task_);
    solutions_ = done->work->getResult().value_or(std::vector<PathSolution>());
    fillTable();
    if (!done->work->getFailure().empty())
        showMessage(text(done->work->getFailure()));
    else if (solutions_.empty())
        showMessage(tr(
            "No linkage follows the curve under these limits. Lower the transmission angle, or draw a simpler curve."));
    else
        table_->selectRow(0);
    // The row may have been selected before.
    showChosen();
}

void FollowCurveDialog::fillTable() {
    const QSignalBlocker quiet(table_);
    const QString length = units_.unitFor(Quantity::Length).symbol, angle = units_.unitFor(Quantity::Angle).symbol;
    transmissionLabel_->setText(tr("Transmission angle (%1)").arg(angle));
    table_->setHorizontalHeaderLabels(
        {tr("Error"), tr("Crank"), tr("Coupler"), tr("Rocker"), tr("Ground"), tr("Angle")});
    for (int column = 0; column < AngleColumn; ++column)
        table_->horizontalHeaderItem(column)->setToolTip(tr("Length in %1").arg(length));
    table_->horizontalHeaderItem(RmsColumn)->setToolTip(tr("Root-mean-square distance from the curve, %1").arg(length));
    table_->horizontalHeaderItem(AngleColumn)->setToolTip(tr("Minimum transmission angle, %1").arg(angle));
    table_->setRowCount(int(solutions_.size()));
    for (int row = 0; row < int(solutions_.size()); ++row) {
        const PathSolution& found = solutions_[std::size_t(row)];
        const FourBar& bar = found.linkage;
        const Real lengths[] = {found.rms(), bar.crank, bar.coupler, bar.rocker, bar.ground()};
        const auto put = [&](int column, Real si, Quantity quantity) {
            auto* const item =
                new QTableWidgetItem(QString::number(si / units_.unitFor(quantity).factor, 'g', LengthDigits));
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            table_->setItem(row, column, item);
        };
        for (int column = 0; column < AngleColumn; ++column) put(column, lengths[column], Quantity::Length);
        put(AngleColumn, bar.leastTransmissionAngle(), Quantity::Angle);
    }
}

void FollowCurveDialog::showChosen() {
    const int row = table_->currentRow();
    const bool shown = !chosenTrace().isValid() && row >= 0 && row < int(solutions_.size());
    preview_->setSolution(shown ? std::optional(solutions_[std::size_t(row)]) : std::nullopt);
    updateButtons();
}

void FollowCurveDialog::add() { chosenTrace().isValid() ? addStudy() : addLinkage(); }

void FollowCurveDialog::addLinkage() {
    const PathSolution& chosen = solutions_[std::size_t(table_->currentRow())];
    QFile pattern(QStringLiteral(":/templates/follow_a_curve.trammel"));
    pattern.open(QIODevice::ReadOnly);
    const Result<Document> read = readDocument(pattern.readAll().toStdString(), session_.catalog());
    const Result<Document> made =
        fourBarModel(read.value.value_or(Document()), chosen.linkage, chosen.crankDirections.front());
    if (!made) return showMessage(reasonsOf(made.diagnostics));
    const auto result = session_.edit(tr("Add linkage that follows a curve"), [&](const Document& document) {
        // Where it coincides with existing bodies, in the next layer.
        Result<PlacedElement> placed = insertModel(document, session_.model(), *made, tr("Linkage").toStdString(),
                                                   Vec3(0, 0, chosen.linkage.largestLength() / 10));
        Result<Edit> edit;
        edit.diagnostics = placed.diagnostics;
        if (placed) edit.value = std::move(placed->edit);
        return edit;
    });
    if (!result) return showMessage(reasonsOf(result.diagnostics));
    session_.select(result->element);
    showMessage(tr("Added '%1'. Press Run to see its path.").arg(session_.nameOf(result->element)));
}

void FollowCurveDialog::addStudy() {
    const auto result = session_.edit(tr("Add study: follow a curve"), [&](const Document& document) {
        return addPathStudy(document, chosenTrace(), evenPoints(), StudyShare);
    });
    if (!result) return showMessage(reasonsOf(result.diagnostics));
    session_.select(result->element);
    showMessage(tr("Added study '%1'. Start it in the Studies panel.").arg(session_.nameOf(result->element)));
}

void FollowCurveDialog::showMessage(const QString& what) {
    message_->setText(what);
    message_->setVisible(!what.isEmpty());
}

void FollowCurveDialog::updateButtons() {
    const bool isStudy = chosenTrace().isValid(), hasCurve = drawn_.size() > 2;
    const auto block = [](QPushButton* button, const QString& why, const QString& tip) {
        button->setEnabled(why.isEmpty());
        button->setToolTip(why.isEmpty() ? tip : why);
    };
    search_->setText(task_ ? tr("&Cancel") : tr("&Search"));
    progress_->setVisible(task_ != nullptr);
    const QString noCurve = hasCurve ? QString() : tr("Draw or read a curve first");
    block(search_, isStudy ? tr("Start the study in the Studies panel") : noCurve, tr("Find four-bars for the curve"));
    add_->setText(isStudy ? tr("&Add study") : tr("&Add to the model"));
    block(add_,
          !hasCurve                              ? noCurve
          : !isStudy && table_->currentRow() < 0 ? tr("Search, and select a linkage")
                                                 : QString(),
          isStudy ? tr("Vary lengths and pivots of the mechanism") : tr("Add the selected linkage with its motor"));
}

}  // namespace trammel::ui

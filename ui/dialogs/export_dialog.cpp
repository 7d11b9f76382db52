// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <algorithm>
#include <cmath>
#include <exception>
#include <fstream>

#include "compile/realization.h"

namespace trammel::ui {

namespace {
constexpr int TablePoll = 50;
constexpr int LargestPicture = 16384;

struct Row {
    ExportDialog::Kind kind;
    const char* label;
    const char* suffix;
};
constexpr Row rows[] = {
    {ExportDialog::Kind::Csv, QT_TRANSLATE_NOOP("ExportDialog", "Table of the run (CSV)"), "csv"},
    {ExportDialog::Kind::Storage, QT_TRANSLATE_NOOP("ExportDialog", "Table for OpenSim, radians (.sto)"), "sto"},
    {ExportDialog::Kind::Motion, QT_TRANSLATE_NOOP("ExportDialog", "Table for OpenSim, degrees (.mot)"), "mot"},
    {ExportDialog::Kind::Picture, QT_TRANSLATE_NOOP("ExportDialog", "Picture of this instant (PNG)"), "png"},
    {ExportDialog::Kind::Pictures, QT_TRANSLATE_NOOP("ExportDialog", "Pictures of the run, numbered (PNG)"), "png"}};

QSpinBox* pixels(int value) {
    auto* const box = new QSpinBox;
    box->setRange(16, LargestPicture);
    box->setValue(value);
    box->setSuffix(QStringLiteral(" px"));
    return box;
}
}  // namespace

ExportDialog::ExportDialog(Session& session, Draw draw, QWidget* parent)
    : QDialog(parent),
      session_(session),
      draw_(std::move(draw)),
      kind_(new QComboBox),
      path_(new QLineEdit),
      pictureFields_(new QWidget),
      seriesFields_(new QWidget),
      width_(pixels(3840)),
      height_(pixels(2160)),
      transparent_(new QCheckBox(tr("Transparent background"))),
      rate_(new QSpinBox),
      speed_(new QDoubleSpinBox),
      progress_(new QProgressBar),
      told_(new QLabel),
      go_(new QPushButton) {
    setWindowTitle(tr("Export"));
    setObjectName(QStringLiteral("exportDialog"));
    for (const Row& row : rows) kind_->addItem(tr(row.label), static_cast<int>(row.kind));
    auto* const browseButton = new QPushButton(tr("Choose…"));
    auto* const pathRow = new QHBoxLayout;
    pathRow->addWidget(path_, 1);
    pathRow->addWidget(browseButton);
    path_->setMinimumWidth(fontMetrics().averageCharWidth() * 44);
    path_->setAccessibleName(tr("File"));

    auto* const sizes = new QHBoxLayout(pictureFields_);
    sizes->setContentsMargins(0, 0, 0, 0);
    sizes->addWidget(width_);
    sizes->addWidget(new QLabel(QStringLiteral("×")));
    sizes->addWidget(height_);
    sizes->addWidget(transparent_);
    sizes->addStretch(1);
    width_->setAccessibleName(tr("Width"));
    height_->setAccessibleName(tr("Height"));

    rate_->setRange(1, 240);
    rate_->setValue(30);
    rate_->setSuffix(tr(" per second"));
    rate_->setAccessibleName(tr("Pictures per second"));
    speed_->setRange(0.001, 1000);
    speed_->setDecimals(3);
    speed_->setValue(1);
    speed_->setPrefix(QStringLiteral("×"));
    speed_->setAccessibleName(tr("Speed"));
    auto* const series = new QHBoxLayout(seriesFields_);
    series->setContentsMargins(0, 0, 0, 0);
    series->addWidget(rate_);
    series->addWidget(speed_);
    series->addStretch(1);

    told_->setObjectName(QStringLiteral("exportTold"));
    told_->setWordWrap(true);
    go_->setDefault(true);
    progress_->setRange(0, 1000);

    auto* const form = new QFormLayout;
    form->addRow(tr("What"), kind_);
    form->addRow(tr("File"), pathRow);
    form->addRow(tr("Size"), pictureFields_);
    form->addRow(tr("Pictures, speed"), seriesFields_);
    auto* const bottom = new QHBoxLayout;
    bottom->addWidget(progress_, 1);
    bottom->addWidget(go_);
    auto* const layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(told_);
    layout->addLayout(bottom);

    connect(kind_, &QComboBox::currentIndexChanged, this, &ExportDialog::kindChanged);
    connect(browseButton, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(go_, &QPushButton::clicked, this, [this] { isBusy() ? cancel() : start(); });
    connect(&timer_, &QTimer::timeout, this, &ExportDialog::tick);
    const RunEntry* const entry = session_.runs().current();
    const QString name = QFileInfo(session_.proposedFileName()).completeBaseName();
    path_->setText(QDir::home().filePath(entry ? name + '_' + entry->letter : name));
    kindChanged();
    end({});
}

ExportDialog::~ExportDialog() { cancel(); }

ExportDialog::Kind ExportDialog::kind() const { return static_cast<Kind>(kind_->currentData().toInt()); }
void ExportDialog::choose(Kind kind) { kind_->setCurrentIndex(kind_->findData(static_cast<int>(kind))); }
void ExportDialog::setPath(const QString& path) { path_->setText(path); }
void ExportDialog::setPictureSize(QSize size) {
    width_->setValue(size.width());
    height_->setValue(size.height());
}
void ExportDialog::setTransparent(bool transparent) { transparent_->setChecked(transparent); }
void ExportDialog::setRate(int framesPerSecond, double speed) {
    rate_->setValue(framesPerSecond);
    speed_->setValue(speed);
}
QString ExportDialog::told() const { return told_->text(); }

void ExportDialog::kindChanged() {
    const Row& row = rows[kind_->currentIndex()];
    const QFileInfo file(path_->text());
    path_->setText(file.dir().filePath(file.completeBaseName() + '.' + QLatin1StringView(row.suffix)));
    const bool isPicture = row.kind == Kind::Picture || row.kind == Kind::Pictures;
    pictureFields_->setEnabled(isPicture);
    seriesFields_->setEnabled(row.kind == Kind::Pictures);
}

void ExportDialog::browse() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Export"), path_->text());
    if (!path.isEmpty()) path_->setText(path);
}

void ExportDialog::start() {
    if (isBusy()) return;
    const RunEntry* const entry = session_.runs().current();
    const bool needsRun = kind() != Kind::Picture;
    if (needsRun && (!entry || entry->frames().empty())) return end(tr("Run the model first."));
    if (!needsRun && !session_.shown().model()) return end(tr("There is nothing in view."));
    told_->clear();
    go_->setText(tr("Cancel"));
    switch (kind()) {
        case Kind::Csv: return startTable(TableFormat::Csv);
        case Kind::Storage: return startTable(TableFormat::Storage);
        case Kind::Motion: return startTable(TableFormat::Motion);
        case Kind::Picture:
        case Kind::Pictures: break;
    }
    run_ = needsRun ? entry->run : nullptr;
    picture_ = 0;
    timer_.start(0);
}

void ExportDialog::startTable(TableFormat format) {
    control_ = std::make_shared<TaskControl>();
    const auto work = [control = control_, run = session_.runs().current()->run, format,
                       path = path_->text()]() -> QString {
        const QString part = path + QStringLiteral(".part");
        std::ofstream out(part.toStdString(), std::ios::binary);
        const bool whole = out && writeTable(*run, format, out, [&](double progress) {
                               control->setProgress(progress);
                               return !control->isCancelled() && out;
                           });
        out.close();
        const bool cancelled = control->isCancelled();
        if (whole && out && !cancelled && (QFile::remove(path), QFile::rename(part, path))) return {};
        QFile::remove(part);
        return cancelled ? tr("Cancelled; nothing was written.")
                         : tr("The file cannot be written. Choose a folder that can be written to and has room.");
    };
    table_ = std::make_unique<BackgroundTask<QString>>(work);
    timer_.start(TablePoll);
}

void ExportDialog::cancel() {
    if (control_) control_->cancel();
    if (picture_ >= 0) end(tr("Cancelled after %1 pictures.").arg(picture_));
}

void ExportDialog::tick() {
    if (!table_) return drawNextPicture();
    progress_->setValue(static_cast<int>(1000 * control_->getProgress()));
    if (!table_->isFinished()) return;
    const QString problem = table_->getResult().value_or(QString::fromStdString(table_->getFailure()));
    table_.reset();
    control_.reset();
    end(problem.isEmpty() ? tr("Written to %1.").arg(QDir::toNativeSeparators(path_->text())) : problem);
}

int ExportDialog::pictureCount() const {
    if (!run_) return 1;
    const TrajectoryStore& frames = *run_->getTrajectory();
    const double shown = (frames.getEndTime() - frames.getStartTime()) / speed_->value();
    return 1 + static_cast<int>(std::floor(shown * rate_->value() + 1e-9));
}

QString ExportDialog::pathOfPicture(int number) const {
    const QFileInfo file(path_->text());
    if (!run_) return file.filePath();
    return file.dir().filePath(
        QStringLiteral("%1_%2.png").arg(file.completeBaseName()).arg(number, 5, 10, QLatin1Char('0')));
}

void ExportDialog::drawNextPicture() {
    const int count = pictureCount();
    std::size_t frame = 0;
    if (run_) {
        const TrajectoryStore& frames = *run_->getTrajectory();
        frame = frames.findFrame(frames.getStartTime() + picture_ * speed_->value() / rate_->value() + 1e-9);
    }
    const QString problem = drawPicture(frame, pathOfPicture(picture_));
    if (!problem.isEmpty()) return end(problem);
    progress_->setValue(1000 * ++picture_ / count);
    if (picture_ < count) return;
    const QString last = QDir::toNativeSeparators(pathOfPicture(picture_ - 1));
    end(run_ ? tr("%1 pictures, up to %2.").arg(count).arg(last) : tr("Written to %1.").arg(last));
}

QString ExportDialog::drawPicture(std::size_t frame, const QString& path) {
    Scene scene;
    try {
        if (run_) {
            State state = run_->getInitialState();
            run_->restoreFrame(frame, state);
            realize(*run_->getModel(), state, Stage::Position);
            run_->getModel()->calcScene(state, scene);
        } else {
            session_.shown().model()->calcScene(session_.shown().state(), scene);
            frame = session_.player().frame();
        }
    } catch (const std::exception& fault) {
        return QString::fromUtf8(fault.what());
    }
    if (!run_ || run_.get() == session_.player().run()) session_.traces().appendTo(scene, frame);
    const Result<QImage> picture = draw_(scene, {width_->value(), height_->value()}, transparent_->isChecked());
    if (!picture) return QString::fromStdString(picture.diagnostics.items().front().message);
    if (picture->save(path, "PNG")) return {};
    return tr("The picture cannot be written. Choose a folder that can be written to and has room.");
}

void ExportDialog::end(const QString& text) {
    timer_.stop();
    picture_ = -1;
    run_.reset();
    progress_->setValue(0);
    told_->setText(text);
    go_->setText(tr("Export"));
}

}  // namespace trammel::ui

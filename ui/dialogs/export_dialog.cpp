// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/export_dialog.h"

#include <QApplication>
#include <QBuffer>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
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

#include "document/file_access.h"
#include "ui/dialogs/image_exports.h"
#include "ui/dialogs/problem_lines.h"
#include "ui/session/left_work.h"
#include "ui/session/run_metadata.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {
/// Polling intervals, ms.
constexpr int FilePoll = 50, ImagePoll = 2;
constexpr int LargestImage = 16384;

struct SizeRow {
    const char* label;
    int width, height;
};
constexpr SizeRow sizeRows[] = {{QT_TRANSLATE_NOOP("ExportDialog", "4K"), 3840, 2160},
                                {QT_TRANSLATE_NOOP("ExportDialog", "HD 1080p"), 1920, 1080},
                                {QT_TRANSLATE_NOOP("ExportDialog", "HD 720p"), 1280, 720},
                                {QT_TRANSLATE_NOOP("ExportDialog", "Small"), 640, 360}};

QSpinBox* pixels(int value, const QString& name) {
    auto* const box = new QSpinBox;
    box->setRange(16, LargestImage);
    box->setValue(value);
    box->setSuffix(QStringLiteral(" px"));
    box->setAccessibleName(name);
    return box;
}
QDoubleSpinBox* seconds(const QString& name) {
    auto* const box = new QDoubleSpinBox;
    box->setRange(-1e6, 1e6);
    box->setDecimals(3);
    box->setSuffix(QStringLiteral(" s"));
    box->setAccessibleName(name);
    return box;
}
/// Replaces the file atomically, or leaves it unchanged after cancellation; returns an error message, empty on success.
Diagnostics writeImage(const QImage& picture, const QString& file, const TaskControl& control) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!picture.save(&buffer, "PNG")) {
        Diagnostics problems;
        problems.error(file.toStdString(), "There is not enough memory to write the image.", "Choose a smaller image.");
        return problems;
    }
    if (control.isCanceled()) return {};
    return replaceFile(file.toStdString(), std::string_view(bytes.data(), std::size_t(bytes.size())));
}

QWidget* rowOf(std::initializer_list<QWidget*> widgets) {
    auto* const row = new QWidget;
    auto* const layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : widgets) layout->addWidget(widget);
    layout->addStretch(1);
    return row;
}
}  // namespace

ExportDialog::ExportDialog(Session& session, MakeStudio makeStudio, QWidget* parent)
    : QDialog(parent),
      session_(session),
      makeStudio_(std::move(makeStudio)),
      kind_(new QComboBox),
      path_(new QLineEdit),
      width_(pixels(sizeRows[0].width, tr("Width"))),
      height_(pixels(sizeRows[0].height, tr("Height"))),
      proposedSize_(sizeRows[0].width, sizeRows[0].height),
      sizes_(new QComboBox),
      transparent_(new QCheckBox(tr("Transparent background"))),
      timeStamp_(new QCheckBox(tr("Show the time in the image"))),
      rate_(new QSpinBox),
      speed_(new QDoubleSpinBox),
      from_(seconds(tr("From"))),
      to_(seconds(tr("To"))),
      progress_(new QProgressBar),
      message_(new QLabel),
      go_(new QPushButton) {
    setWindowTitle(tr("Export"));
    setObjectName(QStringLiteral("exportDialog"));
    for (const ExportFormat& format : exportFormats()) kind_->addItem(text(format.label), text(format.key));
    for (const ImageExport& format : imageExports()) kind_->addItem(tr(format.label), QString(format.key));
    kind_->setMaxVisibleItems(kind_->count());
    auto* const browseButton = new QPushButton(tr("Choose…"));
    auto* const pathRow = new QHBoxLayout;
    pathRow->addWidget(path_, 1);
    pathRow->addWidget(browseButton);
    path_->setMinimumWidth(fontMetrics().averageCharWidth() * 44);
    path_->setAccessibleName(tr("File"));
    imageFields_ = makeImageFields();
    seriesFields_ = makeSeriesFields();
    message_->setObjectName(QStringLiteral("exportTold"));
    message_->setWordWrap(true);
    go_->setDefault(true);
    progress_->setRange(0, 1000);

    auto* const form = new QFormLayout;
    form->addRow(tr("Format"), kind_);
    form->addRow(tr("File"), pathRow);
    form->addRow(tr("Image"), imageFields_);
    form->addRow(tr("Time"), seriesFields_);
    auto* const bottom = new QHBoxLayout;
    bottom->addWidget(progress_, 1);
    bottom->addWidget(go_);
    auto* const layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(message_);
    layout->addLayout(bottom);

    connect(kind_, &QComboBox::currentIndexChanged, this, &ExportDialog::kindChanged);
    connect(browseButton, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(go_, &QPushButton::clicked, this, [this] { isBusy() ? cancel() : start(); });
    connect(&timer_, &QTimer::timeout, this, &ExportDialog::tick);
    connect(&session_.runs(), &RunList::currentChanged, this, &ExportDialog::proposeTimes);
    VideoWriter::prepare();
    const RunEntry* const entry = session_.runs().current();
    const QString name = QFileInfo(session_.proposedFileName()).completeBaseName();
    path_->setText(QDir::home().filePath(entry ? name + '_' + entry->letter : name));
    kindChanged();
    proposeTimes();
    end({});
}

ExportDialog::~ExportDialog() { cancel(); }

QWidget* ExportDialog::makeImageFields() {
    for (const SizeRow& row : sizeRows) sizes_->addItem(tr(row.label));
    sizes_->setAccessibleName(tr("Image size presets"));
    connect(sizes_, &QComboBox::activated, this, [this](int row) {
        setImageSize({sizeRows[row].width, sizeRows[row].height});
    });
    sizes_->setPlaceholderText(tr("Custom"));
    const auto nameSize = [this] {
        const auto isIt = [this](const SizeRow& row) {
            return row.width == width_->value() && row.height == height_->value();
        };
        const auto* const row = std::find_if(std::begin(sizeRows), std::end(sizeRows), isIt);
        sizes_->setCurrentIndex(row == std::end(sizeRows) ? -1 : static_cast<int>(row - sizeRows));
    };
    connect(width_, &QSpinBox::valueChanged, this, nameSize);
    connect(height_, &QSpinBox::valueChanged, this, nameSize);
    auto* const fields = new QWidget;
    auto* const lines = new QVBoxLayout(fields);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->addWidget(rowOf({sizes_, width_, new QLabel(QStringLiteral("×")), height_}));
    lines->addWidget(rowOf({transparent_, timeStamp_}));
    return fields;
}

QWidget* ExportDialog::makeSeriesFields() {
    rate_->setRange(1, 240);
    rate_->setValue(30);
    rate_->setSuffix(tr(" frames/s"));
    rate_->setAccessibleName(tr("Frame rate"));
    speed_->setRange(0.001, 1000);
    speed_->setDecimals(3);
    speed_->setValue(1);
    speed_->setPrefix(QStringLiteral("×"));
    speed_->setAccessibleName(tr("Speed"));
    auto* const fields = new QWidget;
    auto* const lines = new QVBoxLayout(fields);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->addWidget(rowOf({from_, new QLabel(tr("to")), to_}));
    lines->addWidget(rowOf({rate_, new QLabel(tr("at")), speed_, new QLabel(tr("of real time"))}));
    return fields;
}

const ExportFormat* ExportDialog::fileFormat() const {
    return findExportFormat(kind_->currentData().toString().toStdString());
}
const ImageExport* ExportDialog::imageFormat() const {
    const auto isChosen = [key = kind_->currentData().toString()](const ImageExport& f) { return key == f.key; };
    const auto found = std::ranges::find_if(imageExports(), isChosen);
    return found == imageExports().end() ? nullptr : &*found;
}
void ExportDialog::choose(const QString& key) { kind_->setCurrentIndex(kind_->findData(key)); }
void ExportDialog::setPath(const QString& path) { path_->setText(path); }
void ExportDialog::setImageSize(QSize size) {
    width_->setValue(size.width());
    height_->setValue(size.height());
}
void ExportDialog::setTransparent(bool transparent) { transparent_->setChecked(transparent); }
void ExportDialog::setTimeStamp(bool on) { timeStamp_->setChecked(on); }
void ExportDialog::setRate(int framesPerSecond, double speed) {
    rate_->setValue(framesPerSecond);
    speed_->setValue(speed);
}
void ExportDialog::setTimes(double from, double to) {
    from_->setValue(from);
    to_->setValue(to);
}
QString ExportDialog::statusText() const { return message_->text(); }

void ExportDialog::proposeSize(const ImageExport& images) {
    const QSize size(images.width, images.height);
    // A size that was chosen stays.
    if (QSize(width_->value(), height_->value()) == proposedSize_) setImageSize(size);
    proposedSize_ = size;
}

void ExportDialog::kindChanged() {
    const ExportFormat* const written = fileFormat();
    const ImageExport* const images = imageFormat();
    const QFileInfo file(path_->text());
    path_->setText(file.dir().filePath(file.completeBaseName() + '.' +
                                       (written ? text(written->ending) : QString(images->ending))));
    imageFields_->setEnabled(images != nullptr);
    seriesFields_->setEnabled(images && images->isSeries);
    if (images) proposeSize(*images);
    const bool isVideo = images && images->video;
    transparent_->setEnabled(!isVideo);
    const QString obstacle = isVideo ? VideoWriter::unsupportedReason(*images->video) : QString();
    if (!isBusy())
        message_->setText(obstacle.isEmpty() ? QString() : tr("%1 Numbered images are written instead.").arg(obstacle));
}

void ExportDialog::proposeTimes() {
    const RunEntry* const entry = session_.runs().current();
    if (!entry || entry->frames().empty()) return;
    const auto& loop = session_.player().loop();
    setTimes(loop ? loop->from : entry->frames().getStartTime(), loop ? loop->to : session_.player().plannedEnd());
}

void ExportDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    if (!isBusy()) proposeTimes();
}

void ExportDialog::browse() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Export"), path_->text());
    if (!path.isEmpty()) path_->setText(path);
}

void ExportDialog::start() {
    if (isBusy()) return;
    const RunEntry* const entry = session_.runs().current();
    const ExportFormat* const written = fileFormat();
    const ImageExport* const images = imageFormat();
    const bool needsRun = written ? written->subject == ExportSubject::Run : images->isSeries;
    if (needsRun && (!entry || entry->frames().empty())) return end(tr("Run the model first."));
    if (!needsRun && !(written ? session_.model() : session_.displayed().model()))
        return end(tr("Nothing is displayed. Open or build a model first."));
    if (isSameFile(path_->text().toStdString(), session_.path().toStdString()))
        return end(tr("This file is the model. Choose another file."));
    message_->clear();
    go_->setText(tr("Cancel"));
    if (written)
        startFile(*written);
    else
        startImages(*images);
}

// --- Files written by the engine ---

void ExportDialog::startFile(const ExportFormat& format) {
    control_ = std::make_shared<TaskControl>();
    ExportSource source{session_.model()};
    if (format.subject == ExportSubject::Run) {
        const RunEntry* const entry = session_.runs().current();
        source = {entry->run->getModel(), entry->run, metadataOf(*entry, session_.runs())};
    }
    const auto work = [control = control_, source, &format, path = path_->text()]() -> QString {
        const Diagnostics problems = exportFile(format, source, path.toStdString(), [&](double progress) {
            control->setProgress(progress);
            return !control->isCanceled();
        });
        if (control->isCanceled()) return tr("Canceled; nothing was written.");
        if (problems.empty()) return {};
        if (problems.hasErrors()) return describeErrors(problems);
        return tr("Written to %1. The format leaves out:").arg(path) + '\n' + describeProblems(problems);
    };
    file_ = std::make_unique<BackgroundTask<QString>>(work);
    timer_.start(FilePoll);
}

void ExportDialog::followFile() {
    progress_->setValue(static_cast<int>(1000 * control_->getProgress()));
    if (!file_->isFinished()) return;
    const QString problem = file_->getResult().value_or(QString::fromStdString(file_->getFailure()));
    file_.reset();
    end(problem.isEmpty() ? tr("Written to %1.").arg(QDir::toNativeSeparators(path_->text())) : problem);
}

// --- Images ---

void ExportDialog::startImages(const ImageExport& format) {
    run_ = format.isSeries ? session_.runs().current()->run : nullptr;
    whyImages_.clear();
    if (run_) {
        const TrajectoryStore& frames = *run_->getTrajectory();
        first_ = std::clamp(from_->value(), frames.getStartTime(), frames.getEndTime());
        last_ = std::clamp(to_->value(), first_, frames.getEndTime());
    }
    if (format.video) {
        whyImages_ = VideoWriter::unsupportedReason(*format.video);
        if (whyImages_.isEmpty())
            video_ = std::make_unique<VideoWriter>(path_->text(), *format.video,
                                                   QSize(width_->value(), height_->value()), rate_->value());
    }
    image_ = 0;
    control_ = std::make_shared<TaskControl>();
    studio_ = makeStudio_();
    drawNextImage();
    timer_.start(ImagePoll);
}

int ExportDialog::imageCount() const {
    if (!run_) return 1;
    return 1 + static_cast<int>(std::floor((last_ - first_) / speed_->value() * rate_->value() + 1e-9));
}

QString ExportDialog::pathOfImage(int number) const {
    const QFileInfo file(path_->text());
    if (!run_) return file.filePath();
    return file.dir().filePath(
        QStringLiteral("%1_%2.png").arg(file.completeBaseName()).arg(number, 5, 10, QLatin1Char('0')));
}

void ExportDialog::drawNextImage() {
    Order order;
    order.run = run_;
    order.size = {width_->value(), height_->value()};
    order.transparent = transparent_->isChecked() && !video_;
    order.timeStamp = timeStamp_->isChecked();
    if (run_) {
        const TrajectoryStore& frames = *run_->getTrajectory();
        order.frame = frames.findFrame(first_ + image_ * speed_->value() / rate_->value() + 1e-9);
        order.firstFrame = frames.findFrame(first_ + 1e-9);
        order.lastFrame = frames.findFrame(last_ + 1e-9);
    }
    const auto work = [draw = studio_(order), control = control_, file = video_ ? QString() : pathOfImage(image_)] {
        Result<QImage> picture = draw();
        if (!picture || file.isEmpty()) return picture;
        picture.diagnostics = writeImage(*picture, file, *control);
        if (picture.diagnostics.hasErrors()) picture.value.reset();
        return picture;
    };
    drawn_ = std::make_unique<BackgroundTask<Result<QImage>>>(work);
}

QString ExportDialog::takeImage() {
    const auto drawn = std::move(drawn_);
    if (!drawn->getResult()) return text(drawn->getFailure());
    const Result<QImage>& picture = *drawn->getResult();
    if (!picture) return describeProblems(picture.diagnostics);
    if (video_) video_->write(*picture);
    progress_->setValue(1000 * ++image_ / imageCount());
    return {};
}

void ExportDialog::followImages() {
    if (video_ && !video_->problem().isEmpty()) return end(video_->problem());
    if (drawn_ && drawn_->isFinished()) {
        if (const QString problem = takeImage(); !problem.isEmpty()) return end(problem);
        if (image_ == imageCount() && video_) {
            message_->setText(tr("Finishing the video…"));
            video_->finish();
        }
    }
    if (drawn_) return;
    if (image_ < imageCount()) {
        if (!video_ || !video_->isBehind()) drawNextImage();
    } else if (!video_ || video_->isFinished()) {
        endImages();
    }
}

void ExportDialog::endImages() {
    if (video_) {
        const QString problem = video_->problem();
        return end(problem.isEmpty()
                       ? tr("Wrote %1: %2 frames.").arg(QDir::toNativeSeparators(path_->text())).arg(image_)
                       : problem);
    }
    const QString last = QDir::toNativeSeparators(pathOfImage(image_ - 1));
    QString message = run_ ? tr("%1 images, up to %2.").arg(image_).arg(last) : tr("Written to %1.").arg(last);
    if (!whyImages_.isEmpty()) message += ' ' + whyImages_;
    end(message);
}

// --- Both ---

void ExportDialog::tick() { file_ ? followFile() : followImages(); }

void ExportDialog::leaveFile() {
    // An element of the run may never return.
    leaveUntil([left = std::shared_ptr<BackgroundTask<QString>>(std::move(file_))] { return left->isFinished(); });
    end(tr("Canceled."));
}

void ExportDialog::cancel() {
    if (control_) control_->cancel();
    if (file_) return file_->isFinished() ? followFile() : leaveFile();
    if (image_ < 0) return;
    end(video_ ? tr("Canceled; nothing was written.") : tr("Canceled after %1 images.").arg(image_));
}

/// By value: the source of @p text may be destroyed here.
void ExportDialog::end(QString text) {
    timer_.stop();
    if (drawn_)
        leaveUntil(
            [left = std::shared_ptr<BackgroundTask<Result<QImage>>>(std::move(drawn_))] { return left->isFinished(); });
    studio_ = nullptr;
    control_.reset();
    video_.reset();
    image_ = -1;
    run_.reset();
    progress_->reset();
    message_->setText(text);
    go_->setText(tr("Export"));
    // A long message must not shrink the fields.
    layout()->activate();
    if (const int needed = layout()->totalHeightForWidth(width()); needed > height()) resize(width(), needed);
}

}  // namespace trammel::ui

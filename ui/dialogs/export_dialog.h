// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QImage>
#include <QTimer>
#include <functional>
#include <memory>

#include "base/diagnostics.h"
#include "export/exporter.h"
#include "runtime/background_task.h"
#include "ui/session/session.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace trammel::ui {

class VideoWriter;
struct ImageExport;

/// Exports the model, the current run or the displayed state in one of exportFormats() or imageExports(). Modeless; works in the background
/// with progress and cancel. A canceled export leaves no partial files, only completed images.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    /// Content to render.
    struct Order {
        /// Null: the displayed state.
        std::shared_ptr<SimulationRun> run;
        std::size_t frame = 0;
        /// Frame range of the sequence that the image belongs to.
        std::size_t firstFrame = 0, lastFrame = 0;
        QSize size;
        bool transparent = false, timeStamp = false;
    };
    /// Renders the prepared image; call from one thread at a time.
    using Drawing = std::function<Result<QImage>()>;
    /// Called at the start of each export; prepares one image after the other, on the GUI thread.
    using Studio = std::function<Drawing(const Order& order)>;
    using MakeStudio = std::function<Studio()>;
    ExportDialog(Session& session, MakeStudio makeStudio, QWidget* parent = nullptr);
    ~ExportDialog() override;

    /// Chooses a format by ExportFormat::key or ImageExport::key.
    void choose(const QString& key);
    void setPath(const QString& path);
    void setImageSize(QSize size);
    void setTransparent(bool transparent);
    void setTimeStamp(bool on);
    /// For image sequences: frame rate (1/s) and simulated seconds per playback second.
    void setRate(int framesPerSecond, double speed);
    /// For image sequences: time range of the run, s.
    void setTimes(double from, double to);
    void start();
    void cancel();
    bool isBusy() const { return file_ != nullptr || image_ >= 0; }
    /// Result of the last export, for the user.
    QString statusText() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeImageFields();
    QWidget* makeSeriesFields();
    void kindChanged();
    void proposeSize(const ImageExport& images);
    void proposeTimes();
    void browse();
    void startFile(const ExportFormat& format);
    void startImages(const ImageExport& format);
    void tick();
    void followFile();
    /// Cancels the export of a file without waiting for its end.
    void leaveFile();
    void followImages();
    /// Adds the rendered image to the output; returns an error message, empty on success.
    QString takeImage();
    void drawNextImage();
    QString pathOfImage(int number) const;
    int imageCount() const;
    void endImages();
    void end(QString text);
    /// The chosen format: one of a file written by the engine, or null and one that needs the view.
    const ExportFormat* fileFormat() const;
    const ImageExport* imageFormat() const;

    Session& session_;
    const MakeStudio makeStudio_;
    QComboBox* kind_;
    QLineEdit* path_;
    QWidget *imageFields_ = nullptr, *seriesFields_ = nullptr;
    QSpinBox *width_, *height_;
    /// The size last proposed for a format.
    QSize proposedSize_;
    QComboBox* sizes_;
    QCheckBox *transparent_, *timeStamp_;
    QSpinBox* rate_;
    QDoubleSpinBox *speed_, *from_, *to_;
    QProgressBar* progress_;
    QLabel* message_;
    QPushButton* go_;

    /// Progress and cancellation of the running export.
    std::shared_ptr<TaskControl> control_;
    std::unique_ptr<BackgroundTask<QString>> file_;
    /// Run of the image sequence and the next frame; negative: none.
    std::shared_ptr<SimulationRun> run_;
    int image_ = -1;
    double first_ = 0, last_ = 0;
    /// Why numbered images replace the video; empty if not.
    QString whyImages_;
    Studio studio_;
    std::unique_ptr<VideoWriter> video_;
    /// The image being rendered and written; uses control_.
    std::unique_ptr<BackgroundTask<Result<QImage>>> drawn_;
    QTimer timer_{this};
};

}  // namespace trammel::ui

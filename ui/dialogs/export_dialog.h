// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QImage>
#include <QTimer>
#include <functional>
#include <memory>

#include "base/diagnostics.h"
#include "runtime/background_task.h"
#include "runtime/run_table.h"
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

/// Writes the current run as a table, what is in view as pictures, or the run as a video. Stays open beside the work, which
/// goes on in the background, tells how far it is, and can be cancelled at any moment; what was cancelled leaves nothing
/// behind but pictures that are complete.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    /// What a picture is to show.
    struct Order {
        /// Null: what is in view.
        std::shared_ptr<SimulationRun> run;
        std::size_t frame = 0;
        /// Of the film that this is a picture of.
        std::size_t firstFrame = 0, lastFrame = 0;
        QSize size;
        bool transparent = false, timeStamp = false;
    };
    /// Draws what was put together; in any thread, one picture after the other.
    using Drawing = std::function<Result<QImage>()>;
    /// Asked for at the start of each export: puts together one picture after the other, on the window's thread.
    using Studio = std::function<Drawing(const Order& order)>;
    using MakeStudio = std::function<Studio()>;
    ExportDialog(Session& session, MakeStudio makeStudio, QWidget* parent = nullptr);
    ~ExportDialog() override;

    enum class Kind { Csv, Storage, Motion, Picture, Pictures, Mp4, WebM, Gif };
    void choose(Kind kind);
    void setPath(const QString& path);
    void setPictureSize(QSize size);
    void setTransparent(bool transparent);
    void setTimeStamp(bool on);
    /// Of a series of pictures: how many for each second shown, and simulated seconds per second shown.
    void setRate(int framesPerSecond, double speed);
    /// Of a series of pictures: the part of the run, s.
    void setTimes(double from, double to);
    void start();
    void cancel();
    bool isBusy() const { return table_ != nullptr || picture_ >= 0; }
    /// What came of it.
    QString told() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makePictureFields();
    QWidget* makeSeriesFields();
    void kindChanged();
    void proposeTimes();
    void browse();
    void startTable(TableFormat format);
    void startPictures(bool needsRun);
    void tick();
    void followTable();
    void followPictures();
    /// What went wrong with the picture just drawn; empty: nothing.
    QString takePicture();
    void drawNextPicture();
    QString pathOfPicture(int number) const;
    int pictureCount() const;
    void endPictures();
    void end(QString text);
    Kind kind() const;

    Session& session_;
    const MakeStudio makeStudio_;
    QComboBox* kind_;
    QLineEdit* path_;
    QWidget *pictureFields_ = nullptr, *seriesFields_ = nullptr;
    QSpinBox *width_, *height_;
    QComboBox* sizes_;
    QCheckBox *transparent_, *timeStamp_;
    QSpinBox* rate_;
    QDoubleSpinBox *speed_, *from_, *to_;
    QProgressBar* progress_;
    QLabel* told_;
    QPushButton* go_;

    /// Of what is being written.
    std::shared_ptr<TaskControl> control_;
    std::unique_ptr<BackgroundTask<QString>> table_;
    /// The run of the pictures, and the next one; negative: none.
    std::shared_ptr<SimulationRun> run_;
    int picture_ = -1;
    double first_ = 0, last_ = 0;
    /// Why pictures are written in place of a video.
    QString whyPictures_;
    Studio studio_;
    std::unique_ptr<VideoWriter> video_;
    /// The picture that is drawn, and written to its file; control_ is its, too.
    std::unique_ptr<BackgroundTask<Result<QImage>>> drawn_;
    QTimer timer_;
};

}  // namespace trammel::ui

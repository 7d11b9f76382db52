// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QImage>
#include <QTimer>
#include <functional>
#include <memory>

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

/// Writes the current run as a table, or what is in view as pictures. Stays open beside the work, tells how far it is,
/// and can be cancelled at any moment; a table that was cancelled leaves nothing behind.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    /// Draws a scene as the view would, pixels by pixels.
    using Draw = std::function<Result<QImage>(const Scene& scene, QSize size, bool transparent)>;
    ExportDialog(Session& session, Draw draw, QWidget* parent = nullptr);
    ~ExportDialog() override;

    enum class Kind { Csv, Storage, Motion, Picture, Pictures };
    void choose(Kind kind);
    void setPath(const QString& path);
    void setPictureSize(QSize size);
    void setTransparent(bool transparent);
    /// Of a series of pictures: how many for each second shown, and simulated seconds per second shown.
    void setRate(int framesPerSecond, double speed);
    void start();
    void cancel();
    bool isBusy() const { return table_ != nullptr || picture_ >= 0; }
    /// What came of it.
    QString told() const;

private:
    void kindChanged();
    void browse();
    void startTable(TableFormat format);
    void tick();
    void drawNextPicture();
    QString drawPicture(std::size_t frame, const QString& path);
    QString pathOfPicture(int number) const;
    int pictureCount() const;
    void end(const QString& text);
    Kind kind() const;

    Session& session_;
    const Draw draw_;
    QComboBox* kind_;
    QLineEdit* path_;
    QWidget* pictureFields_;
    QWidget* seriesFields_;
    QSpinBox *width_, *height_;
    QCheckBox* transparent_;
    QSpinBox* rate_;
    QDoubleSpinBox* speed_;
    QProgressBar* progress_;
    QLabel* told_;
    QPushButton* go_;

    /// Of the table being written.
    std::shared_ptr<TaskControl> control_;
    std::unique_ptr<BackgroundTask<QString>> table_;
    /// The run of the pictures, and the next one; negative: none.
    std::shared_ptr<SimulationRun> run_;
    int picture_ = -1;
    QTimer timer_;
};

}  // namespace trammel::ui

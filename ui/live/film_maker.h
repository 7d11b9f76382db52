// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>

#include "ui/dialogs/video_writer.h"
#include "ui/viewport/offscreen_renderer.h"

namespace trammel::ui {

/// Writes a film of frames, one image for each turn of the event loop.
class FilmMaker : public QObject {
    Q_OBJECT

public:
    /// Images per second.
    static constexpr int Rate = 30;

    /// @param path its ending chooses the format: mp4, webm or gif
    /// @param sceneOf the scene of image 0 .. @p count - 1
    FilmMaker(const QString& path, int count, const RenderOptions& look, std::function<Scene(int)> sceneOf,
              QObject* parent);

Q_SIGNALS:
    void advanced(int images);
    /// @param problem empty on success
    void finished(const QString& problem);

private:
    void drawNext();

    int count_, next_ = 0;
    RenderOptions look_;
    std::function<Scene(int)> sceneOf_;
    OffscreenRenderer renderer_;
    VideoWriter writer_;
    QTimer timer_{this};
};

}  // namespace trammel::ui

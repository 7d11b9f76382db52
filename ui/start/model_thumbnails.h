// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/background_task.h"

namespace trammel::ui {

/// Animated thumbnails of model files, rendered in the background (first frames before loops) and cached on disk. Never
/// blocks. Rendering pauses while no widget shows them and leaves the processors to the model that was opened.
class ModelThumbnails : public QObject {
    Q_OBJECT

public:
    /// Logical pixels.
    static constexpr QSize Size{184, 112};
    /// Interval between frames, ms.
    static constexpr int Interval = 1000 / 12;

    /// The store shared by all windows; it lives as long as someone holds the pointer.
    static std::shared_ptr<ModelThumbnails> shared();
    ~ModelThumbnails() override;

    /// Frames available for a file in the current theme: none, the first, or the whole loop. Requests the missing ones.
    const std::vector<QImage>& of(const QString& path);
    /// Renders the loop of @p path next.
    void hurry(const QString& path);
    /// Rendering continues while the pointer is held.
    std::shared_ptr<const void> show();
    /// True if no requested frame is pending, or rendering is paused.
    bool isIdle() const { return !task_ && (waiting_.empty() || shown_.expired()); }

Q_SIGNALS:
    /// More frames of a file are available.
    void drawn(const QString& path);

private:
    ModelThumbnails();
    void begin();
    void poll();
    void forgetAll();

    struct Order {
        QString path;
        bool wholeLoop;
    };
    std::map<QString, std::vector<QImage>> images_;
    std::vector<Order> waiting_;
    Order current_;
    /// Expired while no widget shows thumbnails.
    std::weak_ptr<const void> shown_;
    QTimer timer_{this};
    /// Incremented to cancel the rendering in progress.
    int generation_ = 0;
    int taskGeneration_ = 0;
    std::unique_ptr<BackgroundTask<std::vector<QImage>>> task_;
};

}  // namespace trammel::ui

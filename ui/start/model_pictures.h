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

/// Small moving pictures of model files. They are drawn in the background, first one picture of each, then the loops, and
/// kept on disk for the next time; nobody ever waits for them.
class ModelPictures : public QObject {
    Q_OBJECT

public:
    /// Logical pixels.
    static constexpr QSize Size{184, 112};
    /// Milliseconds from picture to picture.
    static constexpr int Interval = 1000 / 12;

    /// The one store of all windows; it is there as long as somebody holds it.
    static std::shared_ptr<ModelPictures> shared();
    ~ModelPictures() override;

    /// The pictures of a file that there are, in the colors of the theme: none yet, the first, or the whole loop. Those that are
    /// missing are asked for by this.
    const std::vector<QImage>& of(const QString& path);
    /// Draws this loop before the others.
    void hurry(const QString& path);
    /// Whether nothing is left to be drawn of what was asked for.
    bool isIdle() const { return !task_ && waiting_.empty(); }

Q_SIGNALS:
    /// There are more pictures of a file.
    void drawn(const QString& path);

private:
    ModelPictures();
    void begin();
    void poll();
    void forgetAll();

    struct Order {
        QString path;
        bool wholeLoop;
    };
    std::map<QString, std::vector<QImage>> pictures_;
    std::vector<Order> waiting_;
    Order current_;
    QTimer timer_;
    /// Grows when what is being drawn is not wanted any more.
    int generation_ = 0;
    int taskGeneration_ = 0;
    std::unique_ptr<BackgroundTask<std::vector<QImage>>> task_;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <memory>
#include <optional>
#include <set>

#include "ui/live/live_feed.h"
#include "ui/live/program_controls.h"
#include "ui/viewport/offscreen_renderer.h"

class QComboBox;
class QDockWidget;
class QLabel;
class QSlider;

namespace trammel::ui {

class InspectionPanel;
class LiveTimeline;
class Viewport;

/// Displays a program that has a Visualizer, or a recording of one: its scenes with a timeline over all of them, its
/// menus and sliders, paths of bodies, sections, images and videos. Keys typed in the view go to the program.
class LiveWindow : public QMainWindow {
    Q_OBJECT

public:
    /// @param place see LiveFeed::open()
    /// @return null, with one sentence in @p problem, if nothing can be shown
    static std::unique_ptr<LiveWindow> open(const QString& place, QString& problem);
    ~LiveWindow() override;

    LiveFeed& feed() { return *feed_; }
    LiveTimeline& timeline() { return *timeline_; }
    Viewport& viewport() { return *viewport_; }
    InspectionPanel& inspection() { return *inspection_; }
    /// Shows the path of a body's origin up to the shown frame, or hides it.
    void togglePath(int body);
    /// Cuts bodies at the middle, normal to axis 0, 1 or 2; -1: no section.
    void setSection(int axis);
    /// False, with a message in the status bar, if the file cannot be written.
    bool saveImage(const QString& path);
    /// Writes all frames at the speed of the program.
    void saveFilm(const QString& path);

Q_SIGNALS:
    void filmFinished(const QString& problem);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    explicit LiveWindow(std::unique_ptr<LiveFeed> feed);
    void makeMenus();
    void makeSectionBar();
    void received(const live::ProgramMessage& message);
    void showLook();
    void showFrame();
    void applyCamera();
    /// Keeps the first frames in view until the camera is moved.
    void frameStart();
    void moveSection(int step);
    /// A frame in the coordinates of the window, with paths.
    Scene sceneOf(std::size_t frame) const;
    std::vector<Transform> posesOf(const LiveFrame& frame) const;
    void ended(const QString& why);
    /// Asks for a file; @p then is called with its path.
    void askForFile(const QString& title, const QString& filter, const QString& ending,
                    const std::function<void(QString)>& then);

    std::unique_ptr<LiveFeed> feed_;
    Viewport* viewport_;
    LiveTimeline* timeline_;
    ProgramSliders* sliders_;
    InspectionPanel* inspection_;
    QDockWidget* slidersDock_;
    std::unique_ptr<ProgramMenus> menus_;
    QComboBox* sectionAxis_ = nullptr;
    QSlider* sectionPlace_ = nullptr;
    QLabel* status_;
    QLabel* numbers_;
    QString program_;
    live::Look look_;
    std::vector<std::string> bodyNames_;
    /// From Ground of the program to the window, where up is y or z and the ground plane goes through the origin.
    Transform X_WG_;
    std::optional<live::CameraMove> camera_;
    std::set<int> paths_;
    /// The displayed geometry, for updates of poses only.
    std::shared_ptr<const std::vector<DecorativeGeometry>> shown_;
    bool filming_ = false;
    /// The user or the program has moved the camera.
    bool cameraMoved_ = false, framing_ = false;
};

}  // namespace trammel::ui

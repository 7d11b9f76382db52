// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <ostream>
#include <utility>

#include "simbody/decoration_generator.h"
#include "simbody/decorations.h"
#include "simbody/multibody_system.h"

namespace SimTK {

/// Shows the States of a MultibodySystem in a window of Trammel, a process of its own that stays when the program ends.
///
/// Without a display, or without the program "trammel" (TRAMMEL_PROGRAM, the search path, the folder of this program,
/// PATH), all States go to a recording instead: PROGRAM.scenes in the working folder, or the file that
/// TRAMMEL_RECORDING names ("none" for no file). A handle: copies show in the same window. Not for several threads.
///
/// Listeners are called by report(), drawFrameNow(), flushFrames() and the members of an InputSilo, in the program's
/// thread.
///
/// **Source:** documentation of the class in Simbody 3.7. Differs in that the default mode does not delay the program:
/// the window keeps all frames, and plays them back at any speed.
class Visualizer {
public:
    class FrameController;
    class BodyFollower;
    class InputListener;
    class InputSilo;
    class Reporter;

    /// Opens the window. Up direction and background are hints of the system.
    explicit Visualizer(const MultibodySystem& system);
    /// @param searchPath folders in which to look for the program "trammel" first
    Visualizer(const MultibodySystem& system, const Array_<String>& searchPath);
    Visualizer(const Visualizer&) = default;
    Visualizer& operator=(const Visualizer&) = default;
    ~Visualizer() = default;

    /// Closes the window.
    void shutdown();
    /// Closes the window with the last handle; default: it stays.
    Visualizer& setShutdownWhenDestructed(bool shouldShutdown);
    bool getShutdownWhenDestructed() const;

    enum Mode {
        /// Shows all frames. With a frame rate set, holds the program to it.
        PassThrough = 1,
        /// Shows the first frame after each interval of real time.
        Sampling = 2,
        /// Holds the program to real time, times getRealTimeScale().
        RealTime = 3
    };
    enum BackgroundType { GroundAndSky = 1, SolidColor = 2 };
    enum PredefinedMenuIds { ViewMenuId = -1 };

    // --- Appearance ---
    Visualizer& setBackgroundType(BackgroundType background);
    /// Red, green, blue, 0 .. 1; for SolidColor.
    const Visualizer& setBackgroundColor(const Vec3& color) const;
    const Visualizer& setShowShadows(bool showShadows) const;
    const Visualizer& setShowFrameRate(bool showFrameRate) const;
    const Visualizer& setShowSimTime(bool showSimTime) const;
    const Visualizer& setShowFrameNumber(bool showFrameNumber) const;
    const Visualizer& setWindowTitle(const String& title) const;
    Visualizer& setSystemUpDirection(const CoordinateDirection& upDirection);
    CoordinateDirection getSystemUpDirection() const;
    /// Height of the ground plane along the up direction.
    Visualizer& setGroundHeight(Real height);
    Real getGroundHeight() const;

    // --- Timing ---
    Visualizer& setMode(Mode mode);
    Mode getMode() const;
    /// Frames per second of real time; 0: the default, 30.
    Visualizer& setDesiredFrameRate(Real framesPerSec);
    Real getDesiredFrameRate() const;
    /// Units of simulated time in a second of real time; not positive: 1.
    Visualizer& setRealTimeScale(Real simTimePerRealSecond);
    Real getRealTimeScale() const;
    /// How far the program may run ahead of real time, s; negative: the default, 0.15.
    Visualizer& setDesiredBufferLengthInSec(Real bufferLengthInSec);
    Real getDesiredBufferLengthInSec() const;
    /// A whole number of frames.
    Real getActualBufferLengthInSec() const;
    int getActualBufferLengthInFrames() const;

    // --- Input and control. The visualizer owns and deletes what is added; each returns its index ---
    int addInputListener(InputListener* listener);
    int getNumInputListeners() const;
    const InputListener& getInputListener(int i) const;
    InputListener& updInputListener(int i);
    int addFrameController(FrameController* controller);
    int getNumFrameControllers() const;
    const FrameController& getFrameController(int i) const;
    FrameController& updFrameController(int i);
    const Array_<InputListener*>& getInputListeners() const;
    const Array_<FrameController*>& getFrameControllers() const;

    // --- Frames. States below Position are realized to it ---
    /// Shows a State if the mode requires it.
    void report(const State& state) const;
    /// Waits until the window has taken all frames, at most 2 s.
    void flushFrames() const;
    /// Shows a State in any mode.
    void drawFrameNow(const State& state) const;

    // --- Scene ---
    /// A menu of the window; items are pairs of "submenu/item" and the number that listeners are given.
    Visualizer& addMenu(const String& title, int id, const Array_<std::pair<String, int>>& items);
    Visualizer& addSlider(const String& title, int id, Real min, Real max, Real value);
    int addDecoration(MobilizedBodyIndex mobodIx, const Transform& X_BD, const DecorativeGeometry& geometry);
    int getNumDecorations() const;
    const DecorativeGeometry& getDecoration(int i) const;
    DecorativeGeometry& updDecoration(int i) const;
    /// A line between stations of two bodies, looking like @p line.
    int addRubberBandLine(MobilizedBodyIndex b1, const Vec3& station1, MobilizedBodyIndex b2, const Vec3& station2,
                          const DecorativeLine& line);
    int getNumRubberBandLines() const;
    const DecorativeLine& getRubberBandLine(int i) const;
    DecorativeLine& updRubberBandLine(int i) const;
    int addDecorationGenerator(DecorationGenerator* generator);
    int getNumDecorationGenerators() const;
    const DecorationGenerator& getDecorationGenerator(int i) const;
    DecorationGenerator& updDecorationGenerator(int i);

    // --- For frame controllers ---
    /// X_GC: x of C points to the right and y up in the image; the camera looks along -z.
    const Visualizer& setCameraTransform(const Transform& X_GC) const;
    const Visualizer& zoomCameraToShowAllGeometry() const;
    /// Turns the camera in place.
    const Visualizer& pointCameraAt(const Vec3& point, const Vec3& upDirection) const;
    /// Vertical, rad.
    const Visualizer& setCameraFieldOfView(Real fov) const;
    /// Accepted for compatibility: the window chooses the planes by what it shows.
    const Visualizer& setCameraClippingPlanes(Real nearPlane, Real farPlane) const;
    const Visualizer& setSliderValue(int slider, Real value) const;
    const Visualizer& setSliderRange(int slider, Real newMin, Real newMax) const;

    // --- Statistics ---
    void dumpStats(std::ostream& o) const;
    void clearStats();
    const MultibodySystem& getSystem() const;
    int getRefCount() const;

    class Impl;

private:
    friend class Impl;
    explicit Visualizer(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
    std::shared_ptr<Impl> impl_;
};

/// Called before each frame is drawn.
class Visualizer::FrameController {
public:
    virtual ~FrameController() = default;
    /// May move the camera, and append to the geometry of the frame.
    virtual void generateControls(const Visualizer& viz, const State& state, Array_<DecorativeGeometry>& geometry) = 0;
};

/// Keeps a station of a body in view: the camera moves with it and does not turn.
class Visualizer::BodyFollower : public Visualizer::FrameController {
public:
    /// @param stationPinB the station to look at
    /// @param offset from the station to the camera, in Ground; default: (1,1,1) and the ground height upward
    /// @param upDirection upward in the image; default: the system's up direction
    explicit BodyFollower(const MobilizedBody& mobodB, const Vec3& stationPinB = Vec3(0),
                          const Vec3& offset = Vec3(NaN), const UnitVec3& upDirection = UnitVec3());
    void generateControls(const Visualizer& viz, const State& state, Array_<DecorativeGeometry>& geometry) override;

private:
    const MobilizedBody& body_;
    const Vec3 station_, offset_;
    const Vec3 up_;
};

using VTKVisualizer = Visualizer;

}  // namespace SimTK

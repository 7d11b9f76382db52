// SPDX-License-Identifier: Apache-2.0
#include "simbody/visualizer.h"

#include <algorithm>

#include "simbody/mobilized_body.h"
#include "simbody/visualizer_impl.h"

namespace SimTK {

namespace live = trammel::live;

namespace {

constexpr std::chrono::milliseconds LongestFlush(2000);

/// @p what "slider"
template <class Container>
auto& elementAt(Container& all, int i, const char* where, const char* what) {
    if (i < 0 || i >= int(all.size())) throw trammel::IndexOutOfRange(where, what, i, int(all.size()));
    return all[typename Container::size_type(i)];
}
template <class T>
T& pointedAt(const Array_<T*>& all, int i, const char* where, const char* what) {
    if (i < 0 || i >= all.size()) throw trammel::IndexOutOfRange(where, what, i, all.size());
    return *all[i];
}

}  // namespace

Visualizer::Visualizer(const MultibodySystem& system) : Visualizer(system, Array_<String>()) {}
Visualizer::Visualizer(const MultibodySystem& system, const Array_<String>& searchPath)
    : impl_(std::make_shared<Impl>(system, searchPath)) {}

void Visualizer::shutdown() { impl_->outlet.close(); }
Visualizer& Visualizer::setShutdownWhenDestructed(bool shouldShutdown) {
    impl_->closesAtEnd = shouldShutdown;
    return *this;
}
bool Visualizer::getShutdownWhenDestructed() const { return impl_->closesAtEnd; }

// --- Appearance ---

Visualizer& Visualizer::setBackgroundType(BackgroundType background) {
    impl_->look.solidBackground = background == SolidColor;
    impl_->sendLook();
    return *this;
}
const Visualizer& Visualizer::setBackgroundColor(const Vec3& color) const {
    impl_->look.background = color;
    impl_->sendLook();
    return *this;
}
const Visualizer& Visualizer::setShowShadows(bool showShadows) const {
    impl_->look.shadows = showShadows;
    impl_->sendLook();
    return *this;
}
const Visualizer& Visualizer::setShowFrameRate(bool showFrameRate) const {
    impl_->look.frameRate = showFrameRate;
    impl_->sendLook();
    return *this;
}
const Visualizer& Visualizer::setShowSimTime(bool showSimTime) const {
    impl_->look.time = showSimTime;
    impl_->sendLook();
    return *this;
}
const Visualizer& Visualizer::setShowFrameNumber(bool showFrameNumber) const {
    impl_->look.frameNumber = showFrameNumber;
    impl_->sendLook();
    return *this;
}
const Visualizer& Visualizer::setWindowTitle(const String& title) const {
    impl_->look.title = title;
    impl_->sendLook();
    return *this;
}
Visualizer& Visualizer::setSystemUpDirection(const CoordinateDirection& upDirection) {
    impl_->up = upDirection;
    impl_->look.up = upDirection.getDirection() * (int(upDirection.getAxis()) + 1);
    impl_->sendLook();
    return *this;
}
CoordinateDirection Visualizer::getSystemUpDirection() const { return impl_->up; }
Visualizer& Visualizer::setGroundHeight(Real height) {
    impl_->look.groundHeight = height;
    impl_->sendLook();
    return *this;
}
Real Visualizer::getGroundHeight() const { return impl_->look.groundHeight; }

// --- Timing ---

Visualizer& Visualizer::setMode(Mode mode) {
    impl_->mode = mode;
    return *this;
}
Visualizer::Mode Visualizer::getMode() const { return impl_->mode; }
Visualizer& Visualizer::setDesiredFrameRate(Real framesPerSec) {
    impl_->desiredRate = std::max(framesPerSec, Real(0));
    impl_->look.rate = impl_->frameRate();
    impl_->sendLook();
    return *this;
}
Real Visualizer::getDesiredFrameRate() const { return impl_->desiredRate; }
Visualizer& Visualizer::setRealTimeScale(Real simTimePerRealSecond) {
    impl_->scale = simTimePerRealSecond > 0 ? simTimePerRealSecond : 1;
    impl_->look.timeScale = impl_->scale;
    impl_->sendLook();
    return *this;
}
Real Visualizer::getRealTimeScale() const { return impl_->scale; }
Visualizer& Visualizer::setDesiredBufferLengthInSec(Real bufferLengthInSec) {
    impl_->desiredBuffer = bufferLengthInSec;
    return *this;
}
Real Visualizer::getDesiredBufferLengthInSec() const {
    return impl_->desiredBuffer < 0 ? getActualBufferLengthInSec() : impl_->desiredBuffer;
}
Real Visualizer::getActualBufferLengthInSec() const { return impl_->bufferFrames() / impl_->frameRate(); }
int Visualizer::getActualBufferLengthInFrames() const { return impl_->bufferFrames(); }

// --- Input and control ---

int Visualizer::addInputListener(InputListener* listener) {
    impl_->connect(listener);
    return impl_->listeners.size() - 1;
}
int Visualizer::getNumInputListeners() const { return impl_->listeners.size(); }
const Visualizer::InputListener& Visualizer::getInputListener(int i) const {
    return pointedAt(impl_->listeners, i, "Visualizer::getInputListener()", "input listener");
}
Visualizer::InputListener& Visualizer::updInputListener(int i) {
    return pointedAt(impl_->listeners, i, "Visualizer::updInputListener()", "input listener");
}
int Visualizer::addFrameController(FrameController* controller) {
    impl_->controllers.push_back(controller);
    return impl_->controllers.size() - 1;
}
int Visualizer::getNumFrameControllers() const { return impl_->controllers.size(); }
const Visualizer::FrameController& Visualizer::getFrameController(int i) const {
    return pointedAt(impl_->controllers, i, "Visualizer::getFrameController()", "frame controller");
}
Visualizer::FrameController& Visualizer::updFrameController(int i) {
    return pointedAt(impl_->controllers, i, "Visualizer::updFrameController()", "frame controller");
}
const Array_<Visualizer::InputListener*>& Visualizer::getInputListeners() const { return impl_->listeners; }
const Array_<Visualizer::FrameController*>& Visualizer::getFrameControllers() const { return impl_->controllers; }

// --- Frames ---

void Visualizer::report(const State& state) const { impl_->report(state); }
void Visualizer::flushFrames() const {
    impl_->exchange();
    impl_->outlet.flush(LongestFlush);
}
void Visualizer::drawFrameNow(const State& state) const {
    ++impl_->reports;
    impl_->exchange();
    impl_->inspector.reported(state);
    impl_->draw(state, false);
}

// --- Scene ---

Visualizer& Visualizer::addMenu(const String& title, int id, const Array_<std::pair<String, int>>& items) {
    live::Menu menu{id, title, {}};
    for (const auto& [path, number] : items) menu.items.push_back({path, number});
    impl_->outlet.setMenu(menu);
    return *this;
}
Visualizer& Visualizer::addSlider(const String& title, int id, Real min, Real max, Real value) {
    impl_->outlet.setSlider(impl_->sliders[id] = {id, title, min, max, std::min(std::max(value, min), max)});
    return *this;
}
int Visualizer::addDecoration(MobilizedBodyIndex mobodIx, const Transform& X_BD, const DecorativeGeometry& geometry) {
    DecorativeGeometry placed = geometry;
    placed.setBodyId(int(mobodIx)).setTransform(X_BD * geometry.getTransform());
    impl_->decorations.push_back(placed);
    return int(impl_->decorations.size()) - 1;
}
int Visualizer::getNumDecorations() const { return int(impl_->decorations.size()); }
const DecorativeGeometry& Visualizer::getDecoration(int i) const { return updDecoration(i); }
DecorativeGeometry& Visualizer::updDecoration(int i) const {
    return elementAt(impl_->decorations, i, "Visualizer::updDecoration()", "decoration");
}
int Visualizer::addRubberBandLine(MobilizedBodyIndex b1, const Vec3& station1, MobilizedBodyIndex b2,
                                  const Vec3& station2, const DecorativeLine& line) {
    impl_->rubberBands.push_back({b1, b2, station1, station2, line});
    return int(impl_->rubberBands.size()) - 1;
}
int Visualizer::getNumRubberBandLines() const { return int(impl_->rubberBands.size()); }
const DecorativeLine& Visualizer::getRubberBandLine(int i) const { return updRubberBandLine(i); }
DecorativeLine& Visualizer::updRubberBandLine(int i) const {
    return elementAt(impl_->rubberBands, i, "Visualizer::updRubberBandLine()", "rubber band line").line;
}
int Visualizer::addDecorationGenerator(DecorationGenerator* generator) {
    impl_->generators.emplace_back(generator);
    return int(impl_->generators.size()) - 1;
}
int Visualizer::getNumDecorationGenerators() const { return int(impl_->generators.size()); }
const DecorationGenerator& Visualizer::getDecorationGenerator(int i) const {
    return *elementAt(impl_->generators, i, "Visualizer::getDecorationGenerator()", "decoration generator");
}
DecorationGenerator& Visualizer::updDecorationGenerator(int i) {
    return *elementAt(impl_->generators, i, "Visualizer::updDecorationGenerator()", "decoration generator");
}

// --- For frame controllers ---

const Visualizer& Visualizer::setCameraTransform(const Transform& X_GC) const {
    live::CameraMove move;
    move.kind = live::CameraMove::Kind::Place;
    move.X_GC = X_GC;
    impl_->outlet.setCamera(move);
    return *this;
}
const Visualizer& Visualizer::zoomCameraToShowAllGeometry() const {
    impl_->outlet.setCamera({});
    return *this;
}
const Visualizer& Visualizer::pointCameraAt(const Vec3& point, const Vec3& upDirection) const {
    live::CameraMove move;
    move.kind = live::CameraMove::Kind::PointAt;
    move.point = point;
    move.up = upDirection;
    impl_->outlet.setCamera(move);
    return *this;
}
const Visualizer& Visualizer::setCameraFieldOfView(Real fov) const {
    impl_->look.fieldOfView = fov;
    impl_->sendLook();
    return *this;
}
const Visualizer& Visualizer::setCameraClippingPlanes(Real, Real) const { return *this; }
const Visualizer& Visualizer::setSliderValue(int slider, Real value) const {
    const auto known = impl_->sliders.find(slider);
    if (known == impl_->sliders.end())
        throw trammel::Exception("Visualizer::setSliderValue(): there is no slider " + std::to_string(slider) + '.');
    live::Slider& s = known->second;
    s.value = std::min(std::max(value, s.low), s.high);
    impl_->outlet.setSlider(s);
    return *this;
}
const Visualizer& Visualizer::setSliderRange(int slider, Real newMin, Real newMax) const {
    const auto known = impl_->sliders.find(slider);
    if (known == impl_->sliders.end())
        throw trammel::Exception("Visualizer::setSliderRange(): there is no slider " + std::to_string(slider) + '.');
    known->second.low = newMin;
    known->second.high = newMax;
    return setSliderValue(slider, known->second.value);
}

// --- Statistics ---

void Visualizer::dumpStats(std::ostream& o) const {
    const live::SceneOutlet::Counts& counts = impl_->outlet.counts();
    o << "Visualizer: " << impl_->reports << " States reported, " << impl_->skipped << " left out by the mode, "
      << counts.shown << " shown (" << counts.bytes << " bytes), " << counts.dropped
      << " dropped because the window was behind, " << counts.recorded << " recorded; waited " << impl_->waited
      << " s for the time of a frame.\n";
}
void Visualizer::clearStats() {
    impl_->outlet.resetCounts();
    impl_->reports = impl_->skipped = 0;
    impl_->waited = 0;
}
const MultibodySystem& Visualizer::getSystem() const { return impl_->system; }
int Visualizer::getRefCount() const { return int(impl_.use_count()); }

// --- BodyFollower ---

Visualizer::BodyFollower::BodyFollower(const MobilizedBody& mobodB, const Vec3& stationPinB, const Vec3& offset,
                                       const UnitVec3& upDirection)
    : body_(mobodB.getKeptHandle()), station_(stationPinB), offset_(offset), up_(upDirection) {}

void Visualizer::BodyFollower::generateControls(const Visualizer& viz, const State& state,
                                                Array_<DecorativeGeometry>&) {
    const Vec3 systemUp = UnitVec3(viz.getSystemUpDirection());
    const Vec3 up = isFinite(up_.norm()) ? up_ : systemUp;
    const Vec3 offset = isFinite(offset_.norm()) ? offset_ : Vec3(Vec3(1) + viz.getGroundHeight() * systemUp);
    if (offset.norm() == 0)
        throw trammel::Exception("Visualizer::BodyFollower: the offset of the camera from the body is zero.");
    const Vec3 at = body_.findStationLocationInGround(state, station_);
    viz.setCameraTransform(Transform(Rotation(UnitVec3(offset), ZAxis, up, YAxis), at + offset));
}

}  // namespace SimTK

// SPDX-License-Identifier: Apache-2.0
#include "simbody/visualizer_impl.h"

#include <algorithm>

#include "multibody/matter/guts.h"
#include "simbody/mobilized_body.h"

namespace SimTK {

namespace {

using std::chrono::milliseconds;
namespace live = trammel::live;

constexpr Real UsualBuffer = 0.15;

int numberOf(const CoordinateDirection& up) { return up.getDirection() * (int(up.getAxis()) + 1); }

Visualizer::Impl::Clock::duration seconds(Real s) {
    return std::chrono::duration_cast<Visualizer::Impl::Clock::duration>(std::chrono::duration<double>(s));
}

std::vector<std::string> plain(const Array_<String>& names) { return {names.begin(), names.end()}; }

}  // namespace

Visualizer::Impl::Impl(const MultibodySystem& shown, const Array_<String>& searchPath)
    : system(shown), outlet(plain(searchPath)), up(shown.getUpDirection()) {
    look.up = numberOf(up);
    look.solidBackground = shown.getUseUniformBackground();
    sendLook();
}

Visualizer::Impl::~Impl() {
    if (closesAtEnd) outlet.close();
    for (InputListener* listener : listeners) delete listener;
    for (FrameController* controller : controllers) delete controller;
}

int Visualizer::Impl::bufferFrames() const {
    const Real wanted = desiredBuffer < 0 ? UsualBuffer : desiredBuffer;
    return wanted == 0 ? 0 : std::max(1, int(wanted * frameRate() + 0.5));
}

void Visualizer::Impl::connect(InputListener* listener) {
    listeners.push_back(listener);
    if (auto* silo = dynamic_cast<InputSilo*>(listener)) silo->source_ = weak_from_this();
}

void Visualizer::Impl::exchange(milliseconds most) {
    outlet.exchange(most);
    inspector.takeOrders();
    // A listener may report a State.
    if (delivering_) return;
    delivering_ = true;
    const std::shared_ptr<Impl> alive = shared_from_this();
    try {
        while (!outlet.input().empty()) {
            const live::WindowMessage message = outlet.input().front();
            outlet.input().pop_front();
            for (InputListener* listener : listeners) {
                bool handled = false;
                if (const auto* key = std::get_if<live::KeyHit>(&message))
                    handled = listener->keyPressed(key->key, key->modifiers);
                if (const auto* pick = std::get_if<live::MenuPick>(&message))
                    handled = listener->menuSelected(pick->menu, pick->item);
                if (const auto* move = std::get_if<live::SliderMove>(&message)) {
                    if (const auto slider = sliders.find(move->slider); slider != sliders.end())
                        slider->second.value = move->value;
                    handled = listener->sliderMoved(move->slider, move->value);
                }
                if (handled) break;
            }
        }
    } catch (...) {
        delivering_ = false;
        throw;
    }
    delivering_ = false;
}

// --- Timing ---

void Visualizer::Impl::waitUntil(Clock::time_point due) {
    const Clock::time_point began = Clock::now();
    while (outlet.hasWindow()) {
        const auto left = std::chrono::ceil<milliseconds>(due - Clock::now());
        if (left.count() <= 0) break;
        exchange(left);
    }
    waited += std::chrono::duration<double>(Clock::now() - began).count();
}

bool Visualizer::Impl::isDueInRealTime(const State& state) {
    const Real time = state.getTime(), interval = scale / frameRate();
    if (!isFinite(originTime_) || time < lastTime_) {
        originTime_ = time;
        originAt_ = Clock::now();
    } else if (time - lastTime_ < interval / 2) {
        return false;
    }
    const Clock::time_point due = originAt_ + seconds((time - originTime_) / scale);
    waitUntil(due - seconds(bufferFrames() / frameRate()));
    // A late frame delays the following ones.
    if (const auto late = Clock::now() - due; late > seconds(0)) originAt_ += late;
    lastTime_ = time;
    return true;
}

void Visualizer::Impl::report(const State& state) {
    ++reports;
    exchange();
    inspector.reported(state);
    // A recording accepts everything, without delay.
    if (outlet.hasWindow()) {
        const Clock::time_point now = Clock::now();
        if (mode == Sampling && now < nextFrame_) {
            ++skipped;
            return;
        }
        if (mode == RealTime && !isDueInRealTime(state)) {
            ++skipped;
            return;
        }
        if (mode == PassThrough && desiredRate > 0) waitUntil(nextFrame_);
        if (mode != RealTime) nextFrame_ = std::max(now, nextFrame_) + seconds(1 / frameRate());
        // After a pause of the program, the rate starts over.
        if (mode != RealTime) nextFrame_ = std::min(nextFrame_, Clock::now() + seconds(1 / frameRate()));
    }
    draw(state, mode != PassThrough);
}

// --- Scene ---

trammel::Scene Visualizer::Impl::makeScene(const State& state) {
    system.realize(state, Stage::Position);
    trammel::Scene scene;
    const SimbodyMatterSubsystem& matter = system.getMatterSubsystem();
    for (MobilizedBodyIndex b(0); b < matter.getNumBodies(); ++b)
        scene.bodyPoses.push_back(matter.getMobilizedBody(b).getBodyTransform(state));

    Array_<DecorativeGeometry> geometry;
    system.trammel::System::calcDecorativeGeometryAndAppend(
        state, std::min(state.getSystemStage(), Stage(Stage::Report)), geometry);
    geometry.insert(geometry.end(), decorations.begin(), decorations.end());
    for (const RubberBand& band : rubberBands) {
        DecorativeLine line = band.line;
        const auto place = [&](MobilizedBodyIndex b, const Vec3& station) {
            return scene.bodyPoses.at(std::size_t(int(b))) * station;
        };
        line.setEndpoints(place(band.b1, band.station1), place(band.b2, band.station2));
        geometry.push_back(line.setBodyId(0).setTransform(Transform()));
    }
    for (const auto& generator : generators) generator->generateDecorations(state, geometry);
    for (FrameController* controller : controllers)
        controller->generateControls(Visualizer(shared_from_this()), state, geometry);
    scene.geometry.assign(geometry.begin(), geometry.end());
    // The window names the body under the pointer.
    for (DecorativeGeometry& g : scene.geometry)
        g.setElement(g.getBodyId() > 0 ? trammel::ElementId{std::uint64_t(g.getBodyId())} : trammel::ElementId{});
    return scene;
}

void Visualizer::Impl::draw(const State& state, bool mayDrop) {
    const trammel::Scene scene = makeScene(state);
    if (const auto& bodies = system.getMatterSubsystem().getGuts().bodies; bodies.size() != namesSent_) {
        live::BodyNames names;
        for (const auto& body : bodies) names.names.push_back(body.definition.name);
        namesSent_ = bodies.size();
        outlet.setBodyNames(names);
    }
    outlet.show(state.getTime(), reports, scene, mayDrop);
    exchange();
}

}  // namespace SimTK

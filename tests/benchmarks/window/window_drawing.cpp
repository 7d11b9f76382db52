// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing of many moving bodies: all solids together, beside the reference, each alone. Both are drawn by turns in one
// process and one window of 1920 x 1080, so that other load on the machine affects both alike; judge by the ratio.
// Needs a display, such as xvfb-run.
//
//     window_drawing [BODIES...]
#include <QApplication>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "decoration/profile.h"
#include "ui/viewport/viewport.h"

namespace {

using namespace trammel;
using namespace trammel::ui;

constexpr int Frames = 5, Rounds = 7;

/// Seconds of a clock.
double secondsOf(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// A bar with round ends, as bars of models are drawn; each of its own length.
std::shared_ptr<const Profile> barOf(Real length) {
    constexpr Real half = 0.015;
    Profile profile;
    profile.outline.vertices = {
        {Vec2(0, -half), 0}, {Vec2(length, -half), 1}, {Vec2(length, half), 0}, {Vec2(0, half), 1}};
    return shareProfile(profile);
}

class Pendulums {
public:
    explicit Pendulums(int count) : count_(count) {
        scene_.bodyPoses.resize(std::size_t(count) + 1);
        for (int b = 1; b <= count; ++b) {
            scene_.geometry.push_back(DecorativeGeometry(decor::Extrusion{barOf(0.3 + 0.5 * b / count), 0.0075})
                                          .setBodyId(b)
                                          .setElement(idOf(b)));
            scene_.geometry.push_back(DecorativeGeometry(decor::Cylinder{0.02, 0.02})
                                          .setBodyId(b)
                                          .setTransform(Transform(Rotation(Pi / 2, Vec3(1, 0, 0)), Vec3(0.)))
                                          .setRole(DecorationRole::Joint)
                                          .setColor({0.85f, 0.60f, 0.25f})
                                          .setElement(idOf(b)));
        }
    }
    const Scene& at(Real t) {
        const int columns = std::max(1, int(std::lround(std::sqrt(2.5 * count_))));
        for (int b = 1; b <= count_; ++b)
            scene_.bodyPoses[std::size_t(b)] = Transform(Rotation(-Pi / 2 + std::sin(3 * t + b), Vec3(0, 0, 1)),
                                                         Vec3(b % columns * 0.35, -(b / columns) * 1.0, 0));
        return scene_;
    }

private:
    static ElementId idOf(int body) { return ElementId{static_cast<std::uint64_t>(body)}; }
    int count_;
    Scene scene_;
};

struct Cost {
    double wall, processor;
};

void report(int bodies) {
    Pendulums pendulums(bodies);
    Viewport view;
    view.resize(1920, 1080);
    view.setScene(pendulums.at(0));
    view.show();
    QCoreApplication::processEvents();
    view.setStandardView(StandardView::Front);
    Real t = 0;
    const auto draw = [&](bool together) {
        view.setBatching(together);
        view.grabImage();
        const double wall = secondsOf(CLOCK_MONOTONIC), processor = secondsOf(CLOCK_PROCESS_CPUTIME_ID);
        for (int i = 0; i < Frames; ++i) {
            view.updateGeometry(pendulums.at(t += 1. / 60));
            view.grabImage();
        }
        return Cost{(secondsOf(CLOCK_MONOTONIC) - wall) / Frames,
                    (secondsOf(CLOCK_PROCESS_CPUTIME_ID) - processor) / Frames};
    };
    std::vector<double> ratios, walls, processors;
    DrawWork work;
    for (int round = 0; round < Rounds; ++round) {
        const Cost alone = draw(false), together = draw(true);
        work = view.drawWork();
        ratios.push_back(alone.processor / together.processor);
        walls.push_back(1e3 * together.wall);
        processors.push_back(1e3 * together.processor);
    }
    std::printf("%6d %9d %10zu %8zu %11.1f %12.1f %14.1f\n", bodies, work.drawCalls + work.drawnAlone, work.triangles,
                work.edges, median(processors), median(walls), median(ratios));
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    Viewport::prepareApplication();
    const QApplication application(argc, argv);
    std::printf("bodies     calls  triangles    edges  CPU ms/frame  ms/frame  alone/together\n");
    std::vector<int> counts;
    for (int i = 1; i < argc; ++i) counts.push_back(std::max(1, std::atoi(argv[i])));
    if (counts.empty()) counts = {1, 10, 100, 1000, 10000};
    for (const int count : counts) report(count);
}

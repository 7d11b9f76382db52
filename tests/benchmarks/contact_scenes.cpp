// SPDX-License-Identifier: Apache-2.0
// Scenes of bodies that touch, in this program and in others as far as they are installed, interleaved.
//
//     contact_scenes [--scene NAME] [--peer NAME] [--rounds N] [--settle SECONDS] [--duration SECONDS]
//                    [--integrator KEY]
//
// Runs: processor time for the scene's duration. Evaluations: of the settled scene, shortest mean of N rounds, and the
// ratio to Trammel's. Steps of programs without error control stand for 2 ms; Trammel and Simbody integrate with error control.
// The machines: a walking humanoid with eight foot balls, and two gears of meshes. Programs other than Trammel and Simbody have
// a convex solid for each tooth.
// The chain: processor time of the loosest accuracy whose positions are within 1e-6 m of the program's own exact ones.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "contact_peer.h"
#include "peer_module.h"

using namespace contact_bench;

namespace {

/// Rows of @p side bodies each way, @p count in all, @p pitch apart, each a little out of place.
std::vector<V3> stack(int count, int side, double pitch, double firstHeight, double disorder) {
    std::vector<V3> all;
    unsigned dice = 1;
    const auto random = [&] {
        dice = dice * 1664525u + 1013904223u;
        return disorder * (double(dice >> 8) / (1 << 24) - 0.5);
    };
    for (int i = 0; i < count; ++i) {
        const int x = i % side, z = i / side % side, y = i / side / side;
        const double middle = (side - 1) / 2.0;
        all.push_back({(x - middle) * pitch + random(), firstHeight + y * pitch, (z - middle) * pitch + random()});
    }
    return all;
}

std::vector<Scene> makeScenes() {
    Scene hundred, thousand, pressed, boxes, chain;
    hundred.name = "100 balls";
    hundred.positions = stack(100, 5, 0.11, 0.06, 0.005);
    hundred.halfWidth = 0.28;
    thousand.name = "1000 balls";
    thousand.positions = stack(1000, 10, 0.11, 0.06, 0.005);
    thousand.halfWidth = 0.56;
    // 2400 contacts, as many as in a settled pile: for evaluations only.
    pressed.name = "1000 pressed balls";
    pressed.positions = stack(1000, 10, 0.0998, 0.0499, 0);
    for (V3& p : pressed.positions) p[2] += 0.003 * double(std::lround(p[2] / 0.0998 + 4.5) / 2);
    pressed.halfWidth = 0.56;
    pressed.duration = 0;
    boxes.name = "125 boxes";
    boxes.shape = Shape::Box;
    boxes.positions = stack(125, 5, 0.1, 0.05, 0);
    boxes.duration = 3;
    for (V3& p : boxes.positions) p[0] *= 1.2, p[2] *= 1.2;
    chain.name = "chain of 100";
    for (int i = 0; i < 100; ++i) chain.positions.push_back({2 * chain.size * i, 0, 0});
    chain.chainSpeed = 1;
    chain.friction = 0;
    chain.duration = 0.5;
    return {hundred, thousand, pressed, boxes, chain};
}

#ifdef SIMBODY_MODULE
std::unique_ptr<Peer> makeSimbody(const Scene& scene) {
    return std::unique_ptr<Peer>(functionOfModule<Peer*(const Scene&)>(SIMBODY_MODULE, "makeScene")(scene));
}
std::unique_ptr<Peer> makeSimbody(const Machine& machine) {
    return std::unique_ptr<Peer>(functionOfModule<Peer*(const Machine&)>(SIMBODY_MODULE, "makeMachine")(machine));
}
#endif

struct Program {
    const char* name;
    std::unique_ptr<Peer> (*make)(const Scene&);
    std::unique_ptr<Peer> (*makeMachine)(const Machine&);
};
constexpr Program programs[] = {
    {"Trammel", makeTrammel, makeTrammel},
#ifdef PEER_MUJOCO
    {"MuJoCo", makeMujoco, makeMujoco},
#endif
#ifdef PEER_BULLET
    {"Bullet", makeBullet, makeBullet},
#endif
#ifdef SIMBODY_MODULE
    {"Simbody", makeSimbody, makeSimbody},
#endif
};

/// Mean time of a call, s, over at least a tenth of a second.
template <class Call>
double timeOf(const Call& call) {
    const double start = processorTime();
    int calls = 0;
    double passed = 0;
    do {
        call();
        ++calls;
        passed = processorTime() - start;
    } while (passed < 0.1);
    return passed / calls;
}

void compare(const Scene& scene, const char* only, int rounds, double settle) {
    struct Row {
        const char* name;
        std::unique_ptr<Peer> peer;
        double run = 0, whole = 1e300, part = 1e300;
    };
    std::vector<Row> rows;
    for (const Program& program : programs)
        if (!only || std::strcmp(only, program.name) == 0)
            if (auto peer = program.make(scene)) rows.push_back({program.name, std::move(peer)});
    std::printf("%s, %g s\n", scene.name.c_str(), scene.duration);
    for (Row& row : rows) {
        const double start = processorTime();
        if (scene.duration > 0) row.peer->goTo(scene.duration);
        row.run = processorTime() - start;
        // How far the bodies of a stack have moved sideways.
        double drift = 0;
        for (int i = 0; i < int(scene.positions.size()); ++i) {
            const V3 p = row.peer->position(i), &q = scene.positions[std::size_t(i)];
            drift = std::max(drift, std::hypot(p[0] - q[0], p[2] - q[2]));
        }
        std::printf("  %-8s run %9.3f s (x %.2f), sideways at most %.3g mm; %s\n", row.name, row.run,
                    row.run / rows.front().run, 1e3 * drift, row.peer->remarks().c_str());
        std::fflush(stdout);
        if (scene.duration > 0 && settle > scene.duration) row.peer->goTo(settle);
    }
    for (int round = 0; round < rounds; ++round)
        for (Row& row : rows) {
            row.whole = std::min(row.whole, timeOf([&] { row.peer->evaluate(); }));
            row.part = std::min(row.part, timeOf([&] { row.peer->evaluatePart(); }));
        }
    for (const Row& row : rows)
        std::printf("  %-8s evaluation or step %10.1f us (x %.2f), part %10.1f us\n", row.name, 1e6 * row.whole,
                    row.whole / rows.front().whole, 1e6 * row.part);
}

/// Prints the cost of a machine's motion and its result: the displacement of the first link and the rates of the first
/// two.
void compareMachines(const Machine& machine, const char* only) {
    std::printf("%s, %g s\n", machine.name.c_str(), machine.duration);
    double first = 0;
    for (const Program& program : programs) {
        if (only && std::strcmp(only, program.name) != 0) continue;
        try {
            const auto peer = program.makeMachine(machine);
            const V3 before = peer->position(0);
            const double start = processorTime();
            peer->goTo(machine.duration);
            const double time = processorTime() - start;
            if (first == 0) first = time;
            const V3 after = peer->position(0);
            std::printf(
                "  %-8s run %9.3f s (x %.2f), %.2f times real time; way %.3f m, %.3f m; rates %.3f, %.3f rad/s; %s\n",
                program.name, time, time / first, machine.duration / time, after[0] - before[0], after[1] - before[1],
                peer->rate(0), peer->rate(1), peer->remarks().c_str());
        } catch (const std::exception& e) {
            std::printf("  %-8s %s\n", program.name, e.what());
        }
        std::fflush(stdout);
    }
}

/// Prints the cost of an accuracy of 1e-6 m in positions.
void compareAtEqualError(Scene scene, const char* only) {
    constexpr double wanted = 1e-6, exact = 1e-11, loosest = 1e-3, tightest = 1e-9;
    std::printf("%s, %g s, to an error of %g m\n", scene.name.c_str(), scene.duration, wanted);
    double first = 0;
    for (const Program& program : programs) {
        if (only && std::strcmp(only, program.name) != 0) continue;
        scene.accuracy = exact;
        const auto reference = program.make(scene);
        if (!reference) continue;
        reference->goTo(scene.duration);
        for (scene.accuracy = loosest; scene.accuracy > tightest / 2; scene.accuracy /= 10) {
            const auto peer = program.make(scene);
            const double start = processorTime();
            peer->goTo(scene.duration);
            const double time = processorTime() - start;
            double error = 0;
            for (int i = 0; i < int(scene.positions.size()); ++i)
                for (std::size_t a = 0; a < 3; ++a)
                    error = std::max(error, std::abs(peer->position(i)[a] - reference->position(i)[a]));
            if (error > wanted && scene.accuracy > tightest * 1.5) continue;
            if (first == 0) first = time;
            std::printf("  %-8s run %9.4f s (x %.2f) at accuracy %.0e, error %.1e m; %s\n", program.name, time,
                        time / first, scene.accuracy, error, peer->remarks().c_str());
            break;
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    const char *scene = nullptr, *peer = nullptr, *integrator = nullptr;
    int rounds = 5;
    double settle = 2, duration = 0;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], "--scene") == 0) scene = argv[i + 1];
        if (std::strcmp(argv[i], "--peer") == 0) peer = argv[i + 1];
        if (std::strcmp(argv[i], "--integrator") == 0) integrator = argv[i + 1];
        if (std::strcmp(argv[i], "--rounds") == 0) rounds = std::max(1, std::atoi(argv[i + 1]));
        if (std::strcmp(argv[i], "--settle") == 0) settle = std::atof(argv[i + 1]);
        if (std::strcmp(argv[i], "--duration") == 0) duration = std::atof(argv[i + 1]);
    }
    try {
        std::vector<Scene> scenes = makeScenes();
        for (Scene& s : scenes) {
            if (duration > 0 && s.duration > 0) s.duration = duration;
            if (integrator) s.integrator = integrator;
            if (scene && s.name != scene) continue;
            if (s.chainSpeed > 0)
                compareAtEqualError(s, peer);
            else
                compare(s, peer, rounds, settle);
        }
        for (Machine machine : {makeWalker(), makeGears()}) {
            if (duration > 0) machine.duration = duration;
            if (integrator) machine.integrator = integrator;
            if (!scene || machine.name == scene) compareMachines(machine, peer);
        }
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

/// Programs that simulate bodies that touch, compared on the same scenes.
namespace contact_bench {

using V3 = std::array<double, 3>;

enum class Shape { Ball, Box };

/// Equal bodies above a floor, perhaps between walls, with y upward.
struct Scene {
    std::string name;
    Shape shape = Shape::Ball;
    /// Radius of balls or half the side of cubes, m.
    double size = 0.05;
    double mass = 0.5;
    double friction = 0.5;
    /// Half the distance of walls, m; 0: no walls.
    double halfWidth = 0;
    std::vector<V3> positions;
    /// A row of balls that touch, without gravity, floor, friction and losses, of which the first has this speed along x;
    /// 0: bodies fall. Only for programs with Hertz' theory.
    double chainSpeed = 0;
    /// Simulated time, s.
    double duration = 1;
    /// Relative error per step of programs with error control.
    double accuracy = 1e-3;
    /// Method of Trammel.
    std::string integrator = "rungeKuttaMerson";
};

/// Young's modulus and Poisson's ratio of all bodies of programs that know them, Pa.
constexpr double youngsModulus = 0.01e9, poissonsRatio = 0.49;
constexpr double gravity = 9.81;
/// Slip at which friction reaches its limit, of programs with smooth friction, m/s: the default of Simbody. It bounds the
/// steps of explicit methods.
constexpr double transitionSpeed = 0.01;
/// Step of the programs without error control, s.
constexpr double peerStep = 0.002;

/// One program with one scene.
class Peer {
public:
    virtual ~Peer() = default;
    /// Simulates up to @p time.
    virtual void goTo(double time) = 0;
    /// One evaluation of all forces and accelerations from positions and velocities, or one step of a program that has no
    /// such evaluation.
    virtual void evaluate() = 0;
    /// The part of it that only speeds require; or detection of collisions alone.
    virtual void evaluatePart() = 0;
    virtual V3 position(int body) const = 0;
    /// Remarks for the table.
    virtual std::string remarks() const { return {}; }
};

/// Null for a scene that the program does not support.
std::unique_ptr<Peer> makeTrammel(const Scene&);
std::unique_ptr<Peer> makeMujoco(const Scene&);
std::unique_ptr<Peer> makeBullet(const Scene&);
std::unique_ptr<Peer> makeSimbody(const Scene&);

/// Processor time of this thread, s.
inline double processorTime() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

}  // namespace contact_bench

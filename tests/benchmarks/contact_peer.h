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

/// Triangles of a closed surface.
struct Solid {
    std::vector<V3> points;
    std::vector<std::array<int, 3>> triangles;
};

/// A body of a machine in the plane x-y, with its joint: a pin about z, or free in the plane.
struct Link {
    std::string name;
    /// Link that carries the joint; -1: Ground.
    int parent = -1;
    bool isFreeInPlane = false;
    /// Position of the joint on the parent, and of the center of mass; the link's origin is at the joint.
    V3 place{}, massCenter{};
    double mass = 1;
    /// Moments about the center of mass, kg m^2.
    V3 moments{};
    double startAngle = 0, startRate = 0;
    /// Torque on the joint: stiffness (rest + amplitude sin(2 pi f t + phase) - angle) + damping (speed - rate).
    double stiffness = 0, rest = 0, amplitude = 0, phase = 0, damping = 0, speed = 0;
    double ballRadius = 0;
    std::vector<V3> balls;
    /// A solid twice: in convex parts, for programs that know no others, and as one.
    std::vector<Solid> parts;
    Solid whole;
};

/// Bodies joined to each other that touch each other or a floor.
struct Machine {
    std::string name;
    std::vector<Link> links;
    bool hasFloor = false;
    double friction = 0.8;
    /// Frequency of the drives, Hz.
    double frequency = 0;
    double duration = 1;
    double accuracy = 1e-3;
    std::string integrator = "rungeKuttaMerson";
};

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
    /// Angular velocity of a link of a machine about z, rad/s.
    virtual double rate(int) const { return 0; }
    /// Remarks for the table.
    virtual std::string remarks() const { return {}; }
};

/// Null for a scene that the program does not support.
std::unique_ptr<Peer> makeTrammel(const Scene&);
std::unique_ptr<Peer> makeMujoco(const Scene&);
std::unique_ptr<Peer> makeBullet(const Scene&);
std::unique_ptr<Peer> makeTrammel(const Machine&);
std::unique_ptr<Peer> makeMujoco(const Machine&);
std::unique_ptr<Peer> makeBullet(const Machine&);

/// A walking humanoid whose trunk is kept upright by a spring, with four balls under each foot.
Machine makeWalker();
/// Two gears of involute teeth, of about 3000 triangles each, of which one drives the other.
Machine makeGears();

/// Processor time of this thread, s.
inline double processorTime() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

}  // namespace contact_bench

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "contact_peer.h"

namespace contact_bench {

namespace {

constexpr double pi = std::numbers::pi;

/// A rod of this length downward from its joint.
Link limb(const std::string& name, int parent, const V3& place, double length, double mass) {
    Link link;
    link.name = name;
    link.parent = parent;
    link.place = place;
    link.massCenter = {0, -length / 2, 0};
    link.mass = mass;
    const double across = mass * length * length / 12, along = mass * 0.05 * 0.05 / 2;
    link.moments = {across, along, across};
    return link;
}

/// A spur gear: rays from its axis meet its outline once.
struct Gear {
    int teeth;
    double module = 2.5e-3, pressureAngle = pi / 9, halfWidth = 6e-3;

    double pitchRadius() const { return module * teeth / 2; }
    double baseRadius() const { return pitchRadius() * std::cos(pressureAngle); }
    double rootRadius() const { return pitchRadius() - 1.25 * module; }
    double tipRadius() const { return pitchRadius() + module; }
    /// Half the angle that a tooth covers at a radius, with a little play.
    double halfAngle(double radius) const {
        const auto involute = [](double a) { return std::tan(a) - a; };
        const double a = std::acos(std::min(1., baseRadius() / std::max(radius, baseRadius())));
        // Wider toward the foot, below the involute: no flank is a ray.
        const double foot = 0.2 * std::max(0., 1 - radius / baseRadius());
        return 0.96 * pi / (2 * teeth) + involute(pressureAngle) - involute(a) + foot;
    }
    /// Outline of one tooth about the x axis, from one foot to the other, with @p points on each flank.
    std::vector<V3> tooth(int points) const {
        std::vector<V3> outline;
        for (int side = -1; side <= 1; side += 2)
            for (int i = 0; i < points; ++i) {
                const double share = double(side < 0 ? i : points - 1 - i) / (points - 1);
                const double r = rootRadius() + share * (tipRadius() - rootRadius()), angle = side * halfAngle(r);
                outline.push_back({r * std::cos(angle), r * std::sin(angle), 0});
            }
        return outline;
    }
};

/// The prism over a counterclockwise outline, its end faces made of triangles about @p center.
Solid prism(const std::vector<V3>& outline, const V3& center, double halfWidth) {
    Solid solid;
    const int n = int(outline.size());
    for (const double z : {-halfWidth, halfWidth}) {
        for (const V3& p : outline) solid.points.push_back({p[0], p[1], z});
        solid.points.push_back({center[0], center[1], z});
    }
    const int upper = n + 1;
    for (int i = 0; i < n; ++i) {
        const int j = (i + 1) % n;
        solid.triangles.push_back({i, j, upper + j});
        solid.triangles.push_back({i, upper + j, upper + i});
        solid.triangles.push_back({n, j, i});
        solid.triangles.push_back({upper + n, upper + i, upper + j});
    }
    return solid;
}

Link gearLink(const std::string& name, const Gear& gear, const V3& place) {
    // A prism has four triangles for each corner of its outline.
    const int points = 3000 / 4 / gear.teeth / 2;
    Link link;
    link.name = name;
    link.place = place;
    link.mass = 7800 * pi * gear.pitchRadius() * gear.pitchRadius() * 2 * gear.halfWidth;
    const double polar = link.mass * gear.pitchRadius() * gear.pitchRadius() / 2;
    link.moments = {polar / 2, polar / 2, polar};
    std::vector<V3> all;
    for (int k = 0; k < gear.teeth; ++k) {
        const double turn = 2 * pi * k / gear.teeth, c = std::cos(turn), s = std::sin(turn);
        std::vector<V3> tooth = gear.tooth(points);
        for (V3& p : tooth) p = {c * p[0] - s * p[1], s * p[0] + c * p[1], 0};
        all.insert(all.end(), tooth.begin(), tooth.end());
        const double middle = (gear.rootRadius() + gear.tipRadius()) / 2;
        link.parts.push_back(prism(tooth, {c * middle, s * middle, 0}, gear.halfWidth));
    }
    link.whole = prism(all, {0, 0, 0}, gear.halfWidth);
    return link;
}

}  // namespace

Machine makeWalker() {
    Machine walker;
    walker.name = "walker";
    walker.hasFloor = true;
    walker.frequency = 1.2;
    walker.duration = 5;
    Link trunk;
    trunk.name = "Trunk";
    trunk.isFreeInPlane = true;
    trunk.place = {0, 0.93, 0};
    trunk.massCenter = {0, 0.25, 0};
    trunk.mass = 40;
    trunk.moments = {1.5, 0.6, 1.2};
    trunk.stiffness = 2000;
    trunk.damping = 200;
    walker.links.push_back(trunk);
    for (const int side : {-1, 1}) {
        const std::string name = side < 0 ? "Left " : "Right ";
        const double phase = side < 0 ? 0 : pi;
        const int thigh = int(walker.links.size());
        Link link = limb(name + "thigh", 0, {0, 0, 0.09 * side}, 0.43, 8);
        link.stiffness = 600;
        link.damping = 20;
        link.rest = 0.12;
        link.amplitude = 0.32;
        link.phase = phase;
        walker.links.push_back(link);
        link = limb(name + "shank", thigh, {0, -0.43, 0}, 0.43, 3.5);
        link.stiffness = 400;
        link.damping = 10;
        link.rest = -0.35;
        link.amplitude = 0.3;
        link.phase = phase - pi / 2 + pi;
        walker.links.push_back(link);
        link = limb(name + "foot", thigh + 1, {0, -0.43, 0}, 0.2, 1.2);
        link.massCenter = {0.05, -0.03, 0};
        link.moments = {0.002, 0.006, 0.005};
        link.stiffness = 120;
        link.damping = 3;
        link.rest = 0.1;
        link.ballRadius = 0.025;
        for (const double x : {-0.06, 0.14})
            for (const double z : {-0.04, 0.04}) link.balls.push_back({x, -0.05, z});
        walker.links.push_back(link);
        const int arm = int(walker.links.size());
        link = limb(name + "upper arm", 0, {0, 0.5, 0.2 * side}, 0.3, 2);
        link.stiffness = 60;
        link.damping = 3;
        link.amplitude = -0.3;
        link.phase = phase;
        walker.links.push_back(link);
        link = limb(name + "forearm", arm, {0, -0.3, 0}, 0.28, 1.3);
        link.stiffness = 40;
        link.damping = 1;
        link.rest = 0.4;
        walker.links.push_back(link);
    }
    return walker;
}

Machine makeGears() {
    const Gear small{24}, large{36};
    Machine gears;
    gears.name = "gears";
    gears.friction = 0.05;
    gears.duration = 5;
    gears.links = {gearLink("Pinion", small, {0, 0, 0}),
                   gearLink("Wheel", large, {small.pitchRadius() + large.pitchRadius(), 0, 0})};
    // Two turns a second, at which the torques of drive and load agree; teeth of one in gaps of the other.
    const double rate = 4 * pi, ratio = double(small.teeth) / large.teeth, damping = 0.01;
    Link &driver = gears.links[0], &driven = gears.links[1];
    driver.startRate = rate;
    driver.damping = damping;
    driver.speed = rate * (1 + ratio * ratio);
    driven.startRate = -ratio * rate;
    driven.damping = damping;
    driven.startAngle = pi + pi / large.teeth;
    return gears;
}

}  // namespace contact_bench

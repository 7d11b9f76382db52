// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "multibody/constraints/point_pair.h"
#include "multibody/force.h"
#include "multibody/forces/cable_course.h"

namespace trammel {

/// The points of an element that runs like a cable, as properties and inputs: an origin, an end, and via points in use.
namespace cable_path {

inline constexpr int maxViaPoints = 24;

inline std::string via(int i) { return "via" + std::to_string(i); }

inline void appendEnds(std::vector<PropertyDescriptor>& list, Stage::Level stage) {
    appendPointProperties(list, "point1", "Origin", "Attachment point on the first body.", stage);
    appendPointProperties(list, "point2", "End", "Attachment point on the second body.", stage);
}

/// @param usual number of via points of a new element
inline void appendViaPoints(std::vector<PropertyDescriptor>& list, int usual, Stage::Level stage) {
    list.push_back(PropertyDescriptor::integer("viaPoints", "Via points", usual, "Number of via points used.")
                       .min(0)
                       .max(maxViaPoints));
    for (int i = 1; i <= maxViaPoints; ++i) {
        const std::string number = std::to_string(i);
        appendPointProperties(list, via(i), "Via point " + number,
                              "Eyelet, or center of pulley, " + number + " of the cable.", stage);
        list.push_back(PropertyDescriptor::real(via(i) + "Radius", "Radius " + number, Quantity::Length, 0,
                                                "Radius of pulley " + number + "; 0 for an eyelet.")
                           .min(0)
                           .at(stage));
        list.push_back(PropertyDescriptor::direction(
                           via(i) + "Axis", "Axis " + number, Vec3(0, 0, 1),
                           "Axis of pulley " + number + ", around which the cable goes counterclockwise.")
                           .at(stage));
    }
}

/// @param noun what the ends belong to: "cable"
inline std::vector<SocketDescriptor> sockets(const std::string& noun) {
    std::vector<SocketDescriptor> list = twoBodySockets();
    list[0].doc = "The body at the start of the " + noun + "; Ground if unset.";
    list[1].doc = "The body at the end of the " + noun + "; Ground if unset.";
    for (int i = 1; i <= maxViaPoints; ++i)
        list.push_back({via(i) + "Body",
                        "Body of via point " + std::to_string(i),
                        "The body that carries via point " + std::to_string(i) + "; Ground if unset.",
                        {"body"},
                        false});
    return list;
}

inline std::vector<MobilizedBodyIndex> readBodies(const ElementInputs& in) {
    std::vector<MobilizedBodyIndex> bodies{in.body("body1")};
    for (int i = 1; i <= in.integer("viaPoints"); ++i) bodies.push_back(in.body(via(i) + "Body"));
    bodies.push_back(in.body("body2"));
    return bodies;
}

inline void readPoints(const ElementInputs& in, std::vector<Vec3>& points, std::vector<CablePulley>& pulleys) {
    points = {in.station("body1", "point1")};
    pulleys.assign(1, {});
    for (int i = 1; i <= in.integer("viaPoints"); ++i) {
        points.push_back(in.station(via(i) + "Body", via(i)));
        pulleys.push_back({in.vec3(via(i) + "Axis").normalized(), in.real(via(i) + "Radius")});
    }
    points.push_back(in.station("body2", "point2"));
    pulleys.push_back({});
}

/// Draws eyelets and wheels, and returns the line of the course.
inline std::vector<Vec3> appendCourse(const CableCourse& course, Real size, std::vector<DecorativeGeometry>& out) {
    std::vector<Vec3> line;
    for (std::size_t i = 0; i < course.size(); ++i) {
        if (!course.hasPulley(i)) {
            if (i > 0 && i + 1 < course.size())
                out.push_back(DecorativeGeometry(decor::Sphere{size * 0.35}).setTransform(course.location(i)));
            line.push_back(course.location(i));
            continue;
        }
        constexpr int piecesPerTurn = 48;
        const Vec3 center = course.location(i), axis = course.axis(i);
        const Real wrap = course.calcWrap(i);
        const int pieces = std::max(1, int(std::ceil(std::abs(wrap) / (2 * Pi) * piecesPerTurn)));
        for (int piece = 0; piece <= pieces; ++piece)
            line.push_back(center + Rotation(wrap * piece / pieces, axis) * Vec3(course.arriving(i) - center));
        // The wheel, with its axis along y of its own frame.
        const Vec3 about = Vec3(0, 1, 0).cross(axis);
        const Real angle = std::acos(std::clamp<Real>(axis[1], -1, 1));
        const Rotation R = about.norm() > 1e-9 ? Rotation(angle, about) : Rotation();
        out.push_back(
            DecorativeGeometry(decor::Cylinder{course.radius(i), size * 0.25}).setTransform(Transform(R, center)));
    }
    return line;
}

}  // namespace cable_path
}  // namespace trammel

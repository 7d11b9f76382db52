// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/body_pair_sockets.h"
#include "multibody/constraints/contact_constraint.h"

namespace trammel {

struct LineOnLineContactParameters {
    /// On each body: origin at the midpoint of the edge, x along it, z out of the solid.
    Transform edge1, edge2;
    /// For drawing only: the lines are infinite.
    Real halfLength1, halfLength2;
    friend bool operator==(const LineOnLineContactParameters&, const LineOnLineContactParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.edge1, self.edge2, self.halfLength1, self.halfLength2); }
};

/// A straight edge of the second body touches one of the first, and sticks or slips freely.
///
///   z = ± d1 × d2 / |d1 × d2|, out of the first solid and into the second,  perr = z·(p2 - p1)
///   contact point midway between the closest points of the lines,  x = d1, y = z × d1
///
/// with d the directions and p the midpoints of the edges.
class LineOnLineContactConstraint : public ContactConstraint<LineOnLineContactConstraint, LineOnLineContactParameters> {
public:
    static constexpr const char* key = "lineOnLineContact";
    static constexpr const char* label = "Edge on edge contact";
    static constexpr const char* doc =
        "A straight edge of the second body touches a straight edge of the first and sticks, or slides without "
        "friction.";
    static constexpr const char* reference =
        "`perr` is the distance of the two lines along their common normal, positive outside; sticking adds two "
        "nonholonomic equations, the slip along the first edge and across it. Multipliers: the negated force (N) on "
        "the second body along the normal and those two directions. Lengths are for drawing only: the lines are "
        "infinite. The force is bilateral. Singular for parallel lines, where the first edge's outward direction "
        "serves as normal.";
    static constexpr const char* choose =
        "For boxes and blades that touch at crossing edges. Not for edges that may become parallel; the ends of the "
        "edges are not detected.";
    static TypeSample sample() {
        return {.properties = {{"point1Anchor", "origin"},
                               {"point1", Vec3(0, 0.1, 0.1)},
                               {"outward1", Vec3(0, 1, 1)},
                               {"halfLength1", 0.1},
                               {"point2", Vec3(-0.1, -0.1, 0)},
                               {"outward2", Vec3(-1, -1, 0)},
                               {"halfLength2", 0.1}},
                .plugged = {{"body2", "box"}},
                .position = Vec3(0, 0.23, 0.155),
                .orientation = Vec3(0.4, 0, Pi / 4)};
    }

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list;
        const auto edge = [&list](const std::string& number, const std::string& body, const Vec3& along,
                                  const Vec3& outward) {
            appendPointProperties(list, "point" + number, "Edge on the " + body,
                                  "Midpoint of the edge on the " + body + ".", stage);
            list.push_back(PropertyDescriptor::direction("direction" + number, "Direction on the " + body, along,
                                                         "Direction of the edge, in the " + body + ".")
                               .at(stage));
            list.push_back(PropertyDescriptor::direction("outward" + number, "Outward on the " + body, outward,
                                                         "Direction out of the solid at the edge.")
                               .at(stage));
            list.push_back(PropertyDescriptor::real("halfLength" + number, "Half length on the " + body,
                                                    Quantity::Length, 0.5,
                                                    "Distance from the midpoint of the edge to its ends.")
                               .above(0)
                               .at(stage));
        };
        edge("1", "first body", Vec3(1, 0, 0), Vec3(0, 1, 0));
        edge("2", "second body", Vec3(0, 0, 1), Vec3(0, -1, 0));
        list.push_back(rollingProperty());
        return list;
    }
    static std::vector<SocketDescriptor> sockets() {
        return bodyPairSockets("The body that carries the first edge", "The body that carries the second edge");
    }
    static Parameters readParameters(const ElementInputs& in) {
        const auto edge = [&in](const std::string& number) {
            return Transform(
                Rotation(UnitVec3(in.vec3("direction" + number)), XAxis, in.vec3("outward" + number), ZAxis),
                in.station("body" + number, "point" + number));
        };
        return {edge("1"), edge("2"), in.real("halfLength1"), in.real("halfLength2")};
    }

    explicit LineOnLineContactConstraint(const ElementInputs& in)
        : ContactConstraint(in, readParameters(in), in.boolean("enforceRolling")) {}

    /// The lines in G, their closest points, and the common normal; rates if velocities are known.
    struct Lines {
        PointPair pair;
        Vec3 d1, d2, d1dot{0.}, d2dot{0.};
        bool parallel;
        Vec3 n, ndot;
        Vec3 q1, q2, q1dot, q2dot;

        Lines(const LineOnLineContactConstraint& c, const ConstraintKinematics& k, const Parameters& p)
            : pair(k, c.getFirstBody(), p.edge1.p(), c.getSecondBody(), p.edge2.p()) {
            const Rotation R1 = k.X_GB(c.getFirstBody()).R() * p.edge1.R();
            const Rotation R2 = k.X_GB(c.getSecondBody()).R() * p.edge2.R();
            d1 = R1.col(0);
            d2 = R2.col(0);
            const Vec3 s1 = R1.col(2), s2 = R2.col(2), r = pair.p2 - pair.p1;
            Vec3 rdot(0.), w1(0.);
            if (k.velocity) {
                w1 = k.V_GB(c.getFirstBody())[0];
                d1dot = w1.cross(d1);
                d2dot = k.V_GB(c.getSecondBody())[0].cross(d2);
                rdot = pair.v2 - pair.v1;
            }
            const Vec3 w = d1.cross(d2);
            parallel = w.norm() <= nearlyParallel;
            if (parallel) {
                n = s1;
                ndot = w1.cross(s1);
            } else {
                const TurningDirection normal(w, Vec3(d1dot.cross(d2) + d1.cross(d2dot)));
                const Real sign = w.dot(Vec3(s1 - s2)) < 0 ? -1 : 1;
                n = sign * normal.n;
                ndot = sign * normal.ndot;
            }
            findClosest(r, rdot, w.squaredNorm(), k.velocity != nullptr);
        }

    private:
        // r + t2 d2 - t1 d1 is perpendicular to both lines; det = 1 - (d1·d2)^2.
        void findClosest(const Vec3& r, const Vec3& rdot, Real det, bool rates) {
            const Real a = r.dot(d1), b = r.dot(d2), c = d1.dot(d2);
            const Real t1 = parallel ? a / 2 : (a - c * b) / det, t2 = parallel ? -b / 2 : (c * a - b) / det;
            q1 = pair.p1 + t1 * d1;
            q2 = pair.p2 + t2 * d2;
            if (!rates) return;
            const Real adot = rdot.dot(d1) + r.dot(d1dot), bdot = rdot.dot(d2) + r.dot(d2dot);
            const Real cdot = d1dot.dot(d2) + d1.dot(d2dot);
            const Real t1dot = parallel ? adot / 2 : (adot - cdot * b - c * bdot + 2 * c * cdot * t1) / det;
            const Real t2dot = parallel ? -bdot / 2 : (cdot * a + c * adot - bdot + 2 * c * cdot * t2) / det;
            q1dot = pair.v1 + t1dot * d1 + t1 * d1dot;
            q2dot = pair.v2 + t2dot * d2 + t2 * d2dot;
        }
    };

    Real separation(const ConstraintKinematics& k, const Parameters& p) const {
        const Lines lines(*this, k, p);
        return lines.n.dot(Vec3(lines.pair.p2 - lines.pair.p1));
    }
    ContactFrame frame(const ConstraintKinematics& k, const Parameters& p) const {
        const Lines lines(*this, k, p);
        ContactFrame c;
        c.p = (lines.q1 + lines.q2) / 2;
        c.x = lines.d1;
        c.y = lines.n.cross(lines.d1);
        c.z = lines.n;
        if (k.velocity) {
            c.pdot = (lines.q1dot + lines.q2dot) / 2;
            c.xdot = lines.d1dot;
            c.ydot = lines.ndot.cross(lines.d1) + lines.n.cross(lines.d1dot);
            c.zdot = lines.ndot;
        }
        return c;
    }
    void appendGeometry(const ConstraintKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Parameters& p = get(value);
        const Lines lines(*this, k, p);
        appendContactGlyph(frame(k, p), size, out);
        const auto edge = [&out](const Vec3& middle, const Vec3& half) {
            out.push_back(
                DecorativeGeometry(decor::Line{Vec3(middle - half), Vec3(middle + half)}).setLineThickness(3));
        };
        edge(lines.pair.p1, Vec3(p.halfLength1 * lines.d1));
        edge(lines.pair.p2, Vec3(p.halfLength2 * lines.d2));
    }

private:
    /// Sine of the angle below which lines count as parallel.
    static constexpr Real nearlyParallel = 1e-8;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

#include "multibody/force.h"

namespace trammel {

/// A pulley in the course of a cable: a grooved wheel without mass, inertia or friction. Radius 0: an eyelet.
struct CablePulley {
    /// Axis in the body that carries it, of unit length. The cable goes around it counterclockwise.
    Vec3 axis{0., 0., 1.};
    Real radius = 0;
    friend bool operator==(const CablePulley&, const CablePulley&) = default;
    static auto valueFields(auto& self) { return std::tie(self.axis, self.radius); }
};

/// The course of a cable through points of several bodies and around pulleys at them, without friction.
///
///     length = sum of straight pieces |b - a| + sum of r theta,   rate = its derivative
///
/// with tangent points a and b in the planes of the pulleys. A straight piece from p touches a pulley of center c at
///
///     c + r (r/d e + sqrt(1 - r²/d²) f),   d e = p - c in its plane,  f = axis x e,
///
/// one that leaves it with -f. Forces are exact where the pieces lie in the planes of the pulleys. Points that coincide
/// define no direction: that piece exerts no force. A point inside a pulley's radius touches the rim nearest to it.
///
/// **Source:** tangents from a point to a circle; common tangents by fixed-point iteration.
class CableCourse {
public:
    /// @param points in their bodies; @param pulleys as many, or none. All must outlive the course.
    CableCourse(const ForceKinematics& k, const std::vector<MobilizedBodyIndex>& bodies,
                const std::vector<Vec3>& points, const std::vector<CablePulley>& pulleys = noPulleys())
        : k_(k), bodies_(bodies), points_(points), pulleys_(pulleys), arriving_(scratch(0)), leaving_(scratch(1)) {
        findTangentPoints();
    }

    std::size_t size() const { return points_.size(); }
    Vec3 location(std::size_t i) const { return k_.X_GB(bodies_[i]) * points_[i]; }
    bool hasPulley(std::size_t i) const { return i < pulleys_.size() && pulleys_[i].radius > 0; }
    Vec3 axis(std::size_t i) const { return k_.X_GB(bodies_[i]).R() * pulleys_[i].axis; }
    Real radius(std::size_t i) const { return pulleys_[i].radius; }
    /// Where the cable touches the pulley first and last; both are the point itself at an eyelet.
    const Vec3& arriving(std::size_t i) const { return arriving_[i]; }
    const Vec3& leaving(std::size_t i) const { return leaving_[i]; }
    /// Angle of contact with a pulley, rad, from -pi/2 to 3/2 pi: negative where the cable would lift off.
    Real calcWrap(std::size_t i) const {
        if (!hasPulley(i)) return 0;
        const Vec3 c = location(i), from = arriving_[i] - c, to = leaving_[i] - c;
        const Real angle = std::atan2(axis(i).dot(from.cross(to)), from.dot(to));
        return angle < -Pi / 2 ? angle + 2 * Pi : angle;
    }

    Real calcLength() const {
        Real length = 0;
        for (std::size_t i = 0; i < points_.size(); ++i) {
            if (i > 0) length += Vec3(arriving_[i] - leaving_[i - 1]).norm();
            if (hasPulley(i)) length += radius(i) * calcWrap(i);
        }
        return length;
    }
    /// Needs velocities.
    Real calcRate() const {
        Real rate = 0;
        for (std::size_t i = 1; i < points_.size(); ++i)
            rate += direction(i).dot(Vec3(velocity(i, arriving_[i]) - velocity(i - 1, leaving_[i - 1])));
        return rate;
    }
    /// Pulls all bodies along the cable with @p tension.
    void addIn(Real tension, Vector_<SpatialVec>& body) const {
        for (std::size_t i = 1; i < points_.size(); ++i) {
            const Vec3 f = tension * direction(i);
            addAt(i - 1, leaving_[i - 1], f, body);
            addAt(i, arriving_[i], Vec3(-f), body);
        }
    }

private:
    static const std::vector<CablePulley>& noPulleys() {
        static const std::vector<CablePulley> none;
        return none;
    }
    /// Work space that is allocated once in each thread.
    static std::vector<Vec3>& scratch(std::size_t which) {
        thread_local std::vector<Vec3> space[2];
        return space[which];
    }

    /// Where a straight piece between @p from and the pulley at @p i touches it.
    Vec3 tangentPoint(std::size_t i, const Vec3& from, bool isArriving) const {
        Vec3 c = location(i);
        const Vec3 a = axis(i);
        Vec3 way = from - c;
        way -= a * a.dot(way);
        const Real d = way.norm(), r = radius(i);
        if (!(d > 0)) return c;
        const Vec3 e = way / d, f = a.cross(e);
        if (d <= r) return c + r * e;
        const Real cosine = r / d, sine = std::sqrt(1 - cosine * cosine);
        return c + r * (cosine * e + (isArriving ? sine : -sine) * f);
    }

    void findTangentPoints() {
        const std::size_t n = points_.size();
        arriving_.resize(n);
        leaving_.resize(n);
        bool coupled = false;
        for (std::size_t i = 0; i < n; ++i) {
            arriving_[i] = leaving_[i] = location(i);
            coupled = coupled || (i > 0 && hasPulley(i) && hasPulley(i - 1));
        }
        // Tangents from points are found at once; those between two pulleys from each other.
        constexpr int mostRounds = 60;
        constexpr Real same = 1e-15;
        for (int round = 0; round < (coupled ? mostRounds : 1); ++round) {
            Real change = 0;
            for (std::size_t i = 0; i < n; ++i) {
                if (!hasPulley(i)) continue;
                const Vec3 before[] = {arriving_[i], leaving_[i]};
                if (i > 0) arriving_[i] = tangentPoint(i, leaving_[i - 1], true);
                if (i + 1 < n) leaving_[i] = tangentPoint(i, arriving_[i + 1], false);
                // An end of the cable is tied to the rim.
                if (i == 0) arriving_[i] = leaving_[i];
                if (i + 1 == n) leaving_[i] = arriving_[i];
                change =
                    std::max({change, Vec3(arriving_[i] - before[0]).norm(), Vec3(leaving_[i] - before[1]).norm()});
            }
            if (change <= same) break;
        }
    }

    /// From the point before to point @p i.
    Vec3 direction(std::size_t i) const {
        const Vec3 p = arriving_[i] - leaving_[i - 1];
        const Real length = p.norm();
        return length > 0 ? Vec3(p / length) : Vec3(0.);
    }
    /// Velocity of the material point at @p p_G of the body at point @p i.
    Vec3 velocity(std::size_t i, const Vec3& p_G) const {
        const SpatialVec& V = k_.V_GB(bodies_[i]);
        return V[1] + V[0].cross(Vec3(p_G - k_.X_GB(bodies_[i]).p()));
    }
    void addAt(std::size_t i, const Vec3& p_G, const Vec3& f, Vector_<SpatialVec>& body) const {
        const Vec3 r = p_G - k_.X_GB(bodies_[i]).p();
        body[bodies_[i]] += SpatialVec{Vec3(r.cross(f)), f};
    }

    const ForceKinematics& k_;
    const std::vector<MobilizedBodyIndex>& bodies_;
    const std::vector<Vec3>& points_;
    const std::vector<CablePulley>& pulleys_;
    std::vector<Vec3>&arriving_, &leaving_;
};

}  // namespace trammel

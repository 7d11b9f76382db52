// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "contact/broad_phase.h"
#include "contact/contact_geometry.h"

namespace trammel {

// Values that contact keeps in a State, one struct per stage.

/// Two surfaces whose bounds overlap, shape A of their pair first.
struct ContactCandidate {
    int a = 0, b = 0;
    static constexpr const char* fieldNames[] = {"first surface", "second surface"};
    static auto valueFields(auto& self) { return std::tie(self.a, self.b); }
};

/// Motion of a surface: of the center of its bounds, in Ground.
struct SurfaceMotion {
    Vec3 center{0.}, velocity{0.}, acceleration{0.};
    /// Upper bounds of speed and acceleration of its points about the center; 0 if a rotation about the center changes
    /// nothing.
    Real turningSpeed = 0, turningAcceleration = 0;
};

/// Position: pairs that may overlap, sorted.
struct ContactCandidates {
    std::vector<ContactCandidate> pairs;
    static constexpr const char* fieldNames[] = {"pairs"};
    static auto valueFields(auto& self) { return std::tie(self.pairs); }

    // Scratch memory, also for the sweep of a whole step.
    std::vector<AxisBox> bounds;
    /// Poses of the surfaces' frames in Ground, of the same configuration as the pairs.
    std::vector<Transform> poses;
    BroadPhase broadPhase;
    std::vector<SurfaceMotion> movers;
    std::vector<AxisBox> sweptBounds;
    std::vector<int> sweptOrder;
};

/// A point at which pressure or a point force acts, in Ground.
struct ContactSample {
    Vec3 point{0.};
    Real depth = 0;
    /// Area that it stands for, m²; 0: smooth contact at a point.
    Real area = 0;
    static constexpr const char* fieldNames[] = {"point", "depth", "area"};
    static auto valueFields(auto& self) { return std::tie(self.point, self.depth, self.area); }
};

/// One place where two surfaces touch, in Ground.
struct Touch {
    ContactCandidate pair;
    int feature = 0;
    Vec3 point{0.};
    /// From the first surface into the second.
    Vec3 normal{0.};
    Real depth = 0;
    /// Factor of Hertz' theory where there is one sample without area.
    Real hertzFactor = 0;
    /// Area of the whole patch, m².
    Real area = 0;
    int firstSample = 0, samples = 0;
    static constexpr const char* fieldNames[] = {"surfaces",     "feature", "point",        "normal", "depth",
                                                 "Hertz factor", "area",    "first sample", "samples"};
    static auto valueFields(auto& self) {
        return std::tie(self.pair, self.feature, self.point, self.normal, self.depth, self.hertzFactor, self.area,
                        self.firstSample, self.samples);
    }
};

/// Position: where surfaces overlap, sorted by pair and feature.
struct ContactPlaces {
    std::vector<Touch> touches;
    std::vector<ContactSample> samples;
    static constexpr const char* fieldNames[] = {"places", "samples"};
    static auto valueFields(auto& self) { return std::tie(self.touches, self.samples); }

    // Scratch memory.
    ContactRegions regions;
};

/// Velocity of the second surface in the first at one sample, in Ground.
struct ContactMotion {
    /// Rate of the depth, m/s.
    Real approach = 0;
    /// Tangential part.
    Vec3 slip{0.};
    static constexpr const char* fieldNames[] = {"approach", "slip"};
    static auto valueFields(auto& self) { return std::tie(self.approach, self.slip); }
};

/// Velocity: by sample.
struct ContactMotions {
    std::vector<ContactMotion> samples;
    static constexpr const char* fieldNames[] = {"[sample]"};
    static auto valueFields(auto& self) { return std::tie(self.samples); }
};

/// Force on the second surface at one place, in Ground.
struct TouchForce {
    /// N, not negative.
    Real normal = 0;
    Vec3 friction{0.};
    /// Moment about the point of the place.
    Vec3 moment{0.};
    /// Largest friction at rest, N.
    Real frictionLimit = 0;
    /// Mean slip, weighted with the normal forces, m/s.
    Vec3 slip{0.};
    Real energy = 0, dissipatedPower = 0;
    /// With stiction: tangential displacement of the second surface that the friction spring keeps, m.
    Vec3 stretch{0.};
    static constexpr const char* fieldNames[] = {"normal force", "friction", "moment", "friction limit",
                                                 "slip",         "energy",   "heat",   "stretch"};
    static auto valueFields(auto& self) {
        return std::tie(self.normal, self.friction, self.moment, self.frictionLimit, self.slip, self.energy,
                        self.dissipatedPower, self.stretch);
    }
};

/// Dynamics: by place.
struct TouchForces {
    std::vector<TouchForce> touches;
    static constexpr const char* fieldNames[] = {"[place]"};
    static auto valueFields(auto& self) { return std::tie(self.touches); }
};

/// Where a place sticks: two points, one in the frame of each body, that were together when no friction acted.
struct ContactAnchor {
    ContactCandidate pair;
    int feature = 0;
    Vec3 station1{0.}, station2{0.};
    static constexpr const char* fieldNames[] = {"surfaces", "feature", "point of the first body",
                                                 "point of the second body"};
    static auto valueFields(auto& self) { return std::tie(self.pair, self.feature, self.station1, self.station2); }
};

/// Discrete, updated after each step: sorted by pair and feature, as places are.
struct ContactAnchors {
    /// False until the first step: friction that a model starts with counts until then.
    bool started = false;
    std::vector<ContactAnchor> anchors;
    static constexpr const char* fieldNames[] = {"started", "anchors"};
    static auto valueFields(auto& self) { return std::tie(self.started, self.anchors); }

    /// The anchor of a place; of a place that is new beside another of the same two surfaces, the nearest one within @p
    /// reach, m, of it: the place where a body stands moves on from face to face. Null if it has just begun to touch.
    const ContactAnchor* find(const Touch& touch, const Transform& X_G1, Real reach) const {
        const ContactAnchor* nearest = nullptr;
        Real least = reach * reach;
        const auto isBefore = [](const ContactAnchor& x, const ContactCandidate& y) {
            return x.pair.a < y.a || (x.pair.a == y.a && x.pair.b < y.b);
        };
        for (auto i = std::lower_bound(anchors.begin(), anchors.end(), touch.pair, isBefore); i != anchors.end(); ++i) {
            const ContactAnchor& a = *i;
            if (a.pair.a != touch.pair.a || a.pair.b != touch.pair.b) break;
            if (a.feature == touch.feature) return &a;
            const Real squared = Vec3(Vec3(X_G1 * a.station1) - touch.point).normSqr();
            if (squared < least) least = squared, nearest = &a;
        }
        return nearest;
    }
};

}  // namespace trammel

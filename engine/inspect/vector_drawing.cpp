// SPDX-License-Identifier: Apache-2.0
#include "inspect/vector_drawing.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "compile/compiled_data.h"
#include "inspect/contact_drawing.h"
#include "inspect/transmission_drawing.h"
#include "multibody/matter/guts.h"

namespace trammel {

namespace {

/// Source of the arrows of one State.
struct Subject {
    const MatterSubsystem& matter;
    const MultibodySystem& system;
    const State& state;
    std::optional<Vector_<SpatialVec>> reactions = {};

    Vec3 massCenter(MobilizedBodyIndex b) const {
        return matter.getBodyTransform(state, b) * matter.getMassProperties(state, b).getMassCenter();
    }
    /// From the body's origin, in Ground.
    Vec3 arm(MobilizedBodyIndex b) const { return massCenter(b) - matter.getBodyTransform(state, b).p(); }
    Vec3 velocity(MobilizedBodyIndex b) const {
        const SpatialVec& V = matter.getBodyVelocity(state, b);
        return V[1] + V[0].cross(arm(b));
    }
    Vec3 acceleration(MobilizedBodyIndex b) const {
        const SpatialVec& A = matter.getBodyAcceleration(state, b);
        const Vec3 w = matter.getBodyVelocity(state, b)[0], r = arm(b);
        return A[1] + A[0].cross(r) + w.cross(Vec3(w.cross(r)));
    }
    const SpatialVec& load(MobilizedBodyIndex b) const { return system.getRigidBodyForces(state, Stage::Dynamics)[b]; }
    const SpatialVec& reaction(MobilizedBodyIndex b) {
        if (!reactions) matter.calcMobilizerReactionForces(state, reactions.emplace());
        return (*reactions)[b];
    }
    /// The origin of the joint's frame M.
    Vec3 joint(MobilizedBodyIndex b) const {
        return matter.getPositionKinematics(state).bodies[std::size_t(int(b))].jointPose().p();
    }
};

enum class At { MassCenter, Joint };
struct ArrowKind {
    Drawing what;
    At at;
    std::function<Vec3(Subject&, MobilizedBodyIndex)> value;
};

const std::vector<ArrowKind>& arrowKinds() {
    using B = MobilizedBodyIndex;
    static const std::vector<ArrowKind> kinds{
        {{"velocity",
          "Velocities",
          "At each body's center of mass.",
          Quantity::Speed,
          Stage::Velocity,
          {0.13f, 0.55f, 0.85f}},
         At::MassCenter,
         [](Subject& s, B b) { return s.velocity(b); }},
        {{"angularVelocity",
          "Angular velocities",
          "Angular velocity of each body, along its rotation axis.",
          Quantity::AngularSpeed,
          Stage::Velocity,
          {0.10f, 0.62f, 0.62f}},
         At::MassCenter,
         [](Subject& s, B b) { return s.matter.getBodyVelocity(s.state, b)[0]; }},
        {{"acceleration",
          "Accelerations",
          "At each body's center of mass.",
          Quantity::Acceleration,
          Stage::Acceleration,
          {0.58f, 0.30f, 0.78f}},
         At::MassCenter,
         [](Subject& s, B b) { return s.acceleration(b); }},
        {{"load",
          "Applied forces",
          "Total of all force elements on each body, including gravity, at its center of mass.",
          Quantity::Force,
          Stage::Dynamics,
          {0.86f, 0.42f, 0.10f}},
         At::MassCenter,
         [](Subject& s, B b) { return s.load(b)[1]; }},
        {{"loadTorque",
          "Applied torques",
          "Their moment about the body's center of mass.",
          Quantity::Torque,
          Stage::Dynamics,
          {0.80f, 0.62f, 0.08f}},
         At::MassCenter,
         [](Subject& s, B b) -> Vec3 { return s.load(b)[0] - s.arm(b).cross(s.load(b)[1]); }},
        {{"reaction",
          "Joint reactions",
          "Force of the parent on the child, at the joint.",
          Quantity::Force,
          Stage::Acceleration,
          {0.82f, 0.20f, 0.28f}},
         At::Joint,
         [](Subject& s, B b) { return s.reaction(b)[1]; }},
        {{"reactionTorque",
          "Joint reaction torques",
          "Torque of the parent on the child, at the joint.",
          Quantity::Torque,
          Stage::Acceleration,
          {0.80f, 0.32f, 0.58f}},
         At::Joint,
         [](Subject& s, B b) { return s.reaction(b)[0]; }},
    };
    return kinds;
}

/// A decoration of a body in true size.
struct ShapeKind {
    Drawing what;
    std::function<void(Subject&, MobilizedBodyIndex, std::vector<DecorativeGeometry>&)> append;
};

/// In multiples of the glyph size.
constexpr Real FrameSize = 3, ShortestArrow = 0.1;
constexpr Real FaintOpacity = 0.35;

/// The ellipsoid of uniform density with a body's mass and inertia; none for a massless body.
std::optional<DecorativeGeometry> inertiaEllipsoid(const MassProperties& mass) {
    if (mass.getMass() <= 0) return std::nullopt;
    const Mat33 central = mass.calcCentralInertia().toMat33();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(Eigen::Matrix3d(central / mass.getMass()));
    const Eigen::Vector3d& moments = principal.eigenvalues();
    // m (b^2 + c^2) / 5 and so on; a plate has a zero semi-axis and would be invisible.
    Vec3 radii;
    for (int i = 0; i < 3; ++i) radii[i] = std::sqrt(std::max(0., 2.5 * (moments.sum() - 2 * moments[i])));
    const Real thinnest = 0.02 * radii.maxCoeff();
    if (!(thinnest > 0)) return std::nullopt;
    for (int i = 0; i < 3; ++i) radii[i] = std::max(radii[i], thinnest);
    Eigen::Matrix3d axes = principal.eigenvectors();
    if (axes.determinant() < 0) axes.col(2) *= -1;
    return DecorativeGeometry(decor::Ellipsoid{radii}).setTransform(Transform(Rotation(axes), mass.getMassCenter()));
}

const std::vector<ShapeKind>& shapeKinds() {
    using B = MobilizedBodyIndex;
    using Out = std::vector<DecorativeGeometry>;
    static const std::vector<ShapeKind> kinds{
        {{"massCenter",
          "Centers of mass",
          "Center of mass of each body and, larger, of the whole system.",
          Quantity::None,
          Stage::Position,
          {0.10f, 0.11f, 0.13f}},
         [](Subject& s, B b, Out& out) {
             const Real size = s.matter.getGuts().glyphSize;
             // Body 0 represents the whole system.
             if (b == 0) {
                 const Vec3 center = s.matter.calcSystemMassCenterLocationInGround(s.state);
                 out.push_back(DecorativeGeometry(decor::Sphere{1.2 * size}).setTransform(Transform(center)));
                 return;
             }
             const MassProperties& mass = s.matter.getMassProperties(s.state, b);
             if (mass.getMass() > 0)
                 out.push_back(
                     DecorativeGeometry(decor::Sphere{0.85 * size}).setTransform(Transform(mass.getMassCenter())));
         }},
        {{"inertia",
          "Inertia ellipsoids",
          "Ellipsoid of uniform density with the body's mass and inertia.",
          Quantity::None,
          Stage::Position,
          {0.35f, 0.55f, 0.80f}},
         [](Subject& s, B b, Out& out) {
             if (b == 0) return;
             if (auto ellipsoid = inertiaEllipsoid(s.matter.getMassProperties(s.state, b)))
                 out.push_back(ellipsoid->setOpacity(FaintOpacity));
         }},
        {{"bodyFrame",
          "Body frames",
          "Axes of each body frame: x red, y green, z blue.",
          Quantity::None,
          Stage::Position,
          {0.5f, 0.5f, 0.5f}},
         [](Subject& s, B b, Out& out) {
             if (b > 0) out.push_back(DecorativeGeometry(decor::Frame{FrameSize * s.matter.getGuts().glyphSize}));
         }},
        {{"jointFrame",
          "Joint frames",
          "Both frames of each joint: F on the parent (translucent) and M on the child.",
          Quantity::None,
          Stage::Position,
          {0.5f, 0.5f, 0.5f}},
         [](Subject& s, B b, Out& out) {
             if (b == 0) return;
             const auto& body = s.matter.getPositionKinematics(s.state).bodies[std::size_t(int(b))];
             const Transform X_GM = body.jointPose() * Transform(body.X_FM.R());
             const Transform X_GF = X_GM * ~body.X_FM;
             const decor::Frame frame{FrameSize * s.matter.getGuts().glyphSize};
             const Transform X_BG = ~body.X_GB;
             // Attached to bodies, so that they need not be redrawn as these move.
             out.push_back(DecorativeGeometry(frame).setTransform(X_BG * X_GM));
             DecorativeGeometry outer = DecorativeGeometry(frame).setTransform(X_BG * X_GF);
             out.push_back(outer.setOpacity(FaintOpacity));
         }},
    };
    return kinds;
}

}  // namespace

const std::vector<Drawing>& getDrawings() {
    static const std::vector<Drawing> all = [] {
        std::vector<Drawing> drawings;
        for (const ArrowKind& kind : arrowKinds()) drawings.push_back(kind.what);
        for (const ContactDrawing& kind : contactDrawings()) drawings.push_back(kind.what);
        for (const ShapeKind& kind : shapeKinds()) drawings.push_back(kind.what);
        drawings.push_back(transmissionDrawing());
        return drawings;
    }();
    return all;
}

Real appendDrawing(const CompiledModel& model, const Drawing& drawing, const State& state, Real metersPerUnit,
                   std::vector<DecorativeGeometry>& out, const std::set<ElementId>& selection) {
    for (const ContactDrawing& kind : contactDrawings())
        if (kind.what.key == drawing.key) return kind.append(kind.what, model, state, metersPerUnit, selection, out);
    if (drawing.key == transmissionDrawing().key) {
        appendTransmission(model, state, out);
        return 0;
    }
    const MatterSubsystem& matter = *model.getData().built->matter;
    const auto& definitions = matter.getGuts().bodies;
    Subject subject{matter, model.getSystem(), state};
    Real largest = 0;
    for (const ArrowKind& kind : arrowKinds()) {
        if (kind.what.key != drawing.key) continue;
        for (int i = 1; i < matter.getNumBodies(); ++i) {
            const MobilizedBodyIndex b(i);
            const bool atJoint = kind.at == At::Joint;
            const BodyDefinition& definition = definitions[std::size_t(i)].definition;
            // A body split to close a loop has one arrow.
            const ElementId element = atJoint ? definition.jointElement : definition.bodyElement;
            if (!element.isValid()) continue;
            const Vec3 value = kind.value(subject, b), from = atJoint ? subject.joint(b) : subject.massCenter(b);
            const Real length = value.norm();
            if (!std::isfinite(length)) continue;
            largest = std::max(largest, length);
            // Shorter than its line width.
            if (metersPerUnit * length < ShortestArrow * matter.getGuts().glyphSize) continue;
            const Vec3 to = from + metersPerUnit * value;
            // Thicker than other glyphs, and in proportion if very long.
            const Real drawn = metersPerUnit * length;
            const Real tip = std::min(std::max(2 * matter.getGuts().glyphSize, 0.16 * drawn), 0.45 * drawn);
            out.push_back(DecorativeGeometry(decor::Arrow{from, to, tip})
                              .setLineThickness(2.5)
                              .setColor(drawing.color)
                              .setRole(DecorationRole::Annotation)
                              .setElement(element));
        }
    }
    for (const ShapeKind& kind : shapeKinds()) {
        if (kind.what.key != drawing.key) continue;
        for (int i = 0; i < matter.getNumBodies(); ++i) {
            const std::size_t before = out.size();
            kind.append(subject, MobilizedBodyIndex(i), out);
            for (std::size_t k = before; k < out.size(); ++k)
                out[k].setBodyId(i).setColor(drawing.color).setRole(DecorationRole::Annotation);
        }
    }
    return largest;
}

}  // namespace trammel

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/viewport_scene.h"

#include <cmath>

namespace trammel::ui {

namespace {

using namespace demo;

const Color kBlue{0.22f, 0.47f, 0.80f}, kTeal{0.18f, 0.62f, 0.58f}, kPlum{0.62f, 0.36f, 0.66f},
    kSteel{0.62f, 0.65f, 0.69f}, kDark{0.32f, 0.35f, 0.40f}, kRed{0.85f, 0.25f, 0.20f}, kInk{0.15f, 0.18f, 0.22f};

Transform inPlane(const Vec3& p, Real angle) { return {Rotation::aboutZ(angle), p}; }

// A bar with rounded ends about z along x, slightly offset from the plane.
void addLink(Scene& scene, int body, ElementId id, Real length, Real z, const Color& color) {
    const Real thickness = 0.006, width = 0.013;
    const auto add = [&](DecorativeShape shape, const Transform& X) {
        scene.geometry.push_back(
            DecorativeGeometry(std::move(shape)).setBodyId(body).setTransform(X).setColor(color).setElement(id));
    };
    const Rotation alongZ(Pi / 2, Vec3(1, 0, 0));
    add(decor::Brick{Vec3(length / 2, width, thickness)}, Transform(Vec3(length / 2, 0, z)));
    add(decor::Cylinder{width, thickness}, Transform(alongZ, Vec3(0, 0, z)));
    add(decor::Cylinder{width, thickness}, Transform(alongZ, Vec3(length, 0, z)));
}

void addPin(Scene& scene, int body, ElementId id, const Vec3& p) {
    const Rotation alongZ(Pi / 2, Vec3(1, 0, 0));
    scene.geometry.push_back(DecorativeGeometry(decor::Cylinder{0.006, 0.017})
                                 .setBodyId(body)
                                 .setTransform(Transform(alongZ, p))
                                 .setColor(kSteel)
                                 .setRole(DecorationRole::Joint)
                                 .setElement(id));
}

}  // namespace

std::vector<Transform> fourBarPoses(Real angle) {
    const Vec3 A(0.), D(groundLength, 0, 0);
    const Vec3 B(crankLength * std::cos(angle), crankLength * std::sin(angle), 0);
    // C is the upper intersection of the coupler circle about B and the rocker circle about D.
    const Vec3 BD = D - B;
    const Real d = BD.norm();
    const Real a = (square(couplerLength) - square(rockerLength) + d * d) / (2 * d);
    const Real h = std::sqrt(square(couplerLength) - a * a);
    const Vec3 along = BD / d;
    const Vec3 C = B + along * a + Vec3(-along.y(), along.x(), 0) * h;
    return {Transform(), inPlane(A, angle), inPlane(B, std::atan2(C.y() - B.y(), C.x() - B.x())),
            inPlane(D, std::atan2(C.y() - D.y(), C.x() - D.x()))};
}

Vec3 tracePoint(Real angle) { return fourBarPoses(angle)[couplerBody] * Vec3(couplerLength / 2, 0.09, 0); }

Scene fourBarScene(Real angle) {
    Scene scene;
    scene.bodyPoses = fourBarPoses(angle);
    addLink(scene, 0, ground, groundLength, -0.013, kDark);
    addLink(scene, crankBody, crank, crankLength, 0, kBlue);
    addLink(scene, couplerBody, coupler, couplerLength, 0.013, kTeal);
    addLink(scene, rockerBody, rocker, rockerLength, 0, kPlum);
    addPin(scene, 0, crankPin, Vec3(0, 0, 0));
    addPin(scene, 0, {}, Vec3(groundLength, 0, 0));
    addPin(scene, crankBody, {}, Vec3(crankLength, 0, 0));
    addPin(scene, rockerBody, {}, Vec3(rockerLength, 0, 0));

    const Vec3 middle = scene.bodyPoses[rockerBody] * Vec3(0.12, 0, 0);
    scene.geometry.push_back(DecorativeGeometry(decor::Spring{Vec3(0.46, 0.05, 0), middle, 0.014, 9})
                                 .setColor(kSteel)
                                 .setRole(DecorationRole::Force)
                                 .setElement(spring));
    scene.geometry.push_back(DecorativeGeometry(decor::Brick{Vec3(0.006, 0.03, 0.02)})
                                 .setTransform(Transform(Vec3(0.466, 0.05, 0)))
                                 .setColor(kDark)
                                 .setElement(ground));
    const Vec3 tip = tracePoint(angle);
    scene.geometry.push_back(DecorativeGeometry(decor::Arrow{tip, tip + Vec3(0.02, 0.09, 0), 0.03})
                                 .setColor(kRed)
                                 .setRole(DecorationRole::Force)
                                 .setElement(force));
    decor::Polyline path;
    for (int i = 0; i <= 120; ++i) path.points.push_back(tracePoint(2 * Pi * i / 120));
    scene.geometry.push_back(DecorativeGeometry(path)
                                 .setColor({0.90f, 0.42f, 0.10f})
                                 .setLineThickness(2)
                                 .setRole(DecorationRole::Trace)
                                 .setElement(trace));
    scene.geometry.push_back(DecorativeGeometry(decor::Text{"F = 12.4 N", 13, true})
                                 .setTransform(Transform(Vec3(tip + Vec3(0.075, 0.085, 0))))
                                 .setColor(kInk)
                                 .setRole(DecorationRole::Annotation)
                                 .setElement(label));
    scene.geometry.push_back(DecorativeGeometry(decor::Frame{0.05})
                                 .setTransform(Transform(Vec3(0, 0, 0.02)))
                                 .setRole(DecorationRole::Annotation));
    scene.geometry.push_back(DecorativeGeometry(decor::Sphere{0.009})
                                 .setBodyId(couplerBody)
                                 .setTransform(Transform(Vec3(couplerLength / 2, 0.09, 0)))
                                 .setColor({0.95f, 0.75f, 0.15f})
                                 .setElement(coupler));
    scene.geometry.push_back(
        DecorativeGeometry(decor::Line{Vec3(couplerLength / 2, 0, 0.013), Vec3(couplerLength / 2, 0.09, 0)})
            .setBodyId(couplerBody)
            .setColor(kTeal)
            .setLineThickness(3)
            .setElement(coupler));
    return scene;
}

Scene twoBricksInARow() {
    Scene scene;
    scene.bodyPoses.resize(3);
    for (int body : {1, 2}) {
        scene.geometry.push_back(DecorativeGeometry(decor::Brick{Vec3(0.5, 0.5, 0.1)})
                                     .setBodyId(body)
                                     .setTransform(Transform(Vec3(0, 0, body == 1 ? 0.5 : -0.5)))
                                     .setElement(ElementId{static_cast<std::uint64_t>(10 + body)}));
    }
    return scene;
}

Scene manyBodies(int count, Real shift) {
    Scene scene;
    scene.bodyPoses.resize(1);
    for (int body = 1; body <= count; ++body) {
        scene.bodyPoses.emplace_back(Vec3(0.3 * (body % 20), 0.12 * (body / 20) + shift, 0));
        const ElementId element{static_cast<std::uint64_t>(body)};
        scene.geometry.push_back(
            DecorativeGeometry(decor::Brick{Vec3(0.1, 0.02, 0.01)}).setBodyId(body).setElement(element));
        scene.geometry.push_back(DecorativeGeometry(decor::Cylinder{0.03, 0.02})
                                     .setBodyId(body)
                                     .setElement(element)
                                     .setRole(DecorationRole::Joint));
    }
    return scene;
}

}  // namespace trammel::ui

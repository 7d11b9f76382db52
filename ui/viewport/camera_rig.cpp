// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/camera_rig.h"

#include <algorithm>
#include <cmath>

namespace trammel::ui {

namespace {

constexpr Real kHalfAngle = 15 * Pi / 180;
constexpr Real kRadiansPerPixel = 0.0075;
// Share of the image that fit() fills; the rest is for motion, labels and the corner axes.
constexpr Real kFill = 0.75;
constexpr Real kMinDistance = 1e-5, kMaxDistance = 1e7;

Vec3 extentOf(const std::vector<Vec3>& points, Vec3* middle = nullptr) {
    Vec3 lo(Infinity, Infinity, Infinity), hi(-Infinity, -Infinity, -Infinity);
    for (const Vec3& p : points) {
        lo = lo.cwiseMin(p);
        hi = hi.cwiseMax(p);
    }
    if (middle) *middle = (lo + hi) / 2;
    return hi - lo;
}

}  // namespace

Rotation viewAxes(UpAxis up) { return up == UpAxis::Z ? Rotation(Pi / 2, Vec3(1, 0, 0)) : Rotation(); }

UpAxis nearestUpAxis(const Vec3& direction) {
    return direction.z() > direction.cwiseAbs().head<2>().maxCoeff() ? UpAxis::Z : UpAxis::Y;
}

bool isPlanar(const std::vector<Vec3>& points, UpAxis up) {
    if (points.empty()) return false;
    const Vec3 extent = (viewAxes(up).transpose() * extentOf(points)).cwiseAbs();
    return extent.z() < 0.35 * std::max(extent.x(), extent.y());
}

GridPlane suitableGridPlane(const std::vector<Vec3>& points, UpAxis up) {
    return isPlanar(points, up) == (up == UpAxis::Y) ? GridPlane::XY : GridPlane::XZ;
}

void CameraRig::setPose(const CameraPose& pose) {
    pose_ = pose;
    pose_.distance = std::clamp(pose.distance, kMinDistance, kMaxDistance);
    pose_.pitch = std::clamp(pose.pitch, -Pi / 2, Pi / 2);
}

void CameraRig::setViewSize(Real width, Real height) {
    width_ = std::max(1., width);
    height_ = std::max(1., height);
}

void CameraRig::setStandardView(StandardView view) {
    struct Angles {
        Real yaw, pitch;
    };
    const Angles angles = [view]() -> Angles {
        switch (view) {
            case StandardView::Front: return {0, 0};
            case StandardView::Back: return {Pi, 0};
            case StandardView::Left: return {-Pi / 2, 0};
            case StandardView::Right: return {Pi / 2, 0};
            case StandardView::Top: return {0, Pi / 2};
            case StandardView::Bottom: return {0, -Pi / 2};
            case StandardView::Iso: break;
        }
        return {Pi / 4, std::atan(std::sqrt(0.5))};
    }();
    pose_.yaw = angles.yaw;
    pose_.pitch = angles.pitch;
}

void CameraRig::setPleasantView(const std::vector<Vec3>& points) {
    const bool planar = isPlanar(points, pose_.up);
    pose_.yaw = (planar ? 11 : 35) * Pi / 180;
    pose_.pitch = (planar ? 10 : 24) * Pi / 180;
}

void CameraRig::fit(const std::vector<Vec3>& points) {
    if (points.empty()) return;
    const Rotation R_GC = rotation();
    std::vector<Vec3> points_C;
    points_C.reserve(points.size());
    for (const Vec3& p : points) points_C.push_back(R_GC.transpose() * p);
    Vec3 middle;
    const Vec3 extent = extentOf(points_C, &middle);
    const Real ty = tanHalfAngle() * kFill, tx = ty * width_ / height_;

    // A single point has no size: show it from one meter.
    if (extent.norm() < kMinDistance) {
        pose_.focus = R_GC * middle;
        pose_.distance = 1;
        return;
    }
    if (pose_.orthographic) {
        pose_.focus = R_GC * middle;
        pose_.distance =
            std::clamp(std::max(extent.x() / (2 * tx), extent.y() / (2 * ty)), extent.norm() / 10, kMaxDistance);
        return;
    }
    // Every point p must satisfy |p - e| <= (e_z - p_z) t in x and y for the camera e: four bounding planes.
    Real right = -Infinity, left = -Infinity, top = -Infinity, bottom = -Infinity;
    for (const Vec3& p : points_C) {
        right = std::max(right, p.x() + p.z() * tx);
        left = std::max(left, -p.x() + p.z() * tx);
        top = std::max(top, p.y() + p.z() * ty);
        bottom = std::max(bottom, -p.y() + p.z() * ty);
    }
    const Real eyeZ = std::max((right + left) / (2 * tx), (top + bottom) / (2 * ty));
    pose_.distance = std::clamp(eyeZ - middle.z(), std::max(kMinDistance, extent.norm() / 10), kMaxDistance);
    pose_.focus = R_GC * Vec3((right - left) / 2, (top - bottom) / 2, middle.z());
}

void CameraRig::orbit(const Vec3& pivot, Real dxPixels, Real dyPixels) {
    const Rotation before = rotation();
    pose_.yaw = std::remainder(pose_.yaw - dxPixels * kRadiansPerPixel, 2 * Pi);
    pose_.pitch = std::clamp(pose_.pitch + dyPixels * kRadiansPerPixel, -Pi / 2, Pi / 2);
    const Vec3 pivotToFocus_C = before.transpose() * (pose_.focus - pivot);
    pose_.focus = pivot + rotation() * pivotToFocus_C;
}

void CameraRig::pan(Real depth, Real dxPixels, Real dyPixels) {
    const Real scale = metersPerPixel(depth);
    pose_.focus += rotation() * Vec3(-dxPixels * scale, dyPixels * scale, 0);
}

void CameraRig::zoom(Real factor, const Vec3& fixedPoint) {
    const Real distance = std::clamp(pose_.distance * factor, kMinDistance, kMaxDistance);
    const Real applied = distance / pose_.distance;
    pose_.focus = fixedPoint + (pose_.focus - fixedPoint) * applied;
    pose_.distance = distance;
}

Rotation CameraRig::rotation() const {
    if (turn_.up != pose_.up || turn_.yaw != pose_.yaw || turn_.pitch != pose_.pitch)
        turn_ = {pose_.up, pose_.yaw, pose_.pitch,
                 Rotation(Mat33(viewAxes(pose_.up) * Rotation(pose_.yaw, Vec3(0, 1, 0)) *
                                Rotation(-pose_.pitch, Vec3(1, 0, 0))))};
    return turn_.R_GC;
}

Vec3 CameraRig::eye() const { return pose_.focus + rotation().z() * pose_.distance; }

Real CameraRig::depthOf(const Vec3& p) const { return pose_.distance - rotation().z().dot(p - pose_.focus); }

Real CameraRig::tanHalfAngle() {
    static const Real value = std::tan(kHalfAngle);
    return value;
}

Real CameraRig::halfHeightAt(Real depth) const {
    return tanHalfAngle() * (pose_.orthographic ? pose_.distance : std::max(depth, kMinDistance));
}

Ray CameraRig::rayThrough(const Vec2& pixel) const {
    const Rotation R_GC = rotation();
    const Real h = halfHeightAt(pose_.distance);
    const Vec3 onFocusPlane = pose_.focus + R_GC.x() * ((2 * pixel.x() - width_) / height_ * h) +
                              R_GC.y() * ((1 - 2 * pixel.y() / height_) * h);
    if (pose_.orthographic) return {onFocusPlane + R_GC.z() * pose_.distance, -R_GC.z()};
    return {eye(), (onFocusPlane - eye()).normalized()};
}

std::optional<Vec2> CameraRig::project(const Vec3& p) const {
    const Vec3 p_C = rotation().transpose() * (p - eye());
    if (!pose_.orthographic && p_C.z() > -kMinDistance) return std::nullopt;
    const Real scale = metersPerPixel(-p_C.z());
    return Vec2(width_ / 2 + p_C.x() / scale, height_ / 2 - p_C.y() / scale);
}

ClipRange CameraRig::clipRange(const Vec3& sphereCenter, Real sphereRadius, Real reach) const {
    const Real centerDepth = depthOf(sphereCenter);
    const Real nearest = std::min(centerDepth - sphereRadius, pose_.distance - reach);
    const Real farthest = std::max(centerDepth + sphereRadius, pose_.distance + reach);
    if (pose_.orthographic) return {nearest, farthest};
    // Depth resolution improves with the near plane's distance; a hundredth of the focus distance is in front of
    // anything visible.
    const Real nearDepth = std::max({nearest, pose_.distance / 100, farthest * 1e-5});
    return {nearDepth, std::max(farthest, 2 * nearDepth)};
}

}  // namespace trammel::ui

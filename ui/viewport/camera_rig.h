// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "ui/viewport/view_types.h"

namespace trammel::ui {

/// A ray in the world; unit direction.
struct Ray {
    Vec3 origin, direction;
};

/// Near and far depth along the line of sight, m.
struct ClipRange {
    Real nearDepth, farDepth;
};

/// Camera pose and lens, and their manipulation by drags and wheel.
///
/// Camera frame C: x right, y up, z toward the viewer. Pixels are logical widget pixels, origin top left, y down.
/// Independent of widgets and graphics libraries; not thread-safe.
class CameraRig {
public:
    const CameraPose& pose() const { return pose_; }
    void setPose(const CameraPose& pose);
    /// Sets the image size, logical pixels; at least one.
    void setViewSize(Real width, Real height);
    Real viewWidth() const { return width_; }
    Real viewHeight() const { return height_; }

    void setOrthographic(bool on) { pose_.orthographic = on; }
    /// Rotates the camera only; call fit() to frame the scene as well.
    void setStandardView(StandardView view);
    /// Chooses a view direction for the points: near the front if isPlanar().
    void setPleasantView(const std::vector<Vec3>& points);
    /// Translates the camera until the points fill the image. No effect without points.
    void fit(const std::vector<Vec3>& points);

    /// Rotates about @p pivot, which keeps its place on the screen.
    void orbit(const Vec3& pivot, Real dxPixels, Real dyPixels);
    /// Pans so that a point at @p depth (m along the line of sight) follows the mouse.
    void pan(Real depth, Real dxPixels, Real dyPixels);
    /// Scales all distances by @p factor with @p fixedPoint fixed on the screen.
    void zoom(Real factor, const Vec3& fixedPoint);

    Vec3 eye() const;
    /// The world axis that points up, a unit vector.
    Vec3 up() const { return viewAxes(pose_.up).y(); }
    /// Camera axes in the world, R_GC.
    Rotation rotation() const;
    Transform X_GC() const { return {rotation(), eye()}; }
    /// Depth of @p p along the line of sight, m.
    Real depthOf(const Vec3& p) const;
    /// Tangent of half the vertical field of view.
    static Real tanHalfAngle();
    /// Half the visible height at @p depth, m.
    Real halfHeightAt(Real depth) const;
    /// Length of one pixel at @p depth, m.
    Real metersPerPixel(Real depth) const { return 2 * halfHeightAt(depth) / height_; }
    /// Ray through a pixel; starts at the camera, or in its plane if orthographic.
    Ray rayThrough(const Vec2& pixel) const;
    /// Projection of a point; empty behind the camera.
    std::optional<Vec2> project(const Vec3& p) const;
    /// Clip range that contains the sphere and everything within @p reach of the focus, except what touches the lens.
    ClipRange clipRange(const Vec3& sphereCenter, Real sphereRadius, Real reach) const;

private:
    CameraPose pose_;
    /// The rotation of the angles it was computed for.
    struct Turn {
        UpAxis up = UpAxis::Y;
        Real yaw = NaN, pitch = NaN;
        Rotation R_GC;
    };
    mutable Turn turn_;
    Real width_ = 800, height_ = 600;
};

/// The up axis nearest to @p direction: z if that is mostly vertical along z, else y.
UpAxis nearestUpAxis(const Vec3& direction);
/// True if the points lie about a plane parallel to the front view, as in a planar mechanism.
bool isPlanar(const std::vector<Vec3>& points, UpAxis up = UpAxis::Y);
/// Parallel to the front view if isPlanar(), else the ground.
GridPlane suitableGridPlane(const std::vector<Vec3>& points, UpAxis up);

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "ui/viewport/view_types.h"

namespace trammel::ui {

/// A half line in the world; the direction has unit length.
struct Ray {
    Vec3 origin, direction;
};

/// Depths along the line of sight between which something may be drawn, m.
struct ClipRange {
    Real nearDepth, farDepth;
};

/// The camera's pose and lens, and what dragging and the wheel do to it.
///
/// Camera frame C: x right, y up, z towards the viewer. Pixels are logical widget pixels, origin top left, y down.
/// Knows no widget and no graphics library; not thread safe.
class CameraRig {
public:
    const CameraPose& pose() const { return pose_; }
    void setPose(const CameraPose& pose);
    /// Size of the picture, logical pixels; anything below one pixel counts as one.
    void setViewSize(Real width, Real height);
    Real viewWidth() const { return width_; }
    Real viewHeight() const { return height_; }

    void setOrthographic(bool on) { pose_.orthographic = on; }
    /// Turns the camera only; call fit() to also bring everything into view.
    void setStandardView(StandardView view);
    /// A pleasant direction for these points: nearly from the front when they lie about a plane z = const.
    void setPleasantView(const std::vector<Vec3>& points);
    /// Moves the camera, without turning it, until the points just fill the picture. No points: no change.
    void fit(const std::vector<Vec3>& points);

    /// Turns about @p pivot, which stays where it is on the screen.
    void orbit(const Vec3& pivot, Real dxPixels, Real dyPixels);
    /// Shifts sideways so that a point at @p depth (m along the line of sight) follows the mouse.
    void pan(Real depth, Real dxPixels, Real dyPixels);
    /// Scales the distance to everything by @p factor, keeping @p fixedPoint where it is on the screen.
    void zoom(Real factor, const Vec3& fixedPoint);

    Vec3 eye() const;
    /// The camera frame's axes in the world.
    Rotation rotation() const;
    Transform X_GC() const { return {rotation(), eye()}; }
    /// Distance of @p p from the eye along the line of sight, m.
    Real depthOf(const Vec3& p) const;
    /// Tangent of half the vertical angle of view.
    static Real tanHalfAngle();
    /// Half the height of what is seen at @p depth, m.
    Real halfHeightAt(Real depth) const;
    /// Size of one pixel at @p depth, m.
    Real metresPerPixel(Real depth) const { return 2 * halfHeightAt(depth) / height_; }
    /// The line of sight through a pixel; starts at the eye, or in the eye's plane when orthographic.
    Ray rayThrough(const Vec2& pixel) const;
    /// Where a point appears; none when it lies behind the eye.
    std::optional<Vec2> project(const Vec3& p) const;
    /// A range holding the sphere and everything within @p reach of the focus, except what touches the lens.
    ClipRange clipRange(const Vec3& sphereCentre, Real sphereRadius, Real reach) const;

private:
    CameraPose pose_;
    Real width_ = 800, height_ = 600;
};

/// Do the points lie about a plane z = const, as those of a planar mechanism do?
bool isPlanar(const std::vector<Vec3>& points);

}  // namespace trammel::ui

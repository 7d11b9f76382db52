// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <osg/Matrixd>
#include <osg/Vec3d>
#include <osg/Vec3f>
#include <osg/Vec4d>
#include <osg/Vec4f>

#include "math/rotation.h"
#include "ui/viewport/view_types.h"

namespace trammel::ui {

inline osg::Vec3d toOsg(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
inline osg::Vec3f toOsgFloat(const Vec3& v) { return {float(v.x()), float(v.y()), float(v.z())}; }
inline Vec3 fromOsg(const osg::Vec3d& v) { return {v.x(), v.y(), v.z()}; }

/// Converts to OSG, which multiplies row vectors from the left.
inline osg::Matrixd toOsg(const Transform& X) {
    const Rotation& R = X.R();
    const Vec3& p = X.p();
    return {R(0, 0), R(1, 0), R(2, 0), 0, R(0, 1), R(1, 1), R(2, 1), 0,
            R(0, 2), R(1, 2), R(2, 2), 0, p.x(),   p.y(),   p.z(),   1};
}

/// The plane in eye axes for the view transform @p X_VG: positive on the clipped side; negative everywhere when off.
inline osg::Vec4f sectionSeenFrom(const SectionPlane& section, const osg::Matrixd& X_VG) {
    if (!section.on) return {0, 0, 0, -1};
    const osg::Vec3d normal_V = osg::Matrixd::transform3x3(toOsg(section.normal), X_VG);
    return {osg::Vec4d(normal_V, -section.offset - normal_V * X_VG.getTrans())};
}

inline bool isFinite(const Transform& X) { return X.R().allFinite() && X.p().allFinite(); }

}  // namespace trammel::ui

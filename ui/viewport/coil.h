// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <osg/Geometry>
#include <osg/ref_ptr>

#include "decoration/decorative_geometry.h"

namespace trammel::ui {

/// A coil spring of round wire between two points, with short straight ends on the axis.
osg::ref_ptr<osg::Geometry> makeCoil(const decor::Spring& shape);
/// Moves the vertices of a coil with the same number of turns. Coincident ends give an empty shape.
void updateCoil(osg::Geometry& coil, const decor::Spring& shape);

}  // namespace trammel::ui

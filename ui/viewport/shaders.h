// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <osg/Program>
#include <osg/ref_ptr>

namespace trammel::ui {

/// Programs in GLSL 1.20, which every OpenGL 2.1 compatibility context has.
///
/// Uniforms: vec4 baseColor (surface, flat), float glow (surface: how much brighter than by light alone), vec3 up_V
/// (surface: the world's up direction in view axes).
osg::ref_ptr<osg::Program> makeSurfaceProgram();
/// The same with shadows; besides: sampler2DShadow shadowMap and mat4 shadowFromView into it, float shadowTexel, the size
/// of one of its depths, vec3 shadowLight_V, the direction to the light, float shadowBias, how far above a surface it is
/// looked whether light comes there.
osg::ref_ptr<osg::Program> makeShadowedSurfaceProgram();
/// A floor of which only the shadows are seen: vec3 floorMiddle_V and float floorReach, where they fade out.
osg::ref_ptr<osg::Program> makeShadowFloorProgram();
/// One colour, no light: lines, points, outlines.
osg::ref_ptr<osg::Program> makeFlatProgram();
/// The vertices' own colours, no light: the grid.
osg::ref_ptr<osg::Program> makeVertexColorProgram();
/// The vertices' own colours at the far end of the picture, whatever the camera: the background.
osg::ref_ptr<osg::Program> makeBackdropProgram();

}  // namespace trammel::ui

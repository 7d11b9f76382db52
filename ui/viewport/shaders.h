// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <osg/Program>
#include <osg/ref_ptr>

namespace trammel::ui {

/// Programs in GLSL 1.20, which every OpenGL 2.1 compatibility context has.
///
/// Uniforms: vec4 baseColor (surface, flat), float glow (surface: how much brighter than by light alone), vec3 up_V
/// (surface: the world's up direction in view axes).
///
/// With shadows, besides: sampler2DShadow shadowMap and mat4 shadowFromView into it, float shadowTexel, the size of one of
/// its depths, vec3 shadowLight_V, the direction to the light, float shadowBias, how far above a surface it is looked
/// whether light comes there.
///
/// With a section, besides: vec4 section_V, the plane in view axes, positive where it cuts away; float sectioned, whether
/// it cuts this (0: not, 1: a sheet, 2: a solid, whose inside is shown as the cut through it); float sectionHatch, from
/// one line of the hatching to the next, pixels.
osg::ref_ptr<osg::Program> makeSurfaceProgram(bool shadows, bool section);
/// A floor of which only the shadows are seen: vec3 floorMiddle_V and float floorReach, where they fade out.
osg::ref_ptr<osg::Program> makeShadowFloorProgram();
/// One colour, no light: lines, points, outlines. With a section: as for surfaces, without cuts.
osg::ref_ptr<osg::Program> makeFlatProgram(bool section);
/// The vertices' own colours, no light: the grid.
osg::ref_ptr<osg::Program> makeVertexColorProgram();
/// The vertices' own colours at the far end of the picture, whatever the camera: the background.
osg::ref_ptr<osg::Program> makeBackdropProgram();

}  // namespace trammel::ui

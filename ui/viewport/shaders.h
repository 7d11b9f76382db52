// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <osg/Program>
#include <osg/ref_ptr>

namespace trammel::ui {

/// GLSL 1.20 programs, available in every OpenGL 2.1 compatibility context.
///
/// Uniforms: vec4 baseColor (surface, flat); float glow (surface: added brightness); vec3 up_V (surface: world up
/// direction in view axes).
///
/// With shadows also: sampler2DShadow shadowMap and mat4 shadowFromView into it; float shadowTexel, size of a texel;
/// vec3 shadowLight_V, direction to the light; float shadowBias, offset of the lookup above the surface.
///
/// With a section also: vec4 section_V, the plane in view axes, positive on the clipped side; float sectioned (0: not
/// clipped, 1: sheet, 2: solid, whose inside is drawn as the cut face); float sectionHatch, hatch spacing in pixels.
osg::ref_ptr<osg::Program> makeSurfaceProgram(bool shadows, bool section);
/// Lit surfaces of merged solids. Their transforms, colors, glows, edge opacities and depth offsets are texels of
/// sampler2D poses: five from vec2 slot, a vertex attribute at SlotAttribute, on. Needs EXT_gpu_shader4 and float textures.
osg::ref_ptr<osg::Program> makeBatchSurfaceProgram(bool shadows, bool section);
/// Uniform dark lines with the opacity of each solid.
osg::ref_ptr<osg::Program> makeBatchEdgeProgram(bool section);
/// Generic attribute that is not an alias of a conventional one.
inline constexpr unsigned SlotAttribute = 6;
/// A floor that shows only shadows: vec3 floorMiddle_V and float floorReach fade them out.
osg::ref_ptr<osg::Program> makeShadowFloorProgram();
/// Uniform color without lighting: lines, points, outlines. With a section: as for surfaces, without cut faces.
osg::ref_ptr<osg::Program> makeFlatProgram(bool section);
/// Vertex colors without lighting that fade to nothing at radius 1 of the texture coordinates: the grid.
osg::ref_ptr<osg::Program> makeFadingProgram();
/// A texture without lighting: sampler2D colors, float opacity.
osg::ref_ptr<osg::Program> makeTextureProgram();
/// An image as large as the view, seen where the geometry is: sampler2D colors; vec2 pixel, its size in texture coordinates.
osg::ref_ptr<osg::Program> makeScreenImageProgram();
/// Vertex colors at the far plane, independent of the camera: the background.
osg::ref_ptr<osg::Program> makeBackdropProgram();

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/shaders.h"

#include <string>

namespace trammel::ui {

namespace {

// Per pixel in approximately linear light (squares and roots for gamma): sky and ground, warm key light over the
// viewer's left shoulder, cool fill from the right, soft highlight, faint rim.
constexpr const char* kSurfaceVertex = R"(#version 120
varying vec3 normal_V;
varying vec3 position_V;
void main() {
    position_V = vec3(gl_ModelViewMatrix * gl_Vertex);
    normal_V = gl_NormalMatrix * gl_Normal;
    gl_Position = ftransform();
}
)";

// Merged solids: five texels hold a solid's transform, color and glow, edge opacity and depth offset. Offsets are in
// steps of a depth buffer of 24 bits.
constexpr const char* kBatchHead = R"(#version 120
#extension GL_EXT_gpu_shader4 : require
uniform sampler2D poses;
attribute vec2 slot;
varying vec3 position_V;
varying vec4 baseColor;
vec4 poseTexel(int i) { return texelFetch2D(poses, ivec2(slot) + ivec2(i, 0), 0); }
)";
constexpr const char* kBatchSurfaceVertex = R"(
varying vec3 normal_V;
varying float glow;
void main() {
    vec4 x = poseTexel(0), y = poseTexel(1), z = poseTexel(2), look = poseTexel(3), more = poseTexel(4);
    vec4 p = vec4(dot(x, gl_Vertex), dot(y, gl_Vertex), dot(z, gl_Vertex), 1.0);
    // Normals transform by the cofactors: solids are stretched.
    vec3 n = vec3(dot(cross(y.xyz, z.xyz), gl_Normal), dot(cross(z.xyz, x.xyz), gl_Normal),
                  dot(cross(x.xyz, y.xyz), gl_Normal));
    vec4 p_V = gl_ModelViewMatrix * p;
    position_V = p_V.xyz;
    normal_V = normalize(gl_NormalMatrix * normalize(n));
    baseColor = vec4(look.rgb, 1.0);
    glow = look.a;
    gl_Position = gl_ProjectionMatrix * p_V;
    gl_Position.z += more.g * 1.2e-7 * gl_Position.w;
}
)";
constexpr const char* kBatchEdgeVertex = R"(
void main() {
    vec4 p = vec4(dot(poseTexel(0), gl_Vertex), dot(poseTexel(1), gl_Vertex), dot(poseTexel(2), gl_Vertex), 1.0);
    vec4 p_V = gl_ModelViewMatrix * p;
    position_V = p_V.xyz;
    baseColor = vec4(0.04, 0.06, 0.09, poseTexel(4).r);
    gl_Position = gl_ProjectionMatrix * p_V;
}
)";

// Sixteen depth lookups, each bilinear: soft edges.
constexpr const char* kShadow = R"(
uniform sampler2DShadow shadowMap;
uniform mat4 shadowFromView;
uniform float shadowTexel;
uniform vec3 shadowLight_V;
float shadowAt(vec3 p_V) {
    vec4 at = shadowFromView * vec4(p_V, 1.0);
    float lit = 0.0;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            lit += shadow2D(shadowMap, at.xyz + vec3(float(i) - 1.5, float(j) - 1.5, 0.0) * (1.6 * shadowTexel)).r;
    return 1.0 - lit / 16.0;
}
)";

constexpr const char* kNoShadow = R"(
float shadowOn(vec3 n) { return 0.0; }
)";

// Faces that point away from the light are dark anyway; a face must not shadow itself.
constexpr const char* kShadowOnSurface = R"(
uniform float shadowBias;
float shadowOn(vec3 n) {
    return smoothstep(0.02, 0.3, dot(n, shadowLight_V)) * shadowAt(position_V + n * shadowBias);
}
)";

constexpr const char* kNoSection = R"(
bool isCutAway() { return false; }
bool isCut() { return false; }
float hatchSpacing() { return 1.0; }
)";

// A back face of a solid seen from inside is behind the cut: paint it as the cut face.
constexpr const char* kSection = R"(
uniform vec4 section_V;
uniform float sectioned;
uniform float sectionHatch;
// Fragments in the plane are kept, within rounding.
bool isCutAway() {
    return sectioned > 0.5 && dot(section_V.xyz, position_V) + section_V.w > 4e-6 * length(position_V);
}
bool isCut() { return sectioned > 1.5 && !gl_FrontFacing; }
float hatchSpacing() { return sectionHatch; }
)";

constexpr const char* kSurfaceHead = R"(#version 120
varying vec3 normal_V;
varying vec3 position_V;
uniform vec3 up_V;
const vec3 key = vec3(-0.391, 0.558, 0.732);
const vec3 fill = vec3(0.743, 0.050, 0.667);
)";

constexpr const char* kLookOfOne = "uniform vec4 baseColor;\nuniform float glow;\n";
constexpr const char* kLookOfEach = "varying vec4 baseColor;\nvarying float glow;\n";

constexpr const char* kSurfaceMain = R"(
void main() {
    if (isCutAway()) discard;
    if (isCut()) {
        float line = abs(fract((gl_FragCoord.x + gl_FragCoord.y) / hatchSpacing()) - 0.5);
        vec3 cut = mix(baseColor.rgb, vec3(0.93, 0.42, 0.25), 0.55);
        gl_FragColor = vec4(cut * mix(0.62, 1.0, smoothstep(0.06, 0.14, line)) * (1.0 + 0.3 * glow), baseColor.a);
        return;
    }
    bool orthographic = gl_ProjectionMatrix[3][3] > 0.5;
    vec3 toEye = orthographic ? vec3(0.0, 0.0, 1.0) : normalize(-position_V);
    vec3 n = normalize(normal_V);
    if (!gl_FrontFacing) n = -n;
    float sky = 0.5 + 0.5 * dot(n, up_V);
    vec3 light = mix(vec3(0.17, 0.16, 0.16), vec3(0.40, 0.43, 0.47), sky);
    light += max(dot(n, key), 0.0) * vec3(0.78, 0.76, 0.72);
    light += max(dot(n, fill), 0.0) * vec3(0.13, 0.15, 0.18);
    float highlight = pow(max(dot(n, normalize(key + toEye)), 0.0), 50.0);
    float edge = 1.0 - max(dot(n, toEye), 0.0);
    edge *= edge;
    edge *= edge;
    float shadow = shadowOn(n);
    light *= 1.0 - 0.55 * shadow;
    highlight *= 1.0 - shadow;
    vec3 color = baseColor.rgb * baseColor.rgb * light + 0.16 * highlight + 0.07 * edge * sky;
    color = color * (1.0 + glow) + 0.08 * glow;
    gl_FragColor = vec4(sqrt(color), baseColor.a);
}
)";

constexpr const char* kFloorFragment = R"(
varying vec3 position_V;
uniform vec3 floorMiddle_V;
uniform float floorReach;
)";
constexpr const char* kFloorMain = R"(
void main() {
    float fade = 1.0 - smoothstep(0.5, 1.0, length(position_V - floorMiddle_V) / floorReach);
    gl_FragColor = vec4(0.02, 0.03, 0.05, 0.42 * fade * shadowAt(position_V));
}
)";
constexpr const char* kPlacedVertex = R"(#version 120
varying vec3 position_V;
void main() {
    position_V = vec3(gl_ModelViewMatrix * gl_Vertex);
    gl_Position = ftransform();
}
)";
constexpr const char* kPlacedHead = "#version 120\nvarying vec3 position_V;\n";

constexpr const char* kPlainVertex = R"(#version 120
void main() {
    gl_Position = ftransform();
}
)";

constexpr const char* kFlatFragment = R"(
void main() {
    if (isCutAway()) discard;
    gl_FragColor = baseColor;
}
)";

constexpr const char* kFadingVertex = R"(#version 120
varying vec2 place;
void main() {
    place = gl_MultiTexCoord0.xy;
    gl_FrontColor = gl_Color;
    gl_Position = ftransform();
}
)";

constexpr const char* kFadingFragment = R"(#version 120
varying vec2 place;
void main() {
    float left = 1.0 - min(dot(place, place), 1.0);
    gl_FragColor = vec4(gl_Color.rgb, gl_Color.a * left * left);
}
)";

constexpr const char* kBackdropVertex = R"(#version 120
void main() {
    gl_FrontColor = gl_Color;
    gl_Position = vec4(gl_Vertex.xy, 0.0, 1.0);
}
)";

constexpr const char* kColorFragment = R"(#version 120
void main() {
    gl_FragColor = gl_Color;
}
)";

constexpr const char* kTextureVertex = R"(#version 120
varying vec2 place;
void main() {
    place = gl_MultiTexCoord0.xy;
    gl_Position = ftransform();
}
)";

constexpr const char* kTextureFragment = R"(#version 120
uniform sampler2D colors;
uniform float opacity;
varying vec2 place;
void main() {
    vec4 color = texture2D(colors, place);
    gl_FragColor = vec4(color.rgb, color.a * opacity);
}
)";

constexpr const char* kScreenImageFragment = R"(#version 120
uniform sampler2D colors;
uniform vec2 pixel;
void main() {
    gl_FragColor = texture2D(colors, gl_FragCoord.xy * pixel);
}
)";

std::string surfaceFragment(const char* look, bool shadows, bool section) {
    return std::string(kSurfaceHead) + look + (section ? kSection : kNoSection) +
           (shadows ? std::string(kShadow) + kShadowOnSurface : kNoShadow) + kSurfaceMain;
}

osg::ref_ptr<osg::Program> makeProgram(const char* name, const std::string& vertex, const std::string& fragment) {
    osg::ref_ptr<osg::Program> program = new osg::Program;
    program->setName(name);
    program->addShader(new osg::Shader(osg::Shader::VERTEX, vertex));
    program->addShader(new osg::Shader(osg::Shader::FRAGMENT, fragment));
    return program;
}

void bindSlot(osg::Program& program) {
    program.addBindAttribLocation("slot", SlotAttribute);  // not a type: an attribute of the shader
}

}  // namespace

osg::ref_ptr<osg::Program> makeSurfaceProgram(bool shadows, bool section) {
    return makeProgram("surface", kSurfaceVertex, surfaceFragment(kLookOfOne, shadows, section));
}
osg::ref_ptr<osg::Program> makeBatchSurfaceProgram(bool shadows, bool section) {
    auto program = makeProgram("surfaces", std::string(kBatchHead) + kBatchSurfaceVertex,
                               surfaceFragment(kLookOfEach, shadows, section));
    bindSlot(*program);
    return program;
}
osg::ref_ptr<osg::Program> makeBatchEdgeProgram(bool section) {
    auto program = makeProgram(
        "edges", std::string(kBatchHead) + kBatchEdgeVertex,
        std::string(kPlacedHead) + "varying vec4 baseColor;\n" + (section ? kSection : kNoSection) + kFlatFragment);
    bindSlot(*program);
    return program;
}
osg::ref_ptr<osg::Program> makeShadowFloorProgram() {
    return makeProgram("floor in shadow", kPlacedVertex,
                       std::string("#version 120\n") + kFloorFragment + kShadow + kFloorMain);
}
osg::ref_ptr<osg::Program> makeFlatProgram(bool section) {
    return section ? makeProgram("flat in section", kPlacedVertex,
                                 std::string(kPlacedHead) + kLookOfOne + kSection + kFlatFragment)
                   : makeProgram("flat", kPlainVertex,
                                 std::string("#version 120\n") + kLookOfOne + kNoSection + kFlatFragment);
}
osg::ref_ptr<osg::Program> makeFadingProgram() { return makeProgram("fading", kFadingVertex, kFadingFragment); }
osg::ref_ptr<osg::Program> makeTextureProgram() { return makeProgram("texture", kTextureVertex, kTextureFragment); }
osg::ref_ptr<osg::Program> makeScreenImageProgram() {
    return makeProgram("image of the screen", kPlainVertex, kScreenImageFragment);
}
osg::ref_ptr<osg::Program> makeBackdropProgram() { return makeProgram("backdrop", kBackdropVertex, kColorFragment); }

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/shadow_map.h"

#include <algorithm>
#include <osg/BlendFunc>
#include <osg/ColorMask>
#include <osg/CullFace>
#include <osg/Depth>
#include <osg/PolygonOffset>

#include "ui/viewport/osg_math.h"
#include "ui/viewport/shaders.h"
#include "ui/viewport/state_set_cache.h"
#include "ui/viewport/tessellation.h"

namespace trammel::ui {

namespace {
/// Resolution per side.
constexpr int Resolution = 2048;
constexpr int TextureUnit = 1;
/// Bias in texels: the width of the soft edge.
constexpr Real BiasDepths = 4;
/// Light direction in the view's axes U: from above left in the front view.
const osg::Vec3d ToLight(-0.42, 1.0, 0.5);
/// Floor extent around the casters, and its gap below them, in radii.
constexpr Real FloorReach = 3, FloorGap = 0.01;
/// Margin at the edges of the texture.
constexpr Real Margin = 1.02;
constexpr auto Force = osg::StateAttribute::ON | osg::StateAttribute::OVERRIDE;
}  // namespace

ShadowMap::ShadowMap(osg::Group* scene, osg::StateSet* readers)
    : readers_(readers),
      group_(new osg::Group),
      light_(new osg::Camera),
      depths_(new osg::Texture2D),
      corners_(new osg::Vec3Array(4)),
      fromView_(new osg::Uniform(osg::Uniform::FLOAT_MAT4, "shadowFromView")),
      toLight_V_(new osg::Uniform("shadowLight_V", osg::Vec3(0, 1, 0))),
      texel_(new osg::Uniform("shadowTexel", 1.f / Resolution)),
      bias_(new osg::Uniform("shadowBias", 0.f)),
      middle_V_(new osg::Uniform("floorMiddle_V", osg::Vec3())),
      reach_(new osg::Uniform("floorReach", 1.f)),
      section_L_(new osg::Uniform("section_V", osg::Vec4())) {
    depths_->setTextureSize(Resolution, Resolution);
    depths_->setInternalFormat(GL_DEPTH_COMPONENT24);
    depths_->setSourceFormat(GL_DEPTH_COMPONENT);
    depths_->setSourceType(GL_UNSIGNED_INT);
    depths_->setShadowComparison(true);
    depths_->setShadowTextureMode(osg::Texture2D::LUMINANCE);
    depths_->setFilter(osg::Texture2D::MIN_FILTER, osg::Texture2D::LINEAR);
    depths_->setFilter(osg::Texture2D::MAG_FILTER, osg::Texture2D::LINEAR);
    depths_->setWrap(osg::Texture2D::WRAP_S, osg::Texture2D::CLAMP_TO_BORDER);
    depths_->setWrap(osg::Texture2D::WRAP_T, osg::Texture2D::CLAMP_TO_BORDER);
    depths_->setBorderColor(osg::Vec4d(1, 1, 1, 1));

    light_->setReferenceFrame(osg::Transform::ABSOLUTE_RF);
    light_->setRenderOrder(osg::Camera::PRE_RENDER);
    light_->setRenderTargetImplementation(osg::Camera::FRAME_BUFFER_OBJECT);
    light_->attach(osg::Camera::DEPTH_BUFFER, depths_.get());
    light_->setViewport(0, 0, Resolution, Resolution);
    light_->setClearMask(GL_DEPTH_BUFFER_BIT);
    light_->setComputeNearFarMode(osg::CullSettings::DO_NOT_COMPUTE_NEAR_FAR);
    light_->setCullMask(node_mask::Shadow);
    light_->addChild(scene);
    osg::StateSet* state = light_->getOrCreateStateSet();
    state->setAttributeAndModes(makeFlatProgram(false), Force);
    // In light space: here the light is the eye.
    state->addUniform(section_L_);
    state->setAttributeAndModes(new osg::ColorMask(false, false, false, false), Force);
    state->setAttributeAndModes(new osg::Depth(osg::Depth::LEQUAL), Force);
    state->setAttributeAndModes(new osg::PolygonOffset(1.5f, 4.f), Force);
    state->setMode(GL_CULL_FACE, osg::StateAttribute::OFF | osg::StateAttribute::OVERRIDE);
    state->setMode(GL_BLEND, osg::StateAttribute::OFF | osg::StateAttribute::OVERRIDE);

    ground_ = makeGeometry(corners_, nullptr);
    ground_->addPrimitiveSet(new osg::DrawArrays(GL_TRIANGLE_STRIP, 0, 4));
    ground_->setDataVariance(osg::Object::DYNAMIC);
    ground_->setNodeMask(node_mask::Draw);
    osg::StateSet* floor = ground_->getOrCreateStateSet();
    floor->setAttributeAndModes(makeShadowFloorProgram());
    // From below, a floor would hide the model.
    floor->setAttributeAndModes(new osg::CullFace(osg::CullFace::BACK));
    floor->setAttributeAndModes(new osg::Depth(osg::Depth::LEQUAL, 0, 1, false));
    enableBlending(*floor);
    floor->setRenderBinDetails(draw_order::Floor, "RenderBin");
    floor->addUniform(middle_V_);
    floor->addUniform(reach_);

    readers_->addUniform(fromView_);
    readers_->addUniform(toLight_V_);
    readers_->addUniform(texel_);
    readers_->addUniform(bias_);
    readers_->addUniform(new osg::Uniform("shadowMap", TextureUnit));
}

void ShadowMap::setOn(bool on) {
    if (on == on_) return;
    on_ = on;
    group_->removeChildren(0, group_->getNumChildren());
    readers_->removeTextureAttribute(TextureUnit, osg::StateAttribute::TEXTURE);
    if (!on) return;
    readers_->setTextureAttribute(TextureUnit, depths_);
    group_->addChild(light_);
    group_->addChild(ground_);
}

void ShadowMap::setUp(UpAxis up) {
    if (up == up_) return;
    up_ = up;
    forgetFloor();
}

void ShadowMap::setSection(const SectionPlane& section) {
    if (section.on != section_.on)
        light_->getOrCreateStateSet()->setAttributeAndModes(makeFlatProgram(section.on), Force);
    section_ = section;
}

void ShadowMap::layFloorBelow(const std::vector<Vec3>& points) {
    const Rotation R_UG = viewAxes(up_).transpose();
    osg::BoundingBoxd box;
    for (const Vec3& point : points) box.expandBy(toOsg(Vec3(R_UG * point)));
    // Lower in steps, so that the floor does not follow every motion.
    if (box.valid() && box.yMin() <= floor_) floor_ = box.yMin() - FloorGap * box.radius();
}

void ShadowMap::update(const std::vector<Vec3>& points, const osg::Matrixd& X_VG) {
    osg::BoundingBoxd box;
    for (const Vec3& point : points) box.expandBy(toOsg(point));
    ground_->setNodeMask(box.valid() ? node_mask::Draw : 0);
    if (!box.valid()) return;
    const Real radius = std::max(Margin * box.radius(), 1e-6);
    const Rotation R_GU = viewAxes(up_);
    const auto fromViewAxes = [&R_GU](const osg::Vec3d& v) { return toOsg(Vec3(R_GU * fromOsg(v))); };
    osg::Vec3d toLight = fromViewAxes(ToLight);
    toLight.normalize();
    const osg::Vec3d middle = box.center();
    light_->setViewMatrixAsLookAt(middle + toLight * (2 * radius), middle, fromViewAxes(osg::Vec3d(0, 0, -1)));
    section_L_->set(sectionSeenFrom(section_, light_->getViewMatrix()));
    // Points on the floor are deeper than the sphere.
    light_->setProjectionMatrixAsOrtho(-radius, radius, -radius, radius, 0.5 * radius, 8 * radius);

    const osg::Matrixd toTexture = osg::Matrixd::translate(1, 1, 1) * osg::Matrixd::scale(0.5, 0.5, 0.5);
    fromView_->set(osg::Matrixf(osg::Matrixd::inverse(X_VG) * light_->getViewMatrix() * light_->getProjectionMatrix() *
                                toTexture));
    bias_->set(static_cast<float>(BiasDepths * 2 * radius / Resolution));
    toLight_V_->set(osg::Vec3f(osg::Matrixd::transform3x3(toLight, X_VG)));

    layFloorBelow(points);
    const Real reach = FloorReach * radius;
    const Vec3 middle_U = R_GU.transpose() * fromOsg(middle);
    const osg::Vec3d under = toOsg(Vec3(R_GU * Vec3(middle_U.x(), floor_, middle_U.z())));
    int i = 0;
    for (const auto& [x, z] : {std::pair(-1., -1.), std::pair(-1., 1.), std::pair(1., -1.), std::pair(1., 1.)})
        (*corners_)[static_cast<std::size_t>(i++)] =
            osg::Vec3f(under + fromViewAxes(osg::Vec3d(x * reach, 0, z * reach)));
    corners_->dirty();
    ground_->dirtyBound();
    middle_V_->set(osg::Vec3f(under * X_VG));
    reach_->set(static_cast<float>(reach));
}

}  // namespace trammel::ui

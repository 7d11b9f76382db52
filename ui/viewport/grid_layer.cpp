// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/grid_layer.h"

#include <cmath>
#include <osg/BlendFunc>
#include <osg/Depth>

#include "ui/viewport/osg_math.h"
#include "ui/viewport/shaders.h"
#include "ui/viewport/state_set_cache.h"
#include "ui/viewport/tessellation.h"

namespace trammel::ui {

namespace {
/// Corners of the plane: lines fade to nothing at the circle.
constexpr int Corners = 24;
}  // namespace

GridLayer::GridLayer(osg::Node* lines)
    : lines_(lines),
      group_(new osg::Group),
      direct_(new osg::Group),
      corners_(new osg::Vec3Array(Corners)),
      pixel_(new osg::Uniform("pixel", osg::Vec2())) {
    direct_->addChild(lines_);
    plane_ = makeGeometry(corners_, nullptr);
    plane_->addPrimitiveSet(new osg::DrawArrays(GL_TRIANGLE_FAN, 0, Corners));
    plane_->setDataVariance(osg::Object::DYNAMIC);
    osg::StateSet* const state = plane_->getOrCreateStateSet();
    state->setAttributeAndModes(makeScreenImageProgram());
    state->addUniform(new osg::Uniform("colors", 0));
    state->addUniform(pixel_);
    // The colors of the image are multiplied by its opacity.
    state->setAttributeAndModes(new osg::BlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA));
    state->setAttributeAndModes(new osg::Depth(osg::Depth::LEQUAL, 0, 1, false));
    state->setRenderBinDetails(draw_order::Grid, "RenderBin");
    group_->addChild(direct_);
    group_->addChild(plane_);
}

void GridLayer::setLines(const Vec3& center, const Vec3& axisU, const Vec3& axisV, Real radius) {
    changed_ = true;
    isEmpty_ = radius <= 0;
    for (int i = 0; i < Corners; ++i) {
        const Real angle = 2 * Pi * i / Corners;
        (*corners_)[std::size_t(i)] =
            toOsgFloat(Vec3(center + radius * (std::cos(angle) * axisU + std::sin(angle) * axisV)));
    }
    corners_->dirty();
    plane_->dirtyBound();
}

void GridLayer::makeImage(const QSize& size) {
    size_ = size;
    image_ = new osg::Texture2D;
    image_->setTextureSize(size.width(), size.height());
    image_->setInternalFormat(GL_RGBA8);
    image_->setSourceFormat(GL_RGBA);
    image_->setSourceType(GL_UNSIGNED_BYTE);
    image_->setResizeNonPowerOfTwoHint(false);
    for (const auto filter : {osg::Texture::MIN_FILTER, osg::Texture::MAG_FILTER})
        image_->setFilter(filter, osg::Texture::NEAREST);
    for (const auto wrap : {osg::Texture::WRAP_S, osg::Texture::WRAP_T})
        image_->setWrap(wrap, osg::Texture::CLAMP_TO_EDGE);
    plane_->getOrCreateStateSet()->setTextureAttributeAndModes(0, image_);
    pixel_->set(osg::Vec2(1.f / float(size.width()), 1.f / float(size.height())));

    if (painter_) group_->removeChild(painter_);
    painter_ = new osg::Camera;
    painter_->setRenderOrder(osg::Camera::PRE_RENDER);
    painter_->setRenderTargetImplementation(osg::Camera::FRAME_BUFFER_OBJECT);
    painter_->attach(osg::Camera::COLOR_BUFFER, image_.get());
    painter_->setImplicitBufferAttachmentMask(0, 0);
    painter_->setViewport(0, 0, size.width(), size.height());
    painter_->setClearMask(GL_COLOR_BUFFER_BIT);
    painter_->setClearColor(osg::Vec4());
    painter_->setComputeNearFarMode(osg::CullSettings::DO_NOT_COMPUTE_NEAR_FAR);
    painter_->addChild(lines_);
    osg::StateSet* const state = painter_->getOrCreateStateSet();
    state->setMode(GL_DEPTH_TEST, osg::StateAttribute::OFF | osg::StateAttribute::OVERRIDE);
    group_->addChild(painter_);
}

void GridLayer::prepare(const QSize& size) {
    const bool fromImage = on_ && !isEmpty_;
    const bool paints = fromImage && (changed_ || size != size_);
    if (fromImage && size != size_) makeImage(size);
    if (fromImage) changed_ = false;
    const bool isDirect = !fromImage && !isEmpty_;
    if (paints || isDirect) ++drawings_;
    plane_->setNodeMask(fromImage ? node_mask::Draw : 0);
    direct_->setNodeMask(isDirect ? node_mask::Draw : 0);
    if (painter_) painter_->setNodeMask(paints ? node_mask::Draw : 0);
}

}  // namespace trammel::ui

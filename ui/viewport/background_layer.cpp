// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/background_layer.h"

#include <cstring>
#include <osg/Depth>
#include <osg/Geometry>
#include <osg/Image>
#include <osg/MatrixTransform>
#include <osg/Texture2D>

#include "ui/viewport/osg_math.h"
#include "ui/viewport/shaders.h"
#include "ui/viewport/state_set_cache.h"
#include "ui/viewport/tessellation.h"

namespace trammel::ui {

namespace {

osg::ref_ptr<osg::Texture2D> makeTexture(const QImage& shown) {
    const QImage pixels = shown.convertToFormat(QImage::Format_RGBA8888).mirrored();
    osg::ref_ptr<osg::Image> image = new osg::Image;
    image->allocateImage(pixels.width(), pixels.height(), 1, GL_RGBA, GL_UNSIGNED_BYTE);
    for (int row = 0; row < pixels.height(); ++row)
        std::memcpy(image->data(0, row), pixels.constScanLine(row), static_cast<std::size_t>(pixels.width()) * 4);
    osg::ref_ptr<osg::Texture2D> texture = new osg::Texture2D(image);
    texture->setResizeNonPowerOfTwoHint(false);
    texture->setFilter(osg::Texture::MIN_FILTER, osg::Texture::LINEAR_MIPMAP_LINEAR);
    texture->setFilter(osg::Texture::MAG_FILTER, osg::Texture::LINEAR);
    texture->setWrap(osg::Texture::WRAP_S, osg::Texture::CLAMP_TO_EDGE);
    texture->setWrap(osg::Texture::WRAP_T, osg::Texture::CLAMP_TO_EDGE);
    return texture;
}

/// A unit square with the image; a transform gives its place and size.
osg::ref_ptr<osg::MatrixTransform> makeQuad(const QImage& shown) {
    osg::ref_ptr<osg::Vec3Array> corners = new osg::Vec3Array;
    osg::ref_ptr<osg::Vec2Array> places = new osg::Vec2Array;
    for (const auto& [x, y] : {std::pair(0, 0), std::pair(1, 0), std::pair(0, 1), std::pair(1, 1)}) {
        corners->push_back(osg::Vec3f(float(x), float(y), 0));
        places->push_back(osg::Vec2f(float(x), float(y)));
    }
    osg::ref_ptr<osg::Geometry> quad = makeGeometry(corners, nullptr);
    quad->setTexCoordArray(0, places, osg::Array::BIND_PER_VERTEX);
    quad->addPrimitiveSet(new osg::DrawArrays(GL_TRIANGLE_STRIP, 0, 4));
    quad->setNodeMask(node_mask::Draw);
    osg::StateSet* state = quad->getOrCreateStateSet();
    state->setAttributeAndModes(makeTextureProgram());
    state->setTextureAttributeAndModes(0, makeTexture(shown));
    state->addUniform(new osg::Uniform("colors", 0));
    state->addUniform(new osg::Uniform("opacity", 1.f));
    state->setMode(GL_CULL_FACE, osg::StateAttribute::OFF);
    state->setAttributeAndModes(new osg::Depth(osg::Depth::LEQUAL, 0, 1, false));
    enableBlending(*state);
    state->setRenderBinDetails(draw_order::Floor, "RenderBin");
    osg::ref_ptr<osg::MatrixTransform> place = new osg::MatrixTransform;
    place->addChild(quad);
    return place;
}

}  // namespace

void BackgroundLayer::set(const std::vector<BackgroundImage>& images) {
    const auto count = static_cast<unsigned>(images.size());
    if (group_->getNumChildren() > count) group_->removeChildren(count, group_->getNumChildren() - count);
    keys_.resize(images.size(), 0);
    for (unsigned i = 0; i < count; ++i) {
        const BackgroundImage& one = images[i];
        if (i >= group_->getNumChildren())
            group_->addChild(makeQuad(one.image));
        else if (keys_[i] != one.image.cacheKey())
            group_->setChild(i, makeQuad(one.image));
        keys_[i] = one.image.cacheKey();
        auto* const place = static_cast<osg::MatrixTransform*>(group_->getChild(i));
        place->setMatrix(osg::Matrix::scale(one.size[0], one.size[1], 1) * toOsg(one.X_GI));
        place->getChild(0)->getStateSet()->getUniform("opacity")->set(static_cast<float>(one.opacity));
    }
}

}  // namespace trammel::ui

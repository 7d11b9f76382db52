// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/backdrop.h"

#include <osg/Depth>

#include "ui/viewport/shaders.h"
#include "ui/viewport/state_set_cache.h"
#include "ui/viewport/tessellation.h"

namespace trammel::ui {

Backdrop::Backdrop() {
    osg::ref_ptr<osg::Vec3Array> corners = new osg::Vec3Array;
    for (const osg::Vec3f& p : {osg::Vec3f(-1, -1, 0), osg::Vec3f(1, -1, 0), osg::Vec3f(-1, 1, 0), osg::Vec3f(1, 1, 0)})
        corners->push_back(p);
    quad_ = makeGeometry(corners, nullptr);
    quad_->addPrimitiveSet(new osg::DrawArrays(GL_TRIANGLE_STRIP, 0, 4));
    // The shader places the corners on the screen, so culling by world position would be wrong.
    quad_->setCullingActive(false);
    quad_->setNodeMask(node_mask::Draw);
    osg::StateSet* state = quad_->getOrCreateStateSet();
    state->setAttributeAndModes(makeBackdropProgram());
    state->setAttributeAndModes(new osg::Depth(osg::Depth::ALWAYS, 0, 1, false));
    state->setMode(GL_DEPTH_TEST, osg::StateAttribute::OFF);
    state->setRenderBinDetails(draw_order::Background, "RenderBin");
    setColors(QColor(0xf4, 0xf6, 0xf9), QColor(0xc9, 0xd3, 0xdf));
}

void Backdrop::setColors(const QColor& top, const QColor& bottom) {
    const auto toVec4 = [](const QColor& c) { return osg::Vec4(c.redF(), c.greenF(), c.blueF(), 1); };
    osg::ref_ptr<osg::Vec4Array> colors = new osg::Vec4Array;
    for (const QColor& c : {bottom, bottom, top, top}) colors->push_back(toVec4(c));
    quad_->setColorArray(colors, osg::Array::BIND_PER_VERTEX);
    dark_ = (top.lightnessF() + bottom.lightnessF()) / 2 < 0.5;
}

void Backdrop::setVisible(bool visible) { quad_->setNodeMask(visible ? node_mask::Draw : 0); }

}  // namespace trammel::ui

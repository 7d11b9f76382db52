// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/selection_outline.h"

#include <osg/ColorMask>
#include <osg/Depth>
#include <osg/PolygonMode>
#include <osg/Stencil>

#include "ui/viewport/shaders.h"
#include "ui/viewport/state_set_cache.h"

namespace trammel::ui {

namespace {

constexpr float kRimPixels = 6;

/// Limits the cull traversal below to outlined nodes.
class OutlinedOnly : public osg::NodeCallback {
public:
    void operator()(osg::Node* node, osg::NodeVisitor* visitor) override {
        const osg::Node::NodeMask before = visitor->getTraversalMask();
        visitor->setTraversalMask(node_mask::Outline);
        traverse(node, visitor);
        visitor->setTraversalMask(before);
    }
};

osg::ref_ptr<osg::Stencil> makeStencil(osg::Stencil::Function function, osg::Stencil::Operation whenDrawn) {
    osg::ref_ptr<osg::Stencil> stencil = new osg::Stencil;
    stencil->setFunction(function, 1, ~0u);
    stencil->setOperation(osg::Stencil::KEEP, whenDrawn, whenDrawn);
    return stencil;
}

}  // namespace

SelectionOutline::SelectionOutline(osg::Group* scene)
    : group_(new osg::Group), rimWidth_(new osg::LineWidth(kRimPixels)) {
    constexpr auto force = osg::StateAttribute::ON | osg::StateAttribute::OVERRIDE;
    const osg::Vec4 color(kSelectionColor.r, kSelectionColor.g, kSelectionColor.b, 1);
    const auto addPass = [&](int order, osg::Stencil* stencil) {
        osg::ref_ptr<osg::Group> pass = new osg::Group;
        pass->addCullCallback(new OutlinedOnly);
        pass->addChild(scene);
        osg::StateSet* state = pass->getOrCreateStateSet();
        state->addUniform(new osg::Uniform("baseColor", color), force);
        state->setAttributeAndModes(stencil, force);
        state->setAttributeAndModes(new osg::Depth(osg::Depth::ALWAYS, 0, 1, false), force);
        state->setMode(GL_CULL_FACE, osg::StateAttribute::OFF | osg::StateAttribute::OVERRIDE);
        state->setRenderBinDetails(order, "RenderBin", osg::StateSet::OVERRIDE_RENDERBIN_DETAILS);
        group_->addChild(pass);
        return state;
    };
    osg::StateSet* mask = addPass(draw_order::OutlineMask, makeStencil(osg::Stencil::ALWAYS, osg::Stencil::REPLACE));
    mask->setAttributeAndModes(new osg::ColorMask(false, false, false, false), force);
    // Without the translucent borders of smooth lines: the rim begins at their full color.
    mask->setMode(GL_LINE_SMOOTH, osg::StateAttribute::OFF | osg::StateAttribute::OVERRIDE);

    osg::StateSet* rim = addPass(draw_order::OutlineRim, makeStencil(osg::Stencil::NOTEQUAL, osg::Stencil::KEEP));
    rim->setAttributeAndModes(new osg::PolygonMode(osg::PolygonMode::FRONT_AND_BACK, osg::PolygonMode::LINE), force);
    rim->setAttributeAndModes(rimWidth_, force);
    passes_ = {mask, rim};
    setSection(false);
}

void SelectionOutline::setSection(bool on) {
    if (sectioned_ == on) return;
    sectioned_ = on;
    const osg::ref_ptr<osg::Program> flat = makeFlatProgram(on);
    for (const auto& pass : passes_)
        pass->setAttributeAndModes(flat, osg::StateAttribute::ON | osg::StateAttribute::OVERRIDE);
}

void SelectionOutline::setPixelRatio(double ratio) { rimWidth_->setWidth(static_cast<float>(kRimPixels * ratio)); }

}  // namespace trammel::ui

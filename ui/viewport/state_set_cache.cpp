// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/state_set_cache.h"

#include <algorithm>
#include <cmath>
#include <osg/BlendFunc>
#include <osg/ColorMask>
#include <osg/CullFace>
#include <osg/Depth>
#include <osg/LineWidth>
#include <osg/Point>
#include <osg/PolygonMode>
#include <osg/PolygonOffset>
#include <osg/Stencil>

#include "ui/viewport/shaders.h"

namespace trammel::ui {

namespace {

// Colors may change every frame: evict unused state sets beyond this count.
constexpr std::size_t kMaxUnusedStateSets = 512;
/// Less is translucent.
constexpr Real LeastFullOpacity = 0.999;

int quantize(Real value, Real steps) { return static_cast<int>(std::lround(std::clamp(value, 0., 64.) * steps)); }

osg::Vec4 toVec4(const Color& c, Real alpha) { return {c.r, c.g, c.b, static_cast<float>(alpha)}; }

Color mix(const Color& a, const Color& b, float share) {
    return {a.r + (b.r - a.r) * share, a.g + (b.g - a.g) * share, a.b + (b.b - a.b) * share};
}

void setLineStyle(osg::StateSet& state, Real width) {
    state.setAttributeAndModes(new osg::LineWidth(static_cast<float>(width)));
    state.setMode(GL_LINE_SMOOTH, osg::StateAttribute::ON);
    enableBlending(state);
    state.setRenderBinDetails(draw_order::Lines, "RenderBin");
}

/// Bits of the stencil that tell faint lines apart; the lowest is that of the outlines of a selection.
constexpr unsigned FaintBits = 0xFE;
constexpr int LeastFaintValue = 2;

/// Blends each pixel once, however often the faint lines of an element pass it: the path of a periodic motion covers itself,
/// at nearly the same depths, and would be faint here and full there. The lines of an element are drawn one after another,
/// so that those of others are blended over them.
void blendOnce(osg::StateSet& state, int value) {
    const osg::ref_ptr<osg::Stencil> stencil = new osg::Stencil;
    stencil->setFunction(osg::Stencil::NOTEQUAL, value, FaintBits);
    stencil->setOperation(osg::Stencil::KEEP, osg::Stencil::KEEP, osg::Stencil::REPLACE);
    stencil->setWriteMask(FaintBits);
    state.setAttributeAndModes(stencil);
    // Hides no full line behind it.
    state.setAttributeAndModes(new osg::Depth(osg::Depth::LEQUAL, 0, 1, false));
    // Smooth ends of the segments would leave gaps between them.
    state.setMode(GL_LINE_SMOOTH, osg::StateAttribute::OFF);
}

}  // namespace

void enableBlending(osg::StateSet& state) {
    state.setAttributeAndModes(
        new osg::BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA));
}

StateSetCache::StateSetCache() {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        bodies_[i] = new osg::StateSet;
        bodies_[i]->setAttributeAndModes(new osg::PolygonOffset(1.f, 1.f + 2.f * static_cast<float>(i)));
    }
    traceDepth_ = new osg::StateSet;
    traceDepth_->setAttributeAndModes(new osg::ColorMask(false, false, false, false));
    traceDepth_->setAttributeAndModes(new osg::Depth(osg::Depth::LEQUAL, 0, 1, true));
    // Borders of smooth lines would hide what shows through them.
    traceDepth_->setMode(GL_LINE_SMOOTH, osg::StateAttribute::OFF);
    // Nested in that of the traces: before all of them.
    traceDepth_->setRenderBinDetails(-1, "RenderBin");
    makePrograms();
}

bool StateSetCache::hasDepthPass(const DecorativeGeometry& geometry, LookKind kind) {
    return kind == LookKind::Line && geometry.getRole() == DecorationRole::Trace &&
           geometry.getOpacity() >= LeastFullOpacity;
}

float StateSetCache::glow(Highlight highlight) {
    return highlight == Highlight::Selected ? 0.5f : highlight == Highlight::Hovered ? 0.3f : 0.f;
}

osg::StateSet* StateSetCache::body(int bodyId) {
    return bodies_[static_cast<std::size_t>(std::max(bodyId, 0)) % bodies_.size()].get();
}

void StateSetCache::setPixelRatio(Real ratio) {
    pixelRatio_ = ratio;
    looks_.clear();
    makeEdges();
}

void StateSetCache::setShadows(bool on) {
    shadows_ = on;
    makePrograms();
}

void StateSetCache::setSection(bool on) {
    section_ = on;
    makePrograms();
}

void StateSetCache::makePrograms() {
    surfaceProgram_ = makeSurfaceProgram(shadows_, section_);
    flatProgram_ = makeFlatProgram(section_);
    looks_.clear();
    makeEdges();
}

void StateSetCache::makeEdges() {
    // Decorations keep pointers to this object, so update it in place.
    if (!edges_) edges_ = new osg::StateSet;
    edges_->setAttributeAndModes(flatProgram_);
    edges_->addUniform(new osg::Uniform("baseColor", osg::Vec4(0.04f, 0.06f, 0.09f, 0.42f)));
    setLineStyle(*edges_, 1.0 * pixelRatio_);
    edges_->setAttributeAndModes(new osg::Depth(osg::Depth::LEQUAL, 0, 1, false));
}

int StateSetCache::faintValue(const DecorativeGeometry& geometry, LookKind kind) {
    if (kind != LookKind::Line || geometry.getOpacity() >= LeastFullOpacity) return 0;
    // Elements that share a value, of more than there are, blend where they cross as one would.
    constexpr int values = int(FaintBits) / LeastFaintValue;
    const auto next = LeastFaintValue * (1 + int(faintValues_.size()) % values);
    return faintValues_.try_emplace(geometry.getElement(), next).first->second;
}

osg::StateSet* StateSetCache::look(const DecorativeGeometry& geometry, LookKind kind, Highlight highlight) {
    const Color& c = geometry.getColor();
    const Key key{quantize(c.r, 255),
                  quantize(c.g, 255),
                  quantize(c.b, 255),
                  quantize(geometry.getOpacity(), 255),
                  quantize(geometry.getLineThickness(), 16),
                  static_cast<int>(geometry.getRepresentation()),
                  static_cast<int>(kind),
                  static_cast<int>(highlight),
                  static_cast<int>(geometry.getRole()),
                  faintValue(geometry, kind)};
    osg::ref_ptr<osg::StateSet>& entry = looks_[key];
    if (!entry) {
        entry = make(geometry, kind, highlight);
        if (key.back() > 0) blendOnce(*entry, key.back());
        if (looks_.size() > kMaxUnusedStateSets) {
            const osg::ref_ptr<osg::StateSet> wanted = entry;
            std::erase_if(looks_, [](const auto& item) { return item.second->referenceCount() == 1; });
            return wanted.get();
        }
    }
    return entry.get();
}

osg::ref_ptr<osg::StateSet> StateSetCache::make(const DecorativeGeometry& geometry, LookKind kind,
                                                Highlight highlight) const {
    osg::ref_ptr<osg::StateSet> state = new osg::StateSet;
    const Representation representation = geometry.getRepresentation();
    const bool solid =
        representation == Representation::Surface && (kind == LookKind::ClosedSurface || kind == LookKind::OpenSurface);
    const Real thickness = std::max(geometry.getLineThickness(), 0.5);
    const Real opacity = std::clamp(geometry.getOpacity(), 0., 1.);
    const bool cut = section_ && geometry.getRole() == DecorationRole::Body;
    if (section_)
        state->addUniform(new osg::Uniform("sectioned", !cut                                       ? 0.f
                                                        : solid && kind == LookKind::ClosedSurface ? 2.f
                                                                                                   : 1.f));

    if (solid) {
        state->setAttributeAndModes(surfaceProgram_);
        state->addUniform(new osg::Uniform("baseColor", toVec4(geometry.getColor(), opacity)));
        state->addUniform(new osg::Uniform("glow", glow(highlight)));
        if (kind == LookKind::ClosedSurface && !cut)
            state->setAttributeAndModes(new osg::CullFace(osg::CullFace::BACK));
        if (opacity < LeastFullOpacity) {
            enableBlending(*state);
            state->setAttributeAndModes(new osg::Depth(osg::Depth::LEQUAL, 0, 1, false));
            state->setRenderBinDetails(draw_order::Transparent, "DepthSortedBin");
        }
        return state;
    }

    Color color = geometry.getColor();
    if (highlight == Highlight::Selected) color = kSelectionColor;
    if (highlight == Highlight::Hovered) color = mix(color, Color{1, 1, 1}, 0.35f);
    state->setAttributeAndModes(flatProgram_);
    state->addUniform(new osg::Uniform("baseColor", toVec4(color, opacity)));
    setLineStyle(*state, (thickness + (highlight == Highlight::None ? 0 : 1)) * pixelRatio_);
    if (kind == LookKind::Line && geometry.getRole() == DecorationRole::Trace) {
        // The border of a smooth segment would hide what follows at its depth, as the next segment and the next turn do:
        // full traces have a pass for their depths.
        state->setAttributeAndModes(new osg::Depth(osg::Depth::LEQUAL, 0, 1, false));
        state->setRenderBinDetails(opacity < LeastFullOpacity ? draw_order::FaintTraces : draw_order::Traces,
                                   "RenderBin");
    }
    if (kind == LookKind::Point || representation == Representation::Points) {
        const Real size = kind == LookKind::Point ? std::max(3 * thickness, 6.) : thickness + 1;
        state->setAttributeAndModes(new osg::Point(static_cast<float>(size * pixelRatio_)));
        state->setMode(GL_POINT_SMOOTH, osg::StateAttribute::ON);
        state->setAttributeAndModes(new osg::PolygonMode(osg::PolygonMode::FRONT_AND_BACK, osg::PolygonMode::POINT));
    }
    if (representation == Representation::Wireframe) {
        state->setAttributeAndModes(new osg::PolygonMode(osg::PolygonMode::FRONT_AND_BACK, osg::PolygonMode::LINE));
    }
    return state;
}

}  // namespace trammel::ui

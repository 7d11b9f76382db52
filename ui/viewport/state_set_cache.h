// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <map>
#include <osg/Program>
#include <osg/StateSet>
#include <osg/ref_ptr>

#include "decoration/decorative_geometry.h"

namespace trammel::ui {

/// Node masks: the cull traversal draws, the picker hits, the outline pass outlines, the shadow pass casts.
namespace node_mask {
inline constexpr unsigned Draw = 1, Pick = 2, Outline = 4, Shadow = 8;
inline constexpr unsigned Everything = Draw | Pick | Outline | Shadow;
}  // namespace node_mask

/// Render order. Lines blend their antialiased borders, so they follow the surfaces.
namespace draw_order {
inline constexpr int Background = -10, Surfaces = 0, Floor = 1, Grid = 2, Lines = 5, FaintTraces = 6, Traces = 7,
                     Transparent = 10, OutlineMask = 20, OutlineRim = 21;
}  // namespace draw_order

/// Far end of the depth slice of what is drawn in front of everything else.
inline constexpr double MarkDepth = 0.01;

/// Primitive kinds, which determine shading.
enum class LookKind { ClosedSurface, OpenSurface, Line, Point };

enum class Highlight { None, Hovered, Selected };

/// Cache of state sets, shared by decorations of equal appearance.
class StateSetCache {
public:
    StateSetCache();

    /// State set for the color, opacity, thickness and representation of a decoration.
    osg::StateSet* look(const DecorativeGeometry& geometry, LookKind kind, Highlight highlight);
    /// Brightness added to highlighted surfaces.
    static float glow(Highlight highlight);
    /// State set of the dark feature edges of solids.
    osg::StateSet* edges() { return edges_.get(); }
    /// State set of a pass over a full trace before its own, which writes its depth.
    osg::StateSet* traceDepth() { return traceDepth_.get(); }
    /// True if lines of this look need that pass.
    static bool hasDepthPass(const DecorativeGeometry& geometry, LookKind kind);
    /// A small depth offset per body, so that coincident faces of two bodies do not flicker.
    osg::StateSet* body(int bodyId);

    /// Device pixels per logical pixel. State sets returned before keep their widths.
    void setPixelRatio(Real ratio);
    Real pixelRatio() const { return pixelRatio_; }
    /// Enables shading by a ShadowMap. State sets returned before are unchanged.
    void setShadows(bool on);
    bool shadows() const { return shadows_; }
    /// Enables clipping by a section plane. State sets returned before are unchanged.
    void setSection(bool on);
    bool section() const { return section_; }

private:
    using Key = std::array<int, 10>;
    osg::ref_ptr<osg::StateSet> make(const DecorativeGeometry& geometry, LookKind kind, Highlight highlight) const;
    /// Stencil value of the faint lines of an element; 0 for what is not a faint line.
    int faintValue(const DecorativeGeometry& geometry, LookKind kind);
    void makeEdges();
    void makePrograms();

    Real pixelRatio_ = 1;
    bool shadows_ = false, section_ = false;
    osg::ref_ptr<osg::Program> surfaceProgram_, flatProgram_;
    std::map<Key, osg::ref_ptr<osg::StateSet>> looks_;
    std::map<ElementId, int> faintValues_;
    osg::ref_ptr<osg::StateSet> edges_, traceDepth_;
    std::array<osg::ref_ptr<osg::StateSet>, 8> bodies_;
};

/// Selection color in all themes; distinct from any model color.
inline const Color kSelectionColor{1.0f, 0.56f, 0.08f};

/// Blending that leaves correct premultiplied alpha in transparent images.
void enableBlending(osg::StateSet& state);

}  // namespace trammel::ui

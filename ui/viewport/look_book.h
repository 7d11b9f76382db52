// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <map>
#include <osg/Program>
#include <osg/StateSet>
#include <osg/ref_ptr>

#include "decoration/decorative_geometry.h"

namespace trammel::ui {

/// Which visitors see a node: the cull traversal draws, the picker hits, the outline pass surrounds, the light casts its
/// shadow.
namespace node_mask {
inline constexpr unsigned Draw = 1, Pick = 2, Outline = 4, Shadow = 8;
inline constexpr unsigned Everything = Draw | Pick | Outline | Shadow;
}  // namespace node_mask

/// The order of drawing. Lines blend their soft borders over what is behind them, so they follow the surfaces.
namespace draw_order {
inline constexpr int Background = -10, Surfaces = 0, Floor = 1, Grid = 2, Lines = 5, Transparent = 10, OutlineMask = 20,
                     OutlineRim = 21;
}  // namespace draw_order

/// What the primitives of a shape are, which decides how they are coloured.
enum class LookKind { ClosedSurface, OpenSurface, Line, Point };

enum class Highlight { None, Hovered, Selected };

/// The graphics states of all looks, shared between the decorations that look alike.
class LookBook {
public:
    LookBook();

    /// State for the decoration's colour, opacity, thickness and representation.
    osg::StateSet* look(const DecorativeGeometry& geometry, LookKind kind, Highlight highlight);
    /// The fine dark lines along the sharp edges of solids.
    osg::StateSet* edges() { return edges_.get(); }
    /// A small depth offset that differs between bodies, so that coinciding faces of two of them do not flicker.
    osg::StateSet* body(int bodyId);

    /// Device pixels per logical pixel. States handed out before keep their widths: ask for them again.
    void setPixelRatio(Real ratio);
    Real pixelRatio() const { return pixelRatio_; }
    /// Whether surfaces are darker where a ShadowMap says so. States handed out before stay as they are, too.
    void setShadows(bool on);
    bool shadows() const { return shadows_; }
    /// Whether bodies are cut open by a section. The same holds.
    void setSection(bool on);
    bool section() const { return section_; }

private:
    using Key = std::array<int, 9>;
    osg::ref_ptr<osg::StateSet> make(const DecorativeGeometry& geometry, LookKind kind, Highlight highlight) const;
    void makeEdges();
    void makePrograms();

    Real pixelRatio_ = 1;
    bool shadows_ = false, section_ = false;
    osg::ref_ptr<osg::Program> surfaceProgram_, flatProgram_;
    std::map<Key, osg::ref_ptr<osg::StateSet>> looks_;
    osg::ref_ptr<osg::StateSet> edges_;
    std::array<osg::ref_ptr<osg::StateSet>, 8> bodies_;
};

/// The colour of selected things, the same in every theme: it must stand out from any model colour.
inline const Color kSelectionColor{1.0f, 0.56f, 0.08f};

/// Blending that also leaves a right, premultiplied alpha in transparent pictures.
void enableBlending(osg::StateSet& state);

}  // namespace trammel::ui

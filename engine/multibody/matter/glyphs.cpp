// SPDX-License-Identifier: Apache-2.0
// MatterGuts: decorations of bodies, joints, constraints and motors.
#include <algorithm>
#include <array>
#include <utility>

#include "decoration/extent.h"
#include "multibody/matter/guts.h"

namespace trammel {

namespace {
/// Sizes of glyphs in radii of the smaller body of a joint, and in sizes of the model's other glyphs at least.
constexpr Real GlyphOfBody = 0.35, LeastGlyph = 0.1;

using Geometry = std::vector<DecorativeGeometry>;

/// Radius of the largest shape, m; 0 without shapes.
Real radiusOf(const Geometry& shapes) {
    Real radius = 0;
    for (const DecorativeGeometry& g : shapes)
        radius = std::max(radius, enclosingRadius(g.getShape()) * g.getScaleFactors().maxCoeff());
    return radius;
}

/// A padlock beside the origin, facing +z.
void appendPadlock(Real size, std::vector<DecorativeGeometry>& out) {
    const Vec3 middle(1.8 * size, 1.4 * size, 1.2 * size);
    out.push_back(DecorativeGeometry(decor::Brick{Vec3(0.8 * size, 0.6 * size, 0.35 * size)}).setTransform(middle));
    out.push_back(
        DecorativeGeometry(decor::Torus{0.5 * size, 0.13 * size}).setTransform(Vec3(middle + Vec3(0, 0.65 * size, 0))));
}
}  // namespace

int MatterGuts::calcDecorativeGeometryAndAppendImpl(const State& s, Stage stage,
                                                    Array_<DecorativeGeometry>& out) const {
    for (const RealizeHooks* element : hooked_) element->appendDecorations(s, stage, out);
    const auto shapesOf = [&](std::size_t b) -> const Geometry& {
        return Value<Geometry>::downcast(getDiscreteVariable(s, bodies[b].geometryVariable));
    };
    // In a large model glyphs must not hide the small bodies that they connect.
    const auto glyphSizeFor = [&](const auto& connected) {
        Real radius = Infinity;
        for (const MobilizedBodyIndex b : connected)
            if (const Real own = b > 0 ? radiusOf(shapesOf(std::size_t(int(b)))) : 0; own > 0)
                radius = std::min(radius, own);
        return radius < Infinity ? std::clamp(GlyphOfBody * radius, LeastGlyph * glyphSize, glyphSize) : glyphSize;
    };
    const auto glyphSizeAt = [&](std::size_t b) {
        return glyphSizeFor(std::array{MobilizedBodyIndex(int(b)), bodies[b].definition.parent});
    };
    if (stage == Stage::Topology) {
        // Geometry fixed to bodies needs no placement.
        for (std::size_t b = 0; b < bodies.size(); ++b) {
            for (const DecorativeGeometry& g : shapesOf(b)) out.emplace_back(g).setBodyId(int(b));
        }
    }
    if (stage == Stage::Instance) {
        // Joint glyphs at frame F of the parent; at frame M of the child if reversed.
        const JointPlacement& placement = ensureJointPlacement(s);
        std::vector<DecorativeGeometry> glyph;
        for (std::size_t b = 0; b < bodies.size(); ++b) {
            const BodyDefinition& d = bodies[b].definition;
            if (!d.mobilizer || !showGlyphs) continue;
            const bool onChild = d.mobilizer->isReversed();
            const auto addGlyph = [&](const Color& color) {
                for (DecorativeGeometry& g : glyph) {
                    const Transform X = (onChild ? ~placement.X_MB[b] : placement.X_PF[b]) * g.getTransform();
                    out.emplace_back(std::move(g))
                        .setTransform(X)
                        .setBodyId(onChild ? int(b) : int(d.parent))
                        .setElement(d.jointElement)
                        .setRole(DecorationRole::Joint)
                        .setColor(color);
                }
                glyph.clear();
            };
            glyph.clear();
            const Real size = glyphSizeAt(b);
            d.mobilizer->appendGlyph(size, glyph);
            addGlyph({0.85f, 0.60f, 0.25f});
            if (getLock(s, MobilizedBodyIndex(int(b))).level == MotionLevel::None) continue;
            appendPadlock(size, glyph);
            addGlyph({0.95f, 0.70f, 0.10f});
        }
    }
    if (stage == Stage::Position && showGlyphs) {
        const ConstraintKinematics k = kinematics(s, Stage::Position);
        const ConstraintLayout& layout = getLayout(s);
        std::vector<DecorativeGeometry> glyph;
        for (std::size_t c = 0; c < constraints.size(); ++c) {
            if (!layout.blocks[c].enabled) continue;
            glyph.clear();
            const Real size = glyphSizeFor(constraints[c].element->getBodies());
            constraints[c].element->appendGeometry(k, constraintParameters(s, c), size, glyph);
            for (DecorativeGeometry& g : glyph)
                out.push_back(g.setBodyId(0)
                                  .setElement(constraints[c].element->getElementId())
                                  .setRole(DecorationRole::Constraint)
                                  .setColor({0.45f, 0.65f, 0.95f}));
        }
        // A motor is drawn as a ring around its joint.
        for (const Motion& m : motions) {
            if (!m.element || !isEnabled(s, m.enabledVariable)) continue;
            const PositionKinematics::Body& body = k.position.bodies[std::size_t(int(m.element->getBody()))];
            const Real size = glyphSizeAt(std::size_t(int(m.element->getBody())));
            out.push_back(DecorativeGeometry(decor::Torus{size * 1.2, size * 0.18})
                              .setTransform(body.jointPose())
                              .setBodyId(0)
                              .setElement(m.element->getElementId())
                              .setRole(DecorationRole::Motion)
                              .setColor({0.90f, 0.35f, 0.35f}));
        }
    }
    return 0;
}

}  // namespace trammel

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/marks.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace trammel::ui {

namespace {
const Color markColor(0.95f, 0.35f, 0.1f);
const Color measureColor(0.1f, 0.25f, 0.5f);
constexpr Real letterPixels = 13;

Color axisColor(int axis, bool lit) {
    constexpr float dark = 0.12f, bright = 0.85f, light = 0.55f;
    const float rest = lit ? light : dark, own = lit ? 1 : bright;
    return {axis == 0 ? own : rest, axis == 1 ? own : rest, axis == 2 ? own : rest};
}

DecorativeGeometry mark(DecorativeShape shape, const Color& color) {
    return DecorativeGeometry(std::move(shape)).setRole(DecorationRole::Annotation).setColor(color);
}
}  // namespace

DecorativeGeometry snapMark(const Vec3& p_G) {
    constexpr Real size = 5;
    return mark(decor::Point{}, markColor).setTransform(Transform(p_G)).setLineThickness(size);
}

DecorativeGeometry rubberLine(const Vec3& from_G, const Vec3& to_G) {
    return mark(decor::Line{from_G, to_G}, markColor).setLineThickness(2);
}

DecorativeGeometry axisMark(const Vec3& p_G, const Vec3& axis_G, Real length) {
    return mark(decor::Arrow{p_G - length / 2 * axis_G, p_G + length / 2 * axis_G, length / 6}, markColor)
        .setLineThickness(3);
}

DecorativeGeometry handleArrow(const Vec3& p_G, const Vec3& axis_G, Real length, int axis, bool lit) {
    return mark(decor::Arrow{p_G + 0.2 * length * axis_G, p_G + length * axis_G, length / 7}, axisColor(axis, lit))
        .setLineThickness(lit ? 6 : 4);
}

DecorativeGeometry handleSquare(const Vec3& p_G, const Vec3& u_G, const Vec3& v_G, Real side, int axis, bool lit) {
    constexpr Real thin = 0.02, pale = 0.45, bright = 0.8;
    Mat33 R;
    R << u_G, v_G, u_G.cross(v_G);
    return mark(decor::Brick{Vec3(side / 2, side / 2, thin * side)}, axisColor(axis, lit))
        .setTransform(Transform(Rotation(R), p_G))
        .setOpacity(lit ? bright : pale);
}

DecorativeGeometry handleRing(const Vec3& p_G, const Vec3& axis_G, Real radius, int axis, bool lit) {
    const Rotation R_GD(UnitVec3(axis_G), ZAxis);
    return mark(decor::Circle{radius}, axisColor(axis, lit))
        .setTransform(Transform(R_GD, p_G))
        .setLineThickness(lit ? 6 : 4);
}

DecorativeGeometry ghost(DecorativeGeometry geometry, int bodyId) {
    constexpr Real opacity = 0.55;
    return geometry.setOpacity(opacity * geometry.getOpacity()).setElement({}).setBodyId(bodyId);
}

void appendGhost(const Scene& scene, const std::vector<Transform>& X_GB, Real opacity, const QColor& tint,
                 std::vector<DecorativeGeometry>& out) {
    for (const DecorativeGeometry& g : scene.geometry) {
        // Parts fixed to Ground are drawn already.
        const auto body = static_cast<std::size_t>(std::max(g.getBodyId(), 0));
        if (g.getRole() != DecorationRole::Body || body == 0 || body >= X_GB.size()) continue;
        DecorativeGeometry faint = g;
        faint.setBodyId(0).setTransform(X_GB[body] * g.getTransform()).setOpacity(opacity * g.getOpacity());
        faint.setElement({});
        if (tint.isValid()) faint.setColor(Color(tint.redF(), tint.greenF(), tint.blueF()));
        out.push_back(faint);
    }
}

void appendGhost(const CompiledModel& model, const State& state, Real opacity, const QColor& tint,
                 std::vector<DecorativeGeometry>& out) {
    Scene scene;
    model.calcScene(state, scene);
    appendGhost(scene, scene.bodyPoses, opacity, tint, out);
}

QSizeF measureLabelSize(const QString& text) {
    // As painted by the view: capitals are about 0.72 of the font size, and a plate surrounds the letters.
    constexpr Real capitals = 0.72, halo = 0.16;
    QFont font;
    font.setPixelSize(int(std::lround(letterPixels / capitals)));
    font.setWeight(QFont::Medium);
    const QFontMetricsF metrics(font);
    const qreal around = 2 * halo * font.pixelSize();
    // Plates are twice as wide around the letters, and may touch above and below.
    constexpr qreal ink = 0.8;
    return {metrics.horizontalAdvance(text) + 2 * around, ink * (metrics.height() + around)};
}

DecorativeGeometry measureLabel(const Vec3& p_G, const QString& text) {
    return mark(decor::Text{text.toStdString(), letterPixels, true}, measureColor).setTransform(Transform(p_G));
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/overlay.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <QPen>
#include <algorithm>
#include <array>
#include <cmath>

namespace trammel::ui {

namespace {

constexpr int kMaxCachedLetters = 256;
constexpr Real kAxesSize = 92, kAxisLength = 32;

QColor toQColor(const Color& c, Real opacity) {
    return QColor::fromRgbF(std::clamp(c.r, 0.f, 1.f), std::clamp(c.g, 0.f, 1.f), std::clamp(c.b, 0.f, 1.f),
                            static_cast<float>(std::clamp(opacity, 0., 1.)));
}

// The model color, or a light tint where it would not stand out on dark.
QColor readable(const QColor& ink, bool onDark) {
    if (!onDark || ink.lightnessF() > 0.62) return ink;
    QColor light = ink;
    light.setHslF(std::max(ink.hslHueF(), 0.f), ink.hslSaturationF() * 0.75f, 0.78f, ink.alphaF());
    return light;
}

QFont letterFont(int pixelHeight) {
    QFont font;
    font.setPixelSize(pixelHeight);
    font.setWeight(QFont::Medium);
    return font;
}

// Painted as outlines: after a thread has painted glyphs for the screen, glyphs of the same face differ slightly, and
// images of one scene would not be identical.
void paintLetters(QPainter& painter, const QRectF& place, const QFont& font, const QColor& ink, const QString& text) {
    const QFontMetricsF metrics(font);
    QPainterPath outline;
    outline.addText(QPointF(place.center().x() - metrics.horizontalAdvance(text) / 2,
                            place.center().y() + (metrics.ascent() - metrics.descent()) / 2),
                    font, text);
    painter.fillPath(outline, ink);
}

QImage transparentImage(const QSizeF& size, qreal pixelRatio) {
    QImage image((size * pixelRatio).toSize().expandedTo(QSize(1, 1)), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(pixelRatio);
    image.fill(Qt::transparent);
    return image;
}

// Snap to device pixels for sharpness.
QPointF snapped(const QPointF& p, qreal ratio) {
    return {std::round(p.x() * ratio) / ratio, std::round(p.y() * ratio) / ratio};
}

}  // namespace

namespace {
/// The place itself, or the nearest free one above or below it; empty if all are taken. Earlier labels keep their
/// places, so that none jumps when another appears.
std::optional<QRectF> placeFor(const QRectF& wanted, const std::vector<QRectF>& taken) {
    constexpr std::array<qreal, 5> lines{0, -1, 1, -2, 2};
    // Halos may touch.
    const qreal height = wanted.height() * 0.8, margin = wanted.height() * 0.1;
    for (const qreal line : lines) {
        const QRectF place = wanted.translated(0, line * height);
        const QRectF ink = place.adjusted(0, margin, 0, -margin);
        if (std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(ink); })) return place;
    }
    return std::nullopt;
}
}  // namespace

void Overlay::setOnDark(bool onDark) {
    if (onDark != onDark_) letters_.clear();
    onDark_ = onDark;
}

void Overlay::setTag(const QString& text, const QPointF& cursor) {
    tag_ = text;
    cursor_ = cursor;
}

void Overlay::paint(QPainter& painter, const CameraRig& rig, const std::vector<TextLabel>& labels) {
    std::vector<QRectF> taken;
    for (const TextLabel& label : labels) paintLabel(painter, rig, label, taken);
    if (axesVisible_) paintAxes(painter, rig);
    if (!tag_.isEmpty()) paintTag(painter, rig);
}

QImage Overlay::letters(const TextLabel& label, int pixelHeight, qreal pixelRatio) {
    const QString text = QString::fromStdString(label.text);
    const QColor ink = readable(toQColor(label.color, label.opacity), onDark_);
    const QString key = QStringLiteral("%1/%2/%3/%4/%5")
                            .arg(ink.name(QColor::HexArgb))
                            .arg(pixelHeight)
                            .arg(pixelRatio)
                            .arg(label.screenText)
                            .arg(text);
    const auto known = letters_.constFind(key);
    if (known != letters_.constEnd()) return *known;
    if (letters_.size() >= kMaxCachedLetters) letters_.clear();

    const QFont font = letterFont(pixelHeight);
    const QFontMetricsF metrics(font);
    const qreal halo = std::max(2., pixelHeight * 0.16);
    QImage image =
        transparentImage(QSizeF(metrics.horizontalAdvance(text) + 4 * halo, metrics.height() + 2 * halo), pixelRatio);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath outline;
    outline.addText(QPointF(2 * halo, halo + metrics.ascent()), font, text);
    const QColor paper = onDark_ ? QColor(18, 24, 32, 205) : QColor(255, 255, 255, 215);
    if (label.screenText) {
        // A plate: letters in the color of a body would be unreadable on it with a halo alone.
        painter.setPen(Qt::NoPen);
        painter.setBrush(paper);
        painter.drawRoundedRect(QRectF(0, halo, image.width() / pixelRatio, metrics.height()), 2 * halo, 2 * halo);
    } else {
        painter.strokePath(outline, QPen(paper, halo, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    }
    painter.fillPath(outline, ink);
    painter.end();
    letters_.insert(key, image);
    return image;
}

void Overlay::paintLabel(QPainter& painter, const CameraRig& rig, const TextLabel& label, std::vector<QRectF>& taken) {
    if (!label.position_G.allFinite()) return;
    const std::optional<Vec2> at = rig.project(label.position_G);
    if (!at) return;
    const Real depth = rig.depthOf(label.position_G);
    const Real height = label.screenText ? label.height : label.height / rig.metersPerPixel(depth);
    // Convert capital height to font size: capitals take about 70 % of it.
    const int pixelHeight = static_cast<int>(std::lround(std::clamp(height / 0.72, 0., 240.)));
    if (pixelHeight < 4) return;
    const qreal ratio = painter.device()->devicePixelRatioF();
    const QImage image = letters(label, pixelHeight, ratio);
    const QSizeF size = image.deviceIndependentSize();
    const QPointF corner(at->x() - size.width() / 2, at->y() - size.height() / 2);
    const std::optional<QRectF> place = placeFor({corner, size}, taken);
    if (!place) return;
    taken.push_back(place->adjusted(0, size.height() * 0.1, 0, -size.height() * 0.1));
    painter.drawImage(snapped(place->topLeft(), ratio), image);
}

void Overlay::paintAxes(QPainter& painter, const CameraRig& rig) {
    const Rotation R_CG = rig.rotation().invert();
    const qreal ratio = painter.device()->devicePixelRatioF();
    // Text is slow, and the camera rests in most frames.
    if (axes_.image.isNull() || axes_.R_CG.asMat33() != R_CG.asMat33() || axes_.pixelRatio != ratio ||
        axes_.onDark != onDark_)
        axes_ = {R_CG, ratio, onDark_, drawAxes(R_CG, ratio)};
    painter.drawImage(snapped(QPointF(6, rig.viewHeight() - kAxesSize - 6), ratio), axes_.image);
}

QImage Overlay::drawAxes(const Rotation& R_CG, qreal pixelRatio) const {
    struct Axis {
        Vec3 direction_C;
        QColor color;
        QString letter;
    };
    std::array<Axis, 3> axes{Axis{R_CG.x(), QColor(0xd9, 0x3f, 0x3f), QStringLiteral("x")},
                             Axis{R_CG.y(), QColor(0x4b, 0xa5, 0x3d), QStringLiteral("y")},
                             Axis{R_CG.z(), QColor(0x3d, 0x74, 0xe0), QStringLiteral("z")}};
    // Paint axes that point away first.
    std::sort(axes.begin(), axes.end(),
              [](const Axis& a, const Axis& b) { return a.direction_C.z() < b.direction_C.z(); });

    QImage image = transparentImage(QSizeF(kAxesSize, kAxesSize), pixelRatio);
    QPainter axesPainter(&image);
    axesPainter.setRenderHint(QPainter::Antialiasing);
    const QPointF middle(kAxesSize / 2, kAxesSize / 2);
    const QFont font = letterFont(12);
    for (const Axis& axis : axes) {
        const QPointF direction(axis.direction_C.x(), -axis.direction_C.y());
        const QPointF tip = middle + direction * kAxisLength;
        axesPainter.setPen(QPen(axis.color, 2.4, Qt::SolidLine, Qt::RoundCap));
        axesPainter.drawLine(middle, tip);
        axesPainter.setPen(Qt::NoPen);
        axesPainter.setBrush(axis.color);
        axesPainter.drawEllipse(tip, 8.5, 8.5);
        paintLetters(axesPainter, QRectF(tip.x() - 10, tip.y() - 11, 20, 20), font, Qt::white, axis.letter);
    }
    axesPainter.setPen(Qt::NoPen);
    axesPainter.setBrush(onDark_ ? QColor(220, 226, 234) : QColor(90, 100, 112));
    axesPainter.drawEllipse(middle, 2.6, 2.6);
    axesPainter.end();
    return image;
}

void Overlay::paintTag(QPainter& painter, const CameraRig& rig) const {
    const QFont font = letterFont(13);
    const QFontMetricsF metrics(font);
    const QSizeF size(metrics.horizontalAdvance(tag_) + 18, metrics.height() + 9);
    const qreal ratio = painter.device()->devicePixelRatioF();
    QImage image = transparentImage(size, ratio);
    QPainter tagPainter(&image);
    tagPainter.setRenderHint(QPainter::Antialiasing);
    tagPainter.setPen(Qt::NoPen);
    tagPainter.setBrush(QColor(24, 30, 38, 225));
    tagPainter.drawRoundedRect(QRectF(QPointF(0, 0), size), 6, 6);
    paintLetters(tagPainter, QRectF(QPointF(0, 0), size), font, QColor(244, 247, 250), tag_);
    tagPainter.end();
    // Right of and below the cursor, but inside the image.
    QPointF corner = cursor_ + QPointF(16, 18);
    corner.setX(std::clamp(corner.x(), 4., std::max(4., rig.viewWidth() - size.width() - 4)));
    corner.setY(std::clamp(corner.y(), 4., std::max(4., rig.viewHeight() - size.height() - 4)));
    painter.drawImage(snapped(corner, ratio), image);
}

}  // namespace trammel::ui

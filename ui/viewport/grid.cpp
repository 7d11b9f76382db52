// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <osg/Depth>

#include "ui/viewport/osg_math.h"
#include "ui/viewport/shaders.h"
#include "ui/viewport/state_set_cache.h"
#include "ui/viewport/tessellation.h"

namespace trammel::ui {

namespace {

// Extent of lines in multiples of the focus distance.
constexpr Real kMajorReach = 2.6, kMinorReach = 1.0;
// Cell size at which minor lines appear, and at which they are fully opaque, pixels.
constexpr Real kMinorFrom = 9, kMinorFull = 26;
constexpr int kMinorPerMajor = 10;

Real smoothStep(Real from, Real to, Real x) {
    const Real t = std::clamp((x - from) / (to - from), 0., 1.);
    return t * t * (3 - 2 * t);
}

const osg::Vec4& axisColor(int axis) {
    static const std::array<osg::Vec4, 3> colors{osg::Vec4(0.84f, 0.27f, 0.27f, 1), osg::Vec4(0.33f, 0.66f, 0.27f, 1),
                                                 osg::Vec4(0.26f, 0.47f, 0.88f, 1)};
    return colors[static_cast<std::size_t>(axis)];
}

}  // namespace

Real roundDownTo125(Real value) {
    const Real decade = std::pow(10, std::floor(std::log10(value)));
    const Real share = value / decade;
    // The tolerance keeps 2 from becoming 1 by roundoff of the logarithm.
    const Real tolerance = 1 - 1e-9;
    return decade * (share >= 5 * tolerance ? 5 : share >= 2 * tolerance ? 2 : 1);
}

/// Plane and common properties of the lines under construction.
struct Grid::Sheet {
    int axisU, axisV;
    Vec3 center;
    osg::Vec3Array& vertices;
    osg::Vec4Array& colors;
    osg::Vec2Array& places;

    // One line v = const (alongU) or u = const. The shader fades it toward the radius around the center: pieces of different
    // colors would take several times as long in software.
    void addLine(bool alongU, Real at, Real radius, const osg::Vec4& color, Real alpha) {
        const int along = alongU ? axisU : axisV, across = alongU ? axisV : axisU;
        const Real off = at - center[across];
        if (std::abs(off) >= radius) return;
        const Real half = std::sqrt(radius * radius - off * off);
        for (const Real s : {-half, half}) {
            Vec3 p(0.);
            p[along] = center[along] + s;
            p[across] = at;
            vertices.push_back(toOsgFloat(p));
            colors.push_back({color.r(), color.g(), color.b(), static_cast<float>(alpha)});
            places.push_back({static_cast<float>(s / radius), static_cast<float>(off / radius)});
        }
    }

    void addFamily(bool alongU, Real spacing, int skipEvery, Real radius, const osg::Vec4& color, Real alpha) {
        const Real middle = center[alongU ? axisV : axisU];
        const auto first = static_cast<long long>(std::ceil((middle - radius) / spacing));
        const auto last = static_cast<long long>(std::floor((middle + radius) / spacing));
        for (long long k = first; k <= last; ++k) {
            // Line zero is the colored axis.
            if (k == 0 || (skipEvery && k % skipEvery == 0)) continue;
            addLine(alongU, Real(k) * spacing, radius, color, alpha);
        }
    }
};

Grid::Grid()
    : vertices_(new osg::Vec3Array),
      colors_(new osg::Vec4Array),
      places_(new osg::Vec2Array),
      segments_(new osg::DrawArrays(GL_LINES, 0, 0)),
      width_(new osg::LineWidth(1)) {
    lines_ = makeGeometry(vertices_, nullptr);
    lines_->setColorArray(colors_, osg::Array::BIND_PER_VERTEX);
    lines_->setTexCoordArray(0, places_, osg::Array::BIND_PER_VERTEX);
    lines_->addPrimitiveSet(segments_);
    lines_->setDataVariance(osg::Object::DYNAMIC);
    lines_->setNodeMask(node_mask::Draw);
    osg::StateSet* state = lines_->getOrCreateStateSet();
    state->setAttributeAndModes(makeFadingProgram());
    state->setAttributeAndModes(width_);
    state->setAttributeAndModes(new osg::Depth(osg::Depth::LEQUAL, 0, 1, false));
    enableBlending(*state);
    state->setRenderBinDetails(draw_order::Grid, "RenderBin");
    layer_ = std::make_unique<GridLayer>(lines_);
}

bool Grid::Look::operator==(const Look& other) const {
    const bool sameFrame =
        frame.has_value() == other.frame.has_value() &&
        (!frame || (frame->p() == other.frame->p() && frame->R().asMat33() == other.frame->R().asMat33()));
    return pose.focus == other.pose.focus && pose.distance == other.pose.distance && pose.yaw == other.pose.yaw &&
           pose.pitch == other.pose.pitch && pose.up == other.pose.up && pose.orthographic == other.pose.orthographic &&
           metersPerPixel == other.metersPerPixel && pixelRatio == other.pixelRatio && unit == other.unit &&
           plane == other.plane && onDark == other.onDark && visible == other.visible && sameFrame;
}

Real Grid::reach(const CameraRig& rig) const {
    return visible_ && plane_ != GridPlane::None ? kMajorReach * rig.pose().distance : 0;
}

void Grid::update(const CameraRig& rig, bool onDark, Real pixelRatio, const QSize& size) {
    rebuild(rig, onDark, pixelRatio);
    layer_->prepare(size);
}

void Grid::rebuild(const CameraRig& rig, bool onDark, Real pixelRatio) {
    width_->setWidth(static_cast<float>(pixelRatio));
    const Look look{rig.pose(), rig.metersPerPixel(rig.pose().distance), pixelRatio, unit_, plane_, onDark, visible_,
                    frame_};
    if (built_ == look) return;
    built_ = look;
    vertices_->clear();
    colors_->clear();
    places_->clear();
    isAligned_ = false;
    layer_->setLines({}, {}, {}, 0);
    if (visible_ && plane_ != GridPlane::None) build(rig, onDark);
    // By software, a smooth line costs several times as much, and along rows and columns of pixels it is only blurred.
    lines_->getOrCreateStateSet()->setMode(GL_LINE_SMOOTH,
                                           isAligned_ ? osg::StateAttribute::OFF : osg::StateAttribute::ON);
    segments_->setCount(static_cast<int>(vertices_->size()));
    vertices_->dirty();
    colors_->dirty();
    places_->dirty();
    lines_->dirtyBound();
}

namespace {
/// Sine of the angle to its plane below which a grid is invisible.
constexpr Real edgeOn = 0.02;

int normalOf(GridPlane plane) { return plane == GridPlane::YZ ? 0 : plane == GridPlane::XZ ? 1 : 2; }

/// @p plane, or the coordinate plane facing along @p sight where this one is seen edge-on.
GridPlane seenPlane(GridPlane plane, const Vec3& sight) {
    if (std::abs(sight[normalOf(plane)]) > edgeOn) return plane;
    constexpr std::array all{GridPlane::XY, GridPlane::XZ, GridPlane::YZ};
    return *std::ranges::max_element(all, {}, [&](GridPlane each) { return std::abs(sight[normalOf(each)]); });
}
/// True if one of the axes is horizontal on the screen and the other vertical: then so are all lines.
bool runsAlongPixels(const CameraRig& rig, const Rotation& R_GW, int axisU, int axisV) {
    constexpr Real tiny = 1e-6;
    const Mat33 R_CW = rig.rotation().asMat33().transpose() * R_GW.asMat33();
    const auto isAlong = [&](int axis, int screenAxis) {
        return std::abs(std::abs(R_CW(screenAxis, axis)) - 1) < tiny;
    };
    return (isAlong(axisU, 0) && isAlong(axisV, 1)) || (isAlong(axisU, 1) && isAlong(axisV, 0));
}
}  // namespace

void Grid::build(const CameraRig& rig, bool onDark) {
    const GridPlane plane = frame_ ? GridPlane::XY : seenPlane(plane_, rig.rotation().z());
    const Transform X_GW = frame_.value_or(Transform());
    const int axisU = plane == GridPlane::YZ ? 2 : 0, axisV = plane == GridPlane::XZ ? 2 : 1;
    const int normal = normalOf(plane);
    const Real distance = rig.pose().distance;
    Vec3 center = X_GW.invert() * rig.pose().focus;
    const Real facing = smoothStep(edgeOn, 0.22, std::abs((X_GW.R().transpose() * rig.rotation().z())[normal]));
    // Hide a plane far in front of or behind the focus.
    const Real near = 1 - smoothStep(2, 4, std::abs(center[normal]) / distance);
    const Real strength = facing * near;
    if (strength <= 0) return;
    center[normal] = 0;
    isAligned_ = runsAlongPixels(rig, X_GW.R(), axisU, axisV);

    const Real pixel = rig.metersPerPixel(distance);
    const Real minor = unit_ * roundDownTo125(kMinorFull * pixel / unit_);
    const Real minorStrength = smoothStep(kMinorFrom, kMinorFull, minor / pixel);
    const osg::Vec4 ink = onDark ? osg::Vec4(0.78f, 0.84f, 0.92f, 1) : osg::Vec4(0.20f, 0.28f, 0.38f, 1);
    const Real minorAlpha = (onDark ? 0.13 : 0.16) * strength * minorStrength;
    const Real majorAlpha = (onDark ? 0.22 : 0.28) * strength;
    const Real majorReach = kMajorReach * distance;

    Sheet sheet{axisU, axisV, center, *vertices_, *colors_, *places_};
    for (const bool alongU : {true, false}) {
        sheet.addFamily(alongU, minor, kMinorPerMajor, kMinorReach * distance, ink, minorAlpha);
        sheet.addFamily(alongU, minor * kMinorPerMajor, 0, majorReach, ink, majorAlpha);
        sheet.addLine(alongU, 0, majorReach, axisColor(alongU ? axisU : axisV), 0.75 * strength);
    }
    Vec3 along(0.), across(0.);
    along[axisU] = across[axisV] = 1;
    layer_->setLines(X_GW * center, X_GW.R() * along, X_GW.R() * across, majorReach);
    if (!frame_) return;
    for (osg::Vec3& p : *vertices_) p = toOsgFloat(X_GW * Vec3(p.x(), p.y(), p.z()));
}

}  // namespace trammel::ui

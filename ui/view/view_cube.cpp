// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/view_cube.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui/viewport/camera_rig.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {

constexpr int CubeSide = 92, CubeMargin = 8;
/// Half the cube's edge, pixels.
constexpr qreal HalfCube = 26;
/// Half the width of a face without its edges, relative to half the cube.
constexpr Real InnerPart = 0.6;
constexpr qreal CubeClickRadius = 4;
constexpr Real CubeRadiansPerPixel = 0.012;
/// The view is no larger than this in a small window, where the cube would hide the model.
constexpr int LeastView = 260;

/// Camera axes in those of viewAxes(), R_UC.
Rotation cameraIn(const CameraPose& pose) {
    return Rotation(Mat33(Rotation(pose.yaw, Vec3(0, 1, 0)) * Rotation(-pose.pitch, Vec3(1, 0, 0))));
}

Vec3 toVec(const ViewCube::Part& part) { return {Real(part[0]), Real(part[1]), Real(part[2])}; }

}  // namespace

ViewCube::ViewCube(Viewport& viewport) : QWidget(&viewport), viewport_(viewport) {
    setObjectName(QStringLiteral("viewCube"));
    setAccessibleName(tr("View cube"));
    setToolTip(tr("Click a face, edge or corner; drag to orbit"));
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_TranslucentBackground);
    setCursor(Qt::ArrowCursor);
    setMouseTracking(true);
    resize(CubeSide, CubeSide);
    viewport_.installEventFilter(this);
    connect(&viewport_, &Viewport::cameraMoved, this, [this] { update(); });
    place();
}

QString ViewCube::nameOf(const Part& part) {
    static const char* const names[3][2] = {{QT_TR_NOOP("Left"), QT_TR_NOOP("Right")},
                                            {QT_TR_NOOP("Bottom"), QT_TR_NOOP("Top")},
                                            {QT_TR_NOOP("Back"), QT_TR_NOOP("Front")}};
    QStringList words;
    for (const std::size_t axis : {std::size_t(2), std::size_t(0), std::size_t(1)})
        if (part[axis] != 0) words += tr(names[axis][part[axis] > 0]);
    QString name = words.join(' ').toLower();
    if (!name.isEmpty()) name[0] = name[0].toUpper();
    return name;
}

QPointF ViewCube::project(const Vec3& p_U) const {
    const Vec3 p_C = cameraIn(viewport_.cameraPose()).transpose() * p_U;
    return QPointF(CubeSide / 2. + HalfCube * p_C[0], CubeSide / 2. - HalfCube * p_C[1]);
}

std::vector<ViewCube::Tile> ViewCube::tiles() const {
    const Vec3 sight_U = cameraIn(viewport_.cameraPose()).z();
    constexpr Real bounds[3][2] = {{-1, -InnerPart}, {-InnerPart, InnerPart}, {InnerPart, 1}};
    std::vector<Tile> all;
    for (int axis = 0; axis < 3; ++axis) {
        for (const int sign : {-1, 1}) {
            constexpr Real seen = 1e-3;
            if (sign * sight_U[axis] < seen) continue;
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            for (int i = -1; i <= 1; ++i)
                for (int j = -1; j <= 1; ++j) {
                    Tile tile;
                    tile.part[std::size_t(axis)] = sign;
                    tile.part[std::size_t(u)] = i;
                    tile.part[std::size_t(v)] = j;
                    tile.facing = sign * sight_U[axis];
                    for (const auto& [a, b] : {std::pair(0, 0), std::pair(1, 0), std::pair(1, 1), std::pair(0, 1)}) {
                        Vec3 corner(0.);
                        corner[axis] = sign;
                        corner[u] = bounds[i + 1][a];
                        corner[v] = bounds[j + 1][b];
                        tile.outline << project(corner);
                    }
                    all.push_back(std::move(tile));
                }
        }
    }
    return all;
}

std::optional<ViewCube::Part> ViewCube::partAt(const QPointF& position) const {
    for (const Tile& tile : tiles())
        if (tile.outline.containsPoint(position, Qt::OddEvenFill)) return tile.part;
    return std::nullopt;
}

std::optional<QPointF> ViewCube::middleOf(const Part& part) const {
    const Tile* nearest = nullptr;
    const std::vector<Tile> all = tiles();
    for (const Tile& tile : all)
        if (tile.part == part && (!nearest || tile.facing > nearest->facing)) nearest = &tile;
    if (!nearest) return std::nullopt;
    QPointF sum;
    for (const QPointF& corner : nearest->outline) sum += corner;
    return sum / qreal(nearest->outline.size());
}

QTransform ViewCube::placeOn(const Part& face) const {
    const Vec3 outward = toVec(face);
    const auto shown = [&](const Vec3& direction) { return project(outward + direction) - project(outward); };
    Vec3 up(0, 1, 0);
    // Letters on top and bottom are upright for the camera.
    if (face[1] != 0) {
        const std::array<Vec3, 4> sides{Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 0, 1), Vec3(0, 0, -1)};
        up = *std::ranges::min_element(sides, {}, [&](const Vec3& side) { return shown(side).y(); });
    }
    const QPointF right = shown(up.cross(outward)) / HalfCube, down = -shown(up) / HalfCube, middle = project(outward);
    return {right.x(), right.y(), down.x(), down.y(), middle.x(), middle.y()};
}

ViewCube::Part ViewCube::nearestPart() const {
    const Vec3 sight_U = cameraIn(viewport_.cameraPose()).z();
    Part best{0, 0, 1};
    Real most = -1;
    for (int code = 0; code < 27; ++code) {
        const Part part{code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1};
        if (part == Part{0, 0, 0}) continue;
        const Real along = toVec(part).normalized().dot(sight_U);
        if (along <= most) continue;
        most = along;
        best = part;
    }
    return best;
}

void ViewCube::lookFrom(const Part& part) {
    CameraPose pose = viewport_.cameraPose();
    const Vec3 d = toVec(part);
    const Real level = std::hypot(d[0], d[2]);
    // From above and below the image keeps the direction nearest to the current one.
    pose.yaw = level > 0 ? std::atan2(d[0], d[2]) : Pi / 2 * std::round(pose.yaw / (Pi / 2));
    pose.pitch = std::atan2(d[1], level);
    viewport_.setCameraPose(pose);
}

void ViewCube::mark(std::optional<Part> part) {
    if (part == marked_) return;
    marked_ = part;
    setAccessibleDescription(part ? nameOf(*part) : QString());
    update();
}

void ViewCube::paintEvent(QPaintEvent*) {
    const CameraPose pose = viewport_.cameraPose();
    const Look look{pose.yaw, pose.pitch,         marked_, hasFocus(), Theme::instance().isDark(), palette().cacheKey(),
                    font(),   devicePixelRatioF()};
    // The view below changes in each frame of a run; the cube does not.
    if (image_.isNull() || look != drawn_) {
        drawn_ = look;
        image_ = QPixmap((QSizeF(size()) * look.pixelRatio).toSize());
        image_.setDevicePixelRatio(look.pixelRatio);
        image_.fill(Qt::transparent);
        QPainter painter(&image_);
        painter.setFont(font());
        draw(painter);
    }
    QPainter(this).drawPixmap(0, 0, image_);
}

void ViewCube::draw(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeColors& colors = Theme::instance().colors();
    std::vector<Tile> all = tiles();
    std::ranges::stable_sort(all, {}, &Tile::facing);
    QColor face = palette().color(QPalette::Button), ink = palette().color(QPalette::ButtonText);
    for (const Tile& tile : all) {
        const bool isMarked = marked_ == tile.part;
        QColor fill = isMarked ? colors.accent : face.darker(int(100 + 30 * (1 - tile.facing)));
        fill.setAlpha(isMarked ? 255 : 225);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawPolygon(tile.outline);
    }
    QFont font = painter.font();
    font.setPixelSize(11);
    painter.setFont(font);
    for (int axis = 0; axis < 3; ++axis)
        for (const int sign : {-1, 1}) {
            Part part{0, 0, 0};
            part[std::size_t(axis)] = sign;
            const auto middle = middleOf(part);
            if (!middle) continue;
            QPolygonF outline;
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            for (const auto& [a, b] : {std::pair(-1, -1), std::pair(1, -1), std::pair(1, 1), std::pair(-1, 1)}) {
                Vec3 corner(0.);
                corner[axis] = sign;
                corner[u] = a;
                corner[v] = b;
                outline << project(corner);
            }
            painter.setPen(QPen(ink, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawPolygon(outline);
            const Real facing = std::abs(cameraIn(viewport_.cameraPose()).z()[axis]);
            constexpr Real readable = 0.3;
            if (facing < readable) continue;
            painter.setPen(marked_ == part ? QColor(Qt::white) : ink);
            painter.save();
            painter.setTransform(placeOn(part), true);
            painter.drawText(QRectF(-HalfCube, -HalfCube, 2 * HalfCube, 2 * HalfCube), Qt::AlignCenter, nameOf(part));
            painter.restore();
        }
    if (!hasFocus()) return;
    painter.setPen(QPen(colors.accent, 1.5, Qt::DotLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
}

void ViewCube::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    isPressed_ = true;
    drags_ = false;
    pressed_ = last_ = event->position();
}

void ViewCube::mouseMoveEvent(QMouseEvent* event) {
    if (!isPressed_) return mark(partAt(event->position()));
    drags_ |= (event->position() - pressed_).manhattanLength() >= CubeClickRadius;
    if (!drags_) return;
    CameraPose pose = viewport_.cameraPose();
    const QPointF way = event->position() - last_;
    last_ = event->position();
    pose.yaw = std::remainder(pose.yaw - way.x() * CubeRadiansPerPixel, 2 * Pi);
    pose.pitch = std::clamp(pose.pitch + way.y() * CubeRadiansPerPixel, -Pi / 2, Pi / 2);
    viewport_.setCameraPose(pose);
}

void ViewCube::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    isPressed_ = false;
    if (drags_) return;
    if (const auto part = partAt(event->position())) lookFrom(*part);
    mark(partAt(event->position()));
}

void ViewCube::leaveEvent(QEvent*) {
    if (!hasFocus()) mark(std::nullopt);
}

bool ViewCube::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
            case Qt::Key_Left:
            case Qt::Key_Right:
            case Qt::Key_Up:
            case Qt::Key_Down:
            case Qt::Key_Return:
            case Qt::Key_Enter:
            case Qt::Key_Space:
            case Qt::Key_Escape: event->accept(); return true;
            default: break;
        }
    }
    return QWidget::event(event);
}

void ViewCube::keyPressEvent(QKeyEvent* event) {
    Part part = marked_.value_or(nearestPart());
    // Around the level ring in steps of an edge, and up or down.
    const auto turn = [&](int steps) {
        static constexpr int ring[8][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
        int at = 0;
        while (at < 8 && !(ring[at][0] == part[0] && ring[at][1] == part[2])) ++at;
        const int to = at == 8 ? 0 : (at + steps + 8) % 8;
        part[0] = ring[to][0];
        part[2] = ring[to][1];
    };
    switch (event->key()) {
        case Qt::Key_Left: turn(-1); break;
        case Qt::Key_Right: turn(1); break;
        case Qt::Key_Up:
        case Qt::Key_Down: {
            const int step = event->key() == Qt::Key_Up ? 1 : -1;
            const bool isLevel = part[0] != 0 || part[2] != 0;
            if (part[1] == step && isLevel)
                part = {0, step, 0};
            else if (!isLevel && part[1] == -step)
                part = {0, -step, 1};
            else if (part[1] != step)
                part[1] += step;
            break;
        }
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space: lookFrom(part); break;
        case Qt::Key_Escape: viewport_.setFocus(); return;
        default: return QWidget::keyPressEvent(event);
    }
    mark(part);
}

void ViewCube::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    mark(nearestPart());
    update();
}

void ViewCube::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    mark(std::nullopt);
    update();
}

bool ViewCube::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &viewport_ && (event->type() == QEvent::Resize || event->type() == QEvent::Show)) place();
    return QWidget::eventFilter(watched, event);
}

void ViewCube::place() {
    move(viewport_.width() - CubeSide - CubeMargin, CubeMargin);
    setVisible(viewport_.width() >= LeastView && viewport_.height() >= LeastView);
}

}  // namespace trammel::ui

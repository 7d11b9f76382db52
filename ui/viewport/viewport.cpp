// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/viewport.h"

#include <QCoreApplication>
#include <QLabel>
#include <QSurfaceFormat>
#include <QTimer>
#include <algorithm>
#include <limits>
#include <utility>

#include "ui/viewport/gl_support.h"
#include "ui/viewport/gl_view.h"
#include "ui/viewport/interaction.h"
#include "ui/viewport/pixel_view.h"

namespace trammel::ui {

namespace {
/// Number of decorations from which a new scene is framed and merged in events of their own, before the one that draws it:
/// each takes long.
constexpr std::size_t ManyDecorations = 12000;
}  // namespace

struct Viewport::Parts {
    SceneRenderer renderer;
    CameraRig rig;
    Overlay overlay;
    // The image, or the notice in its place; child widgets that must be destroyed before the renderer.
    QWidget* surface = nullptr;
    ViewSurface* picture = nullptr;
    std::unique_ptr<Interaction> interaction;
    std::function<QString(ElementId)> nameOf;
    // True until the camera is moved: a resize frames the scene again.
    bool atHome = false;
    bool wantsHome = true;
    UpAxis homeUp = UpAxis::Y;
    /// The points framed last while atHome: the view must not follow a running mechanism when its size changes.
    std::vector<Vec3> homePoints;
    /// Corners of the background images.
    std::vector<std::pair<ElementId, Vec3>> imageCorners;
    bool framesFirst = true;
    /// A scene of many decorations is to be prepared; the last image stays until then.
    bool isPreparing = false;
    /// Parts of the preparation that are done.
    bool hasPrograms = false, hasSolidPrograms = false, isMerged = false;
    // Background colors and other options.
    RenderOptions look;

    SceneMirror& mirror() { return renderer.mirror(); }
    void redraw() {
        if (picture && !isPreparing) picture->redraw();
    }

    void prepareSoon() {
        isMerged = false;
        if (std::exchange(isPreparing, true)) return;
        hasPrograms = hasSolidPrograms = false;
        surface->setUpdatesEnabled(false);
        prepareNext();
    }
    void prepareNext() {
        QTimer::singleShot(0, surface, [this] { preparePart(); });
    }
    /// Each part takes as long as an event may.
    void preparePart() {
        if (!isPreparing) return;
        const bool wantedHome = wantsHome, isDrawn = picture && surface->isVisible();
        frameScene();
        if (wantedHome && !wantsHome) return prepareNext();
        for (bool* const isCompiled : {&hasPrograms, &hasSolidPrograms})
            if (isDrawn && !std::exchange(*isCompiled, true)) {
                picture->compilePrograms(isCompiled == &hasSolidPrograms);
                return prepareNext();
            }
        if (!std::exchange(isMerged, true)) {
            mirror().prepare(rig);
            return prepareNext();
        }
        if (isDrawn) picture->uploadMeshes();
        finishScene();
    }
    /// Frames it now, if it will be; before anything is projected, picked or seen from the camera. Merging may wait.
    void frameScene() {
        if (isPreparing && wantsHome) goHome();
    }
    /// Prepares it now; before an image is made, or the camera set.
    void finishScene() {
        if (!isPreparing) return;
        isPreparing = false;
        surface->setUpdatesEnabled(true);
        if (wantsHome) goHome();
        if (!isMerged) mirror().prepare(rig);
        redraw();
    }

    // A hidden widget does not receive its own or its children's sizes.
    void fillIn(const QSize& size) {
        surface->resize(size);
        rig.setViewSize(size.width(), size.height());
        if (!atHome) return;
        // The surface already drew itself with the old camera while resizing.
        rig.fit(homePoints);
        redraw();
    }

    void goHome() {
        const std::vector<Vec3> points = mirror().extentPoints();
        if (points.empty()) return;
        if (CameraPose pose = rig.pose(); pose.up != homeUp) {
            pose.up = homeUp;
            rig.setPose(pose);
            renderer.grid().setPlane(homeUp == UpAxis::Z ? GridPlane::XY : GridPlane::XZ);
        }
        rig.setPleasantView(points);
        rig.fit(points);
        homePoints = points;
        interaction->setPivot(rig.pose().focus);
        atHome = true;
        wantsHome = false;
    }

    void fit(const std::vector<Vec3>& points) {
        rig.fit(points);
        atHome = false;
        interaction->setPivot(rig.pose().focus);
        redraw();
    }

    void showTag(const QString& text, const QPointF& cursor) {
        const bool shownBefore = overlay.hasTag();
        overlay.setTag(text, cursor);
        if (shownBefore || overlay.hasTag()) redraw();
    }
};

void Viewport::prepareApplication() {
    // Only the view is multisampled, where affordable; its top-level window need not be.
    QSurfaceFormat::setDefaultFormat(viewportFormat(0));
    // Without sharing, a view moved to another window loses its context and its multisampling.
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
}

Viewport::Viewport(QWidget* parent) : QWidget(parent), parts_(std::make_unique<Parts>()) {
    if (glSupport().usable) {
        if (glSupport().software)
            parts_->picture = new PixelView(parts_->renderer, parts_->rig, parts_->overlay, this);
        else
            parts_->picture = new GlView(parts_->renderer, parts_->rig, parts_->overlay, this);
        parts_->surface = &parts_->picture->widget();
    } else {
        auto* notice = new QLabel(tr("The 3-D view is not available: %1").arg(glSupport().reason), this);
        notice->setAlignment(Qt::AlignCenter);
        notice->setWordWrap(true);
        parts_->surface = notice;
    }
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumSize(160, 120);
    setFocusProxy(parts_->surface);
    parts_->surface->setAccessibleName(tr("3-D view"));
    parts_->fillIn(size());

    Interaction& interaction =
        *(parts_->interaction = std::make_unique<Interaction>(*parts_->surface, *parts_->mirror().root(), parts_->rig));
    connect(&interaction, &Interaction::clicked, this, &Viewport::elementClicked);
    connect(&interaction, &Interaction::doubleClicked, this, &Viewport::elementDoubleClicked);
    connect(&interaction, &Interaction::contextMenuRequested, this, &Viewport::contextMenuRequested);
    connect(&interaction, &Interaction::cameraMoved, this, [this] {
        parts_->atHome = false;
        parts_->redraw();
        Q_EMIT cameraMoved();
    });
    connect(&interaction, &Interaction::hovered, this, [this](ElementId element, QPoint position) {
        if (element != parts_->mirror().hovered()) {
            parts_->mirror().setHovered(element);
            parts_->redraw();
        }
        if (parts_->nameOf) parts_->showTag(element.isValid() ? parts_->nameOf(element) : QString(), position);
        Q_EMIT elementHovered(element, position);
    });
}

Viewport::~Viewport() {
    parts_->interaction.reset();
    delete parts_->surface;
}

void Viewport::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    parts_->fillIn(size());
}

void Viewport::setScene(const Scene& scene) {
    parts_->renderer.forgetFloor();
    parts_->mirror().update(scene);
    if (scene.geometry.empty() && parts_->framesFirst) parts_->wantsHome = true;
    if (!isVisible()) parts_->fillIn(size());
    if (parts_->mirror().size() >= ManyDecorations) return parts_->prepareSoon();
    if (parts_->wantsHome) parts_->goHome();
    parts_->redraw();
}

void Viewport::setFramingFirstScene(bool framing) {
    parts_->finishScene();
    parts_->framesFirst = framing;
    if (!framing) parts_->wantsHome = false;
}

void Viewport::updateGeometry(const Scene& scene) {
    parts_->mirror().update(scene);
    parts_->interaction->sceneMoved();
    parts_->redraw();
}

void Viewport::setPoses(const std::vector<Transform>& X_GB) {
    parts_->mirror().setPoses(X_GB);
    parts_->redraw();
}

void Viewport::setSelection(const std::set<ElementId>& selection) {
    if (selection == parts_->mirror().selection()) return;
    parts_->mirror().setSelection(selection);
    parts_->redraw();
}

void Viewport::setHoverText(const QString& text) {
    parts_->showTag(text, parts_->surface->mapFromGlobal(QCursor::pos()));
}

void Viewport::setNameProvider(std::function<QString(ElementId)> nameOf) { parts_->nameOf = std::move(nameOf); }

ElementId Viewport::pick(const QPoint& position) const {
    parts_->frameScene();
    return parts_->interaction->elementAt(position);
}

QPointF Viewport::project(const Vec3& p_G) const {
    parts_->frameScene();
    const std::optional<Vec2> pixel = parts_->rig.project(p_G);
    constexpr qreal nowhere = std::numeric_limits<qreal>::quiet_NaN();
    return pixel ? QPointF(pixel->x(), pixel->y()) : QPointF(nowhere, nowhere);
}

std::pair<Vec3, Vec3> Viewport::sightThrough(const QPointF& position) const {
    parts_->frameScene();
    const Ray ray = parts_->rig.rayThrough(Vec2(position.x(), position.y()));
    return {ray.origin, ray.direction};
}

std::vector<PickHit> Viewport::hitsAt(const QPointF& position) const {
    parts_->frameScene();
    return parts_->interaction->hitsAt(position);
}

std::optional<Vec3> Viewport::surfaceAt(const QPointF& position) const {
    const std::vector<PickHit> hits = hitsAt(position);
    return hits.empty() ? std::nullopt : std::optional(hits.front().point_G);
}

std::optional<std::pair<Vec3, Vec3>> Viewport::faceAt(const QPointF& position) const {
    for (const PickHit& hit : hitsAt(position))
        if (hit.element.isValid() && hit.normal_G.norm() > 0) return std::pair(hit.point_G, hit.normal_G);
    return std::nullopt;
}

void Viewport::frameAll() { frame({}); }

void Viewport::frame(const std::set<ElementId>& elements) {
    parts_->finishScene();
    std::vector<Vec3> points = parts_->mirror().extentPoints(&elements);
    for (const auto& [image, corner] : parts_->imageCorners)
        if (elements.contains(image)) points.push_back(corner);
    if (points.empty()) points = parts_->mirror().extentPoints();
    // Nothing is drawn except images.
    if (points.empty())
        for (const auto& [image, corner] : parts_->imageCorners) points.push_back(corner);
    parts_->fit(points);
    Q_EMIT cameraMoved();
}

void Viewport::frameAll(const std::vector<std::vector<Transform>>& poses) {
    parts_->finishScene();
    const std::vector<SceneMirror::Corner> corners = parts_->mirror().visibleCorners();
    std::vector<Vec3> points = parts_->mirror().place(corners);
    for (const std::vector<Transform>& X_GB : poses) {
        const std::vector<Vec3> there = parts_->mirror().place(corners, X_GB);
        points.insert(points.end(), there.begin(), there.end());
    }
    parts_->fit(points);
    Q_EMIT cameraMoved();
}

bool Viewport::isFramedAutomatically() const {
    parts_->frameScene();
    return parts_->atHome;
}

void Viewport::keepInView(const std::vector<std::vector<Transform>>& poses) {
    parts_->finishScene();
    if (!parts_->atHome) return;
    const auto isSeen = [&](const Vec3& point) -> std::optional<bool> {
        const std::optional<Vec2> pixel = parts_->rig.project(point);
        return pixel ? std::optional(QRectF(rect()).contains(pixel->x(), pixel->y())) : std::nullopt;
    };
    const std::vector<Vec3> outside = findPointsOutside(parts_->mirror().bodyCorners(), poses, isSeen);
    if (outside.empty()) return;
    parts_->homePoints.insert(parts_->homePoints.end(), outside.begin(), outside.end());
    parts_->rig.fit(parts_->homePoints);
    parts_->interaction->setPivot(parts_->rig.pose().focus);
    parts_->redraw();
    Q_EMIT cameraMoved();
}

Real Viewport::extentOf(std::span<const std::vector<Transform>> poses) const {
    return findExtent(parts_->mirror().bodyCorners(), poses);
}

Vec3 Viewport::extentsOf(const std::set<ElementId>& elements) const {
    Vec3 low(Infinity), high(-Infinity);
    for (const Vec3& point : parts_->mirror().extentPoints(&elements)) {
        low = low.cwiseMin(point);
        high = high.cwiseMax(point);
    }
    return low.x() <= high.x() ? Vec3(high - low) : Vec3(0.);
}

std::map<int, QRectF> Viewport::bodyRects() const {
    parts_->frameScene();
    const std::vector<SceneMirror::Corner>& corners = parts_->mirror().bodyCorners();
    const std::vector<Vec3> points = parts_->mirror().place(corners);
    std::map<int, QRectF> rects;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::optional<Vec2> pixel = points[i].allFinite() ? parts_->rig.project(points[i]) : std::nullopt;
        if (!pixel) continue;
        const QPointF at(pixel->x(), pixel->y());
        QRectF& rect = rects.try_emplace(corners[i].body, at, at).first->second;
        rect.setCoords(std::min(rect.left(), at.x()), std::min(rect.top(), at.y()), std::max(rect.right(), at.x()),
                       std::max(rect.bottom(), at.y()));
    }
    return rects;
}

void Viewport::setStandardView(StandardView view) {
    parts_->finishScene();
    parts_->rig.setStandardView(view);
    frameAll();
}

void Viewport::setOrthographic(bool on) {
    parts_->finishScene();
    parts_->rig.setOrthographic(on);
    parts_->redraw();
    Q_EMIT cameraMoved();
}

bool Viewport::isOrthographic() const { return parts_->rig.pose().orthographic; }

CameraPose Viewport::cameraPose() const {
    parts_->frameScene();
    return parts_->rig.pose();
}

void Viewport::setCameraPose(const CameraPose& pose) {
    parts_->finishScene();
    parts_->rig.setPose(pose);
    parts_->atHome = parts_->wantsHome = false;
    parts_->interaction->setPivot(pose.focus);
    parts_->redraw();
    Q_EMIT cameraMoved();
}

void Viewport::setHomeUpAxis(UpAxis up) { parts_->homeUp = up; }

void Viewport::setGridPlane(GridPlane plane) {
    parts_->frameScene();
    parts_->renderer.grid().setPlane(plane);
    parts_->redraw();
}

GridPlane Viewport::gridPlane() const {
    parts_->frameScene();
    return parts_->renderer.grid().plane();
}

void Viewport::setGridFrame(const std::optional<Transform>& X_GW) {
    parts_->renderer.grid().setFrame(X_GW);
    parts_->redraw();
}

void Viewport::setBackgrounds(const std::vector<BackgroundImage>& images) {
    parts_->renderer.backgrounds().set(images);
    parts_->imageCorners.clear();
    for (const BackgroundImage& image : images)
        for (const Vec2& part : {Vec2(0, 0), Vec2(1, 0), Vec2(0, 1), Vec2(1, 1)})
            parts_->imageCorners.emplace_back(image.element,
                                              image.X_GI * Vec3(part[0] * image.size[0], part[1] * image.size[1], 0));
    parts_->redraw();
}

void Viewport::setGridUnit(Real unit) {
    parts_->renderer.grid().setUnit(unit);
    parts_->redraw();
}

void Viewport::setGridVisible(bool visible) {
    parts_->renderer.grid().setVisible(visible);
    parts_->redraw();
}

bool Viewport::isGridVisible() const { return parts_->renderer.grid().isVisible(); }

void Viewport::setRoleVisible(DecorationRole role, bool visible) {
    parts_->mirror().setRoleVisible(role, visible);
    parts_->redraw();
}

bool Viewport::isRoleVisible(DecorationRole role) const { return parts_->renderer.mirror().isRoleVisible(role); }

void Viewport::setShadows(bool on) {
    parts_->renderer.setShadows(on);
    parts_->redraw();
}

bool Viewport::hasShadows() const { return parts_->renderer.shadows().isOn(); }

void Viewport::setSection(const SectionPlane& section) {
    parts_->renderer.setSection(section);
    parts_->interaction->setSection(section);
    parts_->redraw();
    Q_EMIT sectionChanged();
}

const SectionPlane& Viewport::section() const { return parts_->renderer.section(); }

std::pair<Real, Real> Viewport::extentAlong(const Vec3& direction_G) const {
    std::pair<Real, Real> range(Infinity, -Infinity);
    for (const Vec3& point : parts_->renderer.mirror().casterPoints()) {
        range.first = std::min(range.first, direction_G.dot(point));
        range.second = std::max(range.second, direction_G.dot(point));
    }
    return range;
}

void Viewport::layFloorBelow(const std::vector<std::vector<Transform>>& poses) {
    parts_->renderer.layFloorBelow(poses);
    parts_->redraw();
}

RenderOptions Viewport::renderOptions(QSize pixels) const {
    parts_->finishScene();
    RenderOptions look = parts_->look;
    look.width = pixels.width();
    look.height = pixels.height();
    look.grid = isGridVisible();
    look.gridPlane = parts_->renderer.grid().plane();
    look.camera = cameraPose();
    look.shadows = hasShadows();
    look.section = section();
    look.floor = parts_->renderer.shadows().floor();
    for (const DecorationRole role : allDecorationRoles)
        if (!isRoleVisible(role)) look.hiddenRoles.insert(role);
    // Images larger than the view show the same at higher resolution.
    look.pixelRatio = std::max(1., static_cast<double>(pixels.height()) / std::max(1, height()));
    return look;
}

void Viewport::setBackground(const QColor& top, const QColor& bottom) {
    parts_->look.top = top;
    parts_->look.bottom = bottom;
    parts_->renderer.backdrop().setColors(top, bottom);
    parts_->redraw();
}

QImage Viewport::grabImage() {
    parts_->finishScene();
    if (!isVisible()) parts_->fillIn(size());
    return parts_->picture ? parts_->picture->grab() : parts_->surface->grab().toImage();
}

int Viewport::framesDrawn() const { return parts_->picture ? parts_->picture->framesDrawn() : 0; }

void Viewport::setBatching(bool on) {
    parts_->renderer.setBatching(on);
    parts_->redraw();
}

DrawWork Viewport::drawWork() const {
    DrawWork work = parts_->renderer.mirror().work();
    work.gridDrawings = parts_->renderer.grid().layer().drawings();
    return work;
}

bool Viewport::hasImage() const { return parts_->picture != nullptr; }

}  // namespace trammel::ui

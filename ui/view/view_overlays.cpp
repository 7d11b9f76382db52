// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/view_overlays.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QSettings>
#include <QTextDocument>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <span>
#include <variant>

#include "inspect/realization.h"
#include "ui/session/visibility.h"
#include "ui/theme/theme.h"
#include "ui/tools/marks.h"
#include "ui/view/arrow_range.h"
#include "ui/view/problem_marks.h"
#include "ui/view/run_poses.h"
#include "ui/view/scene_view.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {
/// Length of the longest arrow: in glyph sizes, and at least this share of the mechanism, because many small bodies are
/// viewed from afar.
constexpr Real StandardLength = 12, StandardPart = 0.2;
/// Relative arrow length above (below) which the scale changes.
constexpr Real TooLong = 1.6, TooShort = 0.1;
constexpr Real RunOpacity = 0.28, InstantOpacity = 0.16;
constexpr std::size_t Instants = 9;
/// Displacement in sizes of the mechanism above which a view of the whole motion would show only a dot.
constexpr Real FarAway = 4;
/// Letters of arrow labels, pixels, distance from the tip in arrow lengths, and digits.
constexpr Real LabelPixels = 12, LabelGap = 0.15;
constexpr int LabelDigits = 3;
/// Time after which a camera that has not moved rests.
constexpr std::chrono::milliseconds CameraRest{120};
const QString SettingsKey = QStringLiteral("show/drawings"), LabelsKey = QStringLiteral("show/arrowLabels");

/// The next of 1, 2, 5, 10, ... not below @p value.
Real roundUp(Real value) {
    const Real decade = std::pow(10., std::floor(std::log10(value)));
    for (const Real factor : {1., 2., 5.})
        if (decade * factor >= value * (1 - 1e-9)) return decade * factor;
    return 10 * decade;
}

/// Diagonal of the bounding box of all body origins at the initial pose, m.
Real extentOf(const CompiledModel& model) {
    Vec3 low(0.), high(0.);
    for (const ElementId body : model.getDocument().elementsOf("body")) {
        const Vec3 p = model.calcBodyPose(body, model.getInitialState()).p();
        if (!p.allFinite()) continue;
        low = low.cwiseMin(p);
        high = high.cwiseMax(p);
    }
    return (high - low).norm();
}
}  // namespace

ViewOverlays::ViewOverlays(Session& session, const DisplayUnits& units, Viewport& viewport, SceneView& scene,
                           QObject* parent)
    : QObject(parent),
      session_(session),
      units_(units),
      viewport_(viewport),
      scene_(scene),
      arrowLabels_(QSettings().value(LabelsKey, false).toBool()),
      range_(new ArrowRange(session.runs(), this)),
      thinning_(viewport),
      runPoses_(new RunPoses(session.runs(), this)),
      legend_(new QLabel(&viewport)) {
    legend_->setObjectName(QStringLiteral("drawingsLegend"));
    legend_->setAccessibleName(tr("Arrow scales"));
    legend_->setAttribute(Qt::WA_TransparentForMouseEvents);
    legend_->setTextFormat(Qt::RichText);
    legend_->move(12, 10);
    legend_->hide();
    for (const QString& key : QSettings().value(SettingsKey).toStringList())
        for (const Drawing& drawing : getDrawings())
            if (drawing.key == key.toStdString()) shown_.insert(drawing.key);
    scene_.setAddition([this](const Moment& moment, Scene& to) {
        appendRuns(moment, to);
        addInstants(moment, to);
        // During playback arrows may become short: that is information.
        appendArrows(moment, scales_, !session_.player().isPlaying(), to);
        if (appendDimensions_) appendDimensions_(moment, to);
        appendLastClosed(to);
        appendProblemMarks(session_, units_, to);
        showLegend();
        moveCamera();
        layFloor();
    });
    connect(&scene_, &SceneView::sceneReplaced, this, [this] {
        floorVersion_ = 0;
        layFloor();
        // The scene was composed before it was framed.
        thinAgainSoon();
    });
    connect(runPoses_, &RunPoses::gathered, this, [this] {
        layFloor();
        if (instantsShown_) refreshSoon();
    });
    thinAgain_.setSingleShot(true);
    thinAgain_.setInterval(CameraRest);
    connect(&thinAgain_, &QTimer::timeout, &scene_, &SceneView::refresh);
    connect(&viewport_, &Viewport::cameraMoved, this, &ViewOverlays::thinAgainSoon);
    viewport_.installEventFilter(this);
    connect(range_, &ArrowRange::gathered, &scene_, &SceneView::refresh);
    connect(&units_, &DisplayUnits::changed, &scene_, &SceneView::refresh);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & SessionChange::Model) demand();
        if (changes & SessionChange::Document && !session_.document().find(followed_)) follow({});
        const auto isOfSelection = [this](const Drawing& drawing) { return drawing.isOfSelection && isShown(drawing); };
        const bool needsArrows = thinning_.dependsOnCamera() || std::ranges::any_of(getDrawings(), isOfSelection);
        if (changes & SessionChange::Selection && needsArrows) scene_.refresh();
    });
    connect(&session_.runs(), &RunList::runChanged, this, [this, ghosts = std::set<RunId>()](int id) mutable {
        const RunEntry* const entry = session_.runs().find(id);
        const bool isToggled =
            entry && entry->ghost && !entry->isRestoring ? ghosts.insert(id).second : ghosts.erase(id) > 0;
        if (isToggled || instantsShown_) scene_.refresh();
    });
    connect(&session_.runs(), &RunList::runRemoved, this, [this] { scene_.refresh(); });
    demand();
    scene_.refresh();
}

void ViewOverlays::setShown(const Drawing& drawing, bool shown) {
    if (shown)
        shown_.insert(drawing.key);
    else
        shown_.erase(drawing.key);
    scales_.erase(drawing.key);
    thinning_.forget(drawing.key);
    QStringList keys;
    for (const std::string& key : shown_) keys += QString::fromStdString(key);
    QSettings().setValue(SettingsKey, keys);
    demand();
    scene_.refresh();
}

void ViewOverlays::scaleArrows(Real factor) {
    arrowFactor_ *= factor;
    scales_.clear();
    scene_.refresh();
}

void ViewOverlays::setFixedScale(const Drawing& drawing, std::optional<Real> value) {
    if (value)
        fixedScales_[drawing.key] = *value;
    else
        fixedScales_.erase(drawing.key);
    scales_.erase(drawing.key);
    scene_.refresh();
}

std::optional<Real> ViewOverlays::fixedScale(const Drawing& drawing) const {
    const auto fixed = fixedScales_.find(drawing.key);
    return fixed == fixedScales_.end() ? std::nullopt : std::optional(fixed->second);
}

void ViewOverlays::setArrowLabels(bool on) {
    arrowLabels_ = on;
    QSettings().setValue(LabelsKey, on);
    scene_.refresh();
}

void ViewOverlays::setInstantsShown(bool shown) {
    instantsShown_ = shown;
    scene_.refresh();
}

Stage ViewOverlays::neededStage() const {
    Stage needed = Stage::Position;
    for (const Drawing& drawing : getDrawings())
        if (isShown(drawing)) needed = std::max(needed, drawing.stage);
    return needed;
}

void ViewOverlays::demand() {
    const Stage needed = neededStage();
    const Stage demanded = session_.displayed().demanded();
    if (demanded < needed) {
        if (demanded != raisedTo_) raisedFrom_ = demanded;
        raisedTo_ = needed;
        session_.demandStage(needed);
    } else if (demanded == raisedTo_ && needed < raisedTo_) {
        // No panel demanded it.
        raisedTo_ = std::max(needed, raisedFrom_);
        session_.demandStage(raisedTo_);
    }
}

void ViewOverlays::appendTo(const Moment& moment, Scales& scales, Scene& scene) {
    appendRuns(moment, scene);
    if (instantsShown_) {
        std::vector<DecorativeGeometry> ghosts;
        for (const auto* const X_GB : posesOfInstants(moment)) appendGhost(scene, *X_GB, InstantOpacity, {}, ghosts);
        scene.geometry.insert(scene.geometry.end(), ghosts.begin(), ghosts.end());
    }
    appendArrows(moment, scales, false, scene);
    if (appendDimensions_) appendDimensions_(moment, scene);
}

void ViewOverlays::appendArrows(const Moment& moment, Scales& scales, bool mayGrow, Scene& scene) {
    if (shown_.empty()) return;
    const Real length = arrowLength(moment.model);
    const ArrowRange::Largest& ofRun = range_->of(moment.run, shown_);
    for (const Drawing& drawing : getDrawings()) {
        if (!isShown(drawing) || moment.state.getSystemStage() < drawing.stage) continue;
        Real& standard = scales[drawing.key];
        const auto known = ofRun.find(drawing.key);
        const bool isOfRun = known != ofRun.end() && known->second > 0;
        if (isOfRun) standard = roundUp(known->second / TooLong);
        if (const auto fixed = fixedScale(drawing)) standard = *fixed;
        const std::size_t before = scene.geometry.size();
        const auto draw = [&] {
            const Real scale = standard > 0 ? length / standard : 0;
            return appendDrawing(moment.model, drawing, moment.state, scale, scene.geometry, session_.selection());
        };
        const Real largest = draw();
        if (drawing.colorQuantity != Quantity::None) standard = largest;
        if (drawing.quantity == Quantity::None) continue;
        const bool isGiven = isOfRun || fixedScale(drawing);
        const bool tooShort = (standard == 0 || mayGrow) && largest > 0 && largest < TooShort * standard;
        if (!isGiven && (largest > TooLong * standard || tooShort)) {
            standard = roundUp(largest / TooLong);
            scene.geometry.resize(before);
            draw();
        }
        thinArrows(drawing, before, scene);
        if (standard > 0) labelArrows(drawing, length / standard, before, scene);
    }
}

void ViewOverlays::thinArrows(const Drawing& drawing, std::size_t first, Scene& scene) {
    if (!session_.hidden().empty()) {
        const auto begin = scene.geometry.begin() + std::ptrdiff_t(first);
        const auto isHidden = [this](const DecorativeGeometry& g) {
            return isWithin(session_.document(), session_.hidden(), g.getElement());
        };
        scene.geometry.erase(std::remove_if(begin, scene.geometry.end(), isHidden), scene.geometry.end());
    }
    const auto isSelected = [this](ElementId id) {
        return !session_.selection().empty() && isWithin(session_.document(), session_.selection(), id);
    };
    thinning_.thin(drawing.key, isSelected, first, scene.geometry);
}

void ViewOverlays::thinAgainSoon() {
    if (thinning_.dependsOnCamera()) thinAgain_.start();
}

bool ViewOverlays::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &viewport_ && event->type() == QEvent::Resize) thinAgainSoon();
    return QObject::eventFilter(watched, event);
}

void ViewOverlays::labelArrows(const Drawing& drawing, Real metersPerUnit, std::size_t first, Scene& scene) const {
    if (!arrowLabels_) return;
    const std::size_t end = scene.geometry.size();
    for (std::size_t i = first; i < end; ++i) {
        const auto* const arrow = std::get_if<decor::Arrow>(&scene.geometry[i].getShape());
        if (!arrow) continue;
        const Real value = (arrow->to - arrow->from).norm() / metersPerUnit;
        const std::string label = formatQuantity(value, drawing.quantity, units_, LabelDigits).toStdString();
        scene.geometry.push_back(DecorativeGeometry(decor::Text{label, LabelPixels, true})
                                     .setTransform(Transform(Vec3(arrow->to + LabelGap * (arrow->to - arrow->from))))
                                     .setBodyId(scene.geometry[i].getBodyId())
                                     .setElement(scene.geometry[i].getElement())
                                     .setColor(drawing.color)
                                     .setRole(DecorationRole::Annotation));
    }
}

void ViewOverlays::appendLastClosed(Scene& scene) {
    const CompiledModelPtr& model = session_.lastModel();
    if (!model || session_.history().index() == 0) lastClosed_.reset();
    if (!model || session_.player().showsFrame()) return;
    if (model->getAssembly().assembled) {
        lastClosed_ = model;
        return;
    }
    if (!lastClosed_) return;
    State state = lastClosed_->getInitialState();
    realize(*lastClosed_, state, Stage::Position);
    appendGhost(*lastClosed_, state, RunOpacity, {}, scene.geometry);
}

void ViewOverlays::appendRuns(const Moment& moment, Scene& scene) const {
    const Real time = moment.state.getTime();
    for (const auto& entry : session_.runs().entries()) {
        const TrajectoryStore& frames = entry->frames();
        if (!entry->ghost || entry->isRestoring || entry->run.get() == moment.run || frames.empty()) continue;
        if (time < frames.getStartTime() || time > frames.getEndTime()) continue;
        try {
            State state = entry->run->getInitialState();
            restoreInstant(*entry->run, findInstant(*entry->run, time), state);
            realize(*entry->run->getModel(), state, Stage::Position);
            appendGhost(*entry->run->getModel(), state, RunOpacity, entry->color, scene.geometry);
        } catch (const std::exception&) {
            // The run has no pose there; the view of that instant reports why.
        }
    }
}

void ViewOverlays::addInstants(const Moment& moment, Scene& scene) {
    if (!instantsShown_) return instants_.clear();
    const auto poses = posesOfInstants(moment);
    if (poses.empty()) return instants_.clear();
    if (instantsVersion_ != runPoses_->version()) nextInstant_ = 0;
    instantsVersion_ = runPoses_->version();
    if (nextInstant_ < poses.size()) {
        // One at a time, to keep the window responsive.
        instants_.resize(std::max(instants_.size(), nextInstant_ + 1));
        instants_[nextInstant_] = *poses[nextInstant_];
        ++nextInstant_;
        refreshSoon();
    }
    std::vector<DecorativeGeometry> ghosts;
    for (const std::vector<Transform>& X_GB : instants_) appendGhost(scene, X_GB, InstantOpacity, {}, ghosts);
    scene.geometry.insert(scene.geometry.end(), ghosts.begin(), ghosts.end());
}

void ViewOverlays::refreshSoon() {
    QTimer::singleShot(0, this, [this] {
        if (instantsShown_) scene_.refresh();
    });
}

std::vector<const std::vector<Transform>*> ViewOverlays::posesOfInstants(const Moment& moment) const {
    const RunEntry* const current = session_.runs().current();
    if (!current || current->run.get() != moment.run) return {};
    const auto& poses = runPoses_->poses();
    if (poses.size() < 2) return {};
    std::vector<const std::vector<Transform>*> some;
    some.reserve(Instants);
    for (std::size_t k = 0; k < Instants; ++k) some.push_back(&poses[k * (poses.size() - 1) / (Instants - 1)]);
    return some;
}

void ViewOverlays::layFloor() {
    if (!viewport_.hasShadows()) return;
    const auto& poses = runPoses_->poses();
    if (poses.empty() || runPoses_->version() == floorVersion_) return;
    floorVersion_ = runPoses_->version();
    viewport_.layFloorBelow(poses);
}

// --- Framing ---

bool ViewOverlays::motionStaysAround() const {
    const std::span poses(runPoses_->poses());
    return !poses.empty() && viewport_.extentOf(poses) < FarAway * viewport_.extentOf(poses.first(1));
}

void ViewOverlays::frameMotion() {
    if (session_.player().showsFrame() && motionStaysAround())
        viewport_.frameAll(runPoses_->poses());
    else
        viewport_.frameAll();
}

// --- Legend ---

Real ViewOverlays::standardLength() const {
    const CompiledModelPtr& model = session_.displayed().model();
    return model ? arrowLength(*model) : 0;
}

Real ViewOverlays::arrowLength(const CompiledModel& model) const {
    const Real longest = std::max(StandardLength * glyphSizeOf(model), StandardPart * extentOf(model));
    return arrowFactor_ * roundUp(longest / 2);
}

bool ViewOverlays::isInLegend(const Drawing& drawing) const {
    return isShown(drawing) && (drawing.quantity != Quantity::None || drawing.colorQuantity != Quantity::None);
}

QStringList ViewOverlays::legendLines() const {
    return session_.displayed().model() ? legendLines(scene_.moment(), scales_) : QStringList();
}

QStringList ViewOverlays::legendLines(const Moment& moment, const Scales& scales) const {
    QStringList lines;
    if (shown_.empty()) return lines;
    const Real length = arrowLength(moment.model);
    for (const Drawing& drawing : getDrawings()) {
        const auto standard = scales.find(drawing.key);
        if (!isInLegend(drawing) || standard == scales.end()) continue;
        const QString name = QString::fromStdString(drawing.label);
        const bool waits = moment.state.getSystemStage() < drawing.stage;
        if (waits || standard->second == 0) {
            lines += waits ? tr("%1: not available").arg(name) : tr("%1: none").arg(name);
            continue;
        }
        if (drawing.colorQuantity != Quantity::None) {
            lines += tr("%1: red = %2").arg(name, formatQuantity(standard->second, drawing.colorQuantity, units_, 3));
            continue;
        }
        QString line = tr("%1: %2 = %3")
                           .arg(name, formatQuantity(length, Quantity::Length, units_, 3),
                                formatQuantity(standard->second, drawing.quantity, units_, 3));
        const ArrowThinning::Counts counts = thinning_.countsOf(drawing.key);
        if (counts.shown < counts.all) line += tr(" (%1 of %2 shown)").arg(counts.shown).arg(counts.all);
        lines += line;
    }
    return lines;
}

QString ViewOverlays::legendText(const QStringList& texts) const {
    QStringList lines;
    qsizetype next = 0;
    for (const Drawing& drawing : getDrawings()) {
        if (!isInLegend(drawing) || next >= texts.size()) continue;
        const QColor color = QColor::fromRgbF(drawing.color.r, drawing.color.g, drawing.color.b);
        const bool isColor = drawing.colorQuantity != Quantity::None;
        // An arrow, or a square.
        const QString sign = isColor ? QStringLiteral("&#9632;") : QStringLiteral("&#8594;");
        lines += QStringLiteral("<span style='color:%1'>%2</span>&nbsp; %3").arg(color.name(), sign, texts[next++]);
    }
    return lines.join(QStringLiteral("<br>"));
}

void ViewOverlays::showLegend() {
    const QString text = legendText(legendLines());
    const bool isOther = text != legend_->text();
    if (isOther) {
        legend_->setText(text);
        legend_->adjustSize();
    }
    legend_->setVisible(!text.isEmpty());
    if (isOther) Q_EMIT legendChanged();
}

ViewOverlays::Legend ViewOverlays::legendOf(const Moment& moment, const Scales& scales) const {
    const QString color = legend_->palette().color(QPalette::WindowText).name();
    const QString html = legendText(legendLines(moment, scales));
    return {QStringLiteral("<span style='color:%1'>%2</span>").arg(color, html), legend_->font(), legend_->pos()};
}

void ViewOverlays::Legend::paint(QPainter& painter) const {
    QTextDocument text;
    text.setDefaultFont(font);
    text.setHtml(html);
    text.setDocumentMargin(0);
    painter.save();
    painter.translate(place);
    text.drawContents(&painter);
    painter.restore();
}

// --- Camera ---

std::optional<Vec3> ViewOverlays::placeOf(ElementId element, const Moment& moment) const {
    if (!moment.model.getDocument().find(element)) return std::nullopt;
    if (const auto X_GF = moment.model.findJointFrame(element, moment.state)) return X_GF->p();
    return Vec3(moment.model.calcBodyPose(element, moment.state).p());
}

void ViewOverlays::follow(ElementId element) {
    followed_ = element;
    if (!session_.displayed().model()) return;
    if (const auto place = placeOf(element, scene_.moment())) followedAt_ = *place;
}

CameraPose ViewOverlays::cameraAt(const Moment& moment) const {
    CameraPose pose = viewport_.cameraPose();
    if (const auto place = placeOf(followed_, moment)) pose.focus += *place - followedAt_;
    return pose;
}

void ViewOverlays::moveCamera() {
    const auto place = placeOf(followed_, scene_.moment());
    if (!place || *place == followedAt_) return;
    const CameraPose pose = cameraAt(scene_.moment());
    followedAt_ = *place;
    viewport_.setCameraPose(pose);
}

}  // namespace trammel::ui

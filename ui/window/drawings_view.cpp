// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/drawings_view.h"

#include <QLabel>
#include <QSettings>
#include <algorithm>
#include <cmath>
#include <exception>

#include "compile/realization.h"
#include "ui/theme/theme.h"
#include "ui/viewport/viewport.h"
#include "ui/window/scene_view.h"

namespace trammel::ui {

namespace {
/// Of the longest arrow, in sizes of glyphs.
constexpr Real StandardLength = 12;
/// An arrow this much longer (shorter) than standard asks for another scale.
constexpr Real TooLong = 1.6, TooShort = 0.1;
constexpr Real RunOpacity = 0.28, InstantOpacity = 0.16;
constexpr std::size_t Instants = 9;
const QString SettingsKey = QStringLiteral("show/drawings");

/// The next of 1, 2, 5, 10, ... that is not less.
Real roundUp(Real value) {
    const Real decade = std::pow(10., std::floor(std::log10(value)));
    for (const Real factor : {1., 2., 5.})
        if (decade * factor >= value * (1 - 1e-9)) return decade * factor;
    return 10 * decade;
}

/// The bodies of a model in another pose, in Ground, as a background.
void appendGhost(const CompiledModel& model, const State& state, Real opacity, const QColor* tint,
                 std::vector<DecorativeGeometry>& out) {
    Scene scene;
    model.calcScene(state, scene);
    for (DecorativeGeometry& g : scene.geometry) {
        if (g.getRole() != DecorationRole::Body) continue;
        const Transform X_GD = scene.bodyPoses[static_cast<std::size_t>(g.getBodyId())] * g.getTransform();
        // What is fixed to Ground is there already.
        if (g.getBodyId() == 0) continue;
        g.setBodyId(0).setTransform(X_GD).setOpacity(opacity * g.getOpacity()).setElement({});
        if (tint) g.setColor(Color(tint->redF(), tint->greenF(), tint->blueF()));
        out.push_back(g);
    }
}
}  // namespace

DrawingsView::DrawingsView(Session& session, const DisplayUnits& units, Viewport& viewport, SceneView& scene,
                           QObject* parent)
    : QObject(parent),
      session_(session),
      units_(units),
      viewport_(viewport),
      scene_(scene),
      legend_(new QLabel(&viewport)) {
    legend_->setObjectName(QStringLiteral("drawingsLegend"));
    legend_->setAccessibleName(tr("Scale of the arrows"));
    legend_->setAttribute(Qt::WA_TransparentForMouseEvents);
    legend_->setTextFormat(Qt::RichText);
    legend_->move(12, 10);
    legend_->hide();
    for (const QString& key : QSettings().value(SettingsKey).toStringList())
        for (const Drawing& drawing : getDrawings())
            if (drawing.key == key.toStdString()) shown_.insert(drawing.key);
    scene_.setAddition([this](Scene& to) { appendTo(to); });
    connect(&units_, &DisplayUnits::changed, this, &DrawingsView::showLegend);
    connect(&session_, &Session::changed, this, [this](Aspects aspects) {
        if (aspects & Aspect::Model) demand();
        if (aspects & Aspect::Document && !session_.document().find(followed_)) follow({});
    });
    connect(&session_.runs(), &RunList::runChanged, this, [this] {
        if (instantsShown_) scene_.refresh();
    });
    demand();
    scene_.refresh();
}

void DrawingsView::setShown(const Drawing& drawing, bool shown) {
    if (shown)
        shown_.insert(drawing.key);
    else
        shown_.erase(drawing.key);
    standard_.erase(drawing.key);
    QStringList keys;
    for (const std::string& key : shown_) keys += QString::fromStdString(key);
    QSettings().setValue(SettingsKey, keys);
    demand();
    scene_.refresh();
}

void DrawingsView::scaleArrows(Real factor) {
    arrowFactor_ *= factor;
    standard_.clear();
    scene_.refresh();
}

void DrawingsView::setInstantsShown(bool shown) {
    instantsShown_ = shown;
    instantsOf_ = 0;
    scene_.refresh();
}

void DrawingsView::demand() {
    Stage needed = Stage::Position;
    for (const Drawing& drawing : getDrawings())
        if (isShown(drawing)) needed = std::max(needed, drawing.stage);
    const Stage demanded = session_.shown().demanded();
    if (demanded < needed) {
        if (demanded != raisedTo_) raisedFrom_ = demanded;
        raisedTo_ = needed;
        session_.demandStage(needed);
    } else if (demanded == raisedTo_ && needed < raisedTo_) {
        // Nobody else wanted it.
        raisedTo_ = std::max(needed, raisedFrom_);
        session_.demandStage(raisedTo_);
    }
}

void DrawingsView::appendTo(Scene& scene) {
    const ShownState& shown = session_.shown();
    if (!shown.model() || shown.stage() < Stage::Position) return;
    appendArrows(shown, scene);
    appendRuns(scene);
    if (instantsShown_) appendInstants(scene);
    showLegend();
    moveCamera();
}

void DrawingsView::appendArrows(const ShownState& shown, Scene& scene) {
    const Real length = arrowLength(*shown.model());
    for (const Drawing& drawing : getDrawings()) {
        if (!isShown(drawing) || shown.stage() < drawing.stage) continue;
        Real& standard = standard_[drawing.key];
        const std::size_t before = scene.geometry.size();
        const auto draw = [&] {
            const Real scale = standard > 0 ? length / standard : 0;
            return appendDrawing(*shown.model(), drawing, shown.state(), scale, scene.geometry);
        };
        const Real largest = draw();
        if (drawing.quantity == Quantity::None) continue;
        // While it moves, arrows may become short: that is what they are to show.
        const bool mayGrow = standard == 0 || !session_.player().isPlaying();
        if (largest > TooLong * standard || (mayGrow && largest > 0 && largest < TooShort * standard)) {
            standard = roundUp(largest / TooLong);
            scene.geometry.resize(before);
            draw();
        }
    }
}

void DrawingsView::appendRuns(Scene& scene) const {
    const Real time = session_.player().time();
    for (const auto& entry : session_.runs().entries()) {
        const TrajectoryStore& frames = entry->frames();
        if (!entry->ghost || entry.get() == session_.runs().current() || frames.empty()) continue;
        if (time < frames.getStartTime() || time > frames.getEndTime()) continue;
        try {
            State state = entry->run->getInitialState();
            entry->run->restoreFrame(frames.findFrame(time), state);
            realize(*entry->run->getModel(), state, Stage::Position);
            appendGhost(*entry->run->getModel(), state, RunOpacity, &entry->color, scene.geometry);
        } catch (const std::exception&) {
            // That run has no pose there; its own view of that instant says why.
        }
    }
}

void DrawingsView::appendInstants(Scene& scene) {
    const RunEntry* const current = session_.runs().current();
    if (!current) return;
    const std::size_t frames = current->frames().size();
    // While the run grows, anew whenever it has become clearly longer.
    const bool stale = current->id != instantsOf_ || frames > instantsAt_ + instantsAt_ / 10 + 1;
    if (stale && frames > 1) {
        instants_.clear();
        instantsOf_ = current->id;
        instantsAt_ = frames;
        State state = current->run->getInitialState();
        try {
            for (std::size_t k = 0; k < Instants; ++k) {
                current->run->restoreFrame(k * (frames - 1) / (Instants - 1), state);
                realize(*current->run->getModel(), state, Stage::Position);
                appendGhost(*current->run->getModel(), state, InstantOpacity, nullptr, instants_);
            }
        } catch (const std::exception&) {
            // As far as there are poses.
        }
    }
    if (current->id == instantsOf_) scene.geometry.insert(scene.geometry.end(), instants_.begin(), instants_.end());
}

// --- Legend ---

Real DrawingsView::arrowLength(const CompiledModel& model) const {
    return arrowFactor_ * roundUp(StandardLength * glyphSizeOf(model) / 2);
}

QStringList DrawingsView::legendLines() const {
    QStringList lines;
    const CompiledModelPtr& model = session_.shown().model();
    if (!model) return lines;
    const Real length = arrowLength(*model);
    for (const Drawing& drawing : getDrawings()) {
        const auto standard = standard_.find(drawing.key);
        if (!isShown(drawing) || drawing.quantity == Quantity::None || standard == standard_.end()) continue;
        const QString name = QString::fromStdString(drawing.label);
        const bool waits = session_.shown().stage() < drawing.stage;
        if (waits || standard->second == 0) {
            lines += waits ? tr("%1: not known here").arg(name) : tr("%1: none").arg(name);
            continue;
        }
        lines += tr("%1: %2 stand for %3")
                     .arg(name, formatQuantity(length, Quantity::Length, units_, 3),
                          formatQuantity(standard->second, drawing.quantity, units_, 3));
    }
    return lines;
}

void DrawingsView::showLegend() {
    QStringList lines;
    const QStringList texts = legendLines();
    qsizetype next = 0;
    for (const Drawing& drawing : getDrawings()) {
        if (!isShown(drawing) || drawing.quantity == Quantity::None || next >= texts.size()) continue;
        const QColor color = QColor::fromRgbF(drawing.color.r, drawing.color.g, drawing.color.b);
        lines += QStringLiteral("<span style='color:%1'>&#8594;</span>&nbsp; %2").arg(color.name(), texts[next++]);
    }
    const QString text = lines.join(QStringLiteral("<br>"));
    if (text != legend_->text()) {
        legend_->setText(text);
        legend_->adjustSize();
    }
    legend_->setVisible(!lines.isEmpty());
}

// --- Camera ---

std::optional<Vec3> DrawingsView::placeOf(ElementId element) const {
    const ShownState& shown = session_.shown();
    const Element* const e = session_.document().find(element);
    if (!e || !shown.model()) return std::nullopt;
    if (const auto X_GF = shown.model()->findJointFrame(element, shown.state())) return X_GF->p();
    return Vec3(shown.model()->calcBodyPose(element, shown.state()).p());
}

void DrawingsView::follow(ElementId element) {
    followed_ = element;
    if (const auto place = placeOf(element)) followedAt_ = *place;
}

void DrawingsView::moveCamera() {
    const auto place = followed_.isValid() ? placeOf(followed_) : std::nullopt;
    if (!place || *place == followedAt_) return;
    CameraPose pose = viewport_.cameraPose();
    pose.focus += *place - followedAt_;
    followedAt_ = *place;
    viewport_.setCameraPose(pose);
}

}  // namespace trammel::ui

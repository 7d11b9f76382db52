// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/scene_mirror.h"

#include <algorithm>
#include <osg/ComputeBoundsVisitor>
#include <osg/Depth>
#include <osgUtil/CullVisitor>
#include <tuple>

#include "ui/viewport/camera_rig.h"
#include "ui/viewport/osg_math.h"

namespace trammel::ui {

/// Transform of one decoration, with the element that a hit belongs to.
class SceneMirror::DecorationNode : public osg::MatrixTransform {
public:
    ElementId element;
    bool sectioned = false;
    /// State set of a pass that is drawn before the others; null: none.
    osg::ref_ptr<osg::StateSet> firstPass;

    void traverse(osg::NodeVisitor& visitor) override {
        auto* const cull = firstPass ? visitor.asCullVisitor() : nullptr;
        // Not for outlines and shadows.
        if (cull && (visitor.getTraversalMask() & node_mask::Draw)) {
            cull->pushStateSet(firstPass);
            cull->pushModelViewMatrix(new osg::RefMatrix(pushedBack(*cull)), osg::Transform::RELATIVE_RF);
            osg::MatrixTransform::traverse(visitor);
            cull->popModelViewMatrix();
            cull->popStateSet();
        }
        osg::MatrixTransform::traverse(visitor);
    }

private:
    /// A little farther away at the same place in the image: pieces of a trace at about the same depth, as those next to each
    /// other and those of the next turn, do not hide each other.
    osg::Matrix pushedBack(osgUtil::CullVisitor& cull) const {
        constexpr double share = 0.004;
        const osg::Matrix& view = *cull.getModelViewMatrix();
        const osg::Matrix& projection = *cull.getProjectionMatrix();
        const bool isPerspective = projection(3, 3) == 0;
        if (isPerspective) return view * osg::Matrix::scale(1 + share, 1 + share, 1 + share);
        // In proportion to the distance of the focus, of which the camera makes the height of the image.
        const double distance = 1 / (projection(1, 1) * CameraRig::tanHalfAngle());
        return view * osg::Matrix::translate(0, 0, -share * distance);
    }
};

struct SceneMirror::Item {
    DecorativeGeometry geometry;
    ShapeVisual visual;
    osg::ref_ptr<DecorationNode> node;
    std::vector<MeshPart> parts;
    /// First of its solids in the batches; -1: drawn by its node.
    int firstSolid = -1;
    /// The state set of its node shows another highlight: it is not drawn while it is in the batches.
    bool isLookStale = false;
    // A non-finite pose, from a failed simulation, hides the decoration.
    bool finite = true;
};

namespace {

bool samePose(const Transform& a, const Transform& b) { return a.p() == b.p() && a.R() == b.R(); }

bool sameLook(const DecorativeGeometry& a, const DecorativeGeometry& b) {
    return a.getColor() == b.getColor() && a.getOpacity() == b.getOpacity() &&
           a.getLineThickness() == b.getLineThickness() && a.getRepresentation() == b.getRepresentation() &&
           a.getRole() == b.getRole() && a.getElement() == b.getElement();
}

bool sameShape(const DecorativeShape& a, const DecorativeShape& b) {
    const auto equals = [&b]<class Shape>(const Shape& shape) {
        const auto* const other = std::get_if<Shape>(&b);
        return other && Shape::valueFields(shape) == Shape::valueFields(*other);
    };
    return std::visit(equals, a);
}

/// Scale factors in the shape frame, as the decoration scales them.
Vec3 stretchOf(const DecorativeGeometry& geometry) {
    return ShapeFactory::stretchOf(geometry.getShape()).cwiseProduct(geometry.getScaleFactors());
}

/// Lines of a body above this thickness, pixels, give it bold edges.
constexpr Real Bold = 2;
/// Least opacity of ghosts with edges; fainter ones would show only edges.
constexpr Real LeastOpacityOfEdges = 0.2;
bool hasEdges(const DecorativeGeometry& geometry) { return geometry.getOpacity() >= LeastOpacityOfEdges; }

/// Least opacity of shadow casters; translucent bodies cast none.
constexpr Real LeastOpacityOfCasters = 0.7;

/// Number of unchanged frames after which a decoration of another shape is merged with the others, and the share of
/// decorations that are merged at once.
constexpr int FramesOfCalm = 3;
constexpr std::size_t ShareOfManyChanges = 4;

/// Lines are smooth up to that many points: by software, a smooth one costs several times as much.
constexpr std::size_t MostSmoothPoints = 20000;

/// A larger selection is marked by color alone: the outlines are drawn one by one, and would cover each other.
constexpr std::size_t MostOutlined = 500;

std::size_t pointsOf(const DecorativeGeometry& geometry) {
    const auto* const line = std::get_if<decor::Polyline>(&geometry.getShape());
    return line ? line->points.size() : 0;
}

bool isOtherArrow(const DecorativeGeometry& a, const DecorativeGeometry& b) {
    const auto* const before = std::get_if<decor::Arrow>(&a.getShape());
    const auto* const after = std::get_if<decor::Arrow>(&b.getShape());
    return before && after &&
           (before->from != after->from || before->to != after->to || before->tipLength != after->tipLength);
}

/// True for graphics of the active tool, labels, and arrows of vectors, which bodies must not hide.
bool isInFront(const DecorativeGeometry& geometry) {
    return geometry.getRole() == DecorationRole::Annotation &&
           (!geometry.getElement().isValid() || std::holds_alternative<decor::Arrow>(geometry.getShape()));
}

/// False for annotations that no click can select.
bool isPickable(const DecorativeGeometry& geometry) {
    return geometry.getRole() != DecorationRole::Annotation || geometry.getElement().isValid();
}

}  // namespace

SceneMirror::SceneMirror() : shapes_(looks_), root_(new osg::Group) {}
SceneMirror::~SceneMirror() = default;

std::size_t SceneMirror::size() const { return items_.size(); }

osg::MatrixTransform& SceneMirror::body(int id) {
    const auto index = static_cast<std::size_t>(std::max(id, 0));
    while (bodies_.size() <= index) {
        osg::ref_ptr<osg::MatrixTransform> node = new osg::MatrixTransform;
        node->setStateSet(looks_.body(static_cast<int>(bodies_.size())));
        root_->addChild(node);
        bodies_.push_back(node);
        X_GB_.emplace_back();
        isFinite_.push_back(true);
    }
    return *bodies_[index];
}

void SceneMirror::update(const Scene& scene) {
    while (items_.size() > scene.geometry.size()) {
        Item& item = items_.back();
        leaveBatch(item);
        body(item.geometry.getBodyId()).removeChild(item.node);
        items_.pop_back();
        forgetCorners();
    }
    // Growing copies the items.
    if (scene.geometry.size() > items_.capacity())
        items_.reserve(std::max(scene.geometry.size(), 2 * items_.capacity()));
    for (std::size_t i = 0; i < scene.geometry.size(); ++i) {
        const DecorativeGeometry& geometry = scene.geometry[i];
        if (i < items_.size()) {
            updateItem(items_[i], geometry);
            continue;
        }
        Item& item = items_.emplace_back();
        item.geometry = geometry;
        item.node = new DecorationNode;
        item.visual = shapes_.make(geometry.getShape(), hasEdges(geometry), isPickable(geometry));
        item.node->addChild(item.visual.node);
        item.parts = partsOf(geometry);
        body(geometry.getBodyId()).addChild(item.node);
        place(item);
        applyPalette(item);
    }
    if (disordered_) putInOrder();
    setPoses(scene.bodyPoses);
}

std::vector<MeshPart> SceneMirror::partsOf(const DecorativeGeometry& geometry) {
    // Meshes of annotations, such as pressure, are other ones in each frame.
    if (isInFront(geometry) && std::holds_alternative<decor::Mesh>(geometry.getShape())) return {};
    return meshes_.partsOf(geometry.getShape());
}

void SceneMirror::putInOrder() {
    for (const auto& body : bodies_) body->removeChildren(0, body->getNumChildren());
    for (const Item& item : items_) body(item.geometry.getBodyId()).addChild(item.node);
    disordered_ = false;
}

void SceneMirror::updateItem(Item& item, const DecorativeGeometry& geometry) {
    const bool movedBody = item.geometry.getBodyId() != geometry.getBodyId();
    const bool looksNew = !sameLook(item.geometry, geometry);
    const bool movedPose = !samePose(item.geometry.getTransform(), geometry.getTransform());
    // Most decorations move with their bodies only.
    if (!movedBody && !looksNew && !movedPose && isPickable(item.geometry) == isPickable(geometry) &&
        item.geometry.getScaleFactors() == geometry.getScaleFactors() &&
        sameShape(item.geometry.getShape(), geometry.getShape()))
        return;
    const bool sameStretch = stretchOf(item.geometry) == stretchOf(geometry);
    const bool morphed = hasEdges(item.geometry) == hasEdges(geometry) &&
                         isPickable(item.geometry) == isPickable(geometry) &&
                         ShapeFactory::morph(item.visual, item.geometry.getShape(), geometry.getShape());

    if (!morphed) {
        item.visual = shapes_.make(geometry.getShape(), hasEdges(geometry), isPickable(geometry));
        item.node->removeChildren(0, item.node->getNumChildren());
        item.node->addChild(item.visual.node);
    }
    if (!morphed || isOtherArrow(item.geometry, geometry)) {
        std::vector<MeshPart> parts = partsOf(geometry);
        if (!std::ranges::equal(parts, item.parts, {}, &MeshPart::mesh, &MeshPart::mesh) ||
            hasEdges(item.geometry) != hasEdges(geometry))
            leaveBatch(item);
        item.parts = std::move(parts);
    }
    if (movedBody) {
        // Makes the body's node. putInOrder() moves all items at once: to move one searches the lists of both bodies.
        body(geometry.getBodyId());
        disordered_ = true;
    }
    item.geometry = geometry;
    forgetCorners();
    if (!morphed || movedPose || !sameStretch) place(item);
    if (!morphed || looksNew)
        applyPalette(item);
    else
        moveSolids(item);
}

void SceneMirror::place(Item& item) {
    forgetCorners();
    const Transform& X_BD = item.geometry.getTransform();
    const Vec3 stretch = stretchOf(item.geometry);
    const bool finite = isFinite(X_BD) && stretch.allFinite();
    if (finite) item.node->setMatrix(osg::Matrixd::scale(toOsg(stretch)) * toOsg(X_BD));
    if (finite != item.finite) {
        item.finite = finite;
        applyPalette(item);
    }
}

void SceneMirror::applyPalette(Item& item) {
    forgetCorners();
    item.node->element = item.geometry.getElement();
    item.node->sectioned = item.geometry.getRole() == DecorationRole::Body;
    setLook(item);
    applyMasks(item);
}

void SceneMirror::applyHighlight(Item& item) {
    // A state set searches the list of its nodes for each that leaves it: too long for thousands that are not drawn.
    item.isLookStale = item.firstSolid >= 0;
    if (!item.isLookStale) setLook(item);
    applyMasks(item);
}

void SceneMirror::setLook(Item& item) {
    item.isLookStale = false;
    ++looksGiven_;
    osg::ref_ptr<osg::StateSet> look =
        looks_.look(item.geometry, item.visual.look, highlightOf(item.geometry.getElement()));
    if (isInFront(item.geometry)) {
        // Draw in a depth slice in front of everything, so that handles and arrows are never hidden in bodies.
        look = new osg::StateSet(*look);
        look->setAttributeAndModes(new osg::Depth(osg::Depth::LEQUAL, 0, MarkDepth),
                                   osg::StateAttribute::ON | osg::StateAttribute::OVERRIDE);
    }
    item.node->setStateSet(look);
    item.node->firstPass = StateSetCache::hasDepthPass(item.geometry, item.visual.look) ? looks_.traceDepth() : nullptr;
}

void SceneMirror::applyMasks(Item& item) {
    const bool selected = highlightOf(item.geometry.getElement()) == Highlight::Selected;
    // Node masks narrow down the tree: this one must not include Draw for a text's hidden pick spot.
    unsigned mask = node_mask::Draw;
    if (isPickable(item.geometry)) mask |= node_mask::Pick;
    if (selected && selection_.size() <= MostOutlined) mask |= node_mask::Outline;
    if (castsShadow(item)) mask |= node_mask::Shadow;
    updateSolids(item, mask);
    item.node->setNodeMask(isVisible(item) ? mask : 0);
    masksChanged_ = true;
}

bool SceneMirror::isBatchable(const Item& item) const {
    return batching_ && !item.parts.empty() && item.geometry.getOpacity() > 0.999 &&
           item.geometry.getRepresentation() == Representation::Surface;
}

void SceneMirror::leaveBatch(Item& item) {
    if (item.firstSolid < 0) return;
    for (std::size_t i = 0; i < item.parts.size(); ++i) batches_.upd(std::size_t(item.firstSolid) + i).isShown = false;
    item.firstSolid = -1;
    if (item.isLookStale) setLook(item);
    item.node->setNodeMask(item.node->getNodeMask() ? item.node->getNodeMask() | node_mask::Draw : 0);
    masksChanged_ = true;
    isSettled_ = false;
    calmFrames_ = 0;
}

void SceneMirror::updateSolids(Item& item, unsigned& mask) {
    const bool sectioned = looks_.section() && item.geometry.getRole() == DecorationRole::Body;
    if (item.firstSolid >= 0) {
        const Solid& first = batches_.get(std::size_t(item.firstSolid));
        if (!isBatchable(item) || first.isSectioned != sectioned || first.isInFront != isInFront(item.geometry))
            leaveBatch(item);
    }
    if (item.firstSolid < 0) {
        if (!isBatchable(item)) return;
        isSettled_ = false;
        calmFrames_ = 0;
        return;
    }
    mask &= ~node_mask::Draw;
    const Highlight highlight = highlightOf(item.geometry.getElement());
    for (std::size_t i = 0; i < item.parts.size(); ++i) {
        Solid& solid = batches_.upd(std::size_t(item.firstSolid) + i);
        solid.color = item.parts[i].color.value_or(item.geometry.getColor());
        solid.glow = StateSetCache::glow(highlight);
        solid.hasBoldEdges = item.geometry.getRole() == DecorationRole::Body && item.geometry.getLineThickness() > Bold;
        solid.isShown = isVisible(item);
    }
    moveSolids(item);
}

void SceneMirror::moveSolids(Item& item) {
    if (item.firstSolid < 0) return;
    for (std::size_t i = 0; i < item.parts.size(); ++i) {
        Solid& solid = batches_.upd(std::size_t(item.firstSolid) + i);
        solid.body = std::max(item.geometry.getBodyId(), 0);
        solid.placement = item.parts[i].placement * item.node->getMatrix();
    }
}

Solid SceneMirror::makeSolid(const Item& item, const MeshPart& part) const {
    Solid solid;
    solid.mesh = part.mesh;
    solid.hasEdges = hasEdges(item.geometry) && item.parts.size() == 1;
    solid.isSectioned = looks_.section() && item.geometry.getRole() == DecorationRole::Body;
    solid.isInFront = isInFront(item.geometry);
    return solid;
}

void SceneMirror::makeSolids() {
    isSettled_ = true;
    calmFrames_ = 0;
    std::vector<Solid> solids;
    for (Item& item : items_) {
        item.firstSolid = -1;
        if (!isBatchable(item)) continue;
        item.firstSolid = int(solids.size());
        for (const MeshPart& part : item.parts) solids.push_back(makeSolid(item, part));
    }
    batches_.setSolids(std::move(solids));
    for (Item& item : items_)
        if (item.firstSolid >= 0) applyPalette(item);
}

void SceneMirror::refreshBodyMasks() {
    masksChanged_ = false;
    // Skip bodies without nodes to draw.
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        unsigned mask = ~0u & ~node_mask::Draw;
        for (unsigned i = 0; i < bodies_[b]->getNumChildren(); ++i) mask |= bodies_[b]->getChild(i)->getNodeMask();
        bodies_[b]->setNodeMask(isFinite_[b] ? mask : 0u);
    }
}

void SceneMirror::setBatching(bool on) {
    if (on == batching_) return;
    batching_ = on;
    dressAll();
}

void SceneMirror::prepare(const CameraRig& rig) {
    const bool calm = ++calmFrames_ > FramesOfCalm;
    if (!isSettled_) {
        const auto alone = std::ranges::count_if(
            items_, [this](const Item& item) { return item.firstSolid < 0 && isBatchable(item); });
        if (!batches_.isCrowded() || calm || std::size_t(alone) * ShareOfManyChanges > items_.size()) makeSolids();
    }
    batches_.prepare(rig, looks_.pixelRatio(), X_GB_, isFinite_);
    if (masksChanged_) refreshBodyMasks();
    smoothFewLines();
}

void SceneMirror::prepareSample(const CameraRig& rig) {
    std::set<std::tuple<bool, bool, bool, bool>> kinds;
    std::vector<Solid> solids;
    for (Item& item : items_) {
        item.firstSolid = -1;
        if (!isBatchable(item) || !isVisible(item)) continue;
        for (const MeshPart& part : item.parts) {
            Solid solid = makeSolid(item, part);
            if (!kinds.emplace(part.mesh->isClosed(), solid.hasEdges, solid.isSectioned, solid.isInFront).second)
                continue;
            solid.body = std::max(item.geometry.getBodyId(), 0);
            solid.placement = part.placement * item.node->getMatrix();
            solids.push_back(std::move(solid));
        }
    }
    batches_.setSolids(std::move(solids));
    batches_.prepare(rig, looks_.pixelRatio(), X_GB_, isFinite_);
    isSettled_ = false;
}

void SceneMirror::smoothFewLines() {
    std::size_t points = 0;
    for (const Item& item : items_)
        if (isVisible(item)) points += pointsOf(item.geometry);
    if (smoothsLines_ == (points <= MostSmoothPoints)) return;
    smoothsLines_ = !smoothsLines_;
    osg::StateSet& state = *root_->getOrCreateStateSet();
    if (smoothsLines_)
        state.removeMode(GL_LINE_SMOOTH);
    else
        state.setMode(GL_LINE_SMOOTH, osg::StateAttribute::OFF | osg::StateAttribute::OVERRIDE);
}

DrawWork SceneMirror::work() const {
    DrawWork work = batches_.work();
    work.smoothsLines = smoothsLines_;
    work.looks = looksGiven_;
    for (const Item& item : items_)
        if (isVisible(item) && item.firstSolid < 0) ++work.drawnAlone;
    return work;
}

void SceneMirror::dressAll() {
    for (Item& item : items_) applyPalette(item);
}

bool SceneMirror::isVisible(const Item& item) const {
    return item.finite && item.geometry.getRepresentation() != Representation::Hide && item.geometry.getOpacity() > 0 &&
           isRoleVisible(item.geometry.getRole());
}

bool SceneMirror::castsShadow(const Item& item) const {
    const bool surface = item.visual.look == LookKind::ClosedSurface || item.visual.look == LookKind::OpenSurface;
    return surface && item.geometry.getRole() == DecorationRole::Body &&
           item.geometry.getRepresentation() == Representation::Surface &&
           item.geometry.getOpacity() > LeastOpacityOfCasters && isVisible(item);
}

Highlight SceneMirror::highlightOf(ElementId element) const {
    if (!element.isValid()) return Highlight::None;
    if (selection_.contains(element)) return Highlight::Selected;
    return element == hovered_ ? Highlight::Hovered : Highlight::None;
}

void SceneMirror::setPoses(const std::vector<Transform>& X_GB) {
    for (std::size_t b = 0; b < X_GB.size(); ++b) {
        osg::MatrixTransform& node = body(static_cast<int>(b));
        const bool finite = isFinite(X_GB[b]);
        if (finite != isFinite_[b]) {
            isFinite_[b] = finite;
            refreshBodyMasks();
        }
        if (!finite || samePose(X_GB_[b], X_GB[b])) continue;
        X_GB_[b] = X_GB[b];
        node.setMatrix(toOsg(X_GB[b]));
    }
}

void SceneMirror::setSelection(std::set<ElementId> selection) {
    if (selection == selection_) return;
    selection_.swap(selection);
    for (Item& item : items_)
        if (const ElementId own = item.geometry.getElement(); selection.contains(own) || selection_.contains(own))
            applyHighlight(item);
}

void SceneMirror::setHovered(ElementId element) {
    if (element == hovered_) return;
    const ElementId before = hovered_;
    hovered_ = element;
    for (Item& item : items_) {
        const ElementId own = item.geometry.getElement();
        if (own == before || own == element) applyHighlight(item);
    }
}

void SceneMirror::setRoleVisible(DecorationRole role, bool visible) {
    if (visible) {
        hiddenRoles_.erase(role);
    } else {
        hiddenRoles_.insert(role);
    }
    dressAll();
}

void SceneMirror::setPixelRatio(Real ratio) {
    if (ratio == looks_.pixelRatio()) return;
    looks_.setPixelRatio(ratio);
    dressAll();
}

void SceneMirror::setShadows(bool on) {
    if (on == looks_.shadows()) return;
    looks_.setShadows(on);
    batches_.setPrograms(looks_.shadows(), looks_.section());
    dressAll();
}

void SceneMirror::setSection(bool on) {
    if (on == looks_.section()) return;
    looks_.setSection(on);
    batches_.setPrograms(looks_.shadows(), looks_.section());
    dressAll();
}

template <class Wanted>
std::vector<SceneMirror::Corner> SceneMirror::cornersOf(const Wanted& wanted) const {
    std::vector<Corner> corners;
    corners.reserve(8 * items_.size());
    for (const Item& item : items_) {
        if (!isVisible(item) || !wanted(item)) continue;
        osg::ComputeBoundsVisitor bounds;
        item.node->accept(bounds);
        const osg::BoundingBox& box = bounds.getBoundingBox();
        if (!box.valid()) continue;
        for (unsigned corner = 0; corner < 8; ++corner)
            corners.push_back({std::max(item.geometry.getBodyId(), 0), fromOsg(box.corner(corner))});
    }
    return corners;
}

void SceneMirror::forgetCorners() {
    bodyCorners_.reset();
    casterCorners_.reset();
}

const std::vector<SceneMirror::Corner>& SceneMirror::casterCorners() const {
    if (!casterCorners_) casterCorners_ = cornersOf([this](const Item& item) { return castsShadow(item); });
    return *casterCorners_;
}

const std::vector<SceneMirror::Corner>& SceneMirror::bodyCorners() const {
    if (!bodyCorners_)
        bodyCorners_ = cornersOf([](const Item& item) {
            // Ghosts belong to no element.
            return item.geometry.getRole() == DecorationRole::Body && item.geometry.getElement().isValid();
        });
    return *bodyCorners_;
}

std::vector<SceneMirror::Corner> SceneMirror::visibleCorners(const std::set<ElementId>* elements) const {
    return cornersOf(
        [elements](const Item& item) { return !elements || elements->contains(item.geometry.getElement()); });
}

std::vector<Vec3> SceneMirror::place(const std::vector<Corner>& corners, const std::vector<Transform>& X_GB) const {
    std::vector<Vec3> points;
    points.reserve(corners.size());
    for (const Corner& corner : corners) {
        const auto body = static_cast<std::size_t>(corner.body);
        points.push_back((body < X_GB.size() ? X_GB : X_GB_)[body] * corner.p_B);
    }
    return points;
}

std::vector<TextLabel> SceneMirror::labels() const {
    // A tool is clicked at its labels where it placed them: they come first, and the others give way.
    std::vector<TextLabel> labels, others;
    for (const Item& item : items_) {
        const auto* text = std::get_if<decor::Text>(&item.geometry.getShape());
        if (!text || !isVisible(item)) continue;
        const Transform& X_GB = X_GB_[static_cast<std::size_t>(std::max(item.geometry.getBodyId(), 0))];
        const Color& color =
            highlightOf(item.geometry.getElement()) == Highlight::Selected ? kSelectionColor : item.geometry.getColor();
        const bool isOfTool =
            item.geometry.getRole() == DecorationRole::Annotation && !item.geometry.getElement().isValid();
        (isOfTool ? labels : others)
            .push_back({X_GB * item.geometry.getTransform().p(), text->text,
                        text->height * item.geometry.getScaleFactors()[1], text->screenText, color,
                        item.geometry.getOpacity()});
    }
    labels.insert(labels.end(), others.begin(), others.end());
    return labels;
}

const SceneMirror::DecorationNode* SceneMirror::decorationAt(const osg::NodePath& path) {
    for (auto node = path.rbegin(); node != path.rend(); ++node)
        if (const auto* decoration = dynamic_cast<const DecorationNode*>(*node)) return decoration;
    return nullptr;
}

ElementId SceneMirror::elementAt(const osg::NodePath& path) {
    const DecorationNode* const decoration = decorationAt(path);
    return decoration ? decoration->element : ElementId{};
}

bool SceneMirror::isSectioned(const osg::NodePath& path) {
    const DecorationNode* const decoration = decorationAt(path);
    return decoration && decoration->sectioned;
}

}  // namespace trammel::ui

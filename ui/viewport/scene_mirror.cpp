// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/scene_mirror.h"

#include <algorithm>
#include <osg/ComputeBoundsVisitor>
#include <osg/Depth>

#include "ui/viewport/osg_math.h"

namespace trammel::ui {

/// Transform of one decoration, with the element that a hit belongs to.
class SceneMirror::DecorationNode : public osg::MatrixTransform {
public:
    ElementId element;
    bool sectioned = false;
};

struct SceneMirror::Item {
    DecorativeGeometry geometry;
    ShapeVisual visual;
    osg::ref_ptr<DecorationNode> node;
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

/// Scale factors in the shape frame, as the decoration scales them.
Vec3 stretchOf(const DecorativeGeometry& geometry) {
    return ShapeFactory::stretchOf(geometry.getShape()).cwiseProduct(geometry.getScaleFactors());
}

/// Least opacity of ghosts with edges; fainter ones would show only edges.
constexpr Real LeastOpacityOfEdges = 0.2;
bool hasEdges(const DecorativeGeometry& geometry) { return geometry.getOpacity() >= LeastOpacityOfEdges; }

/// Least opacity of shadow casters; translucent bodies cast none.
constexpr Real LeastOpacityOfCasters = 0.7;

constexpr double MarkDepth = 0.01;

/// True for graphics of the active tool.
bool isToolMark(const DecorativeGeometry& geometry) {
    return geometry.getRole() == DecorationRole::Annotation && !geometry.getElement().isValid();
}

}  // namespace

SceneMirror::SceneMirror() : shapes_(looks_), root_(new osg::Group) {}
SceneMirror::~SceneMirror() = default;

osg::MatrixTransform& SceneMirror::body(int id) {
    const auto index = static_cast<std::size_t>(std::max(id, 0));
    while (bodies_.size() <= index) {
        osg::ref_ptr<osg::MatrixTransform> node = new osg::MatrixTransform;
        node->setStateSet(looks_.body(static_cast<int>(bodies_.size())));
        root_->addChild(node);
        bodies_.push_back(node);
        X_GB_.emplace_back();
    }
    return *bodies_[index];
}

void SceneMirror::update(const Scene& scene) {
    while (items_.size() > scene.geometry.size()) {
        Item& item = items_.back();
        body(item.geometry.getBodyId()).removeChild(item.node);
        items_.pop_back();
    }
    for (std::size_t i = 0; i < scene.geometry.size(); ++i) {
        const DecorativeGeometry& geometry = scene.geometry[i];
        if (i < items_.size()) {
            updateItem(items_[i], geometry);
            continue;
        }
        Item& item = items_.emplace_back();
        item.geometry = geometry;
        item.node = new DecorationNode;
        item.visual = shapes_.make(geometry.getShape(), hasEdges(geometry));
        item.node->addChild(item.visual.node);
        body(geometry.getBodyId()).addChild(item.node);
        place(item);
        applyPalette(item);
    }
    if (disordered_) putInOrder();
    setPoses(scene.bodyPoses);
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
    const bool sameStretch = stretchOf(item.geometry) == stretchOf(geometry);
    const bool morphed = hasEdges(item.geometry) == hasEdges(geometry) &&
                         ShapeFactory::morph(item.visual, item.geometry.getShape(), geometry.getShape());

    if (!morphed) {
        item.visual = shapes_.make(geometry.getShape(), hasEdges(geometry));
        item.node->removeChildren(0, item.node->getNumChildren());
        item.node->addChild(item.visual.node);
    }
    if (movedBody) {
        body(item.geometry.getBodyId()).removeChild(item.node);
        body(geometry.getBodyId()).addChild(item.node);
        disordered_ = true;
    }
    item.geometry = geometry;
    if (!morphed || movedPose || !sameStretch) place(item);
    if (!morphed || looksNew) applyPalette(item);
}

void SceneMirror::place(Item& item) {
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
    item.node->element = item.geometry.getElement();
    item.node->sectioned = item.geometry.getRole() == DecorationRole::Body;
    osg::ref_ptr<osg::StateSet> look =
        looks_.look(item.geometry, item.visual.look, highlightOf(item.geometry.getElement()));
    if (isToolMark(item.geometry)) {
        // Draw in a depth slice in front of everything, so that handles are never hidden in the objects they move.
        look = new osg::StateSet(*look);
        look->setAttributeAndModes(new osg::Depth(osg::Depth::LEQUAL, 0, MarkDepth),
                                   osg::StateAttribute::ON | osg::StateAttribute::OVERRIDE);
    }
    item.node->setStateSet(look);
    const bool selected = highlightOf(item.geometry.getElement()) == Highlight::Selected;
    // Node masks narrow down the tree: this one must not include Draw for a text's hidden pick spot.
    unsigned mask = node_mask::Draw | node_mask::Pick;
    if (selected) mask |= node_mask::Outline;
    if (castsShadow(item)) mask |= node_mask::Shadow;
    item.node->setNodeMask(isVisible(item) ? mask : 0);
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
        node.setNodeMask(finite ? ~0u : 0u);
        if (!finite || samePose(X_GB_[b], X_GB[b])) continue;
        X_GB_[b] = X_GB[b];
        node.setMatrix(toOsg(X_GB[b]));
    }
}

void SceneMirror::setSelection(std::set<ElementId> selection) {
    if (selection == selection_) return;
    selection_.swap(selection);
    dressAll();
}

void SceneMirror::setHovered(ElementId element) {
    if (element == hovered_) return;
    const ElementId before = hovered_;
    hovered_ = element;
    for (Item& item : items_) {
        const ElementId own = item.geometry.getElement();
        if (own == before || own == element) applyPalette(item);
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
    dressAll();
}

void SceneMirror::setSection(bool on) {
    if (on == looks_.section()) return;
    looks_.setSection(on);
    dressAll();
}

template <class Wanted>
std::vector<SceneMirror::Corner> SceneMirror::cornersOf(const Wanted& wanted) const {
    std::vector<Corner> corners;
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

std::vector<SceneMirror::Corner> SceneMirror::casterCorners() const {
    return cornersOf([this](const Item& item) { return castsShadow(item); });
}

std::vector<SceneMirror::Corner> SceneMirror::bodyCorners() const {
    return cornersOf([](const Item& item) {
        // Ghosts belong to no element.
        return item.geometry.getRole() == DecorationRole::Body && item.geometry.getElement().isValid();
    });
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
    std::vector<TextLabel> labels;
    for (const Item& item : items_) {
        const auto* text = std::get_if<decor::Text>(&item.geometry.getShape());
        if (!text || !isVisible(item)) continue;
        const Transform& X_GB = X_GB_[static_cast<std::size_t>(std::max(item.geometry.getBodyId(), 0))];
        const Color& color =
            highlightOf(item.geometry.getElement()) == Highlight::Selected ? kSelectionColor : item.geometry.getColor();
        labels.push_back({X_GB * item.geometry.getTransform().p(), text->text,
                          text->height * item.geometry.getScaleFactors()[1], text->screenText, color,
                          item.geometry.getOpacity()});
    }
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

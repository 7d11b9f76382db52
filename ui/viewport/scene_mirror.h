// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <osg/Group>
#include <osg/MatrixTransform>
#include <set>
#include <vector>

#include "ui/viewport/points_outside.h"
#include "ui/viewport/shape_factory.h"
#include "ui/viewport/solid_batches.h"

namespace trammel::ui {

/// A text painted over the image at a point in the world.
struct TextLabel {
    Vec3 position_G;
    std::string text;
    /// In m, or in logical pixels if screenText.
    Real height;
    bool screenText;
    Color color;
    Real opacity;
};

/// Keeps OSG nodes in sync with a Scene, updating only differences.
///
/// Structure: root / transform per body (X_GB) / transform per decoration (X_BD and stretch) / nodes of the shape. These
/// nodes are picked, outlined and cast shadows. Opaque solids are drawn by SolidBatches instead; decorations that have
/// just changed their shape, and all others, by their nodes. GUI thread only; never while a frame is drawn.
class SceneMirror {
public:
    SceneMirror();
    ~SceneMirror();
    SceneMirror(const SceneMirror&) = delete;
    SceneMirror& operator=(const SceneMirror&) = delete;

    osg::Group* root() { return root_.get(); }
    /// Draws the opaque solids; outside root().
    osg::Node* solids() { return batches_.node(); }
    /// Without batching, each decoration is drawn by its own nodes.
    void setBatching(bool on);
    /// Prepares drawing; call before each frame.
    void prepare(const CameraRig& rig);
    /// Prepares drawing one solid of each kind; the nodes of root() must not be drawn.
    void prepareSample(const CameraRig& rig);
    /// Uploads the merged solids to the current context.
    void uploadSolids(osg::RenderInfo& info) const { batches_.upload(info); }
    DrawWork work() const;

    /// Compares decorations by list position; equal ones cost one comparison.
    void update(const Scene& scene);
    /// X_GB by body id; unlisted bodies keep theirs.
    void setPoses(const std::vector<Transform>& X_GB);
    const std::vector<Transform>& poses() const { return X_GB_; }

    void setSelection(std::set<ElementId> selection);
    const std::set<ElementId>& selection() const { return selection_; }
    void setHovered(ElementId element);
    ElementId hovered() const { return hovered_; }
    void setRoleVisible(DecorationRole role, bool visible);
    bool isRoleVisible(DecorationRole role) const { return !hiddenRoles_.contains(role); }
    void setPixelRatio(Real ratio);
    Real pixelRatio() const { return looks_.pixelRatio(); }

    /// Enables surfaces lit through a ShadowMap.
    void setShadows(bool on);
    /// Enables clipping of bodies by a section plane.
    void setSection(bool on);

    bool isEmpty() const { return items_.empty(); }
    std::size_t size() const;
    /// A corner of a decoration's bounding box.
    using Corner = BodyPoint;
    /// Corners of shadow casters, and of bodies, kept until they change; of everything visible, optionally restricted to
    /// @p elements.
    const std::vector<Corner>& casterCorners() const;
    const std::vector<Corner>& bodyCorners() const;
    std::vector<Corner> visibleCorners(const std::set<ElementId>* elements = nullptr) const;
    /// Corner positions in the world with bodies at X_GB by body id; unlisted bodies at their current poses.
    std::vector<Vec3> place(const std::vector<Corner>& corners, const std::vector<Transform>& X_GB = {}) const;
    /// Same at the current poses.
    std::vector<Vec3> casterPoints() const { return place(casterCorners()); }
    std::vector<Vec3> extentPoints(const std::set<ElementId>* elements = nullptr) const {
        return place(visibleCorners(elements));
    }
    std::vector<TextLabel> labels() const;
    /// The element of the innermost decoration on an OSG node path.
    static ElementId elementAt(const osg::NodePath& path);
    /// True if section planes clip that decoration.
    static bool isSectioned(const osg::NodePath& path);

private:
    struct Item;
    class DecorationNode;

    static const DecorationNode* decorationAt(const osg::NodePath& path);
    void updateItem(Item& item, const DecorativeGeometry& geometry);
    void putInOrder();
    void place(Item& item);
    void applyPalette(Item& item);
    /// Applies the palette of a decoration whose highlight alone has changed.
    void applyHighlight(Item& item);
    void setLook(Item& item);
    void applyMasks(Item& item);
    void dressAll();
    bool isVisible(const Item& item) const;
    bool castsShadow(const Item& item) const;
    void forgetCorners();
    template <class Wanted>
    std::vector<Corner> cornersOf(const Wanted& wanted) const;
    osg::MatrixTransform& body(int id);
    std::vector<MeshPart> partsOf(const DecorativeGeometry& geometry);
    bool isBatchable(const Item& item) const;
    void updateSolids(Item& item, unsigned& mask);
    void moveSolids(Item& item);
    void leaveBatch(Item& item);
    /// The solid of a part as it is merged, without look and place.
    Solid makeSolid(const Item& item, const MeshPart& part) const;
    void makeSolids();
    void refreshBodyMasks();
    void smoothFewLines();
    Highlight highlightOf(ElementId element) const;

    StateSetCache looks_;
    ShapeFactory shapes_;
    ShapeMeshes meshes_;
    SolidBatches batches_;
    bool batching_ = true;
    /// False if decorations should have joined or left the batches since these were made; counts frames drawn since.
    bool isSettled_ = true;
    int calmFrames_ = 0;
    bool masksChanged_ = false;
    long looksGiven_ = 0;
    bool smoothsLines_ = true;
    osg::ref_ptr<osg::Group> root_;
    std::vector<osg::ref_ptr<osg::MatrixTransform>> bodies_;
    std::vector<Transform> X_GB_;
    std::vector<bool> isFinite_;
    std::vector<Item> items_;
    mutable std::optional<std::vector<Corner>> bodyCorners_, casterCorners_;
    /// Decorations of a body are ordered differently from the scene, so coincident ones would be drawn in another
    /// order.
    bool disordered_ = false;
    std::set<ElementId> selection_;
    ElementId hovered_;
    std::set<DecorationRole> hiddenRoles_;
};

}  // namespace trammel::ui

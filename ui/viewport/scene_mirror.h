// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <osg/Group>
#include <osg/MatrixTransform>
#include <set>
#include <vector>

#include "ui/viewport/shape_factory.h"

namespace trammel::ui {

/// A text to be painted over the picture, at a point of the world.
struct TextLabel {
    Vec3 position_G;
    std::string text;
    /// In m, or in logical pixels when screenText.
    Real height;
    bool screenText;
    Color color;
    Real opacity;
};

/// Keeps OSG nodes in step with a Scene, touching only what differs from the scene before.
///
/// Structure: root / one transform a body (X_GB) / one transform a decoration (X_BD and stretch) / the shape's nodes.
/// UI thread only; never while a frame is drawn.
class SceneMirror {
public:
    SceneMirror();
    ~SceneMirror();
    SceneMirror(const SceneMirror&) = delete;
    SceneMirror& operator=(const SceneMirror&) = delete;

    osg::Group* root() { return root_.get(); }

    /// Decorations are compared with those at the same position of the last scene. Equal ones cost a comparison.
    void update(const Scene& scene);
    /// X_GB by body id; bodies not named keep theirs.
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

    /// Whether surfaces look as if there were light that a ShadowMap stops.
    void setShadows(bool on);
    /// Whether a section cuts the bodies open.
    void setSection(bool on);

    bool isEmpty() const { return items_.empty(); }
    /// A corner of the box around a decoration.
    struct Corner {
        int body;
        Vec3 p_B;
    };
    /// Of what casts shadows; of what shows bodies; and of all that is visible, only of these elements when given.
    std::vector<Corner> casterCorners() const;
    std::vector<Corner> bodyCorners() const;
    std::vector<Corner> visibleCorners(const std::set<ElementId>* elements = nullptr) const;
    /// In the world with the bodies in these poses, X_GB by body id; bodies not named are where they are now.
    std::vector<Vec3> place(const std::vector<Corner>& corners, const std::vector<Transform>& X_GB = {}) const;
    /// Those now.
    std::vector<Vec3> casterPoints() const { return place(casterCorners()); }
    std::vector<Vec3> extentPoints(const std::set<ElementId>* elements = nullptr) const {
        return place(visibleCorners(elements));
    }
    std::vector<TextLabel> labels() const;
    /// The element drawn by the last decoration node of an OSG node path.
    static ElementId elementAt(const osg::NodePath& path);
    /// Whether a section cuts that decoration.
    static bool isSectioned(const osg::NodePath& path);

private:
    struct Item;
    class DecorationNode;

    static const DecorationNode* decorationAt(const osg::NodePath& path);
    void updateItem(Item& item, const DecorativeGeometry& geometry);
    void putInOrder();
    void place(Item& item);
    void dress(Item& item);
    void dressAll();
    bool isVisible(const Item& item) const;
    bool castsShadow(const Item& item) const;
    template <class Wanted>
    std::vector<Corner> cornersOf(const Wanted& wanted) const;
    osg::MatrixTransform& body(int id);
    Highlight highlightOf(ElementId element) const;

    LookBook looks_;
    ShapeFactory shapes_;
    osg::ref_ptr<osg::Group> root_;
    std::vector<osg::ref_ptr<osg::MatrixTransform>> bodies_;
    std::vector<Transform> X_GB_;
    std::vector<Item> items_;
    /// Decorations below a body stand otherwise than in the scene: what coincides would be drawn the other way round.
    bool disordered_ = false;
    std::set<ElementId> selection_;
    ElementId hovered_;
    std::set<DecorationRole> hiddenRoles_;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <osg/Geometry>
#include <osg/LineWidth>
#include <osg/MatrixTransform>
#include <osg/Texture2D>
#include <span>
#include <vector>

#include "ui/viewport/camera_rig.h"
#include "ui/viewport/shape_mesh.h"
#include "ui/viewport/view_types.h"

namespace trammel::ui {

/// A solid drawn with others of its kind.
struct Solid {
    std::shared_ptr<const ShapeMesh> mesh;
    int body = 0;
    /// Pose and size of the mesh in the body frame.
    osg::Matrixd placement;
    Color color;
    /// Added brightness, from 0 to below 1.
    float glow = 0;
    bool hasEdges = true;
    /// Opaque edges, as of drawings on paper.
    bool hasBoldEdges = false;
    /// False: not drawn.
    bool isShown = true;
    /// True if a section plane clips it.
    bool isSectioned = false;
    /// Drawn in front of everything else.
    bool isInFront = false;
};

/// Draws the opaque solids of a scene with a few draw calls: the meshes are merged, and their poses and colors are
/// uploaded as one texture, from which the vertex shader reads.
///
/// Each solid is drawn at the level of detail of its size on the screen, and not at all outside the image; its edges
/// fade as it gets small. Meshes are merged again only if solids or levels change, index lists only if visibility does.
class SolidBatches {
public:
    SolidBatches();

    osg::Node* node() { return root_.get(); }

    /// Replaces the solids. The id of a solid is its index in the list.
    void setSolids(std::vector<Solid> solids);
    /// True if merging takes longer than a frame: then changes are delayed, and an image may depend on the previous
    /// ones.
    bool isCrowded() const;
    /// A solid to change in anything but its mesh and its edges.
    Solid& upd(std::size_t id) { return solids_[id]; }
    const Solid& get(std::size_t id) const { return solids_[id]; }

    /// Programs and state for shadows and section planes.
    void setPrograms(bool shadows, bool section);

    /// Prepares drawing from a camera with bodies at X_GB; those that are not finite are not drawn.
    void prepare(const CameraRig& rig, Real pixelRatio, std::span<const Transform> X_GB,
                 const std::vector<bool>& isFinite);

    /// Uploads the merged meshes to the current context.
    void upload(osg::RenderInfo& info) const;

    /// Without decorations drawn one by one.
    const DrawWork& work() const { return work_; }

private:
    /// Differences between batches, combined as bits.
    enum Trait { Open = 1, Sectioned = 2, InFront = 4 };
    static constexpr int Kinds = 8;
    struct Batch {
        osg::ref_ptr<osg::Geometry> geometry;
        osg::ref_ptr<osg::Vec3Array> vertices, normals;
        osg::ref_ptr<osg::Vec2Array> slots;
        osg::ref_ptr<osg::DrawElementsUInt> indices;
    };
    /// Place of a solid in the merged buffers, and the level drawn.
    struct Placed {
        unsigned firstVertex = 0, firstEdgeVertex = 0;
        int level = -1, wantedLevel = kDetailLevels - 1;
        bool isSeen = false, showsEdges = false, wasSeen = false, showedEdges = false;
    };

    static int kindOf(const Solid& solid) {
        return (solid.mesh->isClosed() ? 0 : Open) | (solid.isSectioned ? Sectioned : 0) |
               (solid.isInFront ? InFront : 0);
    }
    Batch makeBatch(bool edges, int kind);
    void look(const CameraRig& rig, Real pixelRatio, std::span<const Transform> X_GB,
              const std::vector<bool>& isFinite);
    bool mustMerge();
    /// Memory of the merged meshes at once: growing ones would be copied.
    void reserve();
    void merge();
    void select();
    void writePoses();

    std::vector<Solid> solids_;
    std::vector<Placed> placed_;
    /// World transforms of the last prepare(), for row vectors.
    std::vector<osg::Matrixd> X_GS_;
    std::vector<float> edgeAlpha_;
    osg::Vec3d anchor_;
    bool changed_ = false;
    int framesWithOtherLevel_ = 0;
    DrawWork work_;

    osg::ref_ptr<osg::MatrixTransform> root_;
    osg::ref_ptr<osg::Image> poses_;
    osg::ref_ptr<osg::Texture2D> poseTexture_;
    osg::ref_ptr<osg::LineWidth> edgeWidth_;
    std::array<Batch, Kinds> faces_, edges_;
};

}  // namespace trammel::ui

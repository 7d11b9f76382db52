// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/solid_batches.h"

#include <algorithm>
#include <cmath>
#include <osg/CullFace>
#include <osg/Depth>
#include <osg/LineWidth>
#include <osg/PolygonOffset>

#include "ui/viewport/osg_math.h"
#include "ui/viewport/shaders.h"
#include "ui/viewport/state_set_cache.h"

namespace trammel::ui {

namespace {

constexpr int PoseTextureUnit = 2;
/// Texels of a solid: three rows of its transform; color and glow; opacity of its edges and depth offset.
constexpr int TexelsPerSolid = 5;
constexpr int SolidsPerRow = 200;
constexpr float EdgeOpacity = 0.42f;
/// Width of edges, logical pixels.
constexpr Real EdgeWidth = 1, BoldEdgeWidth = 2;
/// Half width on the screen below which edges vanish, and above which they are darkest, logical pixels.
constexpr Real EdgesFrom = 3, EdgesFull = 10;
/// Solids are drawn at least this wide; half width in logical pixels.
constexpr Real LeastHalfWidth = 0.8;
/// Edges of a crowd are thinned: from this number of solids on, both limits grow with the root of their number, up to a
/// factor.
constexpr Real Crowd = 150, MostOfCrowd = 4;
/// Coincident faces of two bodies must not flicker: bodies differ in depth by multiples of the smallest step.
constexpr int DepthSteps = 8;
constexpr float StepsPerBody = 2;
constexpr std::size_t CrowdedSolids = 4000;
/// A few solids of a crowd may wait this long for their level of detail, so that meshes are not merged in each frame.
constexpr int FramesToWaitForLevel = 12;
constexpr std::size_t ShareThatMayWait = 16;

osg::Vec2f slotOf(std::size_t id) {
    const std::size_t column = id % SolidsPerRow * TexelsPerSolid, row = id / SolidsPerRow;
    return {float(column), float(row)};
}

/// Half lengths of a solid, the radius around it, and the middle half length: that of a bar is half its width.
struct SolidSize {
    std::array<Real, 3> halves;
    Real radius, middle;

    SolidSize(const osg::Vec3f& halfLengths, const osg::Matrixd& X) {
        Real squares = 0;
        for (int row = 0; row < 3; ++row) {
            const Real half = osg::Vec3d(X(row, 0), X(row, 1), X(row, 2)).length() * halfLengths[row];
            halves[std::size_t(row)] = half;
            squares += half * half;
        }
        radius = std::sqrt(squares);
        const auto [least, most] = std::ranges::minmax(halves);
        middle = halves[0] + halves[1] + halves[2] - least - most;
    }
};

/// Widens a solid about its center in each direction where it has less than @p least, but is not flat.
void widen(const SolidSize& size, Real least, const osg::Vec3d& center, osg::Matrixd& X) {
    osg::Vec3d factors(1, 1, 1);
    for (int axis = 0; axis < 3; ++axis)
        if (const Real half = size.halves[std::size_t(axis)]; half > 0 && half < least) factors[axis] = least / half;
    if (factors == osg::Vec3d(1, 1, 1)) return;
    X.preMult(osg::Matrixd::translate(-center) * osg::Matrixd::scale(factors) * osg::Matrixd::translate(center));
}

/// Visibility of spheres, and lengths in pixels.
struct Sight {
    osg::Matrixd X_VG;
    bool orthographic;
    /// Half width and half height of the image at a depth of 1 m, or at every depth; device pixels per meter there.
    Real halfWidth, halfHeight, pixels;
    /// Lengths by which the side planes are farther from a sphere's center, measured in x and y.
    Real slopeX, slopeY;

    Sight(const CameraRig& rig, Real pixelRatio)
        : X_VG(toOsg(rig.X_GC().invert())), orthographic(rig.pose().orthographic) {
        halfHeight = orthographic ? rig.halfHeightAt(rig.pose().distance) : CameraRig::tanHalfAngle();
        halfWidth = halfHeight * rig.viewWidth() / rig.viewHeight();
        pixels = rig.viewHeight() * pixelRatio / (2 * halfHeight);
        slopeX = orthographic ? 1 : std::hypot(1, halfWidth);
        slopeY = orthographic ? 1 : std::hypot(1, halfHeight);
    }

    bool sees(const osg::Vec3d& center_V, Real radius) const {
        const Real depth = orthographic ? 1 : -center_V.z();
        if (depth < -radius) return false;
        const Real reach = std::max(depth, 0.);
        return std::abs(center_V.x()) <= halfWidth * reach + radius * slopeX &&
               std::abs(center_V.y()) <= halfHeight * reach + radius * slopeY;
    }
    /// Device pixels; behind the camera as before it.
    Real pixelsOf(const osg::Vec3d& center_V, Real radius) const {
        return radius * pixels / (orthographic ? 1 : std::max(std::abs(center_V.z()), 0.2 * radius + 1e-12));
    }
};

}  // namespace

SolidBatches::SolidBatches()
    : root_(new osg::MatrixTransform),
      poses_(new osg::Image),
      poseTexture_(new osg::Texture2D),
      edgeWidth_(new osg::LineWidth(1)) {
    poseTexture_->setInternalFormat(GL_RGBA32F_ARB);
    poseTexture_->setFilter(osg::Texture::MIN_FILTER, osg::Texture::NEAREST);
    poseTexture_->setFilter(osg::Texture::MAG_FILTER, osg::Texture::NEAREST);
    poseTexture_->setWrap(osg::Texture::WRAP_S, osg::Texture::CLAMP_TO_EDGE);
    poseTexture_->setWrap(osg::Texture::WRAP_T, osg::Texture::CLAMP_TO_EDGE);
    poseTexture_->setResizeNonPowerOfTwoHint(false);
    poseTexture_->setUseHardwareMipMapGeneration(false);
    poseTexture_->setImage(poses_);
    root_->setCullingActive(false);
    osg::StateSet* state = root_->getOrCreateStateSet();
    // Not as a mode: only the vertex shader reads it.
    state->setTextureAttribute(PoseTextureUnit, poseTexture_);
    state->addUniform(new osg::Uniform("poses", PoseTextureUnit));
    for (int kind = 0; kind < Kinds; ++kind) {
        faces_[std::size_t(kind)] = makeBatch(false, kind);
        edges_[std::size_t(kind)] = makeBatch(true, kind);
    }
    setPrograms(false, false);
}

SolidBatches::Batch SolidBatches::makeBatch(bool edges, int kind) {
    Batch batch;
    batch.vertices = new osg::Vec3Array;
    batch.slots = new osg::Vec2Array;
    batch.indices = new osg::DrawElementsUInt(edges ? GL_LINES : GL_TRIANGLES);
    batch.geometry = new osg::Geometry;
    osg::Geometry& geometry = *batch.geometry;
    geometry.setUseDisplayList(false);
    geometry.setUseVertexBufferObjects(true);
    geometry.setCullingActive(false);
    geometry.setDataVariance(osg::Object::DYNAMIC);
    geometry.setVertexArray(batch.vertices);
    if (!edges) geometry.setNormalArray(batch.normals = new osg::Vec3Array, osg::Array::BIND_PER_VERTEX);
    geometry.setVertexAttribArray(SlotAttribute, batch.slots, osg::Array::BIND_PER_VERTEX);
    geometry.addPrimitiveSet(batch.indices);
    geometry.setNodeMask(0);

    osg::StateSet* state = geometry.getOrCreateStateSet();
    const bool closed = (kind & Open) == 0, sectioned = (kind & Sectioned) != 0, inFront = (kind & InFront) != 0;
    state->addUniform(new osg::Uniform("sectioned", !sectioned ? 0.f : closed && !edges ? 2.f : 1.f));
    if (edges) {
        state->setAttributeAndModes(edgeWidth_);
        state->setMode(GL_LINE_SMOOTH, osg::StateAttribute::ON);
        enableBlending(*state);
        state->setRenderBinDetails(draw_order::Lines, "RenderBin");
        state->setAttributeAndModes(new osg::Depth(osg::Depth::LEQUAL, 0, inFront ? MarkDepth : 1, false));
    } else {
        if (inFront) state->setAttributeAndModes(new osg::Depth(osg::Depth::LEQUAL, 0, MarkDepth));
        state->setAttributeAndModes(new osg::PolygonOffset(1.f, 1.f));
        if (closed && !sectioned) state->setAttributeAndModes(new osg::CullFace(osg::CullFace::BACK));
    }
    root_->addChild(batch.geometry);
    return batch;
}

void SolidBatches::setPrograms(bool shadows, bool section) {
    const osg::ref_ptr<osg::Program> surface = makeBatchSurfaceProgram(shadows, section),
                                     edge = makeBatchEdgeProgram(section);
    for (const Batch& batch : faces_) batch.geometry->getOrCreateStateSet()->setAttributeAndModes(surface);
    for (const Batch& batch : edges_) batch.geometry->getOrCreateStateSet()->setAttributeAndModes(edge);
}

void SolidBatches::setSolids(std::vector<Solid> solids) {
    solids_ = std::move(solids);
    placed_.assign(solids_.size(), {});
    X_GS_.resize(solids_.size());
    edgeAlpha_.assign(solids_.size(), 0);
    changed_ = true;
}

void SolidBatches::look(const CameraRig& rig, Real pixelRatio, std::span<const Transform> X_GB,
                        const std::vector<bool>& isFinite) {
    const Sight sight(rig, pixelRatio);
    const Real thinning = std::clamp(std::sqrt(Real(solids_.size()) / Crowd), 1., MostOfCrowd) * pixelRatio;
    const bool anyBold = std::ranges::any_of(solids_, &Solid::hasBoldEdges);
    edgeWidth_->setWidth(static_cast<float>(pixelRatio * (anyBold ? BoldEdgeWidth : EdgeWidth)));
    int body = -1;
    osg::Matrixd X_GBody;
    bool finite = true;
    for (std::size_t id = 0; id < solids_.size(); ++id) {
        const Solid& solid = solids_[id];
        Placed& placed = placed_[id];
        if (solid.body != body) {
            body = solid.body;
            finite = isFinite[std::size_t(body)];
            X_GBody = toOsg(X_GB[std::size_t(body)]);
        }
        placed.isSeen = placed.showsEdges = false;
        if (!finite || !solid.isShown) continue;
        X_GS_[id] = solid.placement * X_GBody;
        const SolidSize size(solid.mesh->halfLengths(), X_GS_[id]);
        const osg::Vec3d center_V = osg::Vec3d(solid.mesh->center()) * X_GS_[id] * sight.X_VG;
        placed.isSeen = sight.sees(center_V, size.radius);
        // The length of a bar does not count: its arcs are as large as its width.
        const Real pixels = sight.pixelsOf(center_V, size.middle);
        // Thinner than a pixel, parts of a bar would fall between the pixels.
        if (pixels > 0)
            widen(size, LeastHalfWidth * pixelRatio * size.middle / pixels, solid.mesh->center(), X_GS_[id]);
        placed.wantedLevel = detailFor(pixels);
        // Keep a level that is finer than needed by one: it costs less than merging again.
        if (isCrowded() && placed.level >= 0 && placed.level == placed.wantedLevel - 1)
            placed.wantedLevel = placed.level;
        const Real visible = std::clamp((pixels / thinning - EdgesFrom) / (EdgesFull - EdgesFrom), 0., 1.);
        edgeAlpha_[id] = (solid.hasBoldEdges ? 1 : EdgeOpacity) * static_cast<float>(visible);
        placed.showsEdges = placed.isSeen && solid.hasEdges && visible > 0;
    }
}

bool SolidBatches::isCrowded() const { return solids_.size() > CrowdedSolids; }

bool SolidBatches::mustMerge() {
    if (changed_) return true;
    std::size_t waiting = 0;
    for (const Placed& placed : placed_) {
        if (!placed.isSeen || placed.level == placed.wantedLevel) continue;
        // One level too coarse is hardly visible; finer levels may wait, since no image may follow.
        if (!isCrowded() || placed.level > placed.wantedLevel + 1) return true;
        ++waiting;
    }
    if (waiting == 0) {
        framesWithOtherLevel_ = 0;
        return false;
    }
    return waiting * ShareThatMayWait > solids_.size() || ++framesWithOtherLevel_ > FramesToWaitForLevel;
}

void SolidBatches::reserve() {
    std::array<std::size_t, Kinds> vertices{}, ends{};
    for (std::size_t id = 0; id < solids_.size(); ++id) {
        const ShapeMesh::Level& level = solids_[id].mesh->level(placed_[id].wantedLevel);
        const auto kind = std::size_t(kindOf(solids_[id]));
        vertices[kind] += level.vertices.size();
        if (solids_[id].hasEdges) ends[kind] += level.edges.size();
    }
    for (std::size_t kind = 0; kind < Kinds; ++kind) {
        faces_[kind].vertices->reserve(vertices[kind]);
        faces_[kind].normals->reserve(vertices[kind]);
        faces_[kind].slots->reserve(vertices[kind]);
        edges_[kind].vertices->reserve(ends[kind]);
        edges_[kind].slots->reserve(ends[kind]);
    }
}

void SolidBatches::merge() {
    changed_ = false;
    framesWithOtherLevel_ = 0;
    ++work_.merges;
    for (std::size_t kind = 0; kind < Kinds; ++kind)
        for (Batch* batch : {&faces_[kind], &edges_[kind]}) {
            batch->vertices->clear();
            if (batch->normals) batch->normals->clear();
            batch->slots->clear();
        }
    reserve();
    for (std::size_t id = 0; id < solids_.size(); ++id) {
        const Solid& solid = solids_[id];
        Placed& placed = placed_[id];
        placed.level = placed.wantedLevel;
        placed.wasSeen = placed.showedEdges = false;
        const ShapeMesh::Level& level = solid.mesh->level(placed.level);
        const auto kind = std::size_t(kindOf(solid));
        Batch& faces = faces_[kind];
        placed.firstVertex = unsigned(faces.vertices->size());
        faces.vertices->insert(faces.vertices->end(), level.vertices.begin(), level.vertices.end());
        faces.normals->insert(faces.normals->end(), level.normals.begin(), level.normals.end());
        faces.slots->insert(faces.slots->end(), level.vertices.size(), slotOf(id));
        if (!solid.hasEdges) continue;
        Batch& edges = edges_[kind];
        placed.firstEdgeVertex = unsigned(edges.vertices->size());
        edges.vertices->insert(edges.vertices->end(), level.edges.begin(), level.edges.end());
        edges.slots->insert(edges.slots->end(), level.edges.size(), slotOf(id));
    }
    for (std::size_t kind = 0; kind < Kinds; ++kind)
        for (Batch* batch : {&faces_[kind], &edges_[kind]}) {
            batch->vertices->dirty();
            if (batch->normals) batch->normals->dirty();
            batch->slots->dirty();
        }
}

void SolidBatches::select() {
    ++work_.selections;
    work_.drawCalls = 0;
    work_.solids = work_.triangles = work_.edges = 0;
    for (std::size_t kind = 0; kind < Kinds; ++kind) {
        faces_[kind].indices->clear();
        edges_[kind].indices->clear();
    }
    for (std::size_t id = 0; id < solids_.size(); ++id) {
        Placed& placed = placed_[id];
        placed.wasSeen = placed.isSeen;
        placed.showedEdges = placed.showsEdges;
        if (!placed.isSeen) continue;
        const Solid& solid = solids_[id];
        const ShapeMesh::Level& level = solid.mesh->level(placed.level);
        const auto kind = std::size_t(kindOf(solid));
        for (const unsigned corner : level.triangles) faces_[kind].indices->push_back(placed.firstVertex + corner);
        ++work_.solids;
        work_.triangles += level.triangles.size() / 3;
        if (!placed.showsEdges) continue;
        for (unsigned i = 0; i < level.edges.size(); ++i) edges_[kind].indices->push_back(placed.firstEdgeVertex + i);
        work_.edges += level.edges.size() / 2;
    }
    for (std::size_t kind = 0; kind < Kinds; ++kind)
        for (Batch* batch : {&faces_[kind], &edges_[kind]}) {
            batch->indices->dirty();
            const bool draws = !batch->indices->empty();
            batch->geometry->setNodeMask(draws ? node_mask::Draw : 0);
            if (draws) ++work_.drawCalls;
        }
}

void SolidBatches::upload(osg::RenderInfo& info) const {
    for (const auto* batches : {&faces_, &edges_})
        for (const Batch& batch : *batches)
            if (batch.geometry->getNodeMask()) batch.geometry->compileGLObjects(info);
}

void SolidBatches::writePoses() {
    const int rows = int((solids_.size() + SolidsPerRow - 1) / SolidsPerRow);
    const int width = SolidsPerRow * TexelsPerSolid;
    if (poses_->s() != width || poses_->t() < rows) {
        // In steps, so that a growing model does not allocate with each solid.
        poses_->allocateImage(width, (rows + 7) / 8 * 8, 1, GL_RGBA, GL_FLOAT);
        poses_->setInternalTextureFormat(GL_RGBA32F_ARB);
        poseTexture_->setTextureSize(poses_->s(), poses_->t());
        poseTexture_->dirtyTextureObject();
    }
    // Floats are precise near the first solid; far from the origin they would not be.
    anchor_ = X_GS_.front().getTrans();
    if (!anchor_.valid()) anchor_ = {};
    root_->setMatrix(osg::Matrixd::translate(anchor_));
    for (std::size_t id = 0; id < solids_.size(); ++id) {
        if (!placed_[id].isSeen) continue;
        auto* texel =
            reinterpret_cast<float*>(poses_->data(int(id % SolidsPerRow) * TexelsPerSolid, int(id / SolidsPerRow)));
        const osg::Matrixd& X = X_GS_[id];
        for (int axis = 0; axis < 3; ++axis) {
            for (int row = 0; row < 3; ++row) *texel++ = static_cast<float>(X(row, axis));
            *texel++ = static_cast<float>(X(3, axis) - anchor_[axis]);
        }
        const Solid& solid = solids_[id];
        for (const float value : {solid.color.r, solid.color.g, solid.color.b, solid.glow, edgeAlpha_[id],
                                  StepsPerBody * float(solid.body % DepthSteps), 0.f, 0.f})
            *texel++ = value;
    }
    poses_->dirty();
    ++work_.poseUploads;
}

void SolidBatches::prepare(const CameraRig& rig, Real pixelRatio, std::span<const Transform> X_GB,
                           const std::vector<bool>& isFinite) {
    if (!solids_.empty()) look(rig, pixelRatio, X_GB, isFinite);
    const bool merges = mustMerge();
    if (merges) merge();
    const bool selects = merges || std::ranges::any_of(placed_, [](const Placed& placed) {
                             return placed.isSeen != placed.wasSeen || placed.showsEdges != placed.showedEdges;
                         });
    if (selects) select();
    if (!solids_.empty()) writePoses();
}

}  // namespace trammel::ui

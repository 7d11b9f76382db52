// SPDX-License-Identifier: Apache-2.0
#include "live/scene_coder.h"

#include <algorithm>
#include <set>
#include <utility>

#include "live/message_stream.h"
#include "live/wire.h"

namespace trammel::live {

namespace {

/// A program that creates new meshes for each frame must not fill the memory of either side.
constexpr std::size_t UsualMeshes = 1024, MostMeshes = 100000;
constexpr std::size_t MostBodies = 100000, MostShapes = 1000000;
constexpr int MostTurns = 500;
constexpr std::size_t LongestText = 1000;

bool isEqual(const TriangleMesh& a, const TriangleMesh& b) {
    return a.triangles == b.triangles && a.vertices.size() == b.vertices.size() &&
           std::equal(a.vertices.begin(), a.vertices.end(), b.vertices.begin());
}

template <class Enumeration>
bool isUpTo(Enumeration value, Enumeration last) {
    return int(value) >= 0 && value <= last;
}

void hide(DecorativeGeometry& geometry) {
    geometry.updShape() = decor::Point{};
    geometry.setTransform(Transform()).setScale(1).setRepresentation(Representation::Hide);
}

/// Bounds what a shape may cost to draw.
void limit(DecorativeShape& shape) {
    if (auto* spring = std::get_if<decor::Spring>(&shape)) spring->turns = std::clamp(spring->turns, 0, MostTurns);
    if (auto* text = std::get_if<decor::Text>(&shape); text && text->text.size() > LongestText)
        text->text.resize(LongestText);
}

bool hasContent(const DecorativeShape& shape) {
    if (const auto* extrusion = std::get_if<decor::Extrusion>(&shape)) return extrusion->profile != nullptr;
    if (const auto* mesh = std::get_if<decor::Mesh>(&shape)) return mesh->mesh != nullptr;
    return true;
}

}  // namespace

std::uint32_t SceneEncoder::numberOf(std::size_t index, const std::shared_ptr<const TriangleMesh>& mesh,
                                     std::string& out) {
    if (const auto known = meshes_.find(mesh); known != meshes_.end()) return known->second;
    // A generator may create the same mesh again for each frame.
    if (index < sent_.size() && sent_[index].mesh && isEqual(*sent_[index].mesh, *mesh)) return sent_[index].number;
    const std::uint32_t number = nextMesh_++;
    meshes_.emplace(mesh, number);
    out += encode(ProgramMessage(MeshContent{number, *mesh}));
    return number;
}

void SceneEncoder::forget() {
    meshes_.clear();
    sent_.clear();
}

std::string SceneEncoder::encodeScene(Real time, std::int64_t report, const Scene& scene) {
    std::string out;
    Frame frame;
    frame.time = time;
    frame.report = report;
    frame.poses = scene.bodyPoses;
    frame.count = static_cast<std::uint32_t>(scene.geometry.size());
    if (meshes_.size() > std::max(UsualMeshes, 4 * scene.geometry.size())) {
        forget();
        frame.forgetsMeshes = true;
    }
    std::vector<Sent> now(scene.geometry.size());
    for (std::size_t i = 0; i < scene.geometry.size(); ++i) {
        DecorativeGeometry geometry = scene.geometry[i];
        Sent& sent = now[i];
        if (auto* mesh = std::get_if<decor::Mesh>(&geometry.updShape()); mesh && mesh->mesh) {
            sent.number = numberOf(i, mesh->mesh, out);
            sent.mesh = std::move(mesh->mesh);
        }
        wire::write(sent.bytes, geometry);
        const bool same = i < sent_.size() && sent_[i].bytes == sent.bytes && sent_[i].number == sent.number;
        if (!same) frame.changes.push_back({static_cast<std::uint32_t>(i), sent.number, std::move(geometry)});
    }
    out += encode(ProgramMessage(frame));
    if (out.size() > LongestMessage) {
        forget();
        return {};
    }
    sent_ = std::move(now);
    return out;
}

bool SceneDecoder::add(const MeshContent& content) {
    const std::size_t count = content.mesh.vertices.size();
    const bool refers = std::all_of(content.mesh.triangles.begin(), content.mesh.triangles.end(),
                                    [count](std::uint32_t v) { return v < count; });
    if (!refers || content.mesh.triangles.size() % 3 != 0 || !wire::isDrawable(content.mesh.vertices))
        return problem_ = "A mesh has triangles without vertices.", false;
    if (meshes_.size() > MostMeshes) return problem_ = "There are too many meshes.", false;
    meshes_[content.number] = std::make_shared<const TriangleMesh>(content.mesh);
    return true;
}

bool SceneDecoder::place(Frame::Change& change) {
    if (change.index >= scene_.geometry.size()) return problem_ = "A shape is out of place.", false;
    DecorativeGeometry& geometry = change.geometry;
    limit(geometry.updShape());
    const bool drawable = wire::isDrawable(geometry) && geometry.getScaleFactors().minCoeff() > 0;
    if (auto* mesh = std::get_if<decor::Mesh>(&geometry.updShape())) {
        const auto known = meshes_.find(change.mesh);
        if (known == meshes_.end()) return problem_ = "A shape refers to a mesh that was not sent.", false;
        mesh->mesh = known->second;
    }
    if (!isUpTo(geometry.getRole(), DecorationRole::Annotation) ||
        !isUpTo(geometry.getRepresentation(), Representation::Hide))
        return problem_ = "A shape is of an unknown kind.", false;
    if (!drawable || !hasContent(geometry.getShape())) hide(geometry);
    scene_.geometry[change.index] = std::move(geometry);
    return true;
}

bool SceneDecoder::add(Frame frame) {
    if (frame.poses.size() > MostBodies || frame.count > MostShapes)
        return problem_ = "A scene has more shapes than can be drawn.", false;
    if (frame.count > scene_.geometry.size() + frame.changes.size())
        return problem_ = "A scene has shapes that were not sent.", false;
    if (frame.forgetsMeshes) {
        // Meshes of this frame were sent before it.
        const std::set<std::uint32_t> used = [&frame] {
            std::set<std::uint32_t> numbers;
            for (const Frame::Change& change : frame.changes) numbers.insert(change.mesh);
            return numbers;
        }();
        std::erase_if(meshes_, [&used](const auto& known) { return !used.contains(known.first); });
    }
    scene_.geometry.resize(frame.count);
    for (Frame::Change& change : frame.changes)
        if (!place(change)) return false;
    const std::vector<Transform> before = std::exchange(scene_.bodyPoses, std::move(frame.poses));
    for (std::size_t b = 0; b < scene_.bodyPoses.size(); ++b)
        if (!wire::isDrawable(scene_.bodyPoses[b])) scene_.bodyPoses[b] = b < before.size() ? before[b] : Transform();
    for (DecorativeGeometry& geometry : scene_.geometry) {
        if (geometry.getBodyId() >= 0 && std::size_t(geometry.getBodyId()) < scene_.bodyPoses.size()) continue;
        geometry.setBodyId(0);
        hide(geometry);
    }
    if (scene_.bodyPoses.empty()) scene_.bodyPoses.resize(1);
    return true;
}

}  // namespace trammel::live

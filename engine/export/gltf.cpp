// SPDX-License-Identifier: Apache-2.0
// glTF 2.0: the initial pose as text, and a run with its motion as a binary file.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>

#include "decoration/surface.h"
#include "export/gltf_pose.h"
#include "export/gltf_run.h"
#include "export/scene_surfaces.h"
#include "formats/stl_writer.h"
#include "inspect/up_direction.h"
#include "multibody/multibody_system.h"

namespace trammel {

namespace {

using Json = nlohmann::ordered_json;

/// Codes of the format for kinds of data.
enum ComponentType { UnsignedInt = 5125, Float = 5126 };
enum BufferTarget { NoTarget = 0, Vertices = 34962, Indices = 34963 };

/// Linear part of a color component of sRGB.
double linear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

std::string base64(const std::string& bytes) {
    static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t three = 0;
        for (std::size_t k = 0; k < 3; ++k)
            three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? digits[three >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

/// A scene of glTF: the description, and the numbers it refers to.
class GltfScene {
public:
    GltfScene(const CompiledModel& model, const State& state) : model_(model), scene_(sceneOf(model, state)) {
        json_["asset"] = {{"version", "2.0"}, {"generator", "Trammel"}};
        json_["scene"] = 0;
        json_["scenes"] = Json::array({{{"name", model.getDocument().name()}, {"nodes", Json::array({0})}}});
        json_["nodes"] = Json::array({{{"name", model.getDocument().name()}, {"children", Json::array()}}});
        turnUpright();
        for (const Transform& pose : scene_.bodyPoses) addBody(pose);
        for (const SceneSurface& surface : collectSurfaces(model, scene_)) addSurface(surface);
        json_["nodes"][0]["children"] = bodies_;
    }

    std::size_t numBodies() const { return scene_.bodyPoses.size(); }

    /// Moves each body along its poses, one per time.
    void animate(const std::vector<Real>& times, const std::vector<std::vector<Transform>>& poses) {
        if (times.size() < 2) return;
        std::string bytes;
        for (const Real t : times) appendFloat(bytes, t - times.front());
        Json input = accessor(bytes, NoTarget, Float, times.size(), "SCALAR");
        input["min"] = {0.};
        input["max"] = {double(float(times.back() - times.front()))};
        const std::size_t clock = addTo("accessors", std::move(input));
        Json samplers = Json::array(), channels = Json::array();
        const auto add = [&](std::size_t body, const char* path, const std::string& numbers, const char* kind) {
            const std::size_t output = addTo("accessors", accessor(numbers, NoTarget, Float, times.size(), kind));
            channels.push_back({{"sampler", samplers.size()}, {"target", {{"node", bodies_[body]}, {"path", path}}}});
            samplers.push_back({{"input", clock}, {"interpolation", "LINEAR"}, {"output", output}});
        };
        for (std::size_t body = 1; body < poses.size(); ++body) {
            const std::vector<Transform>& path = poses[body];
            const bool moves = std::ranges::any_of(path, [&](const Transform& X) {
                return (X.p() - path.front().p()).norm() > 1e-9 ||
                       (X.R().asMat33() - path.front().R().asMat33()).norm() > 1e-9;
            });
            if (!moves) continue;
            std::string places, turns;
            Vec4 last(0.);
            for (const Transform& X : path) {
                for (int i = 0; i < 3; ++i) appendFloat(places, X.p()[i]);
                const Vec4 turn = quaternionOf(X, last);
                for (int i = 0; i < 4; ++i) appendFloat(turns, turn[i]);
                last = turn;
            }
            add(body, "translation", places, "VEC3");
            add(body, "rotation", turns, "VEC4");
        }
        if (channels.empty()) return;
        json_["animations"] =
            Json::array({{{"name", model_.getDocument().name()}, {"samplers", samplers}, {"channels", channels}}});
    }

    /// One JSON file that holds its numbers as base64.
    void writeText(std::ostream& out) {
        if (!buffer_.empty())
            json_["buffers"] = Json::array(
                {{{"byteLength", buffer_.size()}, {"uri", "data:application/octet-stream;base64," + base64(buffer_)}}});
        out << json_.dump(1, ' ', false, Json::error_handler_t::replace) << "\n";
    }
    /// The binary form; sets the stream's state if the model is too large for it.
    void writeBinary(std::ostream& out) {
        if (!buffer_.empty()) json_["buffers"] = Json::array({{{"byteLength", buffer_.size()}}});
        std::string text = json_.dump(-1, ' ', false, Json::error_handler_t::replace);
        constexpr std::size_t alignment = 4, chunkHead = 8, fileHead = 12;
        text.resize((text.size() + alignment - 1) / alignment * alignment, ' ');
        const std::size_t binary = buffer_.empty() ? 0 : chunkHead + buffer_.size();
        const std::size_t length = fileHead + chunkHead + text.size() + binary;
        if (length > std::numeric_limits<std::uint32_t>::max()) return out.setstate(std::ios::failbit);
        std::string head = "glTF";
        appendU32(head, 2);
        appendU32(head, static_cast<std::uint32_t>(length));
        appendU32(head, static_cast<std::uint32_t>(text.size()));
        out << head << "JSON" << text;
        if (buffer_.empty()) return;
        std::string chunk;
        appendU32(chunk, static_cast<std::uint32_t>(buffer_.size()));
        out << chunk << std::string("BIN\0", 4) << buffer_;
    }

private:
    std::size_t addTo(const char* list, Json item) {
        Json& all = json_[list];
        all.push_back(std::move(item));
        return all.size() - 1;
    }

    /// A new accessor of numbers that are appended to the buffer.
    Json accessor(const std::string& bytes, BufferTarget target, ComponentType type, std::size_t count,
                  const char* kind) {
        Json view = {{"buffer", 0}, {"byteOffset", buffer_.size()}, {"byteLength", bytes.size()}};
        if (target != NoTarget) view["target"] = int(target);
        buffer_ += bytes;
        return {{"bufferView", addTo("bufferViews", std::move(view))},
                {"componentType", int(type)},
                {"count", count},
                {"type", kind}};
    }

    /// x, y, z, w of a rotation, on the side of @p last.
    static Vec4 quaternionOf(const Transform& X, const Vec4& last) {
        const Quaternion q(X.R());
        const Vec4 turn(q[1], q[2], q[3], q[0]);
        return turn.dot(last) < 0 ? Vec4(-turn) : turn;
    }
    static void place(Json& node, const Transform& X) {
        const Vec4 turn = quaternionOf(X, Vec4(0.));
        node["translation"] = {X.p()[0], X.p()[1], X.p()[2]};
        node["rotation"] = {turn[0], turn[1], turn[2], turn[3]};
    }

    /// In glTF, y is up.
    void turnUpright() {
        const Vec3 up = upDirection(model_.getDocument()), y(0, 1, 0);
        if ((up - y).norm() < 1e-12) return;
        const Vec3 axis = up.cross(y);
        const Real sine = axis.norm();
        const Rotation R =
            sine > 1e-12 ? Rotation(std::atan2(sine, up.dot(y)), Vec3(axis / sine)) : Rotation(Pi, Vec3(1, 0, 0));
        const Vec4 turn = quaternionOf(Transform(R, Vec3(0.)), Vec4(0.));
        json_["nodes"][0]["rotation"] = {turn[0], turn[1], turn[2], turn[3]};
    }

    void addBody(const Transform& X_GB) {
        Json node;
        node["name"] = bodies_.empty() ? std::string("Ground") : "body " + std::to_string(bodies_.size());
        place(node, X_GB);
        bodies_.push_back(addTo("nodes", std::move(node)));
    }

    void addSurface(const SceneSurface& surface) {
        Json node;
        node["name"] = surface.name;
        place(node, surface.X_BD);
        if (surface.scale != Vec3(1.)) node["scale"] = {surface.scale[0], surface.scale[1], surface.scale[2]};
        node["mesh"] = meshOf(surface);
        const std::size_t child = addTo("nodes", std::move(node));
        Json& body = json_["nodes"][bodies_[surface.body]];
        body["children"].push_back(child);
        // A body is named after its first shape.
        if (surface.body > 0 && body["children"].size() == 1) body["name"] = surface.name;
    }

    /// The mesh of a surface; one for all with the same triangles and look.
    std::size_t meshOf(const SceneSurface& surface) {
        const std::size_t material = materialOf(surface);
        const auto [known, isNew] = meshes_.try_emplace({surface.mesh.get(), material}, 0);
        if (!isNew) return known->second;
        kept_.push_back(surface.mesh);
        const auto shape = shapes_.try_emplace(surface.mesh.get());
        if (shape.second) shape.first->second = addShape(*surface.mesh);
        Json primitive = shape.first->second;
        primitive["material"] = material;
        known->second = addTo("meshes", {{"name", surface.name}, {"primitives", Json::array({std::move(primitive)})}});
        return known->second;
    }

    std::size_t materialOf(const SceneSurface& surface) {
        const Vec3 color = surface.color;
        const std::array<double, 4> look{linear(color[0]), linear(color[1]), linear(color[2]), surface.opacity};
        const auto [known, isNew] = materials_.try_emplace(look, 0);
        if (!isNew) return known->second;
        Json material = {
            {"pbrMetallicRoughness", {{"baseColorFactor", look}, {"metallicFactor", 0.1}, {"roughnessFactor", 0.6}}},
            {"doubleSided", true}};
        if (surface.opacity < 1) material["alphaMode"] = "BLEND";
        known->second = addTo("materials", std::move(material));
        return known->second;
    }

    /// Positions, normals and indices of a surface; corners with the same place and normal are one vertex.
    Json addShape(const TriangleMesh& mesh) {
        const std::vector<Vec3> normals = cornerNormals(mesh);
        std::vector<std::vector<std::pair<Vec3, std::uint32_t>>> known(mesh.vertices.size());
        std::string positions, directions, indices;
        std::uint32_t count = 0;
        Vec3 low(Infinity), high(-Infinity);
        for (std::size_t corner = 0; corner < normals.size(); ++corner) {
            const std::size_t vertex = mesh.triangles[corner];
            auto& here = known[vertex];
            auto found = std::ranges::find_if(
                here, [&](const auto& one) { return Vec3(one.first - normals[corner]).norm() < 1e-6; });
            if (found == here.end()) {
                found = here.insert(here.end(), {normals[corner], count++});
                for (int i = 0; i < 3; ++i) {
                    const Real x = float(mesh.vertices[vertex][i]);
                    appendFloat(positions, x);
                    appendFloat(directions, normals[corner][i]);
                    low[i] = std::min(low[i], x);
                    high[i] = std::max(high[i], x);
                }
            }
            appendU32(indices, found->second);
        }
        Json places = accessor(positions, Vertices, Float, count, "VEC3");
        places["min"] = {low[0], low[1], low[2]};
        places["max"] = {high[0], high[1], high[2]};
        const std::size_t position = addTo("accessors", std::move(places));
        const std::size_t normal = addTo("accessors", accessor(directions, Vertices, Float, count, "VEC3"));
        const std::size_t index = addTo("accessors", accessor(indices, Indices, UnsignedInt, normals.size(), "SCALAR"));
        return {{"attributes", {{"POSITION", position}, {"NORMAL", normal}}}, {"indices", index}};
    }

    const CompiledModel& model_;
    const Scene scene_;
    Json json_;
    std::string buffer_;
    /// Node of each body.
    std::vector<std::size_t> bodies_;
    std::map<const TriangleMesh*, Json> shapes_;
    std::map<std::pair<const TriangleMesh*, std::size_t>, std::size_t> meshes_;
    std::map<std::array<double, 4>, std::size_t> materials_;
    /// Their addresses serve as keys.
    std::vector<std::shared_ptr<const TriangleMesh>> kept_;
};

}  // namespace

bool GltfPoseExporter::write(const ExportSource& source, std::ostream& out, const Progress& progress) {
    GltfScene(*source.model, source.model->getInitialState()).writeText(out);
    return !progress || progress(1);
}

bool GltfRunExporter::write(const ExportSource& source, std::ostream& out, const Progress& progress) {
    const SimulationRun& run = *source.run;
    const CompiledModel& model = *run.getModel();
    GltfScene gltf(model, run.getInitialState());
    const std::size_t frames = run.getTrajectory()->size();
    std::vector<Real> times;
    std::vector<std::vector<Transform>> poses(gltf.numBodies());
    State state = run.getInitialState();
    Scene scene;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        if (progress && !progress(double(frame) / double(frames))) return false;
        run.restoreFrame(frame, state);
        // Times of events repeat.
        if (!times.empty() && !(float(state.getTime() - times.front()) > float(times.back() - times.front()))) continue;
        times.push_back(state.getTime());
        model.getSystem().realize(state, Stage::Position);
        model.calcScene(state, scene);
        for (std::size_t body = 0; body < poses.size(); ++body) poses[body].push_back(scene.bodyPoses[body]);
    }
    gltf.animate(times, poses);
    gltf.writeBinary(out);
    return !progress || progress(1);
}

}  // namespace trammel

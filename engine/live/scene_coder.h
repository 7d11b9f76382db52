// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "live/messages.h"

namespace trammel::live {

/// Turns the scenes of a program into messages that hold only what changed since the last one. Each receiver has an
/// encoder of its own, and gets all of its messages.
class SceneEncoder {
public:
    /// The messages, encoded; empty if the scene is too large to be sent.
    std::string encodeScene(Real time, std::int64_t report, const Scene& scene);

private:
    std::uint32_t numberOf(std::size_t index, const std::shared_ptr<const TriangleMesh>& mesh, std::string& out);
    void forget();

    /// The geometry as last sent, by its index: its bytes, and its mesh.
    struct Sent {
        std::string bytes;
        std::shared_ptr<const TriangleMesh> mesh;
        std::uint32_t number = 0;
    };
    std::vector<Sent> sent_;
    /// Kept alive, so that an address always means the same mesh.
    std::map<std::shared_ptr<const TriangleMesh>, std::uint32_t> meshes_;
    std::uint32_t nextMesh_ = 1;
};

/// Restores scenes from untrusted messages: shapes that cannot be drawn are hidden.
class SceneDecoder {
public:
    /// False, with a problem, if a mesh refers to vertices that it does not have.
    bool add(const MeshContent& content);
    /// False, with a problem, if the frame refers to meshes or shapes that were not sent.
    bool add(Frame frame);
    const Scene& scene() const { return scene_; }
    /// One sentence; empty if none.
    const std::string& problem() const { return problem_; }

private:
    bool place(Frame::Change& change);

    Scene scene_;
    std::map<std::uint32_t, std::shared_ptr<const TriangleMesh>> meshes_;
    std::string problem_;
};

}  // namespace trammel::live

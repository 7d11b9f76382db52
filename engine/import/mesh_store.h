// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "decoration/mesh_text.h"
#include "import/model_draft.h"
#include "import/source_files.h"

namespace trammel {

/// The meshes of a model while it is imported: each file is read and kept once.
class MeshStore {
public:
    /// Another thread's view of the work; each may be null.
    struct Watch {
        const std::atomic<bool>* cancel = nullptr;
        std::atomic<int>* meshesRead = nullptr;
    };
    /// Both must outlive it.
    MeshStore(const SourceFiles& files, ModelDraft& draft, Watch watch) : files_(files), draft_(draft), watch_(watch) {}

    struct Mesh {
        /// The element of family "mesh"; invalid if none.
        ElementId element;
        MeshMeasure measure;
        /// Reason for a missing mesh, or changes made to it; may be empty.
        std::string message;
        bool isThere() const { return element.isValid(); }
    };
    /// The mesh behind an address.
    /// @param from the file that holds the address;
    /// @param folders looked in first
    /// @param mirrored the axes to be mirrored, as for a scale with negative components
    const Mesh& load(const std::string& address, const std::filesystem::path& from,
                     const std::vector<std::filesystem::path>& folders = {}, const Vec3& signs = Vec3(1.));
    /// A mesh given in the model file itself.
    const Mesh& keep(const std::string& name, TriangleMesh mesh, const std::string& source);

    /// The convex hull of a mesh, kept once; the mesh itself where it is convex, missing or without volume.
    const Mesh& hullOf(const Mesh& mesh);
    /// At most @p most convex parts of a mesh, kept once; none where it has no volume or cannot be divided further.
    const std::vector<Mesh>& partsOf(const Mesh& mesh, int most);
    /// The triangles of a mesh that is there, in single precision.
    std::shared_ptr<const TriangleMesh> trianglesOf(const Mesh& mesh) const;

    /// A shape of a mesh, or a placeholder where none exists.
    ElementId addShape(const Mesh& mesh, const std::string& name, ElementId body, const Transform& X_BS,
                       const Vec3& scale, const ShapeLook& look);
    /// Measures of the mesh that a shape shows; null for other shapes.
    const MeshMeasure* measureOf(ElementId shape) const;

private:
    Mesh read(const std::filesystem::path& file, const Vec3& signs);

    const SourceFiles& files_;
    ModelDraft& draft_;
    const Watch watch_;
    std::map<std::string, Mesh> known_;
    /// By source mesh; nothing for convex ones.
    std::map<ElementId, std::optional<Mesh>> hulls_;
    /// By source mesh and maximum number of parts.
    std::map<std::pair<ElementId, int>, std::vector<Mesh>> parts_;
    std::map<ElementId, MeshMeasure> measures_;
    std::size_t bytes_ = 0;
};

}  // namespace trammel

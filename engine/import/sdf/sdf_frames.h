// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "import/xml_file.h"
#include "math/rotation.h"

namespace trammel {

/// The named frames of an SDF file: those of worlds, models, links, joints and frame elements, each posed relative to
/// another one.
///
/// A scope is a world or a model. Its own frame is "__model__", or "world" for the outermost scope; names in it are those
/// of its links, joints, frames and nested models, and "model::name" is a name inside a nested model.
class SdfFrames {
public:
    enum class Kind { Model, Link, Joint, Frame };
    struct Scope {
        /// The scope around it; -1 for the outermost one.
        int parent = -1;
        /// The frame that it has in the scope around it; -1 for the outermost one.
        int frame = -1;
        std::map<std::string, int> names;
        /// The first link of the scope and those nested in it, or the one that the model names; -1 if it has none.
        int canonicalLink = -1;
    };
    struct Frame {
        Kind kind = Kind::Frame;
        int scope = 0;
        std::string name;
        /// The frame that the pose refers to; empty: the default of its kind.
        std::string relativeTo;
        Transform pose;
        /// A joint's child or what a frame is attached to.
        std::string attachedTo;
        /// For a model: its scope, and the frame inside it that is posed; empty: its own.
        int inner = -1;
        std::string placement;
    };

    SdfFrames() : scopes_(1) {}
    int addScope(int parent, int frame);
    /// -1 if the name is taken.
    int add(Frame frame);

    Scope& scope(int index) { return scopes_[std::size_t(index)]; }
    const Scope& scope(int index) const { return scopes_[std::size_t(index)]; }
    Frame& frame(int index) { return frames_[std::size_t(index)]; }
    const Frame& frame(int index) const { return frames_[std::size_t(index)]; }

    /// Pose of a frame with all coordinates zero; none if its chain of references is broken or cyclic.
    std::optional<Transform> poseOf(int frame) const;
    std::optional<Transform> poseOfScope(int scope) const;
    /// Pose of the frame that @p name denotes in @p scope.
    std::optional<Transform> findPose(int scope, const std::string& name) const;
    /// The link that the frame of that name is fixed to: its index, -1 for the world; no value without one.
    std::optional<int> findLink(int scope, const std::string& name) const;

private:
    /// Meaning of a name: a frame, or the own frame of a scope if it is -1.
    struct Place {
        int scope = 0;
        int frame = -1;
    };
    std::optional<Place> find(int scope, const std::string& name) const;
    std::optional<Transform> poseInScope(int frame, int depth) const;
    std::optional<Transform> poseIn(int scope, const Place& place, int depth) const;
    std::optional<int> linkOf(const Place& place, int depth) const;

    std::vector<Scope> scopes_;
    std::vector<Frame> frames_;
    /// Known poses in their scopes.
    mutable std::map<int, std::optional<Transform>> known_;
};

}  // namespace trammel

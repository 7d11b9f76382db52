// SPDX-License-Identifier: Apache-2.0
#include "import/sdf/sdf_frames.h"

namespace trammel {

namespace {
/// References from frame to frame in a chain; circles end here, too.
constexpr int longestChain = 500;
}  // namespace

int SdfFrames::addScope(int parent, int frame) {
    Scope scope;
    scope.parent = parent;
    scope.frame = frame;
    scopes_.push_back(std::move(scope));
    return int(scopes_.size()) - 1;
}

int SdfFrames::add(Frame frame) {
    const int index = int(frames_.size());
    if (!scopes_[std::size_t(frame.scope)].names.try_emplace(frame.name, index).second) return -1;
    frames_.push_back(std::move(frame));
    return index;
}

std::optional<SdfFrames::Place> SdfFrames::find(int scope, const std::string& name) const {
    if (name == "__model__") return Place{scope, -1};
    if (name == "world" || name == "__root__") return Place{0, -1};
    const auto& names = this->scope(scope).names;
    if (const auto known = names.find(name); known != names.end()) return Place{scope, known->second};
    const std::size_t colons = name.find("::");
    if (colons == std::string::npos) return std::nullopt;
    const auto outer = names.find(name.substr(0, colons));
    if (outer == names.end() || frame(outer->second).inner < 0) return std::nullopt;
    return find(frame(outer->second).inner, name.substr(colons + 2));
}

std::optional<Transform> SdfFrames::poseIn(int scope, const Place& place, int depth) const {
    // From the place's scope outward until the scope is reached, or both ways around through the world.
    Transform X;
    if (place.frame >= 0) {
        const auto inner = poseInScope(place.frame, depth);
        if (!inner) return std::nullopt;
        X = *inner;
    }
    int at = place.scope;
    while (at != scope && at != 0) {
        const auto outer = poseInScope(this->scope(at).frame, depth);
        if (!outer) return std::nullopt;
        X = *outer * X;
        at = this->scope(at).parent;
    }
    if (at == scope) return X;
    const auto own = poseIn(0, {scope, -1}, depth + 1);
    return own ? std::optional(own->invert() * X) : std::nullopt;
}

std::optional<Transform> SdfFrames::poseInScope(int index, int depth) const {
    if (depth > longestChain) return std::nullopt;
    if (const auto known = known_.find(index); known != known_.end()) return known->second;
    const Frame& f = frame(index);
    // A joint depends on its child; a frame on what it is attached to.
    const std::string& base = f.relativeTo.empty() ? f.attachedTo : f.relativeTo;
    std::optional<Transform> X = Transform();
    if (!base.empty()) {
        const auto place = find(f.scope, base);
        X = place ? poseIn(f.scope, *place, depth + 1) : std::nullopt;
    }
    if (X) X = *X * f.pose;
    if (X && !f.placement.empty()) {
        const auto place = find(f.inner, f.placement);
        const auto inner = place ? poseIn(f.inner, *place, depth + 1) : std::nullopt;
        X = inner ? std::optional(*X * inner->invert()) : std::nullopt;
    }
    // A chain that is too long for one start may do for another.
    if (X || depth == 0) known_[index] = X;
    return X;
}

std::optional<Transform> SdfFrames::poseOf(int index) const { return poseIn(0, {frame(index).scope, index}, 0); }

std::optional<Transform> SdfFrames::poseOfScope(int index) const { return poseIn(0, {index, -1}, 0); }

std::optional<Transform> SdfFrames::findPose(int scope, const std::string& name) const {
    const auto place = find(scope, name);
    return place ? poseIn(0, *place, 0) : std::nullopt;
}

std::optional<int> SdfFrames::linkOf(const Place& place, int depth) const {
    if (depth > longestChain) return std::nullopt;
    const auto canonical = [&](int scope) {
        const int link = this->scope(scope).canonicalLink;
        return scope == 0 ? std::optional(-1) : link >= 0 ? std::optional(link) : std::nullopt;
    };
    if (place.frame < 0) return canonical(place.scope);
    const Frame& f = frame(place.frame);
    if (f.kind == Kind::Link) return place.frame;
    if (f.kind == Kind::Model) return canonical(f.inner);
    if (f.attachedTo.empty()) return canonical(f.scope);
    const auto next = find(f.scope, f.attachedTo);
    return next ? linkOf(*next, depth + 1) : std::nullopt;
}

std::optional<int> SdfFrames::findLink(int scope, const std::string& name) const {
    const auto place = find(scope, name);
    return place ? linkOf(*place, 0) : std::nullopt;
}

}  // namespace trammel

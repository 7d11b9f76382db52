// SPDX-License-Identifier: Apache-2.0
#include "compile/named_coordinates.h"

#include <algorithm>
#include <numeric>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "formats/csv_reader.h"

namespace trammel {

namespace {

/// Edit distance of two texts. Source: Wagner, Fischer (1974).
std::size_t editDistance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

/// The names given by a joint's property, in the order of its coordinates.
std::vector<std::string> recordedNamesOf(const Element& joint) {
    const TypeDescriptor* const type = findTypeOf(joint);
    if (!type || !type->findProperty(coordinateNamesKey)) return {};
    std::string_view rest = joint.valueAs<std::string>(*type, coordinateNamesKey);
    std::vector<std::string> names;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(';'), rest.size());
        names.emplace_back(trimmed(rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return names;
}

/// The quantity of coordinate @p i of a joint by the motion that its rate gives the joint; None if that needs a State.
Quantity quantityByMotion(const TreeNode& joint, int i, const Real* q) {
    if (joint.stateful) return Quantity::None;
    Transform X_FM;
    std::vector<SpatialVec> H(std::size_t(joint.nu) + 1);
    joint.mobilizer->calcAcross(q, X_FM, H.data());
    const SpatialVec& motion = H[std::size_t(i)];
    return motion[0].norm() > 0 ? Quantity::Angle : motion[1].norm() > 0 ? Quantity::Length : Quantity::None;
}

}  // namespace

std::vector<NamedCoordinate> coordinatesOf(const CompiledModel& model) {
    const BuiltSystem& built = *model.getData().built;
    std::vector<NamedCoordinate> coordinates;
    for (ElementId id : model.getDocument().elementsOf("joint")) {
        const auto joint = built.joints.find(id);
        if (joint == built.joints.end()) continue;
        const State& state = model.getInitialState();
        const TreeNode& n = built.matter->getTree(state)[joint->second];
        const Vector& q = state.getQ(built.matter->getMySubsystemIndex());
        const bool hasQuaternion = built.matter->isUsingQuaternion(state, joint->second);
        const std::vector<std::string> recorded =
            hasQuaternion ? std::vector<std::string>() : recordedNamesOf(model.getDocument().get(id));
        constexpr int quaternionParts = 4;
        for (int i = 0; i < n.nq; ++i) {
            const CoordinateName name = n.mobilizer->nameOfQ(i);
            const bool isOpen = name.quantity == Quantity::None && n.nq == n.nu;
            coordinates.push_back({n.jointName + "." + name.name,
                                   isOpen ? quantityByMotion(n, i, &q[n.qStart]) : name.quantity, id,
                                   QIndex(n.qStart + i), i, n.nq,
                                   std::size_t(i) < recorded.size() ? recorded[std::size_t(i)] : std::string(),
                                   hasQuaternion && i < quaternionParts});
        }
    }
    return coordinates;
}

std::vector<NamedSpeed> speedsOf(const CompiledModel& model) {
    const BuiltSystem& built = *model.getData().built;
    std::vector<NamedSpeed> speeds;
    const Tree& tree = built.matter->getTree(model.getInitialState());
    for (const auto& [id, body] : built.joints)
        for (int i = 0; i < tree[body].nu; ++i) {
            const CoordinateName name = tree[body].mobilizer->nameOfU(i);
            speeds.push_back(
                {tree[body].jointName + "." + name.name, name.quantity, id, UIndex(tree[body].uStart + i), i});
        }
    return speeds;
}

std::vector<std::string> nearestNames(const std::string& name, const std::vector<std::string>& names) {
    std::vector<std::pair<std::size_t, std::string>> byDistance;
    byDistance.reserve(names.size());
    for (const std::string& other : names) byDistance.emplace_back(editDistance(name, other), other);
    std::stable_sort(byDistance.begin(), byDistance.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    constexpr std::size_t enough = 3;
    std::vector<std::string> nearest;
    for (std::size_t i = 0; i < byDistance.size() && i < enough; ++i) nearest.push_back(byDistance[i].second);
    return nearest;
}

void refuseName(Diagnostics& diagnostics, const std::string& what, const std::string& name,
                const std::vector<std::string>& names) {
    std::string remedy;
    for (const std::string& near : nearestNames(name, names))
        remedy += (remedy.empty() ? "Did you mean '" : ", '") + near + "'";
    diagnostics.error(name, "There is no " + what + " '" + name + "'.",
                      remedy.empty() ? "This model has none." : remedy + "?");
}

}  // namespace trammel

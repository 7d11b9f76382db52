// SPDX-License-Identifier: Apache-2.0
#include "import/mjcf/mjcf_file.h"

#include <algorithm>

#include "document/file_access.h"
#include "import/import_limits.h"

namespace trammel {

namespace {
constexpr const char* mainClass = "main";
}  // namespace

bool MjcfModel::load() {
    files_.push_back(std::make_unique<XmlFile>(job_.files.mainFile(), job_.bytes(), job_.report));
    root_ = {files_.front()->source.root(), files_.front().get()};
    elements_ = files_.front()->source.size();
    if (!root_.node) {
        job_.failures.error(job_.fileName(), files_.front()->source.refusal(),
                            "Check that the file is complete and meant for simulation.");
        return false;
    }
    if (!(root_.is("mujoco") || root_.is("mujocoinclude"))) {
        job_.failures.error(job_.fileName(), "It is not a MuJoCo model.",
                            "Choose a file whose outermost element is mujoco.");
        return false;
    }
    for (const MjcfPart& part : children(root_)) {
        if (!part.is("compiler")) continue;
        for (const pugi::xml_attribute& attribute : part.node.attributes())
            settings_[attribute.name()] = attribute.value();
    }
    degrees_ = setting("angle") != "radian";
    if (const std::string sequence = setting("eulerseq"); !sequence.empty()) eulerSequence_ = sequence;
    classes_[mainClass];
    for (const MjcfPart& part : children(root_))
        if (part.is("default")) readDefaults(part, {}, true);
    return true;
}

const XmlFile* MjcfModel::include(const MjcfPart& part) {
    const auto key = std::make_pair(part.file, part.node.offset_debug());
    if (const auto known = included_.find(key); known != included_.end()) return known->second;
    const XmlFile*& result = included_[key];
    const std::string address = part.text("file");
    if (files_.size() > std::size_t(importLimits.includes)) {
        part.values().leftOut(part.node, "There are too many includes.");
        return nullptr;
    }
    const auto found = job_.files.find(address, part.file->path, {job_.files.mainFile().parent_path()});
    if (!found) {
        part.values().leftOut(part.node,
                              "The file '" + address.substr(0, 200) + "' was not read. " + reasonOf(found.diagnostics));
        return nullptr;
    }
    int depth = 0;
    for (const XmlFile* around = part.file; around;
         around = includedBy_.count(around) ? includedBy_.at(around) : nullptr) {
        std::error_code failed;
        if (++depth > importLimits.includeDepth || std::filesystem::equivalent(around->path, *found, failed)) {
            part.values().leftOut(part.node, "The file '" + address.substr(0, 200) + "' includes itself.");
            return nullptr;
        }
    }
    const Result<std::string> bytes = readWholeFile(*found, importLimits.modelBytes);
    if (!bytes) {
        part.values().leftOut(part.node, "The file '" + address.substr(0, 200) + "' cannot be read.");
        return nullptr;
    }
    auto file = std::make_unique<XmlFile>(*found, *bytes.value, job_.report);
    elements_ += file->source.size();
    if (!file->source.root() || elements_ > importLimits.elements) {
        part.values().leftOut(part.node,
                              "The file '" + address.substr(0, 200) + "' is not XML, or the model becomes too large.");
        return nullptr;
    }
    includedBy_[file.get()] = part.file;
    result = file.get();
    files_.push_back(std::move(file));
    return result;
}

std::vector<MjcfPart> MjcfModel::children(const MjcfPart& part) {
    std::vector<MjcfPart> list;
    for (const pugi::xml_node& node : part.node.children()) {
        if (node.type() != pugi::node_element) continue;
        const MjcfPart child{node, part.file};
        if (!child.is("include")) {
            list.push_back(child);
            continue;
        }
        if (const XmlFile* file = include(child)) {
            const auto inner = children({file->source.root(), file});
            list.insert(list.end(), inner.begin(), inner.end());
        }
    }
    return list;
}

std::vector<MjcfPart> MjcfModel::section(const std::string& name) {
    std::vector<MjcfPart> list;
    for (const MjcfPart& part : children(root_)) {
        if (!part.is(name)) continue;
        const auto inner = children(part);
        list.insert(list.end(), inner.begin(), inner.end());
    }
    return list;
}

std::string MjcfModel::setting(const std::string& attribute) const {
    const auto found = settings_.find(attribute);
    return found == settings_.end() ? std::string() : found->second;
}

std::vector<std::filesystem::path> MjcfModel::meshFolders() const {
    std::vector<std::filesystem::path> folders;
    const std::filesystem::path main = job_.files.mainFile().parent_path();
    for (const char* key : {"meshdir", "assetdir"})
        if (const std::string folder = setting(key); !folder.empty()) folders.push_back(main / folder);
    folders.push_back(main);
    return folders;
}

// --- Defaults ---

void MjcfModel::readDefaults(const MjcfPart& part, const ClassDefaults& inherited, bool isTop) {
    std::string name = part.text("class");
    if (name.empty() && isTop) name = mainClass;
    ClassDefaults mine = inherited;
    // A second section of the same class adds to the first.
    if (const auto before = classes_.find(name); before != classes_.end())
        for (const auto& [kind, attributes] : before->second)
            for (const auto& [key, value] : attributes) mine[kind][key] = value;
    const auto parts = children(part);
    for (const MjcfPart& one : parts) {
        if (one.is("default")) continue;
        for (const pugi::xml_attribute& attribute : one.node.attributes())
            mine[one.node.name()][attribute.name()] = attribute.value();
    }
    classes_[name] = mine;
    for (const MjcfPart& one : parts)
        if (one.is("default")) readDefaults(one, mine, false);
}

void MjcfModel::applyDefaults(const MjcfPart& part, const std::string& kind, const std::string& classOfBody) {
    std::string name = part.text("class");
    if (name.empty()) name = classOfBody.empty() ? mainClass : classOfBody;
    const auto known = classes_.find(name);
    if (known == classes_.end()) {
        part.values().leftOut(part.node, "There is no default class '" + name.substr(0, 80) + "'.");
        return;
    }
    const auto attributes = known->second.find(kind);
    if (attributes == known->second.end()) return;
    // One of these replaces any other.
    static const std::vector<std::string> orientations{"quat", "axisangle", "xyaxes", "zaxis", "euler"};
    const bool isTurned =
        std::ranges::any_of(orientations, [&](const auto& o) { return part.node.attribute(o.c_str()); });
    pugi::xml_node node = part.node;
    for (const auto& [key, value] : attributes->second) {
        if (node.attribute(key.c_str())) continue;
        if (isTurned && std::ranges::find(orientations, key) != orientations.end()) continue;
        node.append_attribute(key.c_str()).set_value(value.c_str());
    }
}

// --- Poses ---

Rotation MjcfModel::orientationOf(const MjcfPart& part) const {
    const XmlValues& values = part.values();
    const auto vectorAt = [](const std::vector<Real>& x, std::size_t i) { return Vec3(x[i], x[i + 1], x[i + 2]); };
    const auto bad = [&](const char* what) {
        values.approximated(part.node, std::string(what) + " specifies no orientation: it is not rotated.");
        return Rotation();
    };
    if (const auto q = values.reals(part.node, "quat", 4)) {
        const Vec4 quaternion((*q)[0], (*q)[1], (*q)[2], (*q)[3]);
        return quaternion.norm() > 0 ? Rotation::fromQuaternion(quaternion) : bad("Its quat");
    }
    if (const auto a = values.reals(part.node, "axisangle", 4)) {
        const Vec3 axis = vectorAt(*a, 0);
        return axis.norm() > 0 ? Rotation(angle((*a)[3]), axis) : bad("Its axisangle");
    }
    if (const auto axes = values.reals(part.node, "xyaxes", 6)) {
        const Vec3 x = vectorAt(*axes, 0), y = vectorAt(*axes, 3);
        if (!(x.cross(y).norm() > 0)) return bad("Its xyaxes");
        return Rotation(UnitVec3(x), XAxis, y, YAxis);
    }
    if (const auto z = values.reals(part.node, "zaxis", 3)) {
        const Vec3 axis = vectorAt(*z, 0);
        return axis.norm() > 0 ? frameWithZ(axis) : bad("Its zaxis");
    }
    if (const auto angles = values.reals(part.node, "euler", 3)) {
        Rotation R;
        if (eulerSequence_.size() != 3) return bad("The compiler's eulerseq");
        for (std::size_t i = 0; i < 3; ++i) {
            const char c = eulerSequence_[i];
            const bool turning = c >= 'x' && c <= 'z';
            const int axis = turning ? c - 'x' : c - 'X';
            if (axis < 0 || axis > 2) return bad("The compiler's eulerseq");
            const Rotation turn(angle((*angles)[i]), CoordinateAxis(axis));
            R = turning ? R * turn : turn * R;
        }
        return R;
    }
    return {};
}

Transform MjcfModel::poseOf(const MjcfPart& part) const {
    return Transform(orientationOf(part), part.values().vec3(part.node, "pos", Vec3(0.)));
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "import/import_job.h"
#include "import/xml_file.h"

namespace trammel {

/// An element and its file.
struct MjcfPart {
    pugi::xml_node node;
    const XmlFile* file = nullptr;
    const XmlValues& values() const { return file->values; }
    std::string name() const { return node.attribute("name").value(); }
    std::string text(const char* attribute) const { return node.attribute(attribute).value(); }
    bool is(std::string_view tag) const { return tag == node.name(); }
};

/// A model with its includes resolved, and the attributes that defaults give added to each element.
class MjcfModel {
public:
    explicit MjcfModel(ImportJob& job) : job_(job) {}
    /// False, with the reason among the job's failures, if the main file is not a model.
    bool load();

    const MjcfPart& root() const { return root_; }
    /// Children that are elements, those of included files in place of the includes.
    std::vector<MjcfPart> children(const MjcfPart& part);
    /// All children of the sections with that name.
    std::vector<MjcfPart> section(const std::string& name);

    /// Adds what defaults give to an element of @p kind, as "geom" or "motor".
    /// @param classOfBody the childclass in force
    void applyDefaults(const MjcfPart& part, const std::string& kind, const std::string& classOfBody);

    // --- Settings of "compiler" ---
    bool usesDegrees() const { return degrees_; }
    /// True for some old models: poses, axes and anchors of all bodies and their parts refer to Ground.
    bool usesGlobalCoordinates() const { return setting("coordinate") == "global"; }
    /// An angle of the file in radians.
    Real angle(Real x) const { return degrees_ ? x * (Pi / 180) : x; }
    /// Attribute of a compiler element; empty if none has it. Later ones win.
    std::string setting(const std::string& attribute) const;
    std::vector<std::filesystem::path> meshFolders() const;

    /// pos and the orientation, in any of its forms.
    Transform poseOf(const MjcfPart& part) const;
    Rotation orientationOf(const MjcfPart& part) const;

private:
    using Attributes = std::map<std::string, std::string>;
    using ClassDefaults = std::map<std::string, Attributes>;

    const XmlFile* include(const MjcfPart& part);
    void readDefaults(const MjcfPart& part, const ClassDefaults& inherited, bool isTop);

    ImportJob& job_;
    std::vector<std::unique_ptr<XmlFile>> files_;
    /// By the offset of the include element in its file: each is read once.
    std::map<std::pair<const XmlFile*, std::ptrdiff_t>, const XmlFile*> included_;
    std::map<const XmlFile*, const XmlFile*> includedBy_;
    std::size_t elements_ = 0;
    MjcfPart root_;
    std::map<std::string, ClassDefaults> classes_;
    Attributes settings_;
    bool degrees_ = true;
    std::string eulerSequence_ = "xyz";
};

}  // namespace trammel

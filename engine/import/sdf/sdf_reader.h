// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "import/import_job.h"
#include "import/joint_forces.h"
#include "import/sdf/sdf_frames.h"
#include "import/shape_geometry.h"

namespace trammel {

/// Reads one SDF file, with the models that it includes, into a job.
class SdfReader {
public:
    explicit SdfReader(ImportJob& job) : job_(job) {}
    void read();

private:
    /// An element and its file.
    struct Part {
        pugi::xml_node node;
        const XmlFile* file = nullptr;
        const XmlValues& values() const { return file->values; }
        Part child(const char* name) const { return {node.child(name), file}; }
    };
    struct Model {
        Part part;
        int scope = 0;
        /// Prefix of the names of its parts.
        std::string prefix;
        bool isStatic = false;
        /// The model of the world that holds it, itself or another.
        std::size_t outermost = 0;
        /// Whether its links touch each other.
        bool touchesItself = false;
    };
    struct Link {
        Part part;
        int frame = 0;
        std::size_t model = 0;
        std::string name;
        ElementId body;
        Transform X_G;
        Solid mass;
        /// Collision shapes at their densities.
        Solid collision;
        /// Bits of all collision shapes.
        std::uint32_t mask = 0;
    };
    struct Joint {
        Part part;
        int frame = 0;
        std::size_t model = 0;
        std::string name, type;
        /// Index of the link; -1: Ground.
        int parent = -1, child = -1;
        ElementId element;
        /// Its axes in Ground.
        Vec3 axes[2] = {Vec3(0.), Vec3(0.)};
        int coordinates = 0;
    };

    static bool isTrue(const pugi::xml_node& node);

    // --- Frames ---
    void readScope(const Part& part, int scope, const std::string& prefix, bool isStatic, int depth);
    void addModel(const Part& part, int scope, const std::string& prefix, bool isStatic, int depth);
    /// @param pose the pose element in effect;
    /// @param placement name of the frame that it poses
    void addModel(const Part& part, const std::string& name, const Part& pose, const std::string& placement, int scope,
                  const std::string& prefix, bool isStatic, int depth);
    /// Adds what Gazebo itself brings along where there is no file of it; false for other models.
    bool includeUsual(const Part& part, const std::string& address, int scope);
    void include(const Part& part, int scope, const std::string& prefix, bool isStatic, int depth);
    const XmlFile* openInclude(const Part& part, const std::string& address, std::string& why);
    Transform readPose(const Part& pose) const;
    std::string relativeOf(const Part& pose) const;
    /// A joint's parent or child; empty if it has none.
    std::string endOf(const Part& joint, const char* key) const;

    // --- Bodies ---
    void addBodies();
    Solid readInertial(const Link& link) const;
    void readShapes(Link& link);
    /// At the density that the collision has, or one.
    Solid readShape(Link& link, const Part& part, int number);
    void readPlane(const Part& geometry, ShapePlace place);
    /// The contact material of a shape.
    ElementId readSurface(const Link& link, const Part& surface);
    /// Bits of a collision; none where it does not act.
    static std::uint32_t maskOf(const Part& collision);
    Solid readGeometry(const Link& link, const Part& geometry, const ShapePlace& place);
    void readContacts();
    ShapeLook readLook(const Part& part) const;

    // --- Joints ---
    void addJoints();
    void addJoint(Joint& joint);
    ElementId makeJoint(Joint& joint, const Transform& X_GJ);
    ElementId makeTwoAxes(const Joint& joint, const Transform& X_GJ);
    ElementId connect(const char* type, const Joint& joint, const Transform& X_GF, const Transform& X_GM);
    Vec3 readAxis(const Joint& joint, const Part& axis, const Transform& X_GJ) const;
    void addAxisForces(const Joint& joint, const Part& axis, int coordinate);
    void addMimic(const Joint& joint, const Part& mimic, int coordinate);
    void addGearbox(const Joint& joint);
    /// The joint between a link and a reference, and +1 if it turns the link, -1 the reference, about @p axis.
    std::pair<const Joint*, Real> findTurn(int reference, int link, const Vec3& axis) const;
    const Joint* findJoint(const Joint& from, const std::string& name) const;
    void connectRoots();
    void addBushings();

    void readGravity();
    /// Rows for parts that have no counterpart.
    void reportRest(const Part& part, const std::set<std::string>& known);

    ImportJob& job_;
    std::vector<std::unique_ptr<XmlFile>> files_;
    std::map<const XmlFile*, const XmlFile*> includedBy_;
    std::size_t elements_ = 0;
    /// 7 for version 1.7.
    int minorVersion_ = 0;
    std::ptrdiff_t topModels_ = 0;
    /// Whether one model alone moves: its parts keep their names.
    bool hasOneMoving_ = false;
    /// Ground planes of Gazebo, in Ground.
    std::vector<Transform> usualFloors_;
    Part world_;
    SdfFrames frames_;
    std::vector<Model> models_;
    std::vector<Link> links_;
    /// Index among links_ of a frame.
    std::map<int, int> linkByFrame_;
    std::vector<Joint> joints_;
    std::map<int, std::size_t> jointByFrame_;
};

}  // namespace trammel

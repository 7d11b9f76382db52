// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "import/import_job.h"
#include "import/joint_forces.h"
#include "import/shape_geometry.h"

namespace trammel {

/// The objects of a set: "BodySet" with its "objects", or without.
pugi::xml_node objectsOf(const pugi::xml_node& around, const char* set);
/// Whether a child of a set is one of its objects.
bool isObject(const pugi::xml_node& node);

/// The last part of a path, its name.
std::string lastOf(const std::string& path);

/// Reads one OpenSim model into a job.
class OsimReader {
public:
    explicit OsimReader(ImportJob& job)
        : job_(job), source_(job.fileName(), job.bytes(), job.report), values_(source_, job.report) {}
    void read();

private:
    struct Body {
        pugi::xml_node node;
        std::string name;
        /// Invalid for Ground.
        ElementId element;
        bool isCarried = false;
    };
    /// A frame fixed to a body; index 0 is Ground.
    struct Frame {
        std::size_t body = 0;
        Transform X;
    };
    /// A frame that is not resolved yet.
    struct Offset {
        pugi::xml_node node;
        /// Start of the paths in it.
        std::string owner;
    };
    struct Coordinate {
        pugi::xml_node node;
        ElementId joint;
        int index = 0;
        Real value = 0;
        bool isAngle = true;
        /// Whether its rate is a speed, so that forces and constraints can act on it alone.
        bool isSimple = true;
    };
    /// A joint of the file while it is read.
    struct Joint {
        pugi::xml_node node;
        std::string name;
        Frame parent, child;
        bool isReversed = false;
        std::vector<pugi::xml_node> coordinates;
        bool isLocked(std::size_t i) const;
        Real valueOf(std::size_t i, const XmlValues& values, const char* key = "default_value") const;
    };
    /// An axis of a spatial transform.
    struct SpatialAxis {
        Vec3 axis{0.};
        std::optional<Element> function;
        /// Index among the coordinates of the joint; -1 if the function is constant.
        int coordinate = -1;
        Real constant = 0;
    };
    /// The pose of the child's frame as functions of the joint's coordinates: rotations about three axes, then translations.
    struct SpatialTransform {
        std::array<SpatialAxis, 6> axes;
        /// Axes that depend on a coordinate.
        std::vector<std::size_t> moving;
        /// The number of each coordinate among those in use; -1: it moves nothing.
        std::vector<int> indexOf;
        /// Number of coordinates in use.
        int used = 0;

        /// The constant rotations about the axes @p from to before @p to.
        Rotation turned(std::size_t from, std::size_t to) const;
        /// The constant translations.
        Vec3 shift() const;
        /// True if one coordinate is the angle about an axis, or the distance along it.
        bool isPlain() const;
    };
    struct ContactGeometry {
        ElementId shape;
        std::size_t body = 0;
    };
    /// A point of a cable.
    struct PathPoint {
        std::size_t body = 0;
        Vec3 station{0.};
    };

    // --- Bodies and frames ---
    void readBodies();
    Solid readMass(const pugi::xml_node& body) const;
    void collectOffsets(const pugi::xml_node& around, const std::string& owner);
    std::optional<Frame> findFrame(const std::string& path, const std::string& owner, int depth = 0) const;
    std::optional<std::size_t> findBody(const std::string& name) const;
    /// The frame that a constraint or force names: "socket_KEY" or "KEY".
    std::optional<Frame> frameAt(const pugi::xml_node& node, const std::string& key) const;
    Transform transformAt(const pugi::xml_node& node, const std::string& position, const std::string& angles) const;

    // --- Joints ---
    void readJoints();
    void readJoint(const pugi::xml_node& node, const Body* body);
    ElementId makeJoint(Joint& joint);
    ElementId makeCustom(const Joint& joint);
    ElementId makePlain(const Joint& joint, const SpatialTransform& transform);
    ElementId makeFunctionBased(const Joint& joint, SpatialTransform& transform);
    SpatialTransform readTransform(const Joint& joint);
    ElementId makeScapulothoracic(const Joint& joint);
    SpatialAxis readAxis(const Joint& joint, const pugi::xml_node& axis);
    ElementId connect(const char* type, const Joint& joint, const Transform& onFirst, const Transform& onSecond);
    /// Gives the joint the names of its coordinates, by which recorded motions find them.
    /// @param indices of each coordinate in the joint; negative where it has none
    void nameCoordinates(const Joint& joint, ElementId element, const std::vector<int>& indices);
    void addCoordinates(const Joint& joint, ElementId element, const std::vector<int>& indices, bool isSimple);
    void connectFreeBodies();
    Coordinate* findCoordinate(const std::string& path);
    const Coordinate* findCoordinate(const std::string& path) const;
    /// Gives a coordinate another initial value.
    void setStart(Coordinate& coordinate, Real value);

    // --- Constraints and forces ---
    void readConstraints();
    void readConstraint(const pugi::xml_node& node);
    void readCoupler(const pugi::xml_node& node);
    void readForces();
    void readForce(const pugi::xml_node& node);
    bool isMuscle(const pugi::xml_node& node) const;
    /// Without its path.
    Element makeMuscle(const pugi::xml_node& node) const;
    void readPath(const pugi::xml_node& node, const pugi::xml_node& path);
    std::optional<PathPoint> readPathPoint(const pugi::xml_node& node) const;
    void readLimitForce(const pugi::xml_node& node);
    void readBushing(const pugi::xml_node& node);
    void addMotor(const pugi::xml_node& node);

    // --- Contacts ---
    void readContactGeometry();
    /// The names of contact geometry of the model that parameters of a force are for.
    std::vector<std::string> contactGeometryOf(const pugi::xml_node& parameters) const;
    void giveContactMaterial(const pugi::xml_node& parameters, const std::string& name,
                             const std::vector<std::string>& geometry);
    /// One contact for each pair of bodies, however many forces act between them.
    void addContacts(const pugi::xml_node& node, const std::vector<std::string>& geometry);
    void readContactForce(const pugi::xml_node& node);
    /// Only contact geometry touches.
    void leaveShapesOfGroundUntouched();

    // --- Shapes ---
    void readShapes();
    void readGeometry(const pugi::xml_node& around, std::size_t body, const Transform& X, const std::string& name);
    void readVisibleObject(const pugi::xml_node& visible, std::size_t body);
    void addMesh(const pugi::xml_node& node, const std::string& address, const Vec3& scale, ShapePlace place);
    void readMarkers();

    Real real(const pugi::xml_node& node, const char* key, Real otherwise) const;
    Vec3 vec3(const pugi::xml_node& node, const std::string& key, const Vec3& otherwise) const;
    bool flag(const pugi::xml_node& node, const char* key, bool otherwise) const;
    /// Whether a constraint or force acts.
    bool isActive(const pugi::xml_node& node) const;
    ElementId bodyAt(const Frame& frame) const { return bodies_[frame.body].element; }
    void reportRest();

    ImportJob& job_;
    XmlSource source_;
    XmlValues values_;
    pugi::xml_node model_;
    std::vector<Body> bodies_;
    std::map<std::string, std::size_t> bodyByName_;
    std::map<std::string, Offset> offsets_;
    std::map<std::string, Coordinate> coordinates_;
    std::map<std::string, ContactGeometry> contactGeometry_;
    /// Contacts by their bodies.
    std::map<std::pair<std::size_t, std::size_t>, ElementId> contacts_;
};

}  // namespace trammel

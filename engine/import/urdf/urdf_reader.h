// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "import/import_job.h"
#include "import/xml_source.h"

namespace trammel {

/// Reads one URDF file into a job.
class UrdfReader {
public:
    explicit UrdfReader(ImportJob& job)
        : job_(job), source_(job.fileName(), job.bytes(), job.report), values_(source_, job.report) {}
    void read();

private:
    struct Link {
        pugi::xml_node node;
        /// Invalid where the link is Ground.
        ElementId body;
        Solid mass;
        bool hasInertial = false;
        /// Contact material of its collision shapes; invalid: the default one.
        ElementId surface;
        /// Collision and visual shapes at density 1.
        Solid collision, visual;
    };
    struct Joint {
        pugi::xml_node node;
        std::string type, parent, child;
        ElementId element;
        /// "angle" or "position": the property with the initial value of its coordinate; empty where it has none or
        /// several.
        std::string coordinate;
        Real lower = 0, upper = 0;
        bool hasLimits = false;
    };
    /// A frame fixed to a body.
    struct Frame {
        ElementId body;
        Transform X;
    };

    void readMaterials();
    void readLinks();
    /// Reads the friction of a link as given for Bullet; false if the link states no friction.
    bool readFriction(const pugi::xml_node& contact, Link& link);
    /// Reads the friction that Gazebo gives to links, and reports its other settings of links.
    void readGazeboLinks();
    Solid readInertial(const pugi::xml_node& inertial, ElementId body);
    /// Finds revolute joints about three perpendicular axes through one point, with empty links between them: a ball
    /// joint, which the format cannot express otherwise.
    void findBalls();
    bool isEmptyLink(const pugi::xml_node& link) const;
    void readJoints();
    void readJoint(const pugi::xml_node& node);
    void readBall(const pugi::xml_node& node, const std::array<pugi::xml_node, 3>& joints);
    void connectRoots();
    void readShapes();
    void readShape(const std::string& linkName, Link& link, const pugi::xml_node& node, int number);
    void giveMasses();
    /// Initial positions as `ros2_control` gives them.
    void readStarts();
    void readLimits();
    void readDynamics();
    void readMimics();
    void readFrames();
    void readBushing(const pugi::xml_node& node);
    void readLoops();
    void readContacts();
    void reportRest();

    Transform originOf(const pugi::xml_node& node) const;
    Vec3 axisOf(const pugi::xml_node& joint) const;
    Real initialOf(const std::string& joint, int depth) const;
    std::optional<Frame> findFrame(const std::string& name) const;

    ImportJob& job_;
    XmlSource source_;
    XmlValues values_;
    std::map<std::string, ShapeLook> materials_;
    std::map<std::string, Link> links_;
    std::vector<std::string> linkOrder_;
    std::map<std::string, Joint> joints_;
    std::vector<std::string> jointOrder_;
    /// Links that a joint carries.
    std::set<std::string> carriedLinks_;
    /// Initial coordinates that the file gives, by joint.
    std::map<std::string, Real> starts_;
    std::map<std::string, Frame> frames_;
    /// The three joints of a ball by the first one, the joints that it replaces, and the links between them.
    std::map<pugi::xml_node, std::array<pugi::xml_node, 3>> balls_;
    std::set<pugi::xml_node> merged_;
    std::set<std::string> between_;
};

}  // namespace trammel

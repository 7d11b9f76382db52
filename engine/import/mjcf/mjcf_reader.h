// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "import/mjcf/mjcf_file.h"

namespace trammel {

/// Reads one MJCF model into a job.
class MjcfReader {
public:
    explicit MjcfReader(ImportJob& job) : job_(job), model_(job) {}
    void read();

private:
    struct Body {
        /// Invalid for Ground.
        ElementId element;
        /// Where it is with all joints at their reference.
        Transform X_G;
        Solid mass;
        std::string name;
    };
    struct Joint {
        ElementId element;
        std::string type;
        Real reference = 0;
        bool hasOneCoordinate() const { return type == "hinge" || type == "slide"; }
    };
    /// A frame of a body.
    struct Place {
        std::size_t body = 0;
        Transform X;
    };
    struct Mesh {
        MjcfPart part;
        const MeshStore::Mesh* loaded = nullptr;
        Vec3 scale{1.};
        Transform X;
    };

    /// Where the frame that poses refer to stands in a body: the body's own, or Ground with global coordinates.
    Transform referenceIn(std::size_t body) const {
        return model_.usesGlobalCoordinates() ? bodies_[body].X_G.invert() : Transform();
    }
    void readAssets();
    Mesh* findMesh(const std::string& name);
    void loadMesh(Mesh& mesh, const std::string& name);
    /// @param X where the parent's frame stands, through the frames between
    void readBodyContent(const MjcfPart& part, std::size_t body, const Transform& X, const std::string& childClass);
    /// Copies of what a `replicate` holds, each one step farther.
    void replicate(const MjcfPart& part, std::size_t body, const Transform& X, const std::string& childClass);
    void readBody(const MjcfPart& part, std::size_t parent, const Transform& X, const std::string& childClass);
    void addJoints(std::vector<MjcfPart> joints, const MjcfPart& bodyPart, std::size_t body, std::size_t parent,
                   const Transform& X_PB, const std::string& childClass);
    ElementId addJoint(const MjcfPart& part, std::size_t body, ElementId parent, ElementId child,
                       const Transform& X_PB);
    void addJointForces(const MjcfPart& part, const std::string& name, const Joint& joint);
    /// @param X where the frame stands that its pose refers to
    Solid readInertial(const MjcfPart& part, const Transform& X) const;
    /// The geom's mass in the frame of its body.
    Solid readGeom(const MjcfPart& part, std::size_t body, const Transform& X, const std::string& childClass,
                   int number);
    void giveMass(const MjcfPart& part, std::size_t body, const std::optional<Solid>& inertial, const Solid& geoms);
    void scaleTotalMass();
    void readEqualities();
    void readConnect(const MjcfPart& part, bool isWeld);
    void readJointEquality(const MjcfPart& part);
    void readTendons();
    void readActuators();
    void readOptions();
    void tellRest();
    std::optional<Place> findPlace(const MjcfPart& part, const char* bodyKey, const char* siteKey) const;

    ImportJob& job_;
    MjcfModel model_;
    std::vector<Body> bodies_;
    std::map<std::string, std::size_t> bodyByName_;
    std::map<std::string, Joint> joints_;
    std::map<std::string, Place> sites_;
    std::map<std::string, ShapeLook> materials_;
    std::map<std::string, Mesh> meshes_;
    /// Copies made by all replicates.
    std::size_t copies_ = 0;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "import/mjcf/mjcf_contacts.h"
#include "import/mjcf/mjcf_file.h"

namespace trammel {

/// Reads one MJCF model into a job.
class MjcfReader {
public:
    explicit MjcfReader(ImportJob& job) : job_(job), model_(job) {}
    void read();

private:
    using Body = MjcfBody;
    struct Joint {
        ElementId element;
        std::string type;
        Real reference = 0;
        bool hasOneCoordinate() const { return type == "hinge" || type == "slide"; }
    };
    /// A sum of coordinates, Σ coefficient q, each in rad or m.
    struct FixedTendon {
        struct Term {
            ElementId joint;
            Real coefficient = 0;
            bool isAngle = true;
        };
        std::string name;
        std::vector<Term> terms;
        /// Formulas of the sum and of its rate, without unit and in 1/s.
        std::string length, rate;
        /// With all joints at their reference.
        Real restLength = 0;
    };
    /// Spring, damper and load that an actuator amounts to at zero control.
    struct ServoGains {
        Real load = 0, stiffness = 0, damping = 0;
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
        /// Its mass at density 1, in the frame of the mesh.
        Solid solid;
    };

    /// Pose in a body of the frame that poses refer to: the body's own, or Ground with global coordinates.
    Transform referenceIn(std::size_t body) const {
        return model_.usesGlobalCoordinates() ? bodies_[body].X_G.invert() : Transform();
    }
    void readAssets();
    Mesh* findMesh(const std::string& name);
    void loadMesh(Mesh& mesh, const std::string& name);
    /// Triangles given in the model file; none, with a row, if they are invalid.
    std::optional<TriangleMesh> readInlineMesh(const MjcfPart& part, const Vec3& signs) const;
    Solid solidOf(const MjcfPart& part, const MeshStore::Mesh& mesh, const Vec3& scale) const;
    /// @param X pose of the parent's frame, composed of the frames between
    void readBodyContent(const MjcfPart& part, std::size_t body, const Transform& X, const std::string& childClass);
    /// Total number of copies that the replicates in a part make, including its own.
    Real countCopies(const MjcfPart& part);
    /// Copies of what a `replicate` holds, each one step farther.
    void replicate(const MjcfPart& part, std::size_t body, const Transform& X, const std::string& childClass);
    void readBody(const MjcfPart& part, std::size_t parent, const Transform& X, const std::string& childClass);
    void addJoints(std::vector<MjcfPart> joints, const MjcfPart& bodyPart, std::size_t body, std::size_t parent,
                   const Transform& X_PB, const std::string& childClass);
    ElementId addJoint(const MjcfPart& part, std::size_t body, ElementId parent, ElementId child,
                       const Transform& X_PB);
    void addJointForces(const MjcfPart& part, const std::string& name, const Joint& joint);
    /// Spring, damper and stop of a ball or free joint.
    void addRotationForces(const MjcfPart& part, const std::string& name, const Joint& joint);
    /// Whether the range of a joint limits it.
    bool isLimited(const MjcfPart& part) const;
    /// @param X pose of the frame that its own pose refers to
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
    void readSpatialTendon(const MjcfPart& part);
    void readFixedTendon(const MjcfPart& part);
    void readTendonEqualities();
    /// False, with a row, if there are too many terms in formulas.
    bool mayAddTerms(const MjcfPart& part, std::size_t terms);
    void addTendonDamping(const FixedTendon& tendon, Real damping, const std::string& suffix);
    /// The name of a joint as formulas write it; a joint whose name is not unique is renamed.
    std::string nameForFormulas(ElementId joint);
    void readActuators();
    /// Gives a cable or muscle its points.
    void runAlong(const std::vector<Place>& path, Element& element) const;
    void addMuscle(const MjcfPart& part);
    ServoGains readGains(const MjcfPart& part) const;
    void addJointActuator(const MjcfPart& part, const Joint& joint, const std::string& name, const ServoGains& gains);
    void addTendonActuator(const MjcfPart& part, const FixedTendon& tendon, const std::string& name,
                           const ServoGains& gains, Real gear);
    void readStart();
    void readOptions();
    void reportRest();
    std::optional<Place> findPlace(const MjcfPart& part, const char* bodyKey, const char* siteKey) const;

    ImportJob& job_;
    MjcfModel model_;
    std::vector<Body> bodies_;
    std::map<std::string, std::size_t> bodyByName_;
    MjcfContacts contacts_{job_, model_, bodies_, bodyByName_};
    std::map<std::string, Joint> joints_;
    /// All joints in MuJoCo's order, for keyframes.
    std::vector<Joint> jointOrder_;
    std::map<std::string, FixedTendon> fixedTendons_;
    /// Sites that tendons run over.
    std::map<std::string, std::vector<Place>> spatialPaths_;
    std::vector<MjcfPart> tendonEqualities_;
    std::map<std::string, int> namesInUse_;
    /// Terms in all formulas so far.
    std::size_t formulaTerms_ = 0;
    std::map<std::string, Place> sites_;
    std::map<std::string, ShapeLook> materials_;
    std::map<std::string, Mesh> meshes_;
    /// Copies made by all replicates.
    std::size_t copies_ = 0;
};

}  // namespace trammel

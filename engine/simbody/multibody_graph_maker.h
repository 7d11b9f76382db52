// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace SimTK {

/// Turns bodies that are connected by joints in any way into a tree of mobilizers with constraints.
///
/// The first body is Ground. Every other body gets a mobilizer to a body nearer to Ground: a joint of the input, which
/// is reversed if its child is nearer, or an added free joint to Ground. A joint that closes a loop becomes a loop
/// constraint if its type has one; otherwise its child is split, and the joint leads to the new *slave* body, which
/// the model has to weld to its *master*. Bodies without mass are not made ends of the tree if that can be avoided.
/// Methods throw trammel::Exception for unknown, missing or repeated names.
class MultibodyGraphMaker {
public:
    class Body;
    class Joint;
    class JointType;
    class Mobilizer;
    class LoopConstraint;

    MultibodyGraphMaker();
    /// Mobilizers and loop constraints of a copy refer to the copy.
    MultibodyGraphMaker(const MultibodyGraphMaker& source);
    MultibodyGraphMaker& operator=(const MultibodyGraphMaker& source);
    ~MultibodyGraphMaker();

    // --- Input. User references are kept for the caller. ---
    /// "weld" and "free" exist already. @return the number of the type
    int addJointType(const std::string& name, int numMobilities, bool haveGoodLoopJointAvailable = false,
                     void* userRef = nullptr);
    /// @param mustBeBaseBody connect it to Ground by a free joint, unless it has a joint to Ground
    void addBody(const std::string& name, double mass, bool mustBeBaseBody, void* userRef = nullptr);
    /// Also deletes its joints; false if there is no such body.
    bool deleteBody(const std::string& name);
    /// @param mustBeLoopJoint not for the tree
    void addJoint(const std::string& name, const std::string& type, const std::string& parentBodyName,
                  const std::string& childBodyName, bool mustBeLoopJoint, void* userRef = nullptr);
    bool deleteJoint(const std::string& name);
    void setWeldJointTypeName(const std::string& name);
    void setFreeJointTypeName(const std::string& name);
    const std::string& getWeldJointTypeName() const;
    const std::string& getFreeJointTypeName() const;
    const std::string& getGroundBodyName() const;

    // --- Result ---
    /// Throws if the tree would end in a body without mass whose joint can move.
    void generateGraph();
    void clearGraph();
    void dumpGraph(std::ostream& out) const;

    /// In order of level, so that inboard bodies come first.
    int getNumMobilizers() const;
    const Mobilizer& getMobilizer(int number) const;
    int getNumLoopConstraints() const;
    const LoopConstraint& getLoopConstraint(int number) const;
    /// Input bodies, then slaves.
    int getNumBodies() const;
    const Body& getBody(int number) const;
    /// -1 if none.
    int getBodyNum(const std::string& name) const;
    /// Input joints, then added ones.
    int getNumJoints() const;
    const Joint& getJoint(int number) const;
    int getJointNum(const std::string& name) const;
    int getNumJointTypes() const;
    const JointType& getJointType(int number) const;
    int getJointTypeNum(const std::string& name) const;

private:
    void connect(int joint, int inboard, int outboard);
    void grow(int inboard);
    void connectToGround(int body);
    int chooseBaseBody() const;
    void closeLoop(int joint);
    void requireMassAtEnds() const;
    void copyGraph(const MultibodyGraphMaker& source);

    std::vector<Body> bodies_;
    std::vector<Joint> joints_;
    std::vector<JointType> jointTypes_;
    std::vector<Mobilizer> mobilizers_;
    std::vector<LoopConstraint> constraints_;
};

class MultibodyGraphMaker::Body {
public:
    int getNumFragments() const { return 1 + getNumSlaves(); }
    int getNumSlaves() const { return int(slaves.size()); }
    bool isSlave() const { return master >= 0; }
    bool isMaster() const { return !slaves.empty(); }
    bool isInTree() const { return level >= 0; }

    std::string name;
    double mass = 1;
    bool mustBeBaseBody = false;
    void* userRef = nullptr;
    /// Number of joints to Ground, 0 for Ground; -1 until it is in the tree.
    int level = -1;
    /// Numbers of its mobilizer, its master and its slaves.
    int mobilizer = -1, master = -1;
    std::vector<int> slaves;
};

class MultibodyGraphMaker::JointType {
public:
    std::string name;
    int numMobilities = 0;
    bool haveGoodLoopJointAvailable = false;
    void* userRef = nullptr;
};

class MultibodyGraphMaker::Joint {
public:
    bool hasMobilizer() const { return mobilizer >= 0; }
    bool hasLoopConstraint() const { return loopConstraint >= 0; }

    std::string name;
    bool mustBeLoopJoint = false;
    void* userRef = nullptr;
    int parentBodyNum = -1, childBodyNum = -1, jointTypeNum = -1;
    bool isAddedBaseJoint = false;
    int mobilizer = -1, loopConstraint = -1;
};

/// A joint of the tree. Valid as long as the graph.
class MultibodyGraphMaker::Mobilizer {
public:
    bool isAddedBaseMobilizer() const { return joint().isAddedBaseJoint; }
    void* getJointRef() const { return joint().userRef; }
    void* getInboardBodyRef() const { return maker_->getBody(inboard_).userRef; }
    void* getOutboardBodyRef() const { return maker_->getBody(outboard_).userRef; }
    void* getOutboardMasterBodyRef() const { return maker_->getBody(master()).userRef; }
    const std::string& getJointTypeName() const { return maker_->getJointType(joint().jointTypeNum).name; }
    void* getJointTypeRef() const { return maker_->getJointType(joint().jointTypeNum).userRef; }
    bool isSlaveMobilizer() const { return maker_->getBody(outboard_).isSlave(); }
    /// Fragments of the outboard body: 1 unless it was split.
    int getNumFragments() const { return maker_->getBody(master()).getNumFragments(); }
    bool isReversedFromJoint() const { return reversed_; }
    int getLevel() const { return maker_->getBody(outboard_).level; }

private:
    friend class MultibodyGraphMaker;
    Mobilizer(const MultibodyGraphMaker& maker, int joint, int inboard, int outboard, bool reversed)
        : maker_(&maker), joint_(joint), inboard_(inboard), outboard_(outboard), reversed_(reversed) {}
    const Joint& joint() const { return maker_->getJoint(joint_); }
    int master() const {
        const Body& body = maker_->getBody(outboard_);
        return body.isSlave() ? body.master : outboard_;
    }
    const MultibodyGraphMaker* maker_;
    int joint_, inboard_, outboard_;
    bool reversed_;
};

/// A joint that closes a loop. Valid as long as the graph.
class MultibodyGraphMaker::LoopConstraint {
public:
    void* getJointRef() const { return maker_->getJoint(joint_).userRef; }
    const std::string& getJointTypeName() const {
        return maker_->getJointType(maker_->getJoint(joint_).jointTypeNum).name;
    }
    void* getParentBodyRef() const { return maker_->getBody(maker_->getJoint(joint_).parentBodyNum).userRef; }
    void* getChildBodyRef() const { return maker_->getBody(maker_->getJoint(joint_).childBodyNum).userRef; }

private:
    friend class MultibodyGraphMaker;
    LoopConstraint(const MultibodyGraphMaker& maker, int joint) : maker_(&maker), joint_(joint) {}
    const MultibodyGraphMaker* maker_;
    int joint_;
};

}  // namespace SimTK

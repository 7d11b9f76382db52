// SPDX-License-Identifier: Apache-2.0
#include "simbody/multibody_graph_maker.h"

#include <algorithm>
#include <ostream>

#include "base/exceptions.h"

namespace SimTK {

namespace {
enum { weldType = 0, freeType = 1 };
constexpr int ground = 0;

template <class List>
int findByName(const List& list, const std::string& name) {
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i].name == name) return int(i);
    return -1;
}
[[noreturn]] void refuse(const std::string& what) { throw trammel::Exception("MultibodyGraphMaker: " + what); }
template <class List>
int require(const List& list, const std::string& name, const char* kind) {
    const int found = findByName(list, name);
    if (found < 0) refuse(std::string("there is no ") + kind + " '" + name + "'.");
    return found;
}
template <class List>
void requireNew(const List& list, const std::string& name, const char* kind) {
    if (findByName(list, name) >= 0) refuse(std::string("there is already a ") + kind + " '" + name + "'.");
}
}  // namespace

MultibodyGraphMaker::MultibodyGraphMaker() {
    addJointType("weld", 0, true);
    addJointType("free", 6, true);
}

MultibodyGraphMaker::MultibodyGraphMaker(const MultibodyGraphMaker& source) { copyGraph(source); }
MultibodyGraphMaker& MultibodyGraphMaker::operator=(const MultibodyGraphMaker& source) {
    if (this != &source) copyGraph(source);
    return *this;
}
MultibodyGraphMaker::~MultibodyGraphMaker() = default;

void MultibodyGraphMaker::copyGraph(const MultibodyGraphMaker& source) {
    bodies_ = source.bodies_;
    joints_ = source.joints_;
    jointTypes_ = source.jointTypes_;
    mobilizers_ = source.mobilizers_;
    constraints_ = source.constraints_;
    for (Mobilizer& mobilizer : mobilizers_) mobilizer.maker_ = this;
    for (LoopConstraint& constraint : constraints_) constraint.maker_ = this;
}

// --- Input ---

int MultibodyGraphMaker::addJointType(const std::string& name, int numMobilities, bool haveGoodLoopJointAvailable,
                                      void* userRef) {
    requireNew(jointTypes_, name, "joint type");
    if (numMobilities < 0 || numMobilities > 6) refuse("joint type '" + name + "' needs 0 to 6 mobilities.");
    jointTypes_.push_back({name, numMobilities, haveGoodLoopJointAvailable, userRef});
    return getNumJointTypes() - 1;
}
void MultibodyGraphMaker::addBody(const std::string& name, double mass, bool mustBeBaseBody, void* userRef) {
    requireNew(bodies_, name, "body");
    clearGraph();
    bodies_.push_back({name, mass, mustBeBaseBody, userRef, -1, -1, -1, {}});
}
bool MultibodyGraphMaker::deleteBody(const std::string& name) {
    const int body = findByName(bodies_, name);
    if (body < 0) return false;
    if (body == ground) refuse("Ground cannot be deleted.");
    clearGraph();
    std::erase_if(joints_, [body](const Joint& j) { return j.parentBodyNum == body || j.childBodyNum == body; });
    for (Joint& j : joints_)
        for (int* end : {&j.parentBodyNum, &j.childBodyNum})
            if (*end > body) --*end;
    bodies_.erase(bodies_.begin() + body);
    return true;
}
void MultibodyGraphMaker::addJoint(const std::string& name, const std::string& type, const std::string& parentBodyName,
                                   const std::string& childBodyName, bool mustBeLoopJoint, void* userRef) {
    requireNew(joints_, name, "joint");
    const int typeNumber = require(jointTypes_, type, "joint type");
    const int parent = require(bodies_, parentBodyName, "body"), child = require(bodies_, childBodyName, "body");
    if (parent == child) refuse("joint '" + name + "' connects body '" + parentBodyName + "' to itself.");
    clearGraph();
    joints_.push_back({name, mustBeLoopJoint, userRef, parent, child, typeNumber, false, -1, -1});
}
bool MultibodyGraphMaker::deleteJoint(const std::string& name) {
    clearGraph();
    return std::erase_if(joints_, [&](const Joint& j) { return j.name == name; }) > 0;
}
void MultibodyGraphMaker::setWeldJointTypeName(const std::string& name) { jointTypes_[weldType].name = name; }
void MultibodyGraphMaker::setFreeJointTypeName(const std::string& name) { jointTypes_[freeType].name = name; }
const std::string& MultibodyGraphMaker::getWeldJointTypeName() const { return jointTypes_[weldType].name; }
const std::string& MultibodyGraphMaker::getFreeJointTypeName() const { return jointTypes_[freeType].name; }
const std::string& MultibodyGraphMaker::getGroundBodyName() const { return getBody(ground).name; }

const MultibodyGraphMaker::Mobilizer& MultibodyGraphMaker::getMobilizer(int number) const {
    return mobilizers_.at(std::size_t(number));
}
const MultibodyGraphMaker::LoopConstraint& MultibodyGraphMaker::getLoopConstraint(int number) const {
    return constraints_.at(std::size_t(number));
}
const MultibodyGraphMaker::Body& MultibodyGraphMaker::getBody(int number) const {
    return bodies_.at(std::size_t(number));
}
const MultibodyGraphMaker::Joint& MultibodyGraphMaker::getJoint(int number) const {
    return joints_.at(std::size_t(number));
}
const MultibodyGraphMaker::JointType& MultibodyGraphMaker::getJointType(int number) const {
    return jointTypes_.at(std::size_t(number));
}
int MultibodyGraphMaker::getNumMobilizers() const { return int(mobilizers_.size()); }
int MultibodyGraphMaker::getNumLoopConstraints() const { return int(constraints_.size()); }
int MultibodyGraphMaker::getNumBodies() const { return int(bodies_.size()); }
int MultibodyGraphMaker::getNumJoints() const { return int(joints_.size()); }
int MultibodyGraphMaker::getNumJointTypes() const { return int(jointTypes_.size()); }
int MultibodyGraphMaker::getBodyNum(const std::string& name) const { return findByName(bodies_, name); }
int MultibodyGraphMaker::getJointNum(const std::string& name) const { return findByName(joints_, name); }
int MultibodyGraphMaker::getJointTypeNum(const std::string& name) const { return findByName(jointTypes_, name); }

// --- Graph ---

void MultibodyGraphMaker::clearGraph() {
    std::erase_if(bodies_, [](const Body& body) { return body.isSlave(); });
    std::erase_if(joints_, [](const Joint& joint) { return joint.isAddedBaseJoint; });
    mobilizers_.clear();
    constraints_.clear();
    for (Body& body : bodies_) {
        body.level = body.mobilizer = -1;
        body.slaves.clear();
    }
    for (Joint& joint : joints_) joint.mobilizer = joint.loopConstraint = -1;
}

void MultibodyGraphMaker::generateGraph() {
    if (bodies_.empty()) refuse("add Ground as the first body.");
    clearGraph();
    bodies_[ground].level = 0;
    const auto hasJointToGround = [this](int body) {
        return std::any_of(joints_.begin(), joints_.end(), [body](const Joint& j) {
            return !j.mustBeLoopJoint && ((j.parentBodyNum == ground && j.childBodyNum == body) ||
                                          (j.parentBodyNum == body && j.childBodyNum == ground));
        });
    };
    for (int b = 1; b < getNumBodies(); ++b)
        if (bodies_[std::size_t(b)].mustBeBaseBody && !hasJointToGround(b)) connectToGround(b);
    // Level by level; bodies that no joint reaches become base bodies.
    for (int level = 0;;) {
        const std::size_t before = mobilizers_.size();
        for (int b = 0; b < getNumBodies(); ++b)
            if (bodies_[std::size_t(b)].level == level) grow(b);
        const bool more =
            std::any_of(bodies_.begin(), bodies_.end(), [level](const Body& b) { return b.level > level; });
        if (mobilizers_.size() > before || more) {
            ++level;
            continue;
        }
        const int base = chooseBaseBody();
        if (base < 0) break;
        connectToGround(base);
        level = 1;
    }
    for (int j = 0; j < getNumJoints(); ++j)
        if (!joints_[std::size_t(j)].hasMobilizer()) closeLoop(j);
    requireMassAtEnds();
    std::stable_sort(mobilizers_.begin(), mobilizers_.end(),
                     [](const Mobilizer& a, const Mobilizer& b) { return a.getLevel() < b.getLevel(); });
    for (std::size_t m = 0; m < mobilizers_.size(); ++m) {
        joints_[std::size_t(mobilizers_[m].joint_)].mobilizer = int(m);
        bodies_[std::size_t(mobilizers_[m].outboard_)].mobilizer = int(m);
    }
}

void MultibodyGraphMaker::connect(int joint, int inboard, int outboard) {
    Joint& j = joints_[std::size_t(joint)];
    // A slave replaces the joint's child, or its parent if the child is Ground.
    const Body& out = bodies_[std::size_t(outboard)];
    const bool reversed = j.parentBodyNum == (out.isSlave() ? out.master : outboard);
    j.mobilizer = int(mobilizers_.size());
    bodies_[std::size_t(outboard)].mobilizer = j.mobilizer;
    bodies_[std::size_t(outboard)].level = bodies_[std::size_t(inboard)].level + 1;
    mobilizers_.push_back(Mobilizer(*this, joint, inboard, outboard, reversed));
}

void MultibodyGraphMaker::grow(int inboard) {
    for (int j = 0; j < getNumJoints(); ++j) {
        const Joint& joint = joints_[std::size_t(j)];
        if (joint.mustBeLoopJoint || joint.hasMobilizer()) continue;
        if (joint.parentBodyNum != inboard && joint.childBodyNum != inboard) continue;
        const int other = joint.parentBodyNum == inboard ? joint.childBodyNum : joint.parentBodyNum;
        if (bodies_[std::size_t(other)].isInTree()) continue;
        connect(j, inboard, other);
        // A body without mass is connected to its neighbors before another branch reaches them.
        if (bodies_[std::size_t(other)].mass == 0) grow(other);
    }
}

void MultibodyGraphMaker::connectToGround(int body) {
    Joint added;
    added.name = "#" + getGroundBodyName() + "_" + bodies_[std::size_t(body)].name;
    added.parentBodyNum = ground;
    added.childBodyNum = body;
    added.jointTypeNum = freeType;
    added.isAddedBaseJoint = true;
    joints_.push_back(added);
    connect(getNumJoints() - 1, ground, body);
}

/// The body outside the tree with the most children, preferably one that is not a child; -1 if none.
int MultibodyGraphMaker::chooseBaseBody() const {
    int best = -1, most = -1;
    bool bestIsChild = true;
    for (int b = 1; b < getNumBodies(); ++b) {
        const Body& body = bodies_[std::size_t(b)];
        if (body.isInTree()) continue;
        int children = 0;
        bool isChild = false;
        for (const Joint& j : joints_) {
            children += j.parentBodyNum == b;
            isChild = isChild || j.childBodyNum == b;
        }
        if (best < 0 || (bestIsChild && !isChild) || (bestIsChild == isChild && children > most)) {
            best = b;
            most = children;
            bestIsChild = isChild;
        }
    }
    return best;
}

void MultibodyGraphMaker::closeLoop(int joint) {
    Joint& j = joints_[std::size_t(joint)];
    if (j.jointTypeNum == freeType) return;
    if (jointTypes_[std::size_t(j.jointTypeNum)].haveGoodLoopJointAvailable) {
        j.loopConstraint = getNumLoopConstraints();
        constraints_.push_back(LoopConstraint(*this, joint));
        return;
    }
    const bool splitParent = j.childBodyNum == ground;
    const int master = splitParent ? j.parentBodyNum : j.childBodyNum;
    const int inboard = splitParent ? j.childBodyNum : j.parentBodyNum;
    Body slave = bodies_[std::size_t(master)];
    slave.name = "#" + slave.name + "_slave_" + std::to_string(slave.slaves.size() + 1);
    slave.master = master;
    slave.slaves.clear();
    bodies_[std::size_t(master)].slaves.push_back(getNumBodies());
    bodies_.push_back(slave);
    connect(joint, inboard, getNumBodies() - 1);
}

void MultibodyGraphMaker::requireMassAtEnds() const {
    for (const Mobilizer& m : mobilizers_) {
        const Body& body = bodies_[std::size_t(m.outboard_)];
        if (body.mass != 0 || jointTypes_[std::size_t(joints_[std::size_t(m.joint_)].jointTypeNum)].numMobilities == 0)
            continue;
        if (std::none_of(mobilizers_.begin(), mobilizers_.end(),
                         [&](const Mobilizer& next) { return next.inboard_ == m.outboard_; }))
            refuse("body '" + body.name + "' has no mass but is an end of the tree; give it a mass.");
    }
}

void MultibodyGraphMaker::dumpGraph(std::ostream& out) const {
    out << getNumBodies() << " bodies, " << getNumJoints() << " joints, " << getNumMobilizers() << " mobilizers, "
        << getNumLoopConstraints() << " loop constraints\n";
    for (const Mobilizer& m : mobilizers_)
        out << "level " << m.getLevel() << ": " << getBody(m.inboard_).name << " -> " << getBody(m.outboard_).name
            << " by " << getJoint(m.joint_).name << " (" << m.getJointTypeName()
            << (m.isReversedFromJoint() ? ", reversed" : "") << ")\n";
    for (const LoopConstraint& c : constraints_)
        out << "loop: " << getJoint(c.joint_).name << " (" << c.getJointTypeName() << ")\n";
}

}  // namespace SimTK

// SPDX-License-Identifier: Apache-2.0
#include "multibody/constraints/coupled_coordinate.h"

#include <cctype>

#include "multibody/mobilizer.h"

namespace trammel {

namespace {
/// "First joint", "Joint".
std::string jointLabel(const std::string& label) { return label.empty() ? "Joint" : label + " joint"; }

CoupledCoordinate read(const ElementInputs& in, const std::string& suffix) {
    return {in.mobilizer("joint" + suffix), int(in.integer("coordinate" + suffix))};
}

CoupledCoordinate checked(const CoupledCoordinate& c, const ElementInputs& in, const std::string& suffix) {
    const Mobilizer* joint = in.findJointType("joint" + suffix);
    constexpr int quaternionSize = 4;
    if (joint && joint->usesQuaternion() && c.which < quaternionSize)
        throw UnusableElement("A joint that rotates freely (by a quaternion) has no single angle to couple.",
                              "Change it to a pin, or to a gimbal, whose coordinates are angles.");
    return c;
}

CoupledCoordinate checked(const CoupledCoordinate& c, const ElementInputs& in, const std::string& suffix,
                          Quantity quantity, const std::string& what) {
    const Mobilizer* joint = in.findJointType("joint" + suffix);
    if (joint && c.which >= joint->getNQ())
        throw UnusableElement(what + " requires a joint with a coordinate.", "Choose another joint.");
    checked(c, in, suffix);
    if (joint && joint->nameOfQ(c.which).quantity != quantity)
        throw UnusableElement(what + " requires a coordinate that is " +
                                  (quantity == Quantity::Angle ? "an angle" : "a length") + ", but '" +
                                  joint->nameOfQ(c.which).name + "' is not.",
                              "Choose another joint or another of its coordinates.");
    return c;
}
}  // namespace

SocketDescriptor CoupledCoordinate::socket(const std::string& suffix, const std::string& label,
                                           const std::string& doc) {
    return {"joint" + suffix, jointLabel(label), doc, {"joint"}, false};
}

PropertyDescriptor CoupledCoordinate::property(const std::string& suffix, const std::string& label, int largest) {
    std::string which = label.empty() ? "" : label + " ";
    if (!which.empty()) which[0] = char(std::tolower(which[0]));
    return PropertyDescriptor::integer("coordinate" + suffix, label.empty() ? "Coordinate" : label + " coordinate", 0,
                                       "Index of the coordinate of the " + which + "joint, from 0.")
        .min(0)
        .max(largest);
}

CoupledCoordinate CoupledCoordinate::readCoordinate(const ElementInputs& in, const std::string& suffix) {
    return checked(read(in, suffix), in, suffix);
}

CoupledCoordinate CoupledCoordinate::readCoordinate(const ElementInputs& in, const std::string& suffix,
                                                    Quantity quantity, const std::string& what) {
    return checked(read(in, suffix), in, suffix, quantity, what);
}

CoupledCoordinate CoupledCoordinate::readCoordinate(const ElementInputs& in, const std::string& suffix, int which,
                                                    Quantity quantity, const std::string& what) {
    return checked({in.mobilizer("joint" + suffix), which}, in, suffix, quantity, what);
}

CoupledCoordinate CoupledCoordinate::readSpeed(const ElementInputs& in, const std::string& suffix) {
    return read(in, suffix);
}

Real CoupledCoordinate::qdot(const ConstraintKinematics& k) const {
    const TreeNode& n = k.node(body);
    Real qdot[Mobilizer::maxNQ];
    multiplyByN(n, k.state, k.q + n.qStart, k.u + n.uStart, qdot);
    return qdot[which];
}

Real CoupledCoordinate::qdotdot(const ConstraintKinematics& k) const {
    const TreeNode& n = k.node(body);
    Real qdotdot[Mobilizer::maxNQ];
    calcQDotDot(n, k.state, k.q + n.qStart, k.u + n.uStart, k.udot + n.uStart, qdotdot);
    return qdotdot[which];
}

void CoupledCoordinate::addInCoordinateForce(const ConstraintKinematics& k, Real force,
                                             const ConstraintForces& forces) const {
    const TreeNode& n = k.node(body);
    Real fq[Mobilizer::maxNQ] = {};
    fq[which] = force;
    addInQForce(n, k.state, k.q + n.qStart, fq, forces.mobility + n.uStart);
}

void requireDifferent(const CoupledCoordinate& first, const CoupledCoordinate& second) {
    if (first == second)
        throw UnusableElement("The constraint couples a coordinate with itself.",
                              "Choose another joint or coordinate for one of the two.");
}

void appendCouplingGeometry(const ConstraintKinematics& k, const CoupledCoordinate& first,
                            const CoupledCoordinate& second, Real size, std::vector<DecorativeGeometry>& out) {
    const Transform X1 = first.pose(k), X2 = second.pose(k);
    out.push_back(DecorativeGeometry(decor::Torus{size, size * 0.12}).setTransform(X1));
    if (first.body == second.body) return;
    out.push_back(DecorativeGeometry(decor::Torus{size, size * 0.12}).setTransform(X2));
    out.push_back(DecorativeGeometry(decor::Line{X1.p(), X2.p()}));
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "model.h"

namespace oracle {

Rotation Dice::rotation() {
    const Vec3 a = 2 * vec3();
    return Rotation(BodyRotationSequence, a[0], XAxis, a[1], YAxis, a[2], ZAxis);
}
Body::Rigid Dice::body() {
    const Real mass = 0.5 + fraction();
    const Vec3 com = 0.3 * vec3();
    const Real x = 0.2 + fraction(), y = 0.2 + fraction(), z = 0.2 + fraction();
    const UnitInertia central = UnitInertia::brick(x, y, z).reexpress(rotation());
    return Body::Rigid(MassProperties(mass, com, central.shiftFromCentroid(com)));
}

const std::vector<std::string>& jointNames() {
    static const std::vector<std::string> names{
        "Pin",       "Slider",          "Screw", "Universal",    "Cylinder",    "BendStretch", "Planar",
        "Gimbal",    "Bushing",         "Ball",  "Free",         "Translation", "FreeLine",    "LineOrientation",
        "Ellipsoid", "SphericalCoords", "Weld",  "FunctionBased"};
    return names;
}

namespace {

Vector coefficients(std::initializer_list<double> values) {
    Vector v(int(values.size()));
    int i = 0;
    for (double value : values) v[i++] = value;
    return v;
}

void addFunctionBased(Model& model, int parent, const Transform& X_PF, const Body& body, const Transform& X_BM,
                      MobilizedBody::Direction direction) {
    // Two coordinates; no two rotations share one.
    Array_<const Function*> functions;
    Array_<Array_<int>> coordinates(6);
    functions.push_back(new Function::Polynomial(coefficients({0.3, 1, 0})));
    coordinates[0].push_back(0);
    functions.push_back(new Function::Linear(coefficients({0.5, 0.1})));
    coordinates[1].push_back(1);
    functions.push_back(new Function::Constant(0.2, 0));
    functions.push_back(new Function::Sinusoid(0.3, 1.5, 0.4));
    coordinates[3].push_back(0);
    functions.push_back(new Function::Linear(coefficients({0.7, -0.4, 0.2})));
    coordinates[4].push_back(0);
    coordinates[4].push_back(1);
    functions.push_back(new Function::Constant(0, 0));
    MobilizedBody::FunctionBased(model.body(parent), X_PF, body, X_BM, 2, functions, coordinates, direction);
}

}  // namespace

void addJoint(const std::string& name, Model& model, int parentNumber, Dice& dice, bool reversed) {
    const Transform X_PF = dice.transform(), X_BM = dice.transform();
    const Body::Rigid body = dice.body();
    const Real a = 0.5 + dice.fraction(), b = 0.5 + dice.fraction(), c = 0.5 + dice.fraction();
    MobilizedBody& parent = model.body(parentNumber);
    const MobilizedBody::Direction d = reversed ? MobilizedBody::Reverse : MobilizedBody::Forward;
    if (name == "Pin") MobilizedBody::Pin(parent, X_PF, body, X_BM, d);
    if (name == "Slider") MobilizedBody::Slider(parent, X_PF, body, X_BM, d);
    if (name == "Screw") MobilizedBody::Screw(parent, X_PF, body, X_BM, a, d);
    if (name == "Universal") MobilizedBody::Universal(parent, X_PF, body, X_BM, d);
    if (name == "Cylinder") MobilizedBody::Cylinder(parent, X_PF, body, X_BM, d);
    if (name == "BendStretch") MobilizedBody::BendStretch(parent, X_PF, body, X_BM, d);
    if (name == "Planar") MobilizedBody::Planar(parent, X_PF, body, X_BM, d);
    if (name == "Gimbal") MobilizedBody::Gimbal(parent, X_PF, body, X_BM, d);
    if (name == "Bushing") MobilizedBody::Bushing(parent, X_PF, body, X_BM, d);
    if (name == "Ball") MobilizedBody::Ball(parent, X_PF, body, X_BM, d);
    if (name == "Free") MobilizedBody::Free(parent, X_PF, body, X_BM, d);
    if (name == "Translation") MobilizedBody::Translation(parent, X_PF, body, X_BM, d);
    if (name == "FreeLine") MobilizedBody::FreeLine(parent, X_PF, body, X_BM, d);
    if (name == "LineOrientation") MobilizedBody::LineOrientation(parent, X_PF, body, X_BM, d);
    if (name == "Ellipsoid") MobilizedBody::Ellipsoid(parent, X_PF, body, X_BM, Vec3(a, b, c), d);
    if (name == "SphericalCoords") MobilizedBody::SphericalCoords(parent, X_PF, body, X_BM, d);
    if (name == "Weld") MobilizedBody::Weld(parent, X_PF, body, X_BM);
    if (name == "FunctionBased") addFunctionBased(model, parentNumber, X_PF, body, X_BM, d);
}

void addRandomTree(Model& model, int bodies, Dice& dice) {
    for (int i = 1; i <= bodies; ++i) {
        const std::string& name = jointNames()[std::size_t(dice.upTo(int(jointNames().size())))];
        // Mostly on one of the last bodies, so that the tree is deep as well as branched.
        const int parent = std::max(0, i - 1 - dice.upTo(3));
        addJoint(name, model, parent, dice);
    }
    Force::Gravity(model.forces, model.matter, dice.direction(), 9.81);
    Force::GlobalDamper(model.forces, model.matter, 0.3);
}

void appendJointCases(std::vector<Case>& cases) {
    const auto tree = [](const std::string& name, bool reversed) {
        return [name, reversed](Model& model, Dice& dice) {
            // Something must be able to move.
            const std::string second = name == "Weld" ? "Pin" : name;
            addJoint(name, model, 0, dice, reversed);
            addJoint(second, model, 1, dice, reversed);
            addJoint(name, model, 1, dice, reversed);
            addJoint(second, model, 0, dice, reversed);
            addJoint(name, model, 4, dice, reversed);
            Force::Gravity(model.forces, model.matter, dice.direction(), 9.81);
        };
    };
    for (const std::string& name : jointNames()) {
        cases.push_back({"joint/" + name, tree(name, false)});
        if (name != "Weld") cases.push_back({"joint/" + name + "/reversed", tree(name, true)});
    }
    for (const std::string name : {"Ball", "Free", "LineOrientation", "FreeLine", "Ellipsoid"})
        cases.push_back({"joint/" + name + "/EulerAngles", tree(name, false), true, 0.5});
    for (int i = 0; i < 6; ++i)
        cases.push_back(
            {"tree/" + std::to_string(i), [](Model& model, Dice& dice) { addRandomTree(model, 15, dice); }});
}

}  // namespace oracle

// SPDX-License-Identifier: Apache-2.0
#include "multibody/mobilizers/function_based_joint.h"

#include <algorithm>
#include <cmath>

#include "functions/constant.h"

namespace trammel {

namespace {

struct SpatialAxis {
    const char *key, *label;
    /// Its direction unless another one is chosen.
    Real x, y, z;
    Vec3 direction() const { return {x, y, z}; }
};
constexpr SpatialAxis spatialAxes[] = {
    {"rotationX", "Rotation about x", 1, 0, 0},       {"rotationY", "Rotation about y", 0, 1, 0},
    {"rotationZ", "Rotation about z", 0, 0, 1},       {"translationX", "Translation along x", 1, 0, 0},
    {"translationY", "Translation along y", 0, 1, 0}, {"translationZ", "Translation along z", 0, 0, 1}};

std::string coordinateKey(const SpatialAxis& axis) { return axis.key + std::string("Coordinate"); }
std::string directionKey(const SpatialAxis& axis) { return axis.key + std::string("Axis"); }

/// The directions of all axes; UnusableElement where they leave no definite motion.
std::vector<Vec3> readAxes(const ElementInputs& in) {
    std::vector<Vec3> axes;
    for (const SpatialAxis& axis : spatialAxes) axes.push_back(in.vec3(directionKey(axis)).normalized());
    constexpr Real independent = 1e-6;
    if (std::abs(axes[3].dot(axes[4].cross(axes[5]))) < independent)
        throw UnusableElement("The axes of its translations lie in one plane.", "Choose three independent directions.");
    if (axes[0].cross(axes[1]).norm() < independent || axes[1].cross(axes[2]).norm() < independent)
        throw UnusableElement("Two successive rotations have the same axis.", "Choose another direction for one.");
    return axes;
}

FunctionBasedMobilizer readMobilizer(const ElementInputs& in) {
    const int n = int(in.integer("coordinates"));
    std::vector<std::shared_ptr<const Function>> functions;
    std::vector<std::vector<int>> coordinates;
    std::vector<bool> isUsed(std::size_t(n), false);
    for (const SpatialAxis& axis : spatialAxes) {
        const FunctionValue f = in.findFunction(axis.key, 2);
        if (!f) {
            constexpr int noArguments = 0;
            functions.push_back(std::make_shared<Function::Constant>(0, noArguments));
            coordinates.emplace_back();
            continue;
        }
        const int c = int(in.integer(coordinateKey(axis)));
        if (c >= n)
            throw UnusableElement("Its " + std::string(axis.label) + " takes coordinate " + std::to_string(c) +
                                      ", but the joint has " + std::to_string(n) + ", from 0.",
                                  "Choose a smaller index, or add coordinates to the joint.");
        isUsed[std::size_t(c)] = true;
        functions.push_back(f.getFunction());
        coordinates.push_back({c});
    }
    const auto unused = std::find(isUsed.begin(), isUsed.end(), false);
    if (unused != isUsed.end())
        throw UnusableElement(
            "No function uses coordinate " + std::to_string(unused - isUsed.begin()) + ", so it has no effect.",
            "Use it in a function of a rotation or translation, or reduce the number of coordinates.");
    return FunctionBasedMobilizer(n, std::move(functions), std::move(coordinates), readAxes(in));
}

/// Copies the first @p n of six numbers in two properties.
void copyValues(const ElementInputs& in, const char* firstThree, const char* lastThree, int n, Real* out) {
    const Vec3 a = in.vec3(firstThree), b = in.vec3(lastThree);
    for (int i = 0; i < n; ++i) out[i] = i < 3 ? a[i] : b[i - 3];
}

}  // namespace

std::vector<PropertyDescriptor> FunctionBasedJoint::properties() {
    const auto three = [](const char* key, const char* label, const char* doc, Stage stage) {
        return PropertyDescriptor::vec3(key, label, Quantity::None, Vec3(0.), doc).inAnyUnit().at(stage);
    };
    std::vector<PropertyDescriptor> list{
        PropertyDescriptor::integer("coordinates", "Number of coordinates", 1, "Degrees of freedom of the joint.")
            .min(1)
            .max(maxNU)};
    for (const SpatialAxis& axis : spatialAxes)
        list.push_back(PropertyDescriptor::integer(coordinateKey(axis), axis.label + std::string(" takes"), 0,
                                                   "Index of the coordinate its function uses, from 0.")
                           .min(0)
                           .max(maxNU - 1));
    for (const SpatialAxis& axis : spatialAxes)
        list.push_back(PropertyDescriptor::direction(directionKey(axis), axis.label + std::string(": axis"),
                                                     axis.direction(),
                                                     "Another direction for it than that axis of its frame."));
    list.push_back(three("values", "Coordinates 0 to 2", "Initial values of existing coordinates.", Stage::Position));
    list.push_back(
        three("moreValues", "Coordinates 3 to 5", "Initial values of existing coordinates.", Stage::Position));
    list.push_back(three("rates", "Rates 0 to 2", "Initial speeds of existing coordinates.", Stage::Velocity));
    list.push_back(three("moreRates", "Rates 3 to 5", "Initial speeds of existing coordinates.", Stage::Velocity));
    return list;
}

std::vector<SocketDescriptor> FunctionBasedJoint::moreSockets() {
    std::vector<SocketDescriptor> list;
    for (std::size_t i = 0; i < 6; ++i)
        list.push_back(
            {spatialAxes[i].key,
             spatialAxes[i].label,
             i < 3 ? "Angle (rad) as a function of the coordinate; rotations in this order, each about an axis "
                     "of the body turned so far."
                   : "Length (m) as a function of the coordinate, along an axis of F.",
             {"function"},
             true});
    return list;
}

FunctionBasedJoint::FunctionBasedJoint(const ElementInputs& in) : FunctionBasedMobilizer(readMobilizer(in)) {}

void FunctionBasedJoint::setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const {
    copyValues(in, "values", "moreValues", getNQ(), q);
    copyValues(in, "rates", "moreRates", getNU(), u);
}

}  // namespace trammel

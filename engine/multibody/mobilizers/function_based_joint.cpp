// SPDX-License-Identifier: Apache-2.0
#include "multibody/mobilizers/function_based_joint.h"

#include <algorithm>

#include "functions/constant.h"

namespace trammel {

namespace {

struct SpatialAxis {
    const char *key, *label;
};
constexpr SpatialAxis spatialAxes[] = {
    {"rotationX", "Rotation about x"},       {"rotationY", "Rotation about y"},
    {"rotationZ", "Rotation about z"},       {"translationX", "Translation along x"},
    {"translationY", "Translation along y"}, {"translationZ", "Translation along z"}};

std::string coordinateKey(const SpatialAxis& axis) { return axis.key + std::string("Coordinate"); }

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
    const Vec3 x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
    return FunctionBasedMobilizer(n, std::move(functions), std::move(coordinates), {x, y, z, x, y, z});
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
        list.push_back({spatialAxes[i].key,
                        spatialAxes[i].label,
                        i < 3 ? "Angle (rad) as a function of the coordinate; body-fixed x-y-z angles."
                              : "Length (m) as a function of the coordinate, in F.",
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

// SPDX-License-Identifier: Apache-2.0
#include "multibody/mobilizers/function_based.h"

#include "multibody/fit_pose.h"

namespace trammel {

FunctionBasedMobilizer::FunctionBasedMobilizer(int n, std::vector<std::shared_ptr<const Function>> functions,
                                               std::vector<std::vector<int>> coordinates, std::vector<Vec3> axes)
    : n_(n), functions_(std::move(functions)), coordinates_(std::move(coordinates)), axes_(std::move(axes)) {
    const auto refuse = [](const std::string& why) { throw Exception("A function-based joint " + why); };
    if (n < 1 || n > maxNU) refuse("has one to six coordinates, not " + std::to_string(n) + ".");
    if (functions_.size() != 6 || coordinates_.size() != 6 || axes_.size() != 6)
        refuse("needs six functions, six lists of their arguments and six axes: three rotations, three translations.");
    for (std::size_t i = 0; i < 6; ++i) {
        const std::string which = (i < 3 ? "rotation " : "translation ") + std::to_string(i % 3 + 1);
        if (!functions_[i]) refuse("has no function for " + which + ".");
        // A constant may be written with no arguments at all.
        const bool ignoresArguments = coordinates_[i].empty();
        if (!ignoresArguments && functions_[i]->getArgumentSize() != int(coordinates_[i].size()))
            refuse("passes " + std::to_string(coordinates_[i].size()) + " coordinates to the function of " + which +
                   ", which takes " + std::to_string(functions_[i]->getArgumentSize()) + ".");
        for (int c : coordinates_[i])
            if (c < 0 || c >= n) refuse("has no coordinate " + std::to_string(c) + ", which " + which + " asks for.");
        if (!ignoresArguments && functions_[i]->getMaxDerivativeOrder() < 2)
            refuse("needs two derivatives of each function; that of " + which + " offers fewer.");
        if (!(axes_[i].norm() > 0)) refuse("needs an axis for " + which + ".");
        axes_[i] = axes_[i].normalized();
    }
    const Vec3 *a = axes_.data() + 3, *r = axes_.data();
    constexpr Real independent = 1e-9;
    if (std::abs(dot(a[0], a[1] % a[2])) < independent) refuse("needs three independent axes of translation.");
    if ((r[0] % r[1]).norm() < independent || (r[1] % r[2]).norm() < independent)
        refuse("must not have two successive rotations about one axis.");
}

Vector FunctionBasedMobilizer::arguments(int function, const Real* q) const {
    const std::vector<int>& c = coordinates_[std::size_t(function)];
    // A constant written with no arguments still has a size it expects.
    Vector x(c.empty() ? functions_[std::size_t(function)]->getArgumentSize() : int(c.size()));
    for (std::size_t i = 0; i < c.size(); ++i) x[int(i)] = q[c[i]];
    return x;
}

void FunctionBasedMobilizer::calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const {
    std::fill(H_FM, H_FM + n_, SpatialVec(0.));
    Rotation R;
    Vec3 p(0.);
    Array_<int> component(1);
    for (int f = 0; f < 6; ++f) {
        const Vector x = arguments(f, q);
        const Vec3 axis = f < 3 ? R * axes_[std::size_t(f)] : axes_[std::size_t(f)];
        const std::vector<int>& c = coordinates_[std::size_t(f)];
        for (std::size_t i = 0; i < c.size(); ++i) {
            component[0] = int(i);
            H_FM[c[i]][f < 3 ? 0 : 1] += functions_[std::size_t(f)]->calcDerivative(component, x) * axis;
        }
        const Real value = functions_[std::size_t(f)]->calcValue(x);
        if (f < 3)
            R = R * Rotation(value, axes_[std::size_t(f)]);
        else
            p += value * axis;
    }
    X_FM = Transform(R, p);
}

SpatialVec FunctionBasedMobilizer::calcHDotU(const Real* q, const Real* u, const Transform&, const SpatialVec&) const {
    SpatialVec result(0.);
    Rotation R;
    Vec3 w(0.);  // of the frame that carries the present axis
    Array_<int> one(1), two(2);
    for (int f = 0; f < 6; ++f) {
        const Vector x = arguments(f, q);
        const std::vector<int>& c = coordinates_[std::size_t(f)];
        const Function& function = *functions_[std::size_t(f)];
        Real rate = 0, bias = 0;
        for (std::size_t i = 0; i < c.size(); ++i) {
            one[0] = two[0] = int(i);
            rate += function.calcDerivative(one, x) * u[c[i]];
            for (std::size_t j = 0; j < c.size(); ++j) {
                two[1] = int(j);
                bias += function.calcDerivative(two, x) * u[c[i]] * u[c[j]];
            }
        }
        if (f < 3) {
            const Vec3 axis = R * axes_[std::size_t(f)];
            result[0] += bias * axis + rate * (w % axis);
            w += rate * axis;
            R = R * Rotation(function.calcValue(x), axes_[std::size_t(f)]);
        } else {
            result[1] += bias * axes_[std::size_t(f)];
        }
    }
    return result;
}

void FunctionBasedMobilizer::setQToFitTransform(const Transform& X_FM, Real* q) const {
    fitPose(
        n_, n_, X_FM, q, [this](const Real* at, Transform& X, SpatialVec* H) { calcAcross(at, X, H); },
        [this](const Real*, const Real* du, Real* dq) { std::copy(du, du + n_, dq); });
}

}  // namespace trammel

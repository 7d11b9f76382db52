// SPDX-License-Identifier: Apache-2.0
#include "multibody/mobilizers/function_based.h"

#include "multibody/fit_pose.h"

namespace trammel {

FunctionBasedMobilizer::FunctionBasedMobilizer(int n, std::vector<std::shared_ptr<const Function>> functions,
                                               std::vector<std::vector<int>> coordinates, std::vector<Vec3> axes)
    : n_(n) {
    const auto refuse = [](const std::string& why) { throw Exception("A function-based joint " + why); };
    if (n < 1 || n > maxNU) refuse("has one to six coordinates, not " + std::to_string(n) + ".");
    if (functions.size() != 6 || coordinates.size() != 6 || axes.size() != 6)
        refuse("requires six functions, six argument lists and six axes: three rotations, three translations.");
    for (std::size_t i = 0; i < 6; ++i) {
        const std::string which = (i < 3 ? "rotation " : "translation ") + std::to_string(i % 3 + 1);
        if (!functions[i]) refuse("has no function for " + which + ".");
        // A constant may be given without arguments.
        const bool ignoresArguments = coordinates[i].empty();
        if (!ignoresArguments && functions[i]->getArgumentSize() != int(coordinates[i].size()))
            refuse("passes " + std::to_string(coordinates[i].size()) + " coordinates to the function of " + which +
                   " , which takes " + std::to_string(functions[i]->getArgumentSize()) + ".");
        for (int c : coordinates[i])
            if (c < 0 || c >= n) refuse("has no coordinate " + std::to_string(c) + " , which " + which + " uses.");
        if (!ignoresArguments && functions[i]->getMaxDerivativeOrder() < 2)
            refuse("requires two derivatives of each function; that of " + which + " has fewer.");
        if (!(axes[i].norm() > 0)) refuse("requires an axis for " + which + ".");
        const int arguments = int(coordinates[i].size());
        functions_.push_back(
            {std::move(functions[i]), std::move(coordinates[i]), axes[i].normalized(), PartialDerivatives(arguments)});
    }
    const auto axis = [this](std::size_t i) { return functions_[i].axis; };
    constexpr Real independent = 1e-9;
    if (std::abs(dot(axis(3), axis(4) % axis(5))) < independent) refuse("requires three independent translation axes.");
    if ((axis(0) % axis(1)).norm() < independent || (axis(1) % axis(2)).norm() < independent)
        refuse("must not have two successive rotations about the same axis.");
}

void FunctionBasedMobilizer::calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const {
    std::fill(H_FM, H_FM + n_, SpatialVec(0.));
    Rotation R;
    Vec3 p(0.);
    for (std::size_t k = 0; k < 6; ++k) {
        const SpatialFunction& s = functions_[k];
        const bool turns = k < 3;
        FunctionArguments x(s.numArguments());
        s.putArguments(q, x);
        const Vec3 axis = turns ? Vec3(R * s.axis) : s.axis;
        for (std::size_t i = 0; i < s.coordinates.size(); ++i)
            H_FM[s.coordinates[i]][turns ? 0 : 1] += s.partial.calc(*s.f, x, int(i)) * axis;
        const Real value = s.f->calcValue(x);
        if (turns)
            R = R * Rotation(value, s.axis);
        else
            p += value * axis;
    }
    X_FM = Transform(R, p);
}

SpatialVec FunctionBasedMobilizer::calcHDotU(const Real* q, const Real* u, const Transform&, const SpatialVec&) const {
    SpatialVec result(0.);
    Rotation R;
    Vec3 w(0.);  // angular velocity of the frame of the present axis
    for (std::size_t k = 0; k < 6; ++k) {
        const SpatialFunction& s = functions_[k];
        FunctionArguments x(s.numArguments());
        s.putArguments(q, x);
        const std::vector<int>& c = s.coordinates;
        Real rate = 0, bias = 0;
        for (std::size_t i = 0; i < c.size(); ++i) {
            rate += s.partial.calc(*s.f, x, int(i)) * u[c[i]];
            for (std::size_t j = 0; j < c.size(); ++j)
                bias += s.partial.calc(*s.f, x, int(i), int(j)) * u[c[i]] * u[c[j]];
        }
        if (k < 3) {
            const Vec3 axis = R * s.axis;
            result[0] += bias * axis + rate * (w % axis);
            w += rate * axis;
            R = R * Rotation(s.f->calcValue(x), s.axis);
        } else {
            result[1] += bias * s.axis;
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

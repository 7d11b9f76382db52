// SPDX-License-Identifier: Apache-2.0
#include "multibody/mobilizers/function_based.h"

#include <algorithm>

namespace trammel {

namespace {

constexpr std::size_t numParts = 6, numRotations = 3;

[[noreturn]] void refuse(const std::string& why) { throw Exception("A function-based joint " + why); }

std::string nameOfPart(std::size_t k) {
    return (k < numRotations ? "rotation " : "translation ") + std::to_string(k % numRotations + 1);
}

}  // namespace

FunctionBasedMobilizer::FunctionBasedMobilizer(int n, std::vector<std::shared_ptr<const Function>> functions,
                                               std::vector<std::vector<int>> coordinates, std::vector<Vec3> axes)
    : SpatialFunctionMobilizer(n, [&] {
          if (axes.size() != numParts)
              refuse("requires six functions, six argument lists and six axes: three rotations, three translations.");
          std::vector<Part> parts;
          for (std::size_t k = 0; k < numParts; ++k) {
              if (!(axes[k].norm() > 0)) refuse("requires an axis for " + nameOfPart(k) + ".");
              parts.push_back({k < numRotations, Vec3(axes[k].normalized())});
          }
          const auto axis = [&](std::size_t k) { return parts[k].axis; };
          constexpr Real independent = 1e-9;
          if (std::abs(dot(axis(3), axis(4) % axis(5))) < independent)
              refuse("requires three independent translation axes.");
          if ((axis(0) % axis(1)).norm() < independent || (axis(1) % axis(2)).norm() < independent)
              refuse("must not have two successive rotations about the same axis.");
          return parts;
      }()) {
    if (n < 1 || n > maxNU) refuse("has one to six coordinates, not " + std::to_string(n) + ".");
    if (functions.size() != numParts || coordinates.size() != numParts)
        refuse("requires six functions, six argument lists and six axes: three rotations, three translations.");
    for (std::size_t k = 0; k < numParts; ++k) {
        const std::string which = nameOfPart(k);
        if (!functions[k]) refuse("has no function for " + which + ".");
        // A constant may be given without arguments.
        const bool ignoresArguments = coordinates[k].empty();
        if (!ignoresArguments && functions[k]->getArgumentSize() != int(coordinates[k].size()))
            refuse("passes " + std::to_string(coordinates[k].size()) + " coordinates to the function of " + which +
                   " , which takes " + std::to_string(functions[k]->getArgumentSize()) + ".");
        for (int c : coordinates[k])
            if (c < 0 || c >= n) refuse("has no coordinate " + std::to_string(c) + " , which " + which + " uses.");
        if (!ignoresArguments && functions[k]->getMaxDerivativeOrder() < 2)
            refuse("requires two derivatives of each function; that of " + which + " has fewer.");
        const int arguments = int(coordinates[k].size());
        functions_.push_back({std::move(functions[k]), std::move(coordinates[k]), PartialDerivatives(arguments)});
    }
}

Real FunctionBasedMobilizer::calcFunction(std::size_t k, const Real* q, Real* gradient) const {
    const SpatialFunction& s = functions_[k];
    FunctionArguments x(s.numArguments());
    s.putArguments(q, x);
    for (std::size_t i = 0; i < s.coordinates.size(); ++i)
        gradient[s.coordinates[i]] += s.partial.calc(*s.f, x, int(i));
    return s.f->calcValue(x);
}

Jet FunctionBasedMobilizer::calcAlong(std::size_t k, const Real* q, const Real* u) const {
    const SpatialFunction& s = functions_[k];
    FunctionArguments x(s.numArguments());
    s.putArguments(q, x);
    const std::vector<int>& c = s.coordinates;
    Jet f{s.f->calcValue(x), 0, 0};
    for (std::size_t i = 0; i < c.size(); ++i) {
        f.dot += s.partial.calc(*s.f, x, int(i)) * u[c[i]];
        for (std::size_t j = 0; j < c.size(); ++j)
            f.dotdot += s.partial.calc(*s.f, x, int(i), int(j)) * u[c[i]] * u[c[j]];
    }
    return f;
}

}  // namespace trammel

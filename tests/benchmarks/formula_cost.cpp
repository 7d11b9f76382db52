// SPDX-License-Identifier: Apache-2.0
// Cost of forces by formula beside the same forces in C++: the goal is at most three times; and of compiling formulas.
#include <cstdio>

#include "tests/benchmarks/force_cost.h"

namespace {
using namespace trammel;
using namespace trammel::benchmark;

void compare(const char* what, const Element& formula, const Element& builtIn) {
    const double slow = timeOfOne(formula), fast = timeOfOne(builtIn);
    std::printf("%-24s formula %7.1f ns, C++ %7.1f ns, ratio %.2f\n", what, slow * 1e9, fast * 1e9, slow / fast);
}
}  // namespace

int main() {
    const auto force = [](const char* type) { return Element::draft("force", type); };
    compare("spring of a joint", force("mobilityFormula").set("force", "-7 N*m/rad*(joint.q - 0.3 rad)"),
            force("mobilitySpring").set("stiffness", 7.).set("restValue", 0.3));
    compare("damper of a joint", force("mobilityFormula").set("force", "-7 N*m*s/rad*joint.u"),
            force("mobilityDamper").set("damping", 7.));
    compare("spring of two points",
            force("potentialFormula")
                .set("point2", Vec3(0.1, 0.2, 0.3))
                .set("energy", "50 N/m*(distance(point1, point2) - 0.2 m)^2"),
            force("twoPointSpring").set("point2", Vec3(0.1, 0.2, 0.3)).set("restLength", 0.2));
    const auto start = Clock::now();
    const CompiledModelPtr many = modelWith(
        force("mobilityFormula").set("force", "-2 N*m*(joint.q - 0.3)*sin(3*joint.q) + 2 N*m*tanh(t/(1 s))^2"), 1000);
    std::printf("model with 1000 formulas built and compiled in %.0f ms\n", secondsSince(start) * 1e3);
    const auto again = Clock::now();
    const auto recompiled = compileDocument(many->getDocument());
    std::printf("compiled again in %.0f ms\n", secondsSince(again) * 1e3);
}

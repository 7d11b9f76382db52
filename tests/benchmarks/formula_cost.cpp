// SPDX-License-Identifier: Apache-2.0
// Cost of forces by formula beside the same forces in C++: the goal is at most three times; and of compiling 1000 formulas:
// the goal is 0.1 s.
//
// With a case, its kind and a number of evaluations it only computes, so that instructions can be counted, which are the same
// each time: the difference of two counts, by their difference in evaluations and by 200 elements.
//   valgrind --tool=callgrind --toggle-collect='trammel::System::realize(trammel::State const&, trammel::Stage) const'
//     formula_cost 0 formula 60      (in one line)
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include "tests/benchmarks/compiled_forces.h"
#include "tests/benchmarks/force_cost.h"

namespace {
using namespace trammel;
using namespace trammel::benchmark;

struct Case {
    const char* what;
    Element formula, builtIn;
};

std::vector<Case> makeCases() {
    const auto force = [](const char* type) { return Element::draft("force", type); };
    const Vec3 end(0.1, 0.2, 0.3);
    const auto onJoint = [&](const char* formula) { return force("mobilityFormula").set("force", formula); };
    const auto potential = [&](const char* energy) {
        return force("potentialFormula").set("point2", end).set("energy", energy);
    };
    return {{"spring of a joint", onJoint("-7 N*m/rad*(joint.q - 0.3 rad)"),
             force("mobilitySpring").set("stiffness", 7.).set("restValue", 0.3)},
            {"damper of a joint", onJoint("-7 N*m*s/rad*joint.u"), force("mobilityDamper").set("damping", 7.)},
            {"spring of two points", potential("50 N/m*(distance(point1, point2) - 0.2 m)^2"),
             force("twoPointSpring").set("point2", end).set("restLength", 0.2)},
            {"spring and damper", onJoint("-7 N*m/rad*(joint.q - 0.3 rad) - 2 N*m*s/rad*joint.u"),
             force(SpringAndDamper::key)},
            {"waves", onJoint("-2 N*m*sin(3*joint.q)*cos(joint.q)"), force(Waves::key)},
            {"stops",
             onJoint("if(joint.q > 0.5, -100 N*m/rad*(joint.q - 0.5 rad), "
                     "if(joint.q < -0.5, -100 N*m/rad*(joint.q + 0.5 rad), 0))"),
             force(Stops::key)},
            {"magnet", potential("0.002 J*(1 m)^3*distance(point1, point2)^-3"), force(Magnet::key).set("point2", end)},
            {"leaf spring",
             potential(
                 "50 N/m*(distance(point1, point2) - 0.2 m)^2 + 300 N/m/(1 m)^2*(distance(point1, point2) - 0.2 m)^4"),
             force(LeafSpring::key).set("point2", end)}};
}

/// Least processor time of compiling a model from nothing, s.
double compileTime(const CompiledModel& model) {
    double least = 1e9;
    for (int round = 0; round < 5; ++round) {
        const std::clock_t start = std::clock();
        if (!compileDocument(model.getDocument())) std::abort();
        least = std::min(least, double(std::clock() - start) / CLOCKS_PER_SEC);
    }
    return least;
}
}  // namespace

int main(int argc, char** argv) {
    addCompiledForces();
    const std::vector<Case> cases = makeCases();
    if (argc == 4) {
        const Case& one = cases.at(std::size_t(std::atoi(argv[1])));
        const bool isFormula = std::strcmp(argv[2], "formula") == 0;
        evaluate(*modelWith(isFormula ? one.formula : one.builtIn, 200), std::atoi(argv[3]), Stage::Dynamics);
        return 0;
    }
    for (const Case& each : cases) {
        const double slow = timeOfOne(each.formula), fast = timeOfOne(each.builtIn);
        std::printf("%-24s formula %7.1f ns, C++ %7.1f ns, ratio %.2f\n", each.what, slow * 1e9, fast * 1e9,
                    slow / fast);
    }
    // Processor time, which other programs do not change; a ratio shows the cost of formulas.
    const CompiledModelPtr many =
        modelWith(Element::draft("force", "mobilityFormula")
                      .set("force", "-2 N*m*(joint.q - 0.3)*sin(3*joint.q) + 2 N*m*tanh(t/(1 s))^2"),
                  1000);
    const CompiledModelPtr springs = modelWith(Element::draft("force", "mobilitySpring"), 1000);
    const double slow = compileTime(*many), fast = compileTime(*springs);
    std::printf("1000 formulas compiled in %.0f ms, 1000 springs in %.0f ms, ratio %.1f\n", slow * 1e3, fast * 1e3,
                slow / fast);
}

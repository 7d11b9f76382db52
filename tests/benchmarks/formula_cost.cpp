// SPDX-License-Identifier: Apache-2.0
// Cost of forces by formula beside the same forces in C++: the goal is at most three times; and of compiling formulas.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "document/edit.h"
#include "multibody/multibody_system.h"

namespace {
using namespace trammel;
using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// A free body with @p count copies of a force between it and Ground, or on its first joint coordinate.
CompiledModelPtr modelWith(const Element& force, int count) {
    Document document;
    const auto add = [&](Element draft) {
        const Result<Edit> edit = addElement(document, builtinCatalog(), std::move(draft));
        document = edit->document;
        return edit->element;
    };
    const ElementId body = add(Element::draft("body", "box", "Body"));
    const ElementId joint = add(Element::draft("joint", "pin", "Pin").plug("child", body).set("angle", 0.3));
    for (int i = 0; i < count; ++i) {
        Element copy = force;
        if (typeOf(force).findSocket("joint")) copy.plug("joint", joint);
        if (typeOf(force).findSocket("body2")) copy.plug("body2", body);
        add(std::move(copy));
    }
    return *compileDocument(document);
}

/// Least time of one realization to Dynamics after a change of all coordinates, s.
double timeOf(const CompiledModelPtr& model) {
    constexpr int repetitions = 4000, rounds = 7;
    State state = model->getInitialState();
    double least = 1e9;
    for (int round = 0; round < rounds; ++round) {
        const auto start = Clock::now();
        for (int i = 0; i < repetitions; ++i) {
            state.updQ()[0] += 1e-6;
            model->getSystem().realize(state, Stage::Dynamics);
        }
        least = std::min(least, secondsSince(start) / repetitions);
    }
    return least;
}

void compare(const char* what, const Element& formula, const Element& builtIn) {
    constexpr int count = 200;
    const double bare = timeOf(modelWith(formula, 0));
    const double slow = (timeOf(modelWith(formula, count)) - bare) / count;
    const double fast = (timeOf(modelWith(builtIn, count)) - bare) / count;
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

// SPDX-License-Identifier: Apache-2.0
// Time of force elements of a document.
#pragma once

#include <algorithm>
#include <chrono>

#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "document/edit.h"
#include "multibody/multibody_system.h"

namespace trammel::benchmark {

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A free body with @p count copies of a force between it and Ground, or on its first joint coordinate.
inline CompiledModelPtr modelWith(const Element& force, int count) {
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
inline double timeOf(const CompiledModelPtr& model) {
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

/// Least time of one force in a model of @p count of them, s.
inline double timeOfOne(const Element& force) {
    constexpr int count = 200;
    return (timeOf(modelWith(force, count)) - timeOf(modelWith(force, 0))) / count;
}

}  // namespace trammel::benchmark

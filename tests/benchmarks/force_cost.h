// SPDX-License-Identifier: Apache-2.0
// Time of force elements and constraints of a document.
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

/// A document that grows by valid elements.
class ModelDraft {
public:
    ElementId add(Element draft) {
        const Result<Edit> edit = addElement(document_, builtinCatalog(), std::move(draft));
        document_ = edit->document;
        return edit->element;
    }
    CompiledModelPtr compile() const { return *compileDocument(document_); }

private:
    Document document_;
};

/// A free body with @p count copies of a force between it and Ground, or on its first joint coordinate.
inline CompiledModelPtr modelWith(const Element& force, int count) {
    ModelDraft model;
    const ElementId body = model.add(Element::draft("body", "box", "Body"));
    const ElementId joint = model.add(Element::draft("joint", "pin", "Pin").plug("child", body).set("angle", 0.3));
    for (int i = 0; i < count; ++i) {
        Element copy = force;
        if (typeOf(force).findSocket("joint")) copy.plug("joint", joint);
        if (typeOf(force).findSocket("body2")) copy.plug("body2", body);
        model.add(std::move(copy));
    }
    return model.compile();
}

/// @p count free bodies, each kept by a copy of a constraint, if any, at a point of Ground.
inline CompiledModelPtr keptBodies(const Element* constraint, int count) {
    ModelDraft model;
    for (int i = 0; i < count; ++i) {
        const ElementId body = model.add(Element::draft("body", "box", "Body " + std::to_string(i)));
        model.add(Element::draft("joint", "free", "Free " + std::to_string(i)).plug("child", body));
        if (!constraint) continue;
        Element copy = *constraint;
        model.add(copy.plug("body2", body).set("point2", Vec3(0.1, 0.2, 0.3)));
    }
    return model.compile();
}

/// @p count bodies, each moved by a copy of a joint, which a copy of a motion, if any, drives.
inline CompiledModelPtr movedBodies(const Element& joint, const Element* motion, int count) {
    ModelDraft model;
    for (int i = 0; i < count; ++i) {
        const ElementId body = model.add(Element::draft("body", "box", "Body " + std::to_string(i)));
        Element copy = joint;
        const ElementId moving = model.add(copy.plug("child", body));
        if (!motion) continue;
        Element driver = *motion;
        model.add(driver.plug("joint", moving));
    }
    return model.compile();
}

/// Changes all coordinates and realizes @p state, @p times.
inline void changeAndRealize(const System& system, State& state, int times, Stage stage) {
    for (int i = 0; i < times; ++i) {
        // The write alone invalidates; welded bodies have no coordinate.
        Vector& q = state.updQ();
        if (q.size() > 0) q[0] += 1e-6;
        system.realize(state, stage);
    }
}
inline void evaluate(const CompiledModel& model, int times, Stage stage) {
    State state = model.getInitialState();
    changeAndRealize(model.getSystem(), state, times, stage);
}

/// Least time of one realization after a change of all coordinates, s.
inline double timeOf(const CompiledModelPtr& model, Stage stage = Stage::Dynamics) {
    constexpr int repetitions = 4000, rounds = 7;
    State state = model->getInitialState();
    double least = 1e9;
    for (int round = 0; round < rounds; ++round) {
        const auto start = Clock::now();
        changeAndRealize(model->getSystem(), state, repetitions, stage);
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

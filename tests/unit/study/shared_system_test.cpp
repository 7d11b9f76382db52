// SPDX-License-Identifier: Apache-2.0
// Runs of a study share the compiled System where only parameters differ.
#include <gtest/gtest.h>

#include <set>

#include "tests/unit/study/study_rig.h"

namespace trammel {
namespace {

/// Number of Systems used by the runs of a study, including the model's.
std::size_t countSystems(const StudyDefinition& study) {
    std::set<const MultibodySystem*> systems{&study.base->getSystem()};
    std::vector<CompiledModelPtr> kept;
    const std::vector<Real> points = study.plan->makePoints(study.inputs());
    const std::size_t n = study.factors.size();
    for (std::size_t run = 0; run < study.mostRuns(); ++run) {
        const auto at = documentAt(study, study.document, std::span(points).subspan(run * n, n));
        EXPECT_TRUE(at);
        kept.push_back(*compileDocument(at->document, study.base));
        systems.insert(&kept.back()->getSystem());
    }
    return systems.size();
}

TEST(SharedSystem, IsCompiledOnceForParameters) {
    for (const auto& [element, number] :
         {std::pair("Bob", "mass"), {"Rod", "length"}, {"Pivot", "angle"}, {"Simulation", "duration"}}) {
        StudyModel model("pendulum");
        const ElementId id = model.study("grid");
        model.range(id, element, number, 0.5, 1.5, 20);
        model.response(id, "atEnd", "Pivot.q");
        const StudyDefinitionPtr study = model.define(id);
        ASSERT_TRUE(study);
        EXPECT_EQ(countSystems(*study), 1u) << element << "." << number;
    }
}

}  // namespace
}  // namespace trammel

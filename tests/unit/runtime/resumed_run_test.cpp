// SPDX-License-Identifier: Apache-2.0
// Mechanisms saved and resumed during a run continue bitwise identically.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <memory>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "document/document_file.h"
#include "integrate/methods/registry.h"
#include "integrate/time_stepper.h"
#include "multibody/multibody_system.h"
#include "tests/unit/runtime/run_rig.h"

namespace trammel {
namespace {

class ResumedMechanism : public ::testing::TestWithParam<std::tuple<std::string, std::string>> {};

/// Each sample's y followed by the y of the advanced State.
std::vector<Real> samplesOf(const CompiledModel& model, const std::string& method, bool resumed) {
    constexpr int Samples = 8;
    constexpr Real Interval = 0.023;
    std::vector<Real> samples;
    auto integrator = createIntegrator(method, model.getSystem());
    integrator->setProjectEveryStep(true);
    auto stepper = std::make_unique<TimeStepper>(model.getSystem(), *integrator);
    stepper->initialize(model.getInitialState());
    for (int k = 1; k <= Samples; ++k) {
        EXPECT_EQ(stepper->stepTo(k * Interval), Integrator::ReachedReportTime);
        if (resumed) {
            std::stringstream text;
            const auto memory = stepper->makeMemory();
            for (const Diagnostic& d : memory.diagnostics) ADD_FAILURE() << d.toString();
            memory->write(text);
            auto next = createIntegrator(method, model.getSystem());
            next->setProjectEveryStep(true);
            stepper = std::make_unique<TimeStepper>(model.getSystem(), *next);
            integrator = std::move(next);
            for (const Diagnostic& d : stepper->resume(*IntegratorMemory::read(text))) ADD_FAILURE() << d.toString();
        }
        for (const State* s : {&integrator->getState(), &integrator->getAdvancedState()})
            samples.insert(samples.end(), s->getY().begin(), s->getY().end());
    }
    return samples;
}

TEST_P(ResumedMechanism, ContinuesIdentically) {
    const auto& [file, method] = GetParam();
    const auto document = readDocumentFile(TRAMMEL_SOURCE_DIR "/models/" + file + ".trammel", builtinCatalog());
    ASSERT_TRUE(document);
    const auto model = compileDocument(*document);
    ASSERT_TRUE(model);
    const auto whole = samplesOf(**model, method, false), resumed = samplesOf(**model, method, true);
    ASSERT_EQ(whole.size(), resumed.size());
    EXPECT_EQ(std::memcmp(whole.data(), resumed.data(), whole.size() * sizeof(Real)), 0);
}

INSTANTIATE_TEST_SUITE_P(Models, ResumedMechanism,
                         ::testing::Combine(::testing::Values("four_bar", "chain_of_balls"),
                                            ::testing::ValuesIn(integratorKeys())),
                         [](const auto& row) {
                             std::string name = std::get<0>(row.param) + "_" + std::get<1>(row.param);
                             std::replace_if(
                                 name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
                             return name;
                         });

}  // namespace
}  // namespace trammel

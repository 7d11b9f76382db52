// SPDX-License-Identifier: Apache-2.0
// Runs per second of a study with one and with two workers, beside loops over libsimbody and MuJoCo for the same model, in
// turns: the machine's slow phases hit all. Reported, never asserted.
//   study_rates [RUNS] [ROUNDS]
#include "study_rates.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "document/edit.h"
#include "peer_module.h"
#include "study/study_run.h"

namespace {

using namespace trammel;

constexpr const char* model = R"({"trammel": 1, "name": "Double pendulum", "nextId": 20, "elements": [
 {"id": 1, "family": "body", "type": "rigid", "name": "Upper", "properties": {"mass": 1, "massCenter": [0, -0.5, 0], "moments": [0.08333333333333333, 0.001, 0.08333333333333333]}},
 {"id": 2, "family": "body", "type": "rigid", "name": "Lower", "properties": {"mass": 1, "massCenter": [0, -0.5, 0], "moments": [0.08333333333333333, 0.001, 0.08333333333333333]}},
 {"id": 3, "family": "joint", "type": "pin", "name": "Pivot", "properties": {"angle": 1.5707963267948966}, "references": {"child": 1}},
 {"id": 4, "family": "joint", "type": "pin", "name": "Elbow", "properties": {"parentPoint": [0, -1, 0]}, "references": {"parent": 1, "child": 2}},
 {"id": 5, "family": "force", "type": "gravity", "name": "Gravity", "properties": {"magnitude": 9.81}},
 {"id": 6, "family": "settings", "type": "simulation", "name": "Simulation", "properties": {"accuracy": 1e-06, "duration": 10, "frameInterval": 0.1}},
 {"id": 7, "family": "study", "type": "grid", "name": "Study"},
 {"id": 8, "family": "factor", "type": "range", "name": "Mass", "parent": 7, "properties": {"number": "mass", "from": 0.5, "to": 1.5, "levels": RUNS}, "references": {"element": 1}},
 {"id": 9, "family": "response", "type": "atEnd", "name": "Angle", "parent": 7, "properties": {"output": "Pivot.angle"}}]})";

double secondsOf(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

StudyDefinitionPtr define(int runs) {
    std::string text = model;
    text.replace(text.find("RUNS"), 4, std::to_string(runs));
    const Result<Document> read = readDocument(text, builtinCatalog());
    if (!read || !read.diagnostics.empty()) std::exit(1);
    const auto study = defineStudy(*read, ElementId{7});
    if (!study) std::exit(1);
    return *study;
}

struct Contender {
    const char* name;
    std::function<void()> work;
    std::vector<double> rates = {};
};

double medianOf(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
    const int runs = argc > 1 ? std::atoi(argv[1]) : 200, rounds = argc > 2 ? std::atoi(argv[2]) : 7;
    if (runs < 2 || rounds < 1) return 2;
    const StudyDefinitionPtr study = define(runs);
    const auto compute = [&](int workers) {
        return [&study, workers] {
            StudyRun run(study, nullptr, {workers});
            run.start();
            run.wait();
        };
    };
    std::vector<Contender> all{{"study, one worker", compute(1)}, {"study, two workers", compute(2)}};
    [[maybe_unused]] const auto loop = [runs](double (*one)(double)) {
        return [runs, one] {
            for (int i = 0; i < runs; ++i) one(0.5 + double(i) / (runs - 1));
        };
    };
#ifdef SIMBODY_MODULE
    all.push_back({"loop over libsimbody", loop(functionOfModule<double(double)>(SIMBODY_MODULE, "runSimbody"))});
#endif
#ifdef PEER_MUJOCO
    all.push_back({"loop over MuJoCo, RK4 at 1 ms", loop(study_rates::runMujoco)});
#endif
    for (int round = 0; round < rounds; ++round)
        for (Contender& each : all) each.rates.push_back(runs / secondsOf(each.work));
    for (const Contender& each : all) {
        std::vector<double> ratios;
        for (int round = 0; round < rounds; ++round)
            ratios.push_back(each.rates[std::size_t(round)] / all.front().rates[std::size_t(round)]);
        std::printf("%-32s %9.1f runs/s, %6.3f of one worker (medians of %d rounds of %d runs)\n", each.name,
                    medianOf(each.rates), medianOf(ratios), rounds, runs);
    }
}

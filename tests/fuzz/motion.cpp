// SPDX-License-Identifier: Apache-2.0
// Recorded motion of a model: any table of coordinates or file of markers gives the forces of the motion and a model
// that follows it and runs, or is refused with a message.
#include "authoring/recorded_drive.h"
#include "compile/catalog.h"
#include "document/document_file.h"
#include "inspect/motion_reading.h"
#include "inspect/pose_study.h"
#include "tests/fuzz/scratch_file.h"
#include "tests/fuzz/short_run.h"

namespace {
using namespace trammel;

const CompiledModel& arm() {
    static const CompiledModelPtr model = *compileDocument(*readDocument(R"({"trammel": 1, "elements": [
      {"id": 1, "family": "body", "type": "bar", "name": "Upper", "properties": {"length": 0.4}},
      {"id": 2, "family": "body", "type": "bar", "name": "Lower", "properties": {"length": 0.3}},
      {"id": 3, "family": "joint", "type": "pin", "name": "Shoulder", "references": {"child": 1}},
      {"id": 4, "family": "joint", "type": "pin", "name": "Elbow", "references": {"parent": 1, "child": 2},
       "properties": {"parentPoint": [0.4, 0, 0]}},
      {"id": 5, "family": "shape", "type": "sphere", "name": "wrist", "parent": 2,
       "properties": {"position": [0.3, 0, 0], "touches": false}},
      {"id": 6, "family": "shape", "type": "sphere", "name": "elbow", "parent": 1,
       "properties": {"position": [0.4, 0, 0], "touches": false}},
      {"id": 7, "family": "shape", "type": "sphere", "name": "biceps", "parent": 1,
       "properties": {"position": [0.2, 0, 0], "touches": false}}]})",
                                                                         builtinCatalog()));
    return *model;
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    static const ScratchFolder folder;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<ReadMotion> read = readMotionOf(arm(), folder.write("motion", text));
    promise(read || read.diagnostics.hasErrors(), "a refusal has words");
    promiseWords(read.diagnostics, text);
    if (!read) return 0;
    const Result<InverseDynamicsResult> forces = calcInverseDynamics(arm(), read->motion, 0, {});
    promise(forces || forces.diagnostics.hasErrors(), "a refusal has words");
    promise(!forces || forces->succeeded || !forces->message.empty(), "a motion that cannot be followed has a reason");
    promiseWords(forces.diagnostics, text);
    const Result<Edit> driven = driveByRecord(arm().getDocument(), arm(), read->motion);
    promise(driven || driven.diagnostics.hasErrors(), "a refusal has words");
    promiseWords(driven.diagnostics, text);
    constexpr int steps = 3;
    if (driven) compileAndRun(driven->document, nullptr, steps, text);
    return 0;
}

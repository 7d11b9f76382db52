// SPDX-License-Identifier: Apache-2.0
// The command line with a user-defined element that violates its cache contract.
#include "cli_rig.h"

namespace trammel {
namespace {

using CommandLineWithAFaultyElement = test::CommandLine;

TEST_F(CommandLineWithAFaultyElement, AuditReportsTheEntryAndItsMissingPrerequisite) {
    const std::string model = file("faulty.trammel", R"({"trammel": 1, "elements": [
      {"id": 1, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.5}},
      {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "references": {"child": 1}},
      {"id": 3, "family": "force", "type": "rememberedDamper", "name": "Bad damper", "references": {"joint": 2}},
      {"id": 4, "family": "force", "type": "gravity", "name": "Gravity"}]})");
    const test::Outcome audit = test::call("audit " + model);
    EXPECT_EQ(audit.code, 1) << audit.text;
    for (const char* part : {"ERRORS FOUND", "'force of Bad damper'", "Declare u as a prerequisite"})
        EXPECT_NE(audit.text.find(part), std::string::npos) << audit.text;
}

TEST_F(CommandLineWithAFaultyElement, AuditPassesWithoutTheElement) {
    const test::Outcome audit = test::call("audit " + test::fourBar);
    EXPECT_EQ(audit.code, 0) << audit.text;
}

}  // namespace
}  // namespace trammel

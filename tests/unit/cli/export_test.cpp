// SPDX-License-Identifier: Apache-2.0
// Export by the command line: format by ending or key, models and runs.
#include "cli_rig.h"

namespace trammel {
namespace {

using test::call;
using test::fourBar;
using test::lines;
using test::Outcome;

class Export : public test::CommandLine {
protected:
    std::string path(const std::string& name) const { return "'" + (folder / name).string() + "'"; }
};

TEST_F(Export, CopiesAModel) {
    const Outcome outcome = call("export " + fourBar + " -o " + path("copy.trammel"));
    EXPECT_EQ(outcome.code, 0) << outcome.text;
    EXPECT_EQ(call("check " + path("copy.trammel")).code, 0);
    // Reading and writing a copy again changes nothing.
    EXPECT_EQ(call("export " + path("copy.trammel") + " -o " + path("again.trammel")).code, 0);
    EXPECT_EQ(lines(folder / "copy.trammel"), lines(folder / "again.trammel"));
}

TEST_F(Export, WritesARunLikeTheRunItself) {
    const Outcome run =
        call("run " + fourBar + " --until 0.1 --csv " + path("run.csv") + " --save " + path("run.trun"));
    ASSERT_EQ(run.code, 0) << run.text;
    EXPECT_EQ(call("export " + path("run.trun") + " -o " + path("export.csv")).code, 0);
    EXPECT_GT(lines(folder / "run.csv").size(), 2u);
    EXPECT_EQ(lines(folder / "run.csv"), lines(folder / "export.csv"));
    EXPECT_EQ(call("export " + path("run.trun") + " --format events -o " + path("events.csv")).code, 0);
    EXPECT_EQ(lines(folder / "events.csv").front(), "time [s],event");
    EXPECT_NE(call("export " + path("run.trun") + " --format sto -o -").text.find("endheader"), std::string::npos);
    EXPECT_EQ(call("export " + path("run.trun") + " -o " + path("model.trammel")).code, 0);
    EXPECT_EQ(call("check " + path("model.trammel")).code, 0);
}

TEST_F(Export, RejectsUnsupportedExports) {
    const Outcome model = call("export " + fourBar + " -o " + path("x.csv"));
    EXPECT_EQ(model.code, 1);
    EXPECT_NE(model.text.find("--csv"), std::string::npos) << model.text;
    const Outcome ending = call("export " + fourBar + " -o " + path("x.doc"));
    EXPECT_EQ(ending.code, 1);
    EXPECT_NE(ending.text.find("csv: "), std::string::npos) << ending.text;
    EXPECT_EQ(call("export " + fourBar + " --format papyrus -o " + path("x.csv")).code, 1);
    const std::string own = file("own.trammel", R"({"trammel": 1, "elements": []})");
    EXPECT_EQ(call("export " + own + " -o " + own).code, 1);
    EXPECT_TRUE(std::filesystem::is_regular_file(folder / "own.trammel"));
    EXPECT_FALSE(std::filesystem::exists(folder / "x.csv"));
}

TEST_F(Export, IsListedWithTheFormats) {
    const std::string all = call("formats").text;
    EXPECT_NE(all.find("urdf: "), std::string::npos);
    EXPECT_NE(all.find("csv: "), std::string::npos);
    EXPECT_EQ(call("formats csv").code, 0);
}

}  // namespace
}  // namespace trammel

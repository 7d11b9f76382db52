// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "cli_rig.h"

namespace trammel::test {
namespace {

const std::string data = TRAMMEL_SOURCE_DIR "/tests/data/import/";
std::string quoted(const std::string& text) { return "'" + text + "'"; }

std::string contentOf(const std::filesystem::path& path) {
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

TEST_F(CommandLine, ImportSavesModelAndReport) {
    const auto model = folder / "arm.trammel", report = folder / "arm.json";
    const Outcome import = call("import " + quoted(data + "arm.urdf") + " -o " + quoted(model) + " --report " +
                                quoted(report) + " --option root=floating");
    EXPECT_EQ(import.code, 0) << import.text;
    EXPECT_NE(import.text.find("left out: arm.urdf:19: mesh of link 'slide'"), std::string::npos) << import.text;
    const std::string rows = contentOf(report);
    EXPECT_NE(rows.find("\"Root link: Floating\""), std::string::npos);
    EXPECT_NE(rows.find("\"outcome\": \"approximated\""), std::string::npos);
    EXPECT_EQ(call("check " + quoted(model)).code, 0);
}

TEST_F(CommandLine, EachCommandTakesAFileThatCanBeImported) {
    for (const std::string command : {"check", "info", "run --until 0.01"}) {
        for (const auto& [file, label] :
             {std::pair("loops.xml", "MuJoCo model: "), std::pair("frames.sdf", "SDFormat model or world: "),
              std::pair("leg_v2.osim", "OpenSim model: ")}) {
            const Outcome outcome = call(command + " " + quoted(data + file));
            EXPECT_EQ(outcome.code, 0) << command << ": " << outcome.text;
            EXPECT_NE(outcome.text.find(label), std::string::npos) << outcome.text;
        }
    }
}

TEST_F(CommandLine, ImportFailsWithoutAUsableModel) {
    EXPECT_EQ(call("import " + file("empty.urdf", "")).code, 1);
    EXPECT_EQ(call("import " + file("text.txt", "hello")).code, 1);
    EXPECT_EQ(call("import " + quoted(folder / "missing.urdf")).code, 1);
    const Outcome option = call("import " + quoted(data + "arm.urdf") + " --option root=flying");
    EXPECT_EQ(option.code, 1);
    EXPECT_NE(option.text.find("root=floating"), std::string::npos) << option.text;
}

TEST_F(CommandLine, ImportOfATruncatedFileSavesThePartReadAndFails) {
    const std::string model = contentOf(data + "arm.urdf");
    const auto cut = folder / "cut.urdf", saved = folder / "cut.trammel";
    std::ofstream(cut) << model.substr(0, model.rfind("</joint>"));
    const Outcome import = call("import " + quoted(cut) + " -o " + quoted(saved));
    EXPECT_EQ(import.code, 1) << import.text;
    EXPECT_NE(import.text.find("not whole"), std::string::npos) << import.text;
    EXPECT_EQ(call("check " + quoted(saved)).code, 0);
    EXPECT_EQ(call("run --until 0.01 " + quoted(cut)).code, 1);
}

TEST_F(CommandLine, FormatsDescribesWhatIsSupported) {
    EXPECT_NE(call("formats").text.find("urdf: "), std::string::npos);
    const Outcome page = call("formats urdf");
    EXPECT_NE(page.text.find("| joint revolute, continuous | pin joint |"), std::string::npos) << page.text;
    EXPECT_NE(call("formats sdf").text.find("| joint screw | screw joint |"), std::string::npos);
    EXPECT_NE(call("formats osim").text.find("| SimmSpline, NaturalCubicSpline | cubic through points |"),
              std::string::npos);
    EXPECT_EQ(call("formats none").code, 1);
}

}  // namespace
}  // namespace trammel::test

// SPDX-License-Identifier: Apache-2.0
// The command line overwrites no file that it reads, replaces files atomically, and reports in its exit code anything
// it could not read or write.
#include <sys/stat.h>

#include <csignal>

#include "cli_rig.h"

namespace trammel {
namespace {

using test::call;
using test::lines;
using test::Outcome;

class FileSafety : public test::CommandLine {
protected:
    static std::string contentOf(const std::filesystem::path& path) {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    static const std::string& fourBarText() {
        static const std::string text = contentOf(TRAMMEL_SOURCE_DIR "/models/four_bar.trammel");
        return text;
    }
    std::string path(const std::string& name) const { return "'" + (folder / name).string() + "'"; }
    std::size_t filesInFolder() const {
        return std::size_t(std::distance(std::filesystem::directory_iterator(folder), {}));
    }
    void expectFailure(const std::string& arguments, const std::string& part) {
        const Outcome outcome = call(arguments);
        EXPECT_EQ(outcome.code, 1) << arguments;
        EXPECT_NE(outcome.text.find(part), std::string::npos) << arguments << ":\n" << outcome.text;
    }
};

TEST_F(FileSafety, RefusesToOverwriteAPartlyReadFile) {
    const std::string cut = fourBarText().substr(0, fourBarText().size() * 2 / 3);
    std::string marked = fourBarText();
    marked.insert(marked.find("\"elements\""), "<<<<<<< ours\n");
    std::string wrong = fourBarText();
    wrong.replace(wrong.find("\"mass\": 0.138"), 13, "\"mass\": -0.138");
    for (const std::string& text : {cut, marked, wrong}) {
        const std::string model = file("model.trammel", text);
        expectFailure("assemble " + model + " -o " + model, "was not read completely");
        EXPECT_EQ(contentOf(folder / "model.trammel"), text);
        std::filesystem::create_symlink("model.trammel", folder / "link.trammel");
        expectFailure("assemble " + model + " -o " + path("link.trammel"), "was not read completely");
        EXPECT_EQ(contentOf(folder / "model.trammel"), text);
        std::filesystem::remove(folder / "link.trammel");
        for (const char* const command : {"check ", "info ", "audit ", "run ", "equilibrium ", "linearize "})
            EXPECT_EQ(call(command + model).code, 1) << command << text.size();
    }
    const std::string whole = file("whole.trammel", fourBarText());
    EXPECT_EQ(call("assemble " + whole + " -o " + whole).code, 0);
}

TEST_F(FileSafety, WritesAnExportOfAModelWithErrorsAndFails) {
    std::string misspelled = fourBarText();
    misspelled.replace(misspelled.find("\"length\""), 8, "\"lenght\"");
    const std::string model = file("model.trammel", misspelled);
    expectFailure("export " + model + " --format sdf -o " + path("model.sdf"), "lenght");
    EXPECT_TRUE(std::filesystem::exists(folder / "model.sdf"));
}

TEST_F(FileSafety, RefusesNamesThatAreEmptyOrTooLong) {
    const std::string model = file("model.trammel", fourBarText()), tooLong = path(std::string(300, 'x'));
    expectFailure("run " + model + " --until 0.1 --csv " + tooLong + " --save " + path(std::string(300, 'y')),
                  "The file name is too long");
    expectFailure("assemble " + model + " -o " + tooLong, "The file name is too long");
    for (const char* const command :
         {"export --format sdf -o '' ", "run --until 0.1 --csv '' ", "assemble --output '' "})
        expectFailure(command + model, "is empty. Give it a value.");
    EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(FileSafety, NamesTheElementThatPreventsAnAudit) {
    // Without its second body, the journal is far outside its bearing.
    std::string text = contentOf(TRAMMEL_SOURCE_DIR "/models/play_in_a_pin.trammel");
    const std::string other = "\"body2\": 5";
    const std::size_t at = text.find(other, text.find("\"name\": \"Big end\""));
    ASSERT_NE(at, text.npos);
    const std::size_t comma = text.rfind(',', at);
    text.erase(comma, at + other.size() - comma);
    const std::string model = file("apart.trammel", text);
    expectFailure("audit " + model, "'Big end'");
    EXPECT_EQ(call("audit " + model).text.find("internal error"), std::string::npos);
}

TEST_F(FileSafety, StopsRunAndCheckAtAnUnusableValue) {
    const auto model = [this](const std::string& of) {
        return file("m.trammel", R"({"trammel": 1, "elements": [
            {"id": 1, "family": "body", "type": "bar", "name": "Arm", )" +
                                     of + R"(},
            {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "references": {"child": 1}}]})");
    };
    EXPECT_EQ(call("check " + model(R"("properties": {"mass": 1})")).code, 0);
    for (const char* const bad :
         {R"("properties": {"mass": -1})", R"("properties": {"length": "1.2"})",
          R"("properties": {"mass": 1, "mass": 2})", R"("formulas": {"mass": "1 kg/0"})", R"("name": "Lever")"}) {
        const std::string text = model(bad);
        EXPECT_EQ(call("check " + text).code, 1) << bad;
        const Outcome run = call("run " + text + " --until 0.1");
        EXPECT_EQ(run.code, 1) << bad;
        EXPECT_EQ(run.text.find("simulated"), std::string::npos) << bad;
    }
    expectFailure("check " + file("none.trammel", R"({"trammel": 1, "name": "Nothing"})"), "\"elements\" is missing");
}

TEST_F(FileSafety, StopsRunAndCheckAtAnElementOfUnknownType) {
    std::string text = fourBarText();
    const std::string::size_type at = text.find("\"type\": \"pin\"");
    ASSERT_NE(at, std::string::npos);
    text.replace(at, 13, "\"type\": \"pinn\"");
    const std::string model = file("m.trammel", text);
    for (const char* const command : {"check ", "run --until 0.01 ", "info "})
        expectFailure(command + model, "The type 'pinn' is unknown");
}

TEST_F(FileSafety, StopsRunAndCheckAtAnElementOfUnknownFamilyOrPart) {
    const auto replaced = [&](const char* name, std::string_view old, std::string_view with) {
        std::string text = fourBarText();
        const std::string::size_type at = text.find(old);
        EXPECT_NE(at, std::string::npos) << old;
        return file(name, text.replace(at, old.size(), with));
    };
    const std::string family = replaced("family.trammel", R"("family": "motion")", R"("family": "moton")"),
                      none = replaced("none.trammel", R"("family": "motion",)", ""),
                      shape = replaced("shape.trammel", R"("type": "box")", R"("type": "boxx")"),
                      part = replaced("part.trammel", R"("properties")", R"("propertes")");
    for (const char* const command : {"check ", "run --until 0.01 "}) {
        expectFailure(command + family, "The family 'moton' is unknown to this version and is ignored.");
        expectFailure(command + none, "It has no family and is ignored.");
        expectFailure(command + shape, "The type 'boxx' is unknown to this version and is ignored.");
        expectFailure(command + part,
                      "It has no key 'propertes'; its value in the file is ignored. Correct it to "
                      "'properties', or remove it.");
    }
}

TEST_F(FileSafety, StopsRunAndCheckAtAMisspelledPropertyOrInput) {
    std::string property = fourBarText(), input = fourBarText();
    property.replace(property.find("\"mass\""), 6, "\"maas\"");
    input.replace(input.find("\"child\""), 7, "\"chidl\"");
    const std::string first = file("property.trammel", property), second = file("input.trammel", input);
    for (const char* const command : {"check ", "run "}) {
        expectFailure(command + first,
                      "It has no property 'maas'; its value in the file is ignored. Correct it "
                      "to 'mass', or remove it.");
        expectFailure(command + second, "It has no input 'chidl'");
    }
}

TEST_F(FileSafety, RejectsFoldersInEachCommand) {
    std::filesystem::create_directories(folder / "a.trun");
    const std::string notAFile = "This is not a regular file.";
    expectFailure("replay " + path("a.trun"), notAFile);
    expectFailure("study show " + path("a.trun"), notAFile);
    expectFailure("--plugin " + path("a.trun") + " check " + test::fourBar, notAFile);
    expectFailure("check " + path("a.trun"), notAFile);
}

TEST_F(FileSafety, RefusesAnInputAsOutput) {
    const std::string model = file("m.trammel", fourBarText());
    for (const char* const option : {"--csv ", "--sto ", "--mot ", "--events ", "--save "})
        expectFailure("run " + model + " --until 0.1 " + option + model, "is an input file");
    EXPECT_EQ(contentOf(folder / "m.trammel"), fourBarText());
    expectFailure("run " + model + " --until 0.1 --csv " + path("a") + " --sto " + path("a"), "written twice");
    expectFailure("run " + model + " --until 0.1 --csv - --sto -", "mixed on standard output");
    ASSERT_EQ(call("run " + model + " --until 0.1 --save " + path("a.trun") + " --csv " + path("a.csv")).code, 0);
    const std::string run = contentOf(folder / "a.trun"), table = contentOf(folder / "a.csv");
    expectFailure("replay " + path("a.trun") + " --csv " + path("a.trun"), "is an input file");
    EXPECT_EQ(contentOf(folder / "a.trun"), run);
    expectFailure("inverse-dynamics " + model + " --motion " + path("a.csv") + " --csv " + path("a.csv"),
                  "is an input file");
    EXPECT_EQ(contentOf(folder / "a.csv"), table);
}

TEST_F(FileSafety, FollowsLinksAndKeepsPipesAndDevices) {
    const std::string model = file("m.trammel", fourBarText());
    std::filesystem::create_directory(folder / "real");
    std::filesystem::create_symlink("real/a.csv", folder / "a.csv");
    std::filesystem::create_symlink("real/a.trun", folder / "a.trun");
    const std::string run = "run " + model + " --until 0.1";
    EXPECT_EQ(call(run + " --csv " + path("a.csv") + " --save " + path("a.trun")).code, 0);
    for (const char* const name : {"a.csv", "a.trun"}) {
        EXPECT_TRUE(std::filesystem::is_symlink(folder / name)) << name;
        EXPECT_TRUE(std::filesystem::is_regular_file(folder / "real" / name)) << name;
    }
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    expectFailure(run + " --save " + path("pipe"), "not a regular file");
    EXPECT_TRUE(std::filesystem::is_fifo(folder / "pipe"));
    expectFailure(run + " --save /dev/null", "not a regular file");
    EXPECT_EQ(call(run + " --csv /dev/null").code, 0);
    expectFailure(run + " --csv " + path("real"), "not a regular file");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "real"), {}), 2) << "temporary files";
}

TEST_F(FileSafety, KeepsTheOldTableAndRunOnAFullDisk) {
    const std::string model = file("m.trammel", fourBarText());
    const std::string table = file("a.csv", "old table"), run = file("a.trun", "old run");
    const std::size_t before = filesInFolder();
    for (const std::string& output : {" --csv " + table, " --save " + run}) {
        // Files of at most a kilobyte: the disk as it is when it is full.
        const std::string limited = "ulimit -f 1; trap '' XFSZ; '" TRAMMEL_CLI "' run " + model + " --until 5" + output;
        FILE* const pipe = popen(("bash -c \"" + limited + "\" 2>&1").c_str(), "r");
        std::string text;
        for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) text += char(c);
        EXPECT_NE(pclose(pipe), 0) << text;
        EXPECT_NE(text.find("disk is full"), std::string::npos) << text;
    }
    EXPECT_EQ(contentOf(folder / "a.csv"), "old table");
    EXPECT_EQ(contentOf(folder / "a.trun"), "old run");
    EXPECT_EQ(filesInFolder(), before);
}

TEST_F(FileSafety, FailsIfStandardOutputCannotBeWritten) {
    const std::string model = file("m.trammel", fourBarText());
    for (const std::string& command :
         std::vector<std::string>{"check " + model, "info " + model, "audit " + model, "types", "schema",
                                  "assemble " + model, "linearize " + model, "--help", "--version"}) {
        const int status = std::system(("'" TRAMMEL_CLI "' " + command + " >/dev/full 2>/dev/null").c_str());
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << command;
    }
}

TEST_F(FileSafety, FailsTheCheckOfADamagedRun) {
    const std::string model = file("m.trammel", fourBarText());
    ASSERT_EQ(call("run " + model + " --until 0.5 --save " + path("a.trun")).code, 0);
    const std::string whole = contentOf(folder / "a.trun");
    for (std::size_t at = 20; at < whole.size(); at += whole.size() / 40) {
        std::string damaged = whole;
        damaged[at] = char(damaged[at] ^ 0x55);
        const Outcome flipped = call("replay --check " + file("b.trun", damaged));
        EXPECT_EQ(flipped.code, 1) << "byte " << at << "\n" << flipped.text;
        EXPECT_EQ(flipped.text.find("in all 0 frames"), std::string::npos) << flipped.text;
        const Outcome cut = call("replay --check " + file("b.trun", whole.substr(0, at)));
        EXPECT_EQ(cut.code, 1) << "cut at " << at << "\n" << cut.text;
    }
    EXPECT_EQ(call("replay --check " + path("a.trun")).code, 0);
}

TEST_F(FileSafety, LeavesAWholeRunAfterTwoWriters) {
    const std::string model = file("m.trammel", fourBarText());
    for (int round = 0; round < 5; ++round) {
        const std::string one =
            "'" TRAMMEL_CLI "' run " + model + " --until 2 --save " + path("a.trun") + " >/dev/null";
        ASSERT_EQ(std::system(("{ " + one + " & " + one + " & wait; }").c_str()), 0);
        const Outcome check = call("replay --check " + path("a.trun"));
        EXPECT_EQ(check.code, 0) << check.text;
    }
    EXPECT_EQ(filesInFolder(), 2u);
}

TEST_F(FileSafety, AsksForForceBeforeARunWithoutEnd) {
    const auto model = [this](const std::string& setting) {
        std::string text = fourBarText();
        text.replace(text.find("\"duration\": "), 12, setting + ", \"duration\": ");
        return file("m.trammel", text);
    };
    expectFailure("run " + model("\"fixedStep\": 1e-9"), "at least 1e+10 steps");
    expectFailure("run " + model("\"fixedStep\": 1e-300"), "add --force");
    expectFailure("run --force " + model("\"fixedStep\": 1e-300"), "too short to advance a clock");
    expectFailure("run " + model("\"frameInterval\": 1e-7"), "1e+08 frames");
    expectFailure("run " + model("\"accuracy\": 1e-17"), "at least 1e-15");
}

TEST_F(FileSafety, ReportsThatForcesOfAHugeMassCannotBeComputed) {
    const std::string model = file("m.trammel", R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Arm", "properties": {"length": 1e99, "mass": 1e99}},
        {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "references": {"child": 1}},
        {"id": 3, "family": "force", "type": "gravity", "name": "Gravity", "properties": {"magnitude": 1e99}}]})");
    const Outcome found = call("equilibrium " + model);
    EXPECT_EQ(found.code, 1);
    EXPECT_EQ(found.text.find("nan"), std::string::npos) << found.text;
    EXPECT_NE(found.text.find("is too large to be computed"), std::string::npos) << found.text;
    EXPECT_NE(found.text.find("Unnamed model: No equilibrium"), std::string::npos) << found.text;
}

TEST_F(FileSafety, RefusesNumbersWhoseEnergiesCannotBeComputed) {
    const std::string model = file("m.trammel", R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Arm", "properties": {"length": 0.5, "mass": 1e308}},
        {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "references": {"child": 1}},
        {"id": 3, "family": "force", "type": "gravity", "name": "Gravity"}]})");
    for (const char* const command : {"check ", "run "}) {
        const Outcome refused = call(command + model);
        EXPECT_EQ(refused.code, 1);
        EXPECT_NE(refused.text.find("Mass must be at most 1e+100 kg"), std::string::npos) << refused.text;
    }
}

TEST_F(FileSafety, EndsARunThatDivergesAtItsFixedStep) {
    const std::string model = file("m.trammel", R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "box", "name": "Block"},
        {"id": 2, "family": "joint", "type": "slider", "name": "Guide", "references": {"child": 1}},
        {"id": 3, "family": "force", "type": "mobilitySpring", "name": "Spring",
         "properties": {"stiffness": 1e12, "restValue": 0.1}, "references": {"joint": 2}},
        {"id": 4, "family": "settings", "type": "simulation", "name": "Simulation",
         "properties": {"integrator": "rungeKutta3", "fixedStep": 0.1, "duration": 5}}]})");
    const Outcome run = call("run " + model + " --csv " + path("a.csv"));
    EXPECT_EQ(run.code, 1) << run.text;
    EXPECT_NE(run.text.find("The fixed step of 0.1 s cannot be taken at t = "), std::string::npos) << run.text;
    EXPECT_NE(run.text.find("is too large to be computed"), std::string::npos) << run.text;
    for (const std::string& row : lines(folder / "a.csv"))
        EXPECT_TRUE(row.find("nan") == std::string::npos && row.find("inf") == std::string::npos) << row;
}

TEST_F(FileSafety, RecordsTheMultipliersOfConstraints) {
    const std::string model = file("m.trammel", fourBarText());
    ASSERT_EQ(call("run " + model + " --until 0.1 --csv " + path("a.csv")).code, 0);
    const auto rows = lines(folder / "a.csv");
    EXPECT_NE(rows[0].find("Closing pin.multiplier 1 [N],Closing pin.multiplier 2 [N]"), std::string::npos) << rows[0];
    for (const std::string& row : rows) EXPECT_EQ(row.find("nan"), std::string::npos) << row;
}

TEST_F(FileSafety, ReportsTheSimulatedTimeFromTheStartTime) {
    const std::string model = file("m.trammel", R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Arm"},
        {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "references": {"child": 1}},
        {"id": 3, "family": "settings", "type": "simulation", "name": "Simulation", "properties": {"startTime": -3}}]})");
    const Outcome run = call("run " + model + " --until 0.5");
    EXPECT_NE(run.text.find("simulated 0.5 s in 51 frames"), std::string::npos) << run.text;
}

TEST_F(FileSafety, RecordsMultipliersOfDisabledConstraintsAsZero) {
    const std::string model = file("m.trammel", R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Arm"},
        {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "references": {"child": 1}},
        {"id": 3, "family": "constraint", "type": "constantSpeed", "name": "Brake", "properties": {"enabled": false},
         "references": {"joint": 2}}]})");
    ASSERT_EQ(call("run " + model + " --until 0.1 --csv " + path("a.csv")).code, 0);
    const auto rows = lines(folder / "a.csv");
    EXPECT_NE(rows.at(0).find("Brake.multiplier"), std::string::npos) << rows[0];
    for (const std::string& row : rows) EXPECT_EQ(row.find("nan"), std::string::npos) << row;
}

TEST_F(FileSafety, FindsNoFreedomInAFullyDrivenMechanism) {
    const std::string model = file("m.trammel", fourBarText());
    const Outcome equilibrium = call("equilibrium " + model), linear = call("linearize " + model);
    EXPECT_EQ(equilibrium.code, 0) << equilibrium.text;
    EXPECT_EQ(linear.code, 0) << linear.text;
    EXPECT_NE(linear.text.find("0 speeds"), std::string::npos) << linear.text;
}

TEST_F(FileSafety, ReportsAnImpossibleOutputBeforeComputing) {
    for (const char* const option : {"--csv ", "--save "}) {
        const Outcome run = call("run " + fourBar + " --until 0.1 " + option + path("none/out"));
        EXPECT_EQ(run.code, 1);
        EXPECT_NE(run.text.find("The folder does not exist. Create the folder"), std::string::npos) << run.text;
        EXPECT_EQ(run.text.find("simulated"), std::string::npos) << run.text;
    }
    EXPECT_EQ(call("run " + fourBar + " --until 0.1 --csv /dev/null").code, 0);
    for (const char* const pose : {"assemble ", "equilibrium "}) {
        const Outcome found = call(pose + fourBar + " -o " + path("none/out.trammel"));
        EXPECT_EQ(found.code, 1);
        EXPECT_NE(found.text.find("The folder does not exist. Create the folder"), std::string::npos) << found.text;
        EXPECT_EQ(found.text.find("largest"), std::string::npos) << found.text;
    }
}

TEST_F(FileSafety, RefusesPipesAndDevicesForModelsAndRunsBeforeComputing) {
    const std::string pipe = path("pipe");
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    const std::string urdf = file("m.urdf", "<robot name='r'><link name='a'/></robot>");
    for (const std::string& output : {pipe, std::string("/dev/null")})
        for (const std::string& command :
             {"assemble " + fourBar + " -o ", "equilibrium " + fourBar + " -o ",
              "run " + fourBar + " --until 0.1 --save ", "import " + urdf + " -o ", "import " + urdf + " --report "}) {
            const Outcome outcome = call(command + output);
            EXPECT_EQ(outcome.code, 1) << command;
            EXPECT_NE(outcome.text.find("not a regular file"), std::string::npos) << command << outcome.text;
            for (const char* const computed : {"largest", "simulated", "bodies", "urdf '"})
                EXPECT_EQ(outcome.text.find(computed), std::string::npos) << command << outcome.text;
        }
}

TEST_F(FileSafety, NamesTheReasonForAFolderThatCannotBeMade) {
    file("file", "");
    const std::string reason = "a part of its path is a file. Choose another folder.";
    expectFailure("plugin new mine --folder " + path("file/below"), reason);
    expectFailure("study submit '" TRAMMEL_SOURCE_DIR "/tests/fuzz/seeds/study/small.trammel' --print --plan " +
                      path("file/plan"),
                  reason);
}

}  // namespace
}  // namespace trammel

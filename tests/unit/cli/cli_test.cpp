// SPDX-License-Identifier: Apache-2.0
// The real command-line program: exit status and output.
#include <array>
#include <charconv>
#include <sstream>

#include "cli_rig.h"
#include "formats/csv.h"

namespace trammel {
namespace {

using test::call;
using test::fourBar;
using test::lines;
using test::Outcome;

using CommandLine = test::CommandLine;

TEST_F(CommandLine, AuditReportsExaminedEntriesAndNoErrors) {
    const Outcome audit = call("audit " + fourBar);
    EXPECT_EQ(audit.code, 0) << audit.text;
    EXPECT_NE(audit.text.find("no errors found"), std::string::npos) << audit.text;
    EXPECT_EQ(call("audit '" + (folder / "nothing.trammel").string() + "'").code, 1);
}

TEST_F(CommandLine, RunWritesOneRowPerFrameWithNamesAndUnits) {
    const std::filesystem::path csv = folder / "out.csv";
    const Outcome run = call("run " + fourBar + " --until 1 --interval 0.1 --csv '" + csv.string() + "'");
    EXPECT_EQ(run.code, 0) << run.text;
    const auto rows = lines(csv);
    ASSERT_EQ(rows.size(), 12u) << "a header and 11 frames";
    EXPECT_EQ(rows[0].substr(0, 8), "time [s]");
    EXPECT_NE(rows[0].find("Crank pin.angle [rad]"), std::string::npos) << rows[0];
    EXPECT_EQ(rows[11].substr(0, 2), "1,");
}

TEST_F(CommandLine, NumbersRoundTripAndRunsAreReproducible) {
    const std::filesystem::path first = folder / "a.csv", second = folder / "b.csv";
    ASSERT_EQ(call("run " + fourBar + " --until 1 --csv '" + first.string() + "'").code, 0);
    ASSERT_EQ(call("run " + fourBar + " --until 1 --csv '" + second.string() + "'").code, 0);
    EXPECT_EQ(lines(first), lines(second));
    std::stringstream row(lines(first).back());
    for (std::string cell; std::getline(row, cell, ',');) {
        double x = 0;
        ASSERT_EQ(std::from_chars(cell.data(), cell.data() + cell.size(), x).ec, std::errc());
        EXPECT_EQ(toRoundTripText(x), cell);
    }
}

TEST_F(CommandLine, SavedRunGivesTheSameTableAndReplaysIdentically) {
    const auto path = [this](const char* name) { return "'" + (folder / name).string() + "'"; };
    const Outcome run = call("run " + fourBar + " --until 0.5 --csv " + path("a.csv") + " --save " + path("a.trun"));
    EXPECT_EQ(run.code, 0) << run.text;
    const Outcome again = call("replay " + path("a.trun") + " --check --csv " + path("b.csv"));
    EXPECT_EQ(again.code, 0) << again.text;
    EXPECT_NE(again.text.find("bitwise identical in all 51 frames"), std::string::npos) << again.text;
    EXPECT_EQ(lines(folder / "a.csv"), lines(folder / "b.csv"));

    std::filesystem::resize_file(folder / "a.trun", std::filesystem::file_size(folder / "a.trun") - 7);
    const Outcome cut = call("replay " + path("a.trun"));
    EXPECT_NE(cut.text.find("is truncated"), std::string::npos) << cut.text;
    EXPECT_NE(cut.text.find("51 frames"), std::string::npos) << cut.text;
}

TEST_F(CommandLine, RunsOfBodiesThatTouchSayWhichMethodsTookTheirSteps) {
    const std::string stored = "'" + (folder / "a.trun").string() + "'";
    const Outcome run = call("run '" TRAMMEL_SOURCE_DIR "/models/walking_wheel.trammel' --until 1 --save " + stored);
    EXPECT_EQ(run.code, 0) << run.text;
    const Outcome again = call("replay " + stored + " --check");
    EXPECT_EQ(again.code, 0) << again.text;
    for (const std::string& text : {run.text, again.text})
        for (const char* part : {" steps by Runge-Kutta-Merson 4(3), ", " by BDF (CVODE)"})
            EXPECT_NE(text.find(part), std::string::npos) << text;
    // Mechanisms keep to one method.
    EXPECT_EQ(call("run " + fourBar + " --until 0.5").text.find("steps by"), std::string::npos);
}

TEST_F(CommandLine, LoadsAndRecordedPullsAreRepeated) {
    const auto path = [this](const char* name) { return "'" + (folder / name).string() + "'"; };
    const std::string model = "'" TRAMMEL_SOURCE_DIR "/models/double_pendulum.trammel'";
    const std::string load = " --load 'Lower bar:0.05,0,0=0,-3.5,0,0,0,0.1@0.1234..0.3'";
    const Outcome run = call("run " + model + " --until 0.5 --interval 0.01 --csv " + path("a.csv") + load +
                             " --save " + path("a.trun"));
    EXPECT_EQ(run.code, 0) << run.text;
    const Outcome again = call("replay " + path("a.trun") + " --check");
    EXPECT_EQ(again.code, 0) << again.text;
    EXPECT_NE(again.text.find("'Lower bar' was loaded from 0.1234 s to 0.3 s"), std::string::npos) << again.text;
    EXPECT_NE(again.text.find("bitwise identical in all 51 frames"), std::string::npos) << again.text;

    ASSERT_EQ(
        call("run " + model + " --until 0.5 --interval 0.01 --pulls " + path("a.trun") + " --csv " + path("b.csv"))
            .code,
        0);
    EXPECT_EQ(lines(folder / "a.csv"), lines(folder / "b.csv"));
    ASSERT_EQ(call("run " + model + " --until 0.5 --interval 0.01 --csv " + path("c.csv")).code, 0);
    const auto with = lines(folder / "a.csv"), without = lines(folder / "c.csv");
    ASSERT_EQ(with.size(), without.size());
    EXPECT_EQ(with[12], without[12]);
    EXPECT_NE(with.back(), without.back());

    // Expressed in the body, which is rotated, the load differs.
    const auto turned = [&](const char* axes, const char* file) {
        const std::string text = " --load 'Lower bar:0.05,0,0=0,-3.5,0@0..0.3" + std::string(axes) + "'";
        EXPECT_EQ(call("run " + model + " --until 0.5 --interval 0.01 --csv " + path(file) + text).code, 0);
        return lines(folder / file);
    };
    const auto ofGround = turned("", "g.csv"), ofBody = turned("@body", "body.csv");
    ASSERT_EQ(ofGround.size(), ofBody.size());
    EXPECT_NE(ofGround.back(), ofBody.back());
    EXPECT_NE(call("run " + model + " --load 'Lower bar:0,0,0=1,0,0@0..1@hand'").text.find("'@body' at the end"),
              std::string::npos);

    const Outcome unknown = call("run " + model + " --load 'Hand:0,0,0=1,0,0@0..1'");
    EXPECT_EQ(unknown.code, 1);
    EXPECT_NE(unknown.text.find("no body 'Hand'"), std::string::npos) << unknown.text;
    EXPECT_EQ(call("run " + model + " --load 'Lower bar:0,0,0=1,0@0..1'").code, 1);
    EXPECT_EQ(call("run " + model + " --load 'Lower bar:0,0,0=1,0,0@1..0'").code, 1);
}

TEST_F(CommandLine, EventsAreCountedByKindAndWrittenWithTheirTimes) {
    const std::string ball = "'" TRAMMEL_SOURCE_DIR "/models/validation/bouncing_ball.trammel'";
    const std::filesystem::path events = folder / "events.csv", again = folder / "again.csv";
    const std::string stored = "'" + (folder / "ball.trun").string() + "'";
    const Outcome run = call("run " + ball + " --events '" + events.string() + "' --save " + stored);
    ASSERT_EQ(run.code, 0) << run.text;
    EXPECT_NE(run.text.find("events: Floor contact: impact (38)\n"), std::string::npos) << run.text;
    const auto rows = lines(events);
    ASSERT_EQ(rows.size(), 39u);
    EXPECT_EQ(rows[0], "time [s],event");
    EXPECT_NEAR(std::stod(rows[1]), 0.4515236409857309, 1e-6) << "from 1 m at 9.81 m/s2";
    EXPECT_EQ(rows[1].substr(rows[1].find(',')), ",Floor contact: impact");
    const Outcome replay = call("replay " + stored + " --events '" + again.string() + "'");
    EXPECT_NE(replay.text.find("events: Floor contact: impact (38)\n"), std::string::npos) << replay.text;
    EXPECT_EQ(lines(again), rows);
    EXPECT_EQ(call("run " + fourBar + " --until 0.1").text.find("events"), std::string::npos);
}

TEST_F(CommandLine, StorageHeaderHasSizeAndAngleUnit) {
    const auto path = [this](const char* name) { return "'" + (folder / name).string() + "'"; };
    const Outcome run = call("run " + fourBar + " --until 0.1 --sto " + path("a.sto") + " --mot " + path("a.mot"));
    EXPECT_EQ(run.code, 0) << run.text;
    const auto sto = lines(folder / "a.sto"), mot = lines(folder / "a.mot");
    ASSERT_EQ(sto.size(), 7u + 11u);
    EXPECT_EQ(sto[1], "version=1");
    EXPECT_EQ(sto[2], "nRows=11");
    EXPECT_EQ(sto[4], "inDegrees=no");
    EXPECT_EQ(mot[4], "inDegrees=yes");
    EXPECT_EQ(sto[5], "endheader");
    EXPECT_EQ(sto[6], mot[6]);
    EXPECT_EQ(sto[6].rfind("time\tCrank_pin.angle\t", 0), 0u) << sto[6];
    const auto second = [](const std::string& row) { return std::stod(row.substr(row.find('\t') + 1)); };
    EXPECT_NEAR(second(mot[12]), second(sto[12]) * 180 / 3.14159265358979, 1e-9);
}

TEST_F(CommandLine, FailuresGiveNonzeroStatusAndModelTerms) {
    const auto expectFailure = [](const std::string& arguments, const std::string& part) {
        const Outcome outcome = call(arguments);
        EXPECT_NE(outcome.code, 0) << arguments;
        EXPECT_NE(outcome.text.find(part), std::string::npos) << arguments << ":\n" << outcome.text;
    };
    expectFailure("run '" + (folder / "missing.trammel").string() + "' --csv -", "missing.trammel");
    expectFailure("run " + fourBar + " --until -1", "--until");
    expectFailure("run " + fourBar + " --integrator guesswork", "guesswork");
    expectFailure("run " + fourBar + " --csv /no/such/folder/out.csv --until 0.1", "folder");
    expectFailure("check " + file("cut.trammel", R"({"trammel": 1, "elements": [)"), "line");
    expectFailure("check " + file("text.trammel", "hello"), "not a Trammel model");
    expectFailure("types nonsense", "nonsense");
    expectFailure("", "required");
}

TEST_F(CommandLine, CheckReportsThePlaceOfAnError) {
    const Outcome outcome = call("check " + file("bad.trammel", R"({"trammel": 1, "elements": [
      {"id": 1, "family": "body", "type": "bar", "name": "Arm", "properties": {"mass": -3}}]})"));
    EXPECT_NE(outcome.text.find("Arm"), std::string::npos) << outcome.text;
    EXPECT_NE(outcome.text.find("mass"), std::string::npos) << outcome.text;
}

TEST_F(CommandLine, TypesListsPropertiesUnitsAndStages) {
    const Outcome all = call("types"), one = call("types bar");
    EXPECT_EQ(all.code, 0);
    for (const char* part : {"kg", "Instance", "length"}) EXPECT_NE(one.text.find(part), std::string::npos) << part;
    EXPECT_GT(all.text.size(), 10 * one.text.size());
    EXPECT_EQ(call("schema").text.front(), '{');
}

TEST_F(CommandLine, TypesWritesDrawingsOrReportsAnError) {
    const std::filesystem::path drawings = folder / "pages" / "drawings";
    const Outcome written = call("types --drawings '" + drawings.string() + "'");
    EXPECT_EQ(written.code, 0) << written.text;
    const auto bar = lines(drawings / "body.bar.svg");
    ASSERT_FALSE(bar.empty());
    EXPECT_TRUE(bar.front().starts_with("<svg "));
    EXPECT_EQ(bar.back(), "</svg>");
    const Outcome refused = call("types --drawings " + file("occupied", "text"));
    EXPECT_NE(refused.code, 0);
    EXPECT_NE(refused.text.find("occupied"), std::string::npos) << refused.text;
}

TEST_F(CommandLine, InfoReportsMobility) {
    const Outcome info = call("info " + fourBar);
    EXPECT_EQ(info.code, 0);
    EXPECT_NE(info.text.find("degrees of freedom 1"), std::string::npos) << info.text;
}

}  // namespace
}  // namespace trammel

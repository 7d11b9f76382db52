// SPDX-License-Identifier: Apache-2.0
// Poses, equilibrium, linearization and inverse dynamics from the command line.
#include <cmath>
#include <sstream>

#include "cli_rig.h"

namespace trammel {
namespace {

using test::call;
using test::fourBar;
using test::lines;
using test::Outcome;

class CommandLineStudies : public test::CommandLine {
protected:
    std::string path(const std::string& name) const { return "'" + (folder / name).string() + "'"; }
    static void expectFailure(const std::string& arguments, const std::string& part) {
        const Outcome outcome = call(arguments);
        EXPECT_NE(outcome.code, 0) << arguments;
        EXPECT_NE(outcome.text.find(part), std::string::npos) << arguments << ":\n" << outcome.text;
    }
    static void expect(const Outcome& outcome, const std::string& part) {
        EXPECT_EQ(outcome.code, 0) << outcome.text;
        EXPECT_NE(outcome.text.find(part), std::string::npos) << outcome.text;
    }
};

TEST_F(CommandLineStudies, AssembleReachesRequestedCoordinates) {
    const Outcome outcome =
        call("assemble " + fourBar + " --coordinate 'Crank pin.angle=2' -o " + path("posed.trammel"));
    expect(outcome, "Crank pin.angle = 2 rad");
    expect(outcome, ": assembled");
    expect(call("check " + path("posed.trammel")), "no errors");
    expect(call("assemble " + path("posed.trammel")), "Crank pin.angle = 2 rad");
}

TEST_F(CommandLineStudies, AssembleReachesMarkersOrReportsTheGap) {
    // The crank's tip, 0.1 m from its pin in Ground's origin.
    expect(call("assemble " + fourBar + " --marker 'Crank:0.1,0,0=0.1,0,0'"), "Crank pin.angle = ");
    const Outcome far = call("assemble " + fourBar + " --marker 'Crank:0.1,0,0=0.2,0,0'");
    EXPECT_NE(far.code, 0);
    EXPECT_NE(far.text.find("closure gap at 'marker on Crank' of 0.1"), std::string::npos) << far.text;
}

TEST_F(CommandLineStudies, AssembleSuggestsNamesForInvalidArguments) {
    expectFailure("assemble " + fourBar + " --coordinate 'Crank pin.angel=2'", "'Crank pin.angle'");
    expectFailure("assemble " + fourBar + " --coordinate 'Crank pin.angle=two'", "NAME=VALUE");
    expectFailure("assemble " + fourBar + " --coordinate 'Crank pin.angle=nan'", "NAME=VALUE");
    expectFailure("assemble " + fourBar + " --marker 'Crank:1,2=0,0,0'", "BODY:x,y,z=X,Y,Z");
    expectFailure("assemble " + fourBar + " --marker 'Crunk:1,2,3=0,0,0'", "'Crank'");
    expectFailure("assemble " + fourBar + " --lock 'Crank pen'", "'Crank pin'");
    expectFailure("assemble " + path("missing.trammel"), "missing.trammel");
}

TEST_F(CommandLineStudies, EquilibriumReportsMotorsAndStops) {
    expect(call("equilibrium " + fourBar), "Motors hold 'Crank pin'");
    expect(call("equilibrium '" TRAMMEL_SOURCE_DIR "/models/validation/simple_pendulum.trammel'"), "stable");
}

TEST_F(CommandLineStudies, LinearizeListsModesAndMatrices) {
    // Two points of 1 kg on threads of 1 m: omega^2 = 9.81 (2 - sqrt 2), 2.397 rad/s.
    const std::string pendulum = "'" TRAMMEL_SOURCE_DIR "/models/validation/double_pendulum.trammel'";
    const Outcome modes = call("linearize --equilibrium " + pendulum);
    expect(modes, "2.397");
    const Outcome matrices = call("linearize --equilibrium --matrices " + pendulum);
    expect(matrices, "angle of Upper pin");
    expect(matrices, "force on angle of Lower pin");
}

TEST_F(CommandLineStudies, InverseDynamicsOfARunGivesItsMotorsTorque) {
    ASSERT_EQ(call("run " + fourBar + " --until 1 --interval 0.01 --accuracy 1e-8 --csv " + path("run.csv")).code, 0);
    const Outcome outcome =
        call("inverse-dynamics " + fourBar + " --motion " + path("run.csv") + " --csv " + path("forces.csv"));
    expect(outcome, "forces of 1 speed at 101 times");
    const auto rows = lines(folder / "forces.csv");
    ASSERT_EQ(rows.size(), 102u);
    EXPECT_EQ(rows[0].find("time [s],torque of Crank pin [N·m]"), 0u) << rows[0];
    const Outcome screen = call("inverse-dynamics " + fourBar + " --motion " + path("run.csv"));
    expect(screen, rows[50]);
}

TEST_F(CommandLineStudies, ADrivenModelFollowsTheRecordedRun) {
    const std::string table = path("run.csv"), driven = path("driven.trammel"), again = path("again.csv");
    ASSERT_EQ(call("run " + fourBar + " --until 0.5 --interval 0.01 --accuracy 1e-8 --csv " + table).code, 0);
    expect(call("drive " + fourBar + " --motion " + table + " -o " + driven),
           "coordinates read, driven from 0 to 0.5 s");
    ASSERT_EQ(call("run " + driven + " --interval 0.01 --csv " + again).code, 0);
    const auto before = lines(folder / "run.csv"), after = lines(folder / "again.csv");
    ASSERT_EQ(after.size(), before.size());
    // Time and the first coordinate.
    const auto second = [](const std::string& row) { return std::stod(row.substr(row.find(',') + 1)); };
    for (std::size_t i = 1; i < before.size(); ++i) EXPECT_NEAR(second(after[i]), second(before[i]), 1e-6) << i;
}

TEST_F(CommandLineStudies, DriveAsksForTheUnitOfAngles) {
    std::string text = "pendulum\nendheader\ntime\tHinge\n";
    for (int i = 0; i < 8; ++i) text += std::to_string(i) + "\t" + std::to_string(10 * i) + "\n";
    const std::string model = file("m.trammel", R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Arm"},
        {"id": 2, "family": "joint", "type": "pin", "name": "Hinge", "references": {"child": 1}}]})");
    const std::string drive = "drive " + model + " --motion " + file("t.mot", text) + " -o " + path("d.trammel");
    expectFailure(drive, "does not say whether angles");
    expect(call(drive + " --angles degrees"), "1 coordinates read, driven from 0 to 7 s");
    ASSERT_EQ(call("run " + path("d.trammel") + " --interval 1 --csv " + path("r.csv")).code, 0);
    const auto rows = lines(folder / "r.csv");
    ASSERT_EQ(rows.size(), 9u);
    EXPECT_EQ(rows[0].find("time [s],Hinge.angle [rad]"), 0u) << rows[0];
    EXPECT_NEAR(std::stod(rows[8].substr(rows[8].find(',') + 1)), 70 * std::acos(-1.) / 180, 1e-9);
}

TEST_F(CommandLineStudies, InverseDynamicsUnderExternalLoadsWritesStorage) {
    const std::string model = file("m.trammel", R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Foot"},
        {"id": 2, "family": "joint", "type": "pin", "name": "Ankle", "references": {"child": 1},
         "properties": {"coordinateNames": "ankle_angle"}}]})");
    std::string motion = "rest\ninDegrees=yes\nendheader\ntime\tankle_angle\n";
    for (int i = 0; i < 8; ++i) motion += std::to_string(0.1 * i) + "\t20\n";
    const std::string loads = file("loads.xml",
                                   "<OpenSimDocument><ExternalLoads><objects><ExternalForce name='Plate'>"
                                   "<applied_to_body>Foot</applied_to_body><force_identifier>v</force_identifier>"
                                   "<point_identifier>p</point_identifier></ExternalForce></objects>"
                                   "<datafile>plate.mot</datafile></ExternalLoads></OpenSimDocument>");
    file("plate.mot",
         "plate\nendheader\ntime\tvx\tvy\tvz\tpx\tpy\tpz\n0\t0\t8\t0\t0.25\t0\t0\n1\t0\t8\t0\t0.25\t0\t0\n");
    const std::string files = model + " --motion " + file("rest.mot", motion) + " --loads " + loads;
    expect(call("inverse-dynamics " + files + " --low-pass 6 --csv " + path("id.sto")), "forces of 1 speed at 8 times");
    const auto rows = lines(folder / "id.sto");
    ASSERT_EQ(rows.size(), 15u);
    EXPECT_EQ(rows[6], "time\tankle_angle_moment");
    EXPECT_NEAR(std::stod(rows[10].substr(rows[10].find('\t') + 1)), -2, 1e-9);
    // The driven model feels the same force.
    expect(call("drive " + files + " -o " + path("driven.trammel")), "driven from 0 to 0.7 s");
    ASSERT_EQ(call("run " + path("driven.trammel") + " --interval 0.1 --csv " + path("run.csv")).code, 0);
    expect(call("check " + path("driven.trammel")), "no errors");
    expectFailure("inverse-dynamics " + files + " --low-pass 6 --smoothing 1", "takes the place of --smoothing");
    expectFailure("inverse-dynamics " + files + " --low-pass 0", "--low-pass must be positive");
    expectFailure("drive " + model + " --motion " + path("rest.mot") + " --loads " + path("rest.mot") + " -o " +
                      path("d.trammel"),
                  "rest.mot");
}

TEST_F(CommandLineStudies, InverseDynamicsFailsForUnsuitableTables) {
    const auto with = [&](const std::string& table) {
        return "inverse-dynamics " + fourBar + " --motion " + file("motion.csv", table);
    };
    const std::string rows = "0,1\n.1,1\n.2,1\n.3,1\n.4,1\n.5,1\n";
    expectFailure(with("time,Crank pin.angel\n" + rows), "'Crank pin.angle'");
    expectFailure(with("x,Crank pin.angle\n" + rows), "'time'");
    expectFailure(with("time [frames],Crank pin.angle\n" + rows), "frames");
    expectFailure(with("time,Crank pin.angle [mm]\n" + rows), "rad");
    expectFailure(with("time,total energy\n" + rows), "coordinate");
    expectFailure(with("time,Crank pin.angle\n0,1\n.1,nan\n.2,1\n.3,1\n.4,1\n.5,1\n"), "row 2");
    expectFailure(with("time,Crank pin.angle\n0,1\n.1,one\n"), "line 3");
    expectFailure(with("time,Crank pin.angle\n0,1\n.1\n"), "line 3");
    expectFailure(with("time,Crank pin.angle\n0,1\n.1,1\n"), "six");
    expectFailure(with("time,Crank pin.angle\n.1,1\n0,1\n.2,1\n.3,1\n.4,1\n.5,1\n"), "row 2");
    expectFailure(with("time,Crank pin.angle\n"), "no rows");
    expectFailure(with(""), "empty");
    expectFailure(with("time,Crank pin.angle\n" + rows) + " --driver 'Crank pen'", "'Crank pin'");
    expectFailure("inverse-dynamics " + fourBar + " --motion " + path("missing.csv"), "missing.csv");
}

}  // namespace
}  // namespace trammel

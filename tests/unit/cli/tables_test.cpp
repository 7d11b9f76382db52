// SPDX-License-Identifier: Apache-2.0
// Tables read by inverse-dynamics: ambiguous or incomplete numbers are refused with a message.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "cli_rig.h"

namespace trammel {
namespace {

using test::call;
using test::Outcome;

class MotionTable : public test::CommandLine {
protected:
    /// Two bars in a row, so that both angles must be given.
    const std::string model = "'" TRAMMEL_SOURCE_DIR "/models/double_pendulum.trammel'";
    std::string storage(const std::string& header, int rows, const std::string& cell = {}, bool both = true) const {
        std::string text =
            "motion\n" + header + "endheader\ntime\tShoulder.angle" + (both ? "\tElbow.angle" : "") + "\n";
        for (int i = 0; i < rows; ++i) {
            const double t = 0.1 * i;
            text += std::to_string(t) + "\t" + (i == 3 && !cell.empty() ? cell : std::to_string(std::sin(t))) +
                    (both ? "\t" + std::to_string(std::cos(t)) : "") + "\n";
        }
        return text;
    }
    Outcome read(const std::string& text) {
        return call("inverse-dynamics " + model + " --motion " + file("t.mot", text));
    }
    void expectRefused(const std::string& text, const std::string& part) {
        const Outcome outcome = read(text);
        EXPECT_EQ(outcome.code, 1) << outcome.text;
        EXPECT_NE(outcome.text.find(part), std::string::npos) << outcome.text;
    }
};

TEST_F(MotionTable, IsReadIfComplete) {
    const Outcome outcome = read(storage("nRows=20\nnColumns=3\ninDegrees=no\n", 20));
    EXPECT_EQ(outcome.code, 0) << outcome.text;
}

TEST_F(MotionTable, CutAtARowIsRefused) {
    expectRefused(storage("nRows=101\ninDegrees=no\n", 43), "promises 101 rows, but there are 43");
}

TEST_F(MotionTable, WithoutAnAngleUnitIsRefused) {
    expectRefused(storage("nRows=20\n", 20), "does not say whether angles");
    expectRefused(storage("nRows=20\ninDegrees=maybe\n", 20), "inDegrees is 'maybe'");
}

TEST_F(MotionTable, WithoutAColumnOfACoordinateThatIsFreeIsRefused) {
    expectRefused(storage("nRows=20\ninDegrees=no\n", 20, {}, false), "gives 1 of 2 degrees of freedom");
}

TEST_F(MotionTable, WithHugeOrMissingNumbersIsRefused) {
    expectRefused(storage("nRows=20\ninDegrees=no\n", 20, "1e308"), "is beyond 1e12 m or rad");
    expectRefused(storage("nRows=20\ninDegrees=no\n", 20, "nan"), "is not a number");
    expectRefused(storage("nRows=20\ninDegrees=no\n", 20, "1e999"), "is not a number");
}

TEST_F(MotionTable, WithHugeNumbersDrivesNoModel) {
    const Outcome outcome =
        call("drive " + model + " --motion " + file("t.mot", storage("nRows=20\ninDegrees=no\n", 20, "1e200")) +
             " -o '" + (folder / "driven.trammel").string() + "'");
    EXPECT_EQ(outcome.code, 1) << outcome.text;
    EXPECT_FALSE(std::filesystem::exists(folder / "driven.trammel"));
}

TEST_F(MotionTable, FromARunHasRecordedNamesAndDegrees) {
    // The type of the joint leaves open that its coordinate is an angle.
    const std::string knee = file("knee.trammel", R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Shank"},
        {"id": 2, "family": "function", "type": "linear", "name": "Same"},
        {"id": 3, "family": "joint", "type": "functionBased", "name": "Knee",
         "references": {"child": 1, "rotationZ": 2},
         "properties": {"coordinateNames": "knee_angle_r", "values": [0.5, 0, 0], "rates": [2, 0, 0]}}]})");
    const std::string table = "'" + (folder / "run.mot").string() + "'";
    const Outcome outcome = call("run " + knee + " --until 0.1 --interval 0.1 --mot " + table);
    ASSERT_EQ(outcome.code, 0) << outcome.text;
    const auto rows = test::lines(folder / "run.mot");
    const auto end = std::ranges::find(rows, "endheader");
    ASSERT_GE(rows.end() - end, 3);
    EXPECT_EQ(end[1].find("time\tknee_angle_r\tknee_angle_r_u"), 0u) << end[1];
    double time = 0, angle = 0, rate = 0;
    std::istringstream(end[2]) >> time >> angle >> rate;
    EXPECT_NEAR(angle, 0.5 * 180 / std::acos(-1.), 1e-9);
    EXPECT_NEAR(rate, 2 * 180 / std::acos(-1.), 1e-9);
    // It can be read again.
    const Outcome again =
        call("drive " + knee + " --motion " + table + " -o '" + (folder / "d.trammel").string() + "'");
    EXPECT_NE(again.text.find("At least four are required"), std::string::npos) << again.text;
}

TEST_F(MotionTable, ThatIsAFolderIsRefused) {
    const Outcome outcome = call("inverse-dynamics " + model + " --motion '" + folder.string() + "'");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.text.find("This is not a regular file."), std::string::npos) << outcome.text;
}

}  // namespace
}  // namespace trammel

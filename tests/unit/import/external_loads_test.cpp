// SPDX-License-Identifier: Apache-2.0
#include "import/osim/external_loads.h"

#include "import_rig.h"

namespace trammel {
namespace {

using import_test::Folder;

class ExternalLoadsFile : public testing::Test {
protected:
    const Folder folder;

    /// One load with further elements, and a table of forces.
    Result<std::vector<RecordedLoad>> read(const std::string& more, const std::string& table = plates) const {
        folder.write("plates.mot", table);
        return readExternalLoads(folder.write(
            "loads.xml",
            "<OpenSimDocument Version='40000'><ExternalLoads><objects><ExternalForce name='Right'>"
            "<applied_to_body>/bodyset/foot_r</applied_to_body><force_identifier>r_v</force_identifier>" +
                more + "</ExternalForce></objects><datafile>plates.mot</datafile></ExternalLoads></OpenSimDocument>"));
    }
    static void expectError(const Result<std::vector<RecordedLoad>>& loads, const std::string& part) {
        EXPECT_FALSE(loads);
        ASSERT_TRUE(loads.diagnostics.hasErrors()) << part;
        EXPECT_NE(loads.diagnostics.items().front().toString().find(part), std::string::npos)
            << loads.diagnostics.items().front().toString();
    }
    static constexpr const char* point = "<point_identifier>r_p</point_identifier>";
    static constexpr const char* plates =
        "plates\nendheader\ntime\tr_vx\tr_vy\tr_vz\tr_px\tr_py\tr_pz\tr_m_x\tr_m_y\tr_m_z\n"
        "0\t1\t2\t3\t4\t5\t6\t7\t8\t9\n0\t1\t2\t3\t4\t5\t6\t7\t8\t9\n0.5\t10\t20\t30\t40\t50\t60\t70\t80\t90\n";
};

TEST_F(ExternalLoadsFile, GivesForcePointAndTorqueByTime) {
    const auto loads = read(std::string(point) +
                            "<torque_identifier>r_m</torque_identifier><force_expressed_in_body>ground"
                            "</force_expressed_in_body><point_expressed_in_body>foot_r</point_expressed_in_body>");
    ASSERT_TRUE(loads);
    ASSERT_EQ(loads->size(), 1u);
    const RecordedLoad& load = loads->front();
    EXPECT_EQ(load.name, "Right");
    EXPECT_EQ(load.body, "foot_r");
    EXPECT_FALSE(load.forceInBody);
    EXPECT_TRUE(load.pointInBody);
    // The second row repeats the time of the first.
    ASSERT_EQ(load.samples.size(), 2u);
    EXPECT_EQ(load.samples[1].time, 0.5);
    EXPECT_EQ(load.samples[1].force, Vec3(10, 20, 30));
    EXPECT_EQ(load.samples[1].point, Vec3(40, 50, 60));
    EXPECT_EQ(load.samples[1].torque, Vec3(70, 80, 90));
}

TEST_F(ExternalLoadsFile, WithoutAPointActsAtTheOriginOfTheBody) {
    const auto loads = read("");
    ASSERT_TRUE(loads);
    EXPECT_TRUE(loads->front().pointInBody);
    EXPECT_EQ(loads->front().samples.front().point, Vec3(0.));
}

TEST_F(ExternalLoadsFile, UnitsInTitlesAreConverted) {
    const auto withUnit = [&](const std::string& unit) {
        return read("", "time,r_vx [" + unit + "],r_vy [" + unit + "],r_vz [" + unit + "]\n0,1,2,3\n1,1,2,3\n");
    };
    const auto loads = withUnit("kN");
    ASSERT_TRUE(loads);
    EXPECT_EQ(loads->front().samples.front().force, Vec3(1000, 2000, 3000));
    expectError(withUnit("bodyweights"), "It is in 'bodyweights'");
}

TEST_F(ExternalLoadsFile, LoadsWithoutNamesHaveDifferentOnes) {
    folder.write("plates.mot", plates);
    const std::string load =
        "<ExternalForce><applied_to_body>foot</applied_to_body><force_identifier>r_v</force_identifier></"
        "ExternalForce>";
    const auto loads = readExternalLoads(
        folder.write("loads.xml", "<OpenSimDocument><ExternalLoads><objects>" + load + load +
                                      "</objects><datafile>plates.mot</datafile></ExternalLoads></OpenSimDocument>"));
    ASSERT_TRUE(loads);
    ASSERT_EQ(loads->size(), 2u);
    EXPECT_EQ((*loads)[0].name, "Load on foot");
    EXPECT_NE((*loads)[1].name, "Load on foot");
}

TEST_F(ExternalLoadsFile, FaultsAreErrorsThatNameThem) {
    expectError(read("<torque_identifier>l_m</torque_identifier>"), "0 columns of the table begin with 'l_m'");
    expectError(read("<force_expressed_in_body>pelvis</force_expressed_in_body>"), "'pelvis'");
    expectError(read("<appliesForce>false</appliesForce>"), "switched off");
    expectError(read(point,
                     "plates\nendheader\ntime\tr_vx\tr_vy\tr_vz\tr_px\tr_py\tr_pz\n"
                     "0\t1\t2\t3\t4\t5\t6\n1\t1\t2\t3\t4\tnan\t6\n"),
                "row 2");
    expectError(read(point,
                     "plates\nendheader\ntime\tr_vx\tr_vy\tr_vz\tr_px\tr_py\tr_pz\n"
                     "1\t1\t2\t3\t4\t5\t6\n0\t1\t2\t3\t4\t5\t6\n"),
                "row 2");
    expectError(read(point, "plates\nendheader\ntime\tr_vx\tr_vy\tr_vz\tr_px\tr_py\tr_pz\n"), "no rows");
    expectError(readExternalLoads(folder.write("setup.xml", "<OpenSimDocument><IKTool/></OpenSimDocument>")),
                "no external loads");
    expectError(readExternalLoads(folder.write("broken.xml", "time,force")), "broken.xml");
    expectError(readExternalLoads(folder.path() / "none.xml"), "none.xml");
}

}  // namespace
}  // namespace trammel

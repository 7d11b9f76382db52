// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "document/changes.h"
#include "document/document_file.h"
#include "import/import_limits.h"
#include "import_rig.h"

namespace trammel {
namespace {

using namespace import_test;

TEST(HostileFile, DeepNestingIsRefusedWithTheReason) {
    const Folder folder;
    for (const auto& [file, root] : {std::pair("deep.urdf", "<robot>"), std::pair("deep.sdf", "<sdf version='1.9'>"),
                                     std::pair("deep.xml", "<mujoco>"), std::pair("deep.osim", "<OpenSimDocument>"),
                                     std::pair("deep.svg", "<svg>")}) {
        std::string text = root;
        for (int i = 0; i < 10'000; ++i) text += "<g>";
        const ImportResult result = import(folder.write(file, text));
        EXPECT_FALSE(result.document) << file;
        EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "file", "levels deep")) << file;
        ASSERT_TRUE(result.diagnostics.hasErrors()) << file;
        EXPECT_NE(result.diagnostics.begin()->message.find("levels deep"), std::string::npos) << file;
    }
}

TEST(HostileFile, PartFilesAreRefusedWithARemedy) {
    const Folder folder;
    for (const char* const file : {"part.stl", "part.STEP", "part.obj"}) {
        const ImportResult result = import(folder.write(file, "ISO-10303-21;"));
        EXPECT_FALSE(result.document) << file;
        ASSERT_TRUE(result.diagnostics.hasErrors()) << file;
        EXPECT_NE(result.diagnostics.begin()->remedy.find("Mesh"), std::string::npos) << file;
    }
}

TEST(HostileFile, TooManyElementsAreRefused) {
    std::string text = "<robot>";
    for (std::size_t i = 0; i <= importLimits.elements; ++i) text += "<a/>";
    const Folder folder;
    const ImportResult result = import(folder.write("many.urdf", text + "</robot>"));
    EXPECT_FALSE(result.document);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "file", "elements"));
}

TEST(HostileFile, EntitiesAreNotExpanded) {
    std::string text = "<!DOCTYPE robot [<!ENTITY a \"aaaaaaaaaa\">";
    for (char c = 'b'; c < 'z'; ++c) {
        text += std::string("<!ENTITY ") + c + " \"";
        for (int i = 0; i < 10; ++i) text += std::string("&") + char(c - 1) + ";";
        text += "\">";
    }
    text += "<!ENTITY file SYSTEM \"/etc/passwd\">]><robot name='&y;'><link name='&file;'/></robot>";
    const Folder folder;
    const ImportResult result = import(folder.write("bomb.urdf", text));
    ASSERT_TRUE(result.document);
    EXPECT_LT(result.document->name().size(), 100u);
    for (const ElementId id : result.document->treeOrder())
        EXPECT_EQ(result.document->get(id).name.find("root:"), std::string::npos);
}

TEST(HostileFile, TruncatedFileIsReadUpToTheCut) {
    const Folder folder;
    const ImportResult result =
        import(folder.write("cut.urdf", "<robot name='r'><link name='a'/><link name='b'/><joint name='j' typ"));
    ASSERT_TRUE(result.document);
    EXPECT_EQ(result.document->elementsOf("body").size(), 2u);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "file", "not valid XML from line 1"));
    ASSERT_TRUE(result.diagnostics.hasErrors());
    EXPECT_NE(result.diagnostics.begin()->message.find("not whole"), std::string::npos);
}

TEST(HostileFile, ModelsWithATruncatedIncludeOrDrawingAreIncomplete) {
    const Folder folder;
    folder.write("part.xml", "<mujocoinclude><body name='a'><geom size='1'/></body><body na");
    const std::string drawing = "0\nSECTION\n2\nENTITIES\n0\nCIRCLE\n10\n0\n20\n0\n40\n5\n";
    for (const auto& [file, text, isWhole] :
         {std::tuple("m.xml", std::string("<mujoco><worldbody><include file='part.xml'/></worldbody></mujoco>"), false),
          std::tuple("cut.dxf", drawing, false), std::tuple("stray.dxf", drawing + "x\n0\nENDSEC\n", false),
          std::tuple("whole.dxf", drawing + "0\nENDSEC\n0\nEOF\n", true)}) {
        const ImportResult result = import(folder.write(file, text));
        ASSERT_TRUE(result.document) << file;
        EXPECT_EQ(result.diagnostics.hasErrors(), !isWhole) << file;
        EXPECT_EQ(result.report.isDamaged(), !isWhole) << file;
    }
}

TEST(HostileFile, ModelsWithUnreadableNumbersAreIncomplete) {
    const Folder folder;
    const std::string bodies =
        "<mujoco><worldbody><body name='b'><joint name='j' damping='DAMPING'/><geom "
        "size='1'/></body></worldbody></mujoco>";
    for (const auto& [damping, isWhole] : {std::pair("0.5", true), std::pair("nan", false), std::pair("1e999", false),
                                           std::pair("half", false), std::pair("", false)}) {
        std::string text = bodies;
        text.replace(text.find("DAMPING"), 7, damping);
        const ImportResult result = import(folder.write("m.xml", text));
        ASSERT_TRUE(result.document) << damping;
        EXPECT_EQ(result.diagnostics.hasErrors(), !isWhole) << damping;
        EXPECT_EQ(findRow(result.report, ImportOutcome::LeftOut, "joint 'j'", "default is used") == nullptr, isWhole)
            << damping;
    }
}

TEST(HostileFile, ModelsWithHugeNumbersOrNegativeMassesAreIncomplete) {
    const Folder folder;
    const std::string urdf =
                          "<robot name='r'><link name='a'><inertial><mass value='2'/><inertia ixx='1' iyy='1' "
                          "izz='1'/></inertial></link></robot>",
                      sdf =
                          "<sdf version='1.9'><model name='m'><link name='a'><inertial><mass>2</mass></inertial></link>"
                          "</model></sdf>",
                      mjcf =
                          "<mujoco><worldbody><body name='a'><freejoint/><inertial pos='0 0 0' mass='2' "
                          "diaginertia='1 1 1'/></body></worldbody></mujoco>",
                      geom =
                          "<mujoco><worldbody><body name='a'><freejoint/><geom name='a' size='1' mass='2'/></body>"
                          "</worldbody></mujoco>",
                      osim =
                          "<OpenSimDocument Version='40000'><Model name='m'><BodySet><objects><Body name='a'><mass>2"
                          "</mass></Body></objects></BodySet></Model></OpenSimDocument>";
    for (const auto& [file, text] : {std::pair("m.urdf", urdf), std::pair("m.sdf", sdf), std::pair("m.xml", mjcf),
                                     std::pair("g.xml", geom), std::pair("m.osim", osim)})
        for (const auto& [mass, said] :
             {std::pair("2", ""), std::pair("1e101", "at most 1e+100 kg"), std::pair("-2", "mass is negative")}) {
            std::string changed = text;
            const std::size_t at = changed.find("mass") + 4;
            changed.replace(changed.find('2', at), 1, mass);
            const ImportResult result = import(folder.write(file, changed));
            ASSERT_TRUE(result.document) << file;
            const bool isWhole = *said == 0;
            EXPECT_EQ(result.diagnostics.hasErrors(), !isWhole) << file << ", " << mass;
            EXPECT_TRUE(isWhole || findRow(result.report, ImportOutcome::LeftOut, "'a'", said)) << file << ", " << mass;
        }
}

TEST(HostileFile, NegativeDensitiesAreReportedAsSuch) {
    const Folder folder;
    const ImportResult result =
        import(folder.write("m.xml",
                            "<mujoco><worldbody><body name='a'><freejoint/><geom name='a' size='1' density='-2'/>"
                            "</body></worldbody></mujoco>"));
    EXPECT_TRUE(result.document && result.diagnostics.hasErrors());
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "'a'", "density is negative"));
}

TEST(HostileFile, LimitsBeyondAllNumbersAreNone) {
    const Folder folder;
    const ImportResult result = import(folder.write("m.sdf", R"(<sdf version='1.9'><model name='m'>
        <link name='a'/><joint name='j' type='revolute'><parent>world</parent><child>a</child><axis><xyz>0 0 1</xyz>
        <limit><lower>-1.7976931348623157e+308</lower><upper>1.7976931348623157e+308</upper></limit></axis></joint>
        </model></sdf>)"));
    EXPECT_TRUE(result.document && !result.diagnostics.hasErrors());
    const ImportResult mjcf = import(folder.write("m.xml", R"(<mujoco><worldbody><body name='a'>
        <joint name='j' type='slide' range='-1.7976931348623157e+308 1.7976931348623157e+308'/><geom size='1'/></body>
        </worldbody><tendon><fixed name='t' range='-1e300 1e300'><joint joint='j' coef='1'/></fixed></tendon></mujoco>)"));
    EXPECT_TRUE(mjcf.document && !mjcf.diagnostics.hasErrors());
}

TEST(HostileFile, RangesOutOfReachAreLeftOut) {
    const Folder folder;
    const auto expectLeftOut = [&](const char* file, const std::string& text) {
        const ImportResult result = import(folder.write(file, text));
        EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "", "all of it is beyond 1e9")) << file;
        ASSERT_TRUE(result.document && !result.diagnostics.hasErrors()) << file;
        for (const ElementId force : result.document->elementsOf("force"))
            EXPECT_NE(result.document->get(force).type, "mobilityLinearStop") << file;
    };
    for (const auto& [low, high] : {std::pair("2e9", "3e9"), std::pair("-1e300", "-1e299")}) {
        const std::string from = low, to = high;
        expectLeftOut("m.sdf",
                      "<sdf version='1.9'><model name='m'><link name='a'/><joint name='j' type='revolute'>"
                      "<parent>world</parent><child>a</child><axis><xyz>0 0 1</xyz><limit><lower>" +
                          from + "</lower><upper>" + to + "</upper></limit></axis></joint></model></sdf>");
        expectLeftOut("m.urdf",
                      "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='prismatic'>"
                      "<parent link='a'/><child link='b'/><limit lower='" +
                          from + "' upper='" + to + "' effort='1' velocity='1'/></joint></robot>");
        expectLeftOut("m.xml", "<mujoco><worldbody><body name='a'><joint name='j' type='slide' range='" + from + ' ' +
                                   to + "'/><geom size='1'/></body></worldbody></mujoco>");
        expectLeftOut(
            "m.xml",
            "<mujoco><worldbody><body name='a'><joint name='j' type='slide'/><geom size='1'/></body></worldbody>"
            "<tendon><fixed name='t' range='" +
                from + ' ' + to + "'><joint joint='j' coef='1'/></fixed></tendon></mujoco>");
    }
}

TEST(HostileFile, RangesInDegreesAreInReachAsRadians) {
    const Folder folder;
    const ImportResult result =
        import(folder.write("m.xml",
                            "<mujoco><worldbody><body name='a'><joint name='j' type='hinge' range='2e9 3e9'/>"
                            "<geom size='1'/></body></worldbody></mujoco>"));
    EXPECT_FALSE(findRow(result.report, ImportOutcome::LeftOut, "", "all of it is beyond 1e9"));
    ASSERT_TRUE(result.document);
    const auto forces = result.document->elementsOf("force");
    EXPECT_TRUE(std::ranges::any_of(
        forces, [&](ElementId force) { return result.document->get(force).type == "mobilityLinearStop"; }));
}

TEST(HostileFile, ReportNamesNoFolderOfThisMachine) {
    const Folder folder;
    const ImportResult result = import(
        folder.write("m.urdf",
                     "<robot name='r'><link name='a'><visual><geometry><mesh filename='none.stl'/></geometry></visual>"
                     "</link></robot>"));
    const std::string report = result.report.toJson();
    EXPECT_NE(report.find("\"file\": \"m.urdf\""), std::string::npos) << report;
    EXPECT_EQ(report.find(folder.path().string()), std::string::npos) << report;
}

TEST(HostileFile, FilesThatAreNotReadHaveAReason) {
    const Folder folder;
    std::filesystem::create_directory(folder.path() / "parts");
    const auto expectReason = [&](const std::string& file, const std::string& text, const std::string& reason) {
        const ImportResult result = import(folder.write(file, text));
        EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "", reason)) << file << ", " << reason;
    };
    const std::string folderReason = "not a file, but a folder or a device", remote = "is not downloaded",
                      outside = "lies outside the folders", missing = "There is no such file. Add the folder";
    for (const auto& [address, reason] :
         {std::pair("parts", folderReason), std::pair("/dev/zero", outside), std::pair("none.xml", missing),
          std::pair("https://example.com/a.xml", remote)}) {
        expectReason("m.urdf",
                     std::string("<robot name='r'><link name='a'><visual><geometry><mesh filename='") + address +
                         "'/></geometry></visual></link></robot>",
                     reason);
        expectReason("m.xml",
                     std::string("<mujoco><include file='") + address +
                         "'/><worldbody><body><geom size='1'/></body></worldbody></mujoco>",
                     reason);
    }
    for (const auto& [uri, reason] :
         {std::pair("none", missing), std::pair("https://example.com/a", remote), std::pair("/usr/lib/a.sdf", missing),
          std::pair("m.sdf", std::string("includes itself"))})
        expectReason("m.sdf",
                     std::string("<sdf version='1.9'><world name='w'><include><uri>") + uri +
                         "</uri></include><model name='m'><link name='a'/></model></world></sdf>",
                     reason);
    // A folder with two files, neither of which can be read.
    std::filesystem::create_directory(folder.path() / "part");
    folder.write("part/model.config", "no XML");
    std::filesystem::create_directory(folder.path() / "part/model.sdf");
    const char* const includesPart =
        "<sdf version='1.9'><world name='w'><include><uri>part</uri></include><model name='m'><link name='a'/></model>"
        "</world></sdf>";
    expectReason("m.sdf", includesPart, "model.config: It is not XML");
    expectReason("m.sdf", includesPart, "model.sdf: ");
    expectReason("m.sdf",
                 "<sdf version='1.9'><model name='m'><frame name='f' attached_to='g'><pose relative_to='g'/></frame>"
                 "<frame name='g' attached_to='f'><pose relative_to='f'/></frame><link name='a'><pose relative_to='f'>"
                 "0 0 0 0 0 0</pose></link></model></sdf>",
                 "depends on itself");
}

TEST(HostileFile, EffortsBeyondAllNumbersAreNone) {
    const Folder folder;
    for (const char* const effort : {"1e100", "1.7976931348623157e+308", "-1"}) {
        const ImportResult result = import(folder.write(
            "m.urdf",
            std::string("<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='revolute'>"
                        "<parent link='a'/><child link='b'/><limit lower='-1' upper='1' velocity='1' effort='") +
                effort + "'/></joint></robot>"));
        EXPECT_TRUE(result.document && !result.diagnostics.hasErrors()) << effort;
    }
}

TEST(HostileFile, EmptyElementsHaveTheirDefaultsWithoutDamage) {
    const Folder folder;
    const std::string model =
        "<sdf version='1.9'><model name='m'><link name='a'><inertial><mass>MASS</mass></inertial></link></model></sdf>";
    for (const auto& [mass, isWhole] : {std::pair("2", true), std::pair(" ", true), std::pair("1 kg", false)}) {
        std::string text = model;
        text.replace(text.find("MASS"), 4, mass);
        const ImportResult result = import(folder.write("m.sdf", text));
        ASSERT_TRUE(result.document) << mass;
        EXPECT_EQ(result.diagnostics.hasErrors(), !isWhole) << mass;
        EXPECT_EQ(findRow(result.report, ImportOutcome::LeftOut, "mass of link 'a'", "default is used") == nullptr,
                  mass[0] == '2')
            << mass;
    }
}

TEST(HostileFile, InvalidUtf8NamesAreSavedAsShown) {
    const Folder folder;
    const ImportResult result = import(folder.write("name.urdf", "<robot name='r\xffr'><link name='a\xfe'/></robot>"));
    ASSERT_TRUE(result.document);
    EXPECT_EQ(result.document->name(), "r\xEF\xBF\xBDr");
    const auto read = readDocument(writeDocument(*result.document), builtinCatalog());
    ASSERT_TRUE(read);
    EXPECT_TRUE(identical(*read, *result.document));
}

TEST(HostileFile, AnyBytesGiveAResult) {
    const Folder folder;
    std::string bytes;
    std::uint32_t x = 1;
    for (int i = 0; i < 5000; ++i) bytes += static_cast<char>((x = x * 1664525u + 1013904223u) >> 24);
    for (const std::string& text :
         {std::string(), std::string("<"), std::string("<robot"), std::string("<robot/>"), bytes, "<robot>" + bytes,
          std::string("<robot><link name='\xff\xfe'/></robot>"), std::string(1000, '\0')}) {
        const ImportResult result = import(folder.write("any.urdf", text));
        EXPECT_TRUE(result.document || result.diagnostics.hasErrors());
    }
}

TEST(HostileFile, CyclesOfMimicsAndJointsTerminate) {
    const Folder folder;
    const ImportResult result = import(folder.write("circle.urdf", R"(<robot name="r">
        <link name="a"/><link name="b"/>
        <joint name="ab" type="continuous"><parent link="a"/><child link="b"/><mimic joint="ba" multiplier="2"/></joint>
        <joint name="ba" type="continuous"><parent link="b"/><child link="a"/><mimic joint="ab" offset="1"/></joint>
        </robot>)"));
    ASSERT_TRUE(result.document);
    EXPECT_TRUE(compileDocument(*result.document));
}

TEST(HostileFile, NumbersOfMusclesAndBallJointsThatCannotBeStillRun) {
    const Folder folder;
    for (const auto& file :
         {folder.write("muscle.xml", R"(<mujoco><worldbody><site name="a"/><body><joint type="slide"/>
            <site name="b" pos="1 0 0"/><geom size="1"/></body></worldbody>
            <tendon><spatial name="t"><site site="a"/><site site="b"/></spatial></tendon><actuator>
            <muscle tendon="t" force="1e308" lengthrange="0 1e308" range="0 1e-308" vmax="nan" timeconst="1e-308 0"/>
            <muscle tendon="t" force="5" lengthrange="0 1" timeconst="0.1"/>
            <muscle tendon="t" force="5" lengthrange="0 1" range="0.7"/></actuator></mujoco>)"),
          folder.write("ball.xml", R"(<mujoco><worldbody>
            <body><joint type="ball" stiffness="-1" damping="nan" range="0 1e308"/><geom size="1"/></body>
            <body><joint type="ball" range="0"/><geom size="1"/></body>
            <body><joint type="ball" limited="true" range="-3 -1"/><geom size="1"/></body></worldbody></mujoco>)")}) {
        const CompiledModelPtr model = compiled(import(file));
        ASSERT_TRUE(model) << file;
        State state = model->getInitialState();
        model->getSystem().realize(state, Stage::Acceleration);
        for (const Real a : state.getUDot()) EXPECT_TRUE(std::isfinite(a)) << file;
    }
}

TEST(HostileFile, OtherKindsOfFilesAreRefused) {
    const Folder folder;
    std::filesystem::create_directory(folder.path() / "folder.urdf");
    for (const auto& file :
         {folder.write("text.txt", "hello"), folder.path() / "folder.urdf", folder.path() / "none.urdf"}) {
        const ImportResult result = import(file);
        EXPECT_FALSE(result.document) << file;
        EXPECT_TRUE(result.diagnostics.hasErrors()) << file;
    }
}

}  // namespace
}  // namespace trammel

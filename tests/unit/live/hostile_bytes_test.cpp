// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <limits>
#include <random>

#include "live_rig.h"

namespace trammel::live {

namespace {

Frame frameWith(const DecorativeGeometry& geometry, std::uint32_t mesh = 0) {
    Frame frame;
    frame.poses.resize(2);
    frame.count = 1;
    frame.changes.push_back({0, mesh, geometry});
    return frame;
}

const DecorativeGeometry& onlyShape(const SceneDecoder& decoder) { return decoder.scene().geometry.at(0); }

}  // namespace

TEST(HostileBytes, RefusesAnImpossibleLength) {
    MessageReader<ProgramMessage> reader;
    const std::uint32_t length = std::numeric_limits<std::uint32_t>::max();
    std::string bytes(sizeof length, '\0');
    std::memcpy(bytes.data(), &length, sizeof length);
    reader.add(bytes);
    EXPECT_FALSE(reader.next());
    EXPECT_NE(reader.problem(), "");
    reader.add(encode(ProgramMessage(Hello{})));
    EXPECT_FALSE(reader.next()) << "nothing is read after a problem";
}

TEST(HostileBytes, ReadsAMessageThatArrivesByteByByte) {
    MessageReader<WindowMessage> reader;
    const std::string bytes = encode(WindowMessage(MenuPick{3, 4}));
    for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
        reader.add(bytes.substr(i, 1));
        ASSERT_FALSE(reader.next());
    }
    reader.add(bytes.substr(bytes.size() - 1));
    const auto message = reader.next();
    ASSERT_TRUE(message);
    EXPECT_EQ(std::get<MenuPick>(*message).item, 4);
}

TEST(HostileBytes, HidesShapesThatCannotBeDrawn) {
    SceneDecoder decoder;
    ASSERT_TRUE(decoder.add(frameWith(DecorativeGeometry(decor::Sphere{NaN}))));
    EXPECT_EQ(onlyShape(decoder).getRepresentation(), Representation::Hide);
    ASSERT_TRUE(decoder.add(frameWith(DecorativeGeometry(decor::Sphere{1}).setBodyId(99))));
    EXPECT_EQ(onlyShape(decoder).getRepresentation(), Representation::Hide);
    EXPECT_EQ(onlyShape(decoder).getBodyId(), 0);
    ASSERT_TRUE(decoder.add(frameWith(DecorativeGeometry(decor::Sphere{1}).setScaleFactors(Vec3(1, 0, 1)))));
    EXPECT_EQ(onlyShape(decoder).getRepresentation(), Representation::Hide);
    ASSERT_TRUE(decoder.add(frameWith(DecorativeGeometry(decor::Spring{Vec3(0, 0, 0), Vec3(1, 0, 0), 1, 2000000000}))));
    EXPECT_LE(std::get<decor::Spring>(onlyShape(decoder).getShape()).turns, 500);
    Frame lost = frameWith(DecorativeGeometry(decor::Sphere{1}));
    lost.poses[1] = Transform(Vec3(Infinity, 0, 0));
    ASSERT_TRUE(decoder.add(lost));
    EXPECT_EQ(decoder.scene().bodyPoses[1].p(), Vec3(0, 0, 0));
}

TEST(HostileBytes, RefusesReferencesToMissingParts) {
    SceneDecoder noMesh, outside, unknown, badMesh;
    EXPECT_FALSE(noMesh.add(frameWith(DecorativeGeometry(decor::Mesh{}), 5)));
    EXPECT_EQ(noMesh.problem(), "A shape refers to a mesh that was not sent.");
    Frame frame = frameWith(DecorativeGeometry(decor::Sphere{1}));
    frame.changes[0].index = 7;
    EXPECT_FALSE(outside.add(frame));
    Frame claim = frameWith(DecorativeGeometry(decor::Sphere{1}));
    claim.count = 900000;
    EXPECT_FALSE(SceneDecoder().add(claim));
    EXPECT_FALSE(unknown.add(frameWith(DecorativeGeometry(decor::Sphere{1}).setRole(static_cast<DecorationRole>(77)))));
    MeshContent mesh{1, *oneTriangle()};
    mesh.mesh.triangles[2] = 3;
    EXPECT_FALSE(badMesh.add(mesh));
}

TEST(HostileBytes, ReportsDamagedBytesAsAProblem) {
    SceneEncoder encoder;
    Scene scene = ballsOf(3);
    scene.geometry.push_back(DecorativeGeometry(decor::Mesh{oneTriangle()}));
    scene.geometry.push_back(DecorativeGeometry(decor::Text{"text", 1}));
    std::string bytes = encode(ProgramMessage(Hello{})) + encode(ProgramMessage(Menu{1, "menu", {{"a/b", 1}}}));
    for (int frame = 0; frame < 3; ++frame) {
        bytes += encoder.encodeScene(frame, frame, scene);
        scene.geometry[0].setColor(Color(float(frame), 0, 0));
    }
    std::mt19937 random(1);
    int refused = 0;
    for (int trial = 0; trial < 4000; ++trial) {
        std::string changed = bytes;
        for (int n = 0; n < 1 + trial % 4; ++n) changed[random() % changed.size()] = static_cast<char>(random());
        MessageReader<ProgramMessage> reader;
        SceneDecoder decoder;
        reader.add(changed);
        bool good = true;
        while (auto message = good ? reader.next() : std::nullopt) {
            if (const auto* mesh = std::get_if<MeshContent>(&*message)) good = decoder.add(*mesh);
            if (auto* frame = std::get_if<Frame>(&*message)) good = decoder.add(std::move(*frame));
            if (!good) break;
            for (const DecorativeGeometry& g : decoder.scene().geometry) {
                ASSERT_GE(g.getBodyId(), 0);
                ASSERT_LT(std::size_t(g.getBodyId()), std::max<std::size_t>(decoder.scene().bodyPoses.size(), 1));
            }
        }
        refused += good && reader.problem().empty() ? 0 : 1;
    }
    EXPECT_GT(refused, 100);
}

}  // namespace trammel::live

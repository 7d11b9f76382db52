// SPDX-License-Identifier: Apache-2.0
#include "live_rig.h"

namespace trammel::live {

namespace {

/// Decodes an encoder's bytes and counts their parts.
struct Receiver {
    SceneDecoder decoder;
    std::size_t meshes = 0, changes = 0;

    void take(const std::string& bytes) {
        MessageReader<ProgramMessage> reader;
        reader.add(bytes);
        meshes = changes = 0;
        while (auto message = reader.next()) {
            if (const auto* mesh = std::get_if<MeshContent>(&*message)) {
                ++meshes;
                ASSERT_TRUE(decoder.add(*mesh));
            }
            if (auto* frame = std::get_if<Frame>(&*message)) {
                changes = frame->changes.size();
                ASSERT_TRUE(decoder.add(std::move(*frame))) << decoder.problem();
            }
        }
        ASSERT_EQ(reader.problem(), "");
    }
};

}  // namespace

TEST(SceneCoder, RestoresEveryPropertyOfEveryShape) {
    const DecorativeShape shapes[] = {decor::Point{},
                                      decor::Line{Vec3(1, 2, 3), Vec3(4, 5, 6)},
                                      decor::Polyline{{Vec3(0, 0, 0), Vec3(1, 1, 1)}, true},
                                      decor::Circle{2},
                                      decor::Ellipsoid{Vec3(1, 2, 3)},
                                      decor::Brick{Vec3(1, 2, 3)},
                                      decor::Cylinder{1, 2},
                                      decor::Capsule{1, 2},
                                      decor::Cone{1, 2},
                                      decor::Torus{2, 1},
                                      decor::Frame{3},
                                      decor::Arrow{Vec3(0, 0, 0), Vec3(1, 0, 0), 0.2},
                                      decor::Spring{Vec3(0, 0, 0), Vec3(1, 0, 0), 0.1, 7},
                                      decor::Text{"label", 0.1, true},
                                      decor::Mesh{oneTriangle()}};
    Scene scene = ballsOf(2);
    for (const DecorativeShape& shape : shapes)
        scene.geometry.push_back(DecorativeGeometry(shape)
                                     .setBodyId(1)
                                     .setTransform(Transform(Rotation(0.3, ZAxis), Vec3(1, 2, 3)))
                                     .setColor(Color(0.1f, 0.2f, 0.3f))
                                     .setOpacity(0.5)
                                     .setRole(DecorationRole::Force)
                                     .setElement(ElementId{9})
                                     .setRepresentation(Representation::Wireframe));
    SceneEncoder encoder;
    Receiver receiver;
    receiver.take(encoder.encodeScene(1, 1, scene));
    const Scene& received = receiver.decoder.scene();
    ASSERT_EQ(received.geometry.size(), scene.geometry.size());
    for (std::size_t i = 0; i < scene.geometry.size(); ++i)
        EXPECT_TRUE(value_parts::identical(received.geometry[i], scene.geometry[i])) << "shape " << i;
    EXPECT_TRUE(received.bodyPoses == scene.bodyPoses);
}

TEST(SceneCoder, SendsOnlyWhatChanged) {
    SceneEncoder encoder;
    Receiver receiver;
    Scene scene = ballsOf(5);
    receiver.take(encoder.encodeScene(0, 1, scene));
    EXPECT_EQ(receiver.changes, 5u);
    scene.bodyPoses[2] = Transform(Vec3(7, 7, 7));
    receiver.take(encoder.encodeScene(1, 2, scene));
    EXPECT_EQ(receiver.changes, 0u);
    EXPECT_EQ(receiver.decoder.scene().bodyPoses[2].p(), Vec3(7, 7, 7));
    scene.geometry[3].setColor(Color(1, 0, 0));
    scene.geometry.pop_back();
    receiver.take(encoder.encodeScene(2, 3, scene));
    EXPECT_EQ(receiver.changes, 1u);
    EXPECT_EQ(receiver.decoder.scene().geometry.size(), 4u);
}

TEST(SceneCoder, SendsAMeshOnceEvenIfItIsMadeAgain) {
    SceneEncoder encoder;
    Receiver receiver;
    Scene scene = ballsOf(1);
    for (int frame = 1; frame <= 3; ++frame) {
        scene.geometry.resize(1);
        scene.geometry.push_back(DecorativeGeometry(decor::Mesh{oneTriangle()}));
        receiver.take(encoder.encodeScene(frame, frame, scene));
        EXPECT_EQ(receiver.meshes, frame == 1 ? 1u : 0u);
    }
    EXPECT_EQ(std::get<decor::Mesh>(receiver.decoder.scene().geometry[1].getShape()).mesh->vertices.size(), 3u);
}

TEST(SceneCoder, DiscardsMeshesOfAProgramThatCreatesNewOnesForEachFrame) {
    SceneEncoder encoder;
    Receiver receiver;
    for (int frame = 1; frame <= 1500; ++frame) {
        TriangleMesh mesh = *oneTriangle();
        mesh.vertices[1][0] = frame;
        Scene scene = ballsOf(1);
        scene.geometry.push_back(DecorativeGeometry(decor::Mesh{std::make_shared<const TriangleMesh>(mesh)}));
        receiver.take(encoder.encodeScene(frame, frame, scene));
        ASSERT_EQ(std::get<decor::Mesh>(receiver.decoder.scene().geometry[1].getShape()).mesh->vertices[1][0], frame);
    }
}

}  // namespace trammel::live

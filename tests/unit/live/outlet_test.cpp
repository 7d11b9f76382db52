// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include "live_rig.h"

namespace trammel::live {

using OutletTest = LiveTest;

TEST_F(OutletTest, WithoutADisplayEverySceneIsRecorded) {
    testing::internal::CaptureStderr();
    {
        SceneOutlet outlet({});
        for (int i = 0; i < 10; ++i) outlet.show(i, i + 1, ballsOf(3, 1 + i), true);
        EXPECT_EQ(outlet.counts().recorded, 10);
    }
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find("There is no display"), std::string::npos) << said;
    EXPECT_NE(said.find(recording()), std::string::npos) << said;
    const std::vector<Scene> scenes = scenesIn(recording());
    ASSERT_EQ(scenes.size(), 10u);
    EXPECT_EQ(std::get<decor::Sphere>(scenes[9].geometry[0].getShape()).radius, 10);
}

TEST_F(OutletTest, WithoutTheProgramEverySceneIsRecorded) {
    setenv("DISPLAY", ":77", 1);
    setenv("TRAMMEL_PROGRAM", "/nowhere/trammel", 1);
    testing::internal::CaptureStderr();
    SceneOutlet outlet({});
    unsetenv("DISPLAY");
    unsetenv("TRAMMEL_PROGRAM");
    EXPECT_NE(testing::internal::GetCapturedStderr().find("'trammel' was not found"), std::string::npos);
    outlet.show(0, 1, ballsOf(1), true);
    EXPECT_EQ(outlet.counts().recorded, 1);
}

TEST_F(OutletTest, AWindowThatComesLaterGetsAllSettingsAndTheLastScene) {
    setenv("TRAMMEL_RECORDING", "none", 1);
    SceneOutlet outlet({});
    Look look;
    look.title = "a title";
    outlet.setLook(look);
    outlet.setMenu({1, "Run", {{"Again", 5}}});
    outlet.setSlider({2, "Speed", 0, 10, 4});
    outlet.show(3, 1, ballsOf(4), true);

    WindowByHand window(socketPath(getpid()));
    window.send(Ready{});
    outlet.exchange();
    window.reader.add(window.connection->receive());
    std::vector<std::string> kinds;
    SceneDecoder decoder;
    while (auto message = window.reader.next()) {
        if (const auto* hello = std::get_if<Hello>(&*message)) {
            EXPECT_EQ(hello->process, getpid());
        }
        if (const auto* seen = std::get_if<Look>(&*message)) kinds.push_back(seen->title);
        if (const auto* menu = std::get_if<Menu>(&*message)) kinds.push_back(menu->title);
        if (const auto* slider = std::get_if<Slider>(&*message)) kinds.push_back(slider->title);
        if (auto* frame = std::get_if<Frame>(&*message)) {
            ASSERT_TRUE(decoder.add(std::move(*frame)));
        }
    }
    EXPECT_EQ(kinds, (std::vector<std::string>{"a title", "Run", "Speed"}));
    EXPECT_EQ(decoder.scene().bodyPoses.size(), 4u);
    EXPECT_TRUE(outlet.hasWindow());
}

TEST_F(OutletTest, OnlyThisUserCanReachTheSocket) {
    SceneOutlet outlet({});
    struct stat found = {};
    ASSERT_EQ(stat(socketPath(getpid()).c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777, 0600u);
    ASSERT_EQ(stat(socketFolder().c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777, 0700u);
    // A folder that others can enter is not used.
    chmod(socketFolder().c_str(), 0755);
    EXPECT_EQ(socketFolder().find(folder()), std::string::npos);
}

TEST_F(OutletTest, TheSocketIsGoneAtTheEnd) {
    { SceneOutlet outlet({}); }
    EXPECT_FALSE(std::filesystem::exists(socketPath(getpid())));
}

TEST_F(OutletTest, AWindowThatDoesNotReadDelaysNothing) {
    setenv("TRAMMEL_RECORDING", "none", 1);
    auto outlet = std::make_unique<SceneOutlet>(std::vector<std::string>());
    WindowByHand window(socketPath(getpid()));
    window.send(Ready{});
    outlet->exchange();
    // Far more than a socket buffers; waiting for a scene would never end.
    constexpr int Scenes = 200;
    for (int i = 0; i < Scenes; ++i) outlet->show(i, i + 1, ballsOf(500, 1 + i), true);
    EXPECT_EQ(outlet->counts().shown + outlet->counts().dropped, Scenes);
    EXPECT_GT(outlet->counts().dropped, Scenes / 2);
    // The window reads again, and gets the following scenes, complete.
    SceneDecoder decoder;
    Real last = -1;
    const auto readAll = [&] {
        while (true) {
            outlet->exchange();
            const std::string bytes = window.connection->receive();
            if (bytes.empty()) break;
            window.reader.add(bytes);
            while (auto message = window.reader.next())
                if (auto* frame = std::get_if<Frame>(&*message)) {
                    last = frame->time;
                    ASSERT_TRUE(decoder.add(std::move(*frame))) << decoder.problem();
                }
        }
    };
    readAll();
    outlet->show(1000, Scenes + 1, ballsOf(500, 1000), true);
    readAll();
    EXPECT_EQ(last, 1000);
    EXPECT_EQ(std::get<decor::Sphere>(decoder.scene().geometry[0].getShape()).radius, 1000);
}

TEST_F(OutletTest, TheLastSceneIsShownThoughItWasDropped) {
    setenv("TRAMMEL_RECORDING", "none", 1);
    SceneOutlet outlet({});
    WindowByHand window(socketPath(getpid()));
    outlet.exchange();
    constexpr int Scenes = 200;
    for (int i = 0; i < Scenes; ++i) outlet.show(i, i + 1, ballsOf(500, 1 + i), true);
    ASSERT_GT(outlet.counts().dropped, Scenes / 2);
    Real last = -1;
    for (int round = 0; round < 1000 && last < Scenes - 1; ++round) {
        for (const Frame& frame : window.read<Frame>()) last = frame.time;
        outlet.exchange(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(last, Scenes - 1);
}

TEST_F(OutletTest, TheQueueKeepsEverySceneOnRequest) {
    setenv("TRAMMEL_RECORDING", "none", 1);
    SceneOutlet outlet({});
    WindowByHand window(socketPath(getpid()));
    outlet.exchange();
    for (int i = 0; i < 100; ++i) outlet.show(i, i + 1, ballsOf(200, 1 + i), false);
    EXPECT_EQ(outlet.counts().dropped, 0);
    std::size_t frames = 0;
    for (int round = 0; round < 100 && frames < 100; ++round) {
        frames += window.read<Frame>().size();
        outlet.exchange();
    }
    EXPECT_EQ(frames, 100u);
}

TEST_F(OutletTest, APeerThatHasEndedIsReadToItsLastByte) {
    const std::unique_ptr<ListeningSocket> meeting = ListeningSocket::open(folder() + "/meeting.sock");
    ASSERT_TRUE(meeting);
    std::string problem;
    const std::unique_ptr<Connection> window = Connection::open(meeting->path(), problem);
    ASSERT_TRUE(window) << problem;
    std::unique_ptr<Connection> program = meeting->accept();
    ASSERT_TRUE(program);
    program->send("the last scene");
    program.reset();
    window->send("a key");
    window->send("another key");
    EXPECT_EQ(window->queued(), 0u);
    EXPECT_TRUE(window->isOpen());
    EXPECT_EQ(window->receive(), "the last scene");
    EXPECT_FALSE(window->isOpen());
}

TEST_F(OutletTest, NonsenseFromTheWindowEndsTheConnectionOnly) {
    SceneOutlet outlet({});
    WindowByHand window(socketPath(getpid()));
    outlet.exchange();
    EXPECT_TRUE(outlet.hasWindow());
    window.connection->send(std::string(200, '\xff'));
    testing::internal::CaptureStderr();
    outlet.exchange();
    EXPECT_NE(testing::internal::GetCapturedStderr().find("messages of the window are invalid"), std::string::npos);
    EXPECT_FALSE(outlet.hasWindow());
    outlet.show(0, 1, ballsOf(1), true);
    WindowByHand next(socketPath(getpid()));
    outlet.exchange();
    EXPECT_TRUE(outlet.hasWindow());
}

}  // namespace trammel::live

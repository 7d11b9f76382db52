// SPDX-License-Identifier: Apache-2.0
#include "import/source_files.h"

#include "import_rig.h"

namespace trammel {
namespace {

using namespace import_test;

class SourceFilesTest : public testing::Test {
protected:
    const Folder folder;
    const std::filesystem::path model = folder.write("ws/src/robot_description/urdf/robot.urdf", "<robot/>");
    const std::filesystem::path mesh = folder.write("ws/src/robot_description/meshes/Arm.STL", "x");
    const std::filesystem::path other = folder.write("ws/src/gripper/meshes/jaw.stl", "x");
    const std::filesystem::path secret = folder.write("secret.stl", "x");

    std::optional<std::filesystem::path> find(const std::string& address,
                                              std::vector<std::filesystem::path> search = {}) const {
        return SourceFiles(model, std::move(search)).find(address, model).value;
    }
    static bool same(const std::optional<std::filesystem::path>& a, const std::filesystem::path& b) {
        return a && std::filesystem::equivalent(*a, b);
    }
};

TEST_F(SourceFilesTest, FindsRelativePathsAndPackages) {
    EXPECT_TRUE(same(find("../meshes/Arm.STL"), mesh));
    EXPECT_TRUE(same(find("package://robot_description/meshes/Arm.STL"), mesh));
    EXPECT_TRUE(same(find("model://robot_description/meshes/Arm.STL"), mesh));
    EXPECT_TRUE(same(find("package://gripper/meshes/jaw.stl"), other));
    EXPECT_TRUE(same(find("file://" + mesh.string()), mesh));
}

TEST_F(SourceFilesTest, FindsFilesWhoseCaseDiffers) {
    EXPECT_TRUE(same(find("../Meshes/arm.stl"), mesh));
    EXPECT_TRUE(same(find("package://robot_description/MESHES/ARM.stl"), mesh));
    // The package is in a folder of another name.
    EXPECT_TRUE(same(find("package://robots/models/robot_description/meshes/Arm.STL"), mesh));
    EXPECT_FALSE(find("package://robots/models/other/Arm.STL"));
}

TEST_F(SourceFilesTest, FindsInSearchFolders) {
    const auto far = folder.write("elsewhere/pkg/meshes/a.stl", "x");
    EXPECT_FALSE(find("package://pkg/meshes/a.stl"));
    EXPECT_TRUE(same(find("package://pkg/meshes/a.stl", {folder.path() / "elsewhere"}), far));
    EXPECT_TRUE(same(find("package://pkg/meshes/a.stl", {folder.path() / "elsewhere/pkg"}), far));
}

TEST_F(SourceFilesTest, RefusesPathsOutside) {
    EXPECT_FALSE(find("../../../../secret.stl"));
    EXPECT_FALSE(find("package://../../../secret.stl"));
    EXPECT_FALSE(find("package://gripper/../../../secret.stl"));
    EXPECT_FALSE(find("file://" + secret.string()));
    EXPECT_FALSE(find(secret.string()));
    EXPECT_FALSE(find("/etc/passwd"));
    EXPECT_TRUE(same(find(secret.string(), {folder.path()}), secret));
}

TEST_F(SourceFilesTest, DoesNotFollowLinksOutside) {
    std::filesystem::create_symlink(secret, model.parent_path() / "inside.stl");
    EXPECT_FALSE(find("inside.stl"));
    std::filesystem::create_directory_symlink(folder.path(), model.parent_path() / "folder");
    EXPECT_FALSE(find("folder/secret.stl"));
}

TEST_F(SourceFilesTest, TakesAnyTextAsAnAddress) {
    for (const std::string& address :
         {std::string(), std::string("\0x", 2), std::string(100'000, 'a'), std::string("http://host/a.stl"),
          std::string("package://"), std::string("package:///"), std::string("$(echo >&2).stl"),
          std::string("\xff\xfe/a"), std::string("meshes"), std::string("."), std::string("..")})
        EXPECT_FALSE(find(address)) << address.substr(0, 40);
}

}  // namespace
}  // namespace trammel

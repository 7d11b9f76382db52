// SPDX-License-Identifier: Apache-2.0
// Saving is atomic: the file on disk is always the complete old or new one.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>

#include "document/changes.h"
#include "document/document_file.h"
#include "document/file_access.h"
#include "document/output_file.h"
#include "sample_models.h"

namespace trammel::test {
namespace {

namespace fs = std::filesystem;

class Saving : public ::testing::Test {
protected:
    void SetUp() override {
        std::string pattern = (fs::temp_directory_path() / "trammel-save-test-XXXXXX").string();
        ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
        folder_ = pattern;
        fs::permissions(folder_, fs::perms::all);
    }
    void TearDown() override {
        fs::permissions(folder_, fs::perms::all);
        fs::remove_all(folder_);
    }

    static std::string contentOf(const fs::path& path) {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    static void write(const fs::path& path, const std::string& content) { std::ofstream(path) << content; }
    /// A file with the content "old" and these permissions.
    fs::path oldFile(mode_t permissions) const {
        fs::path path = folder_ / "door.trammel";
        write(path, "old");
        ::chmod(path.c_str(), permissions);
        return path;
    }
    std::size_t filesInFolder() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    /// Runs @p work in a child process without root privileges; returns its result.
    static int inChild(const std::function<int()>& work) {
        const pid_t child = ::fork();
        if (child == 0) {
            constexpr uid_t unprivileged = 65534;
            if (::geteuid() == 0 && ::setuid(unprivileged) != 0) ::_exit(100);
            ::_exit(work());
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 200;
    }

    /// 0 if saving in a child fails with a message that contains @p fragment and has a remedy.
    static int failsToSave(const fs::path& path, const std::string& fragment) {
        return inChild([&] {
            const Diagnostics d = saveDocumentFile(sampleDocument(), path);
            if (!d.hasErrors()) return 1;
            const Diagnostic& first = d.items().front();
            return first.message.find(fragment) != std::string::npos && !first.remedy.empty() ? 0 : 2;
        });
    }

    fs::path folder_;
};

TEST_F(Saving, GivesAFileThatReadsBackIdentical) {
    const fs::path path = folder_ / "door.trammel";
    EXPECT_TRUE(saveDocumentFile(sampleDocument(), path).empty());
    const auto back = readDocumentFile(path, sampleCatalog());
    ASSERT_TRUE(back);
    EXPECT_TRUE(identical(sampleDocument(), *back));
    EXPECT_EQ(filesInFolder(), 1u) << "no temporary file stays behind";
}

TEST_F(Saving, ReplacesTheFileInsteadOfWritingIntoIt) {
    const fs::path path = folder_ / "door.trammel", other = folder_ / "link to the same file";
    write(path, "old");
    fs::create_hard_link(path, other);
    EXPECT_TRUE(saveDocumentFile(sampleDocument(), path).empty());
    EXPECT_EQ(contentOf(other), "old") << "the old file was written into";
    EXPECT_EQ(contentOf(path), writeDocument(sampleDocument()));
}

TEST_F(Saving, KeepsThePermissionsOfTheFile) {
    const fs::path path = oldFile(0640);
    EXPECT_TRUE(saveDocumentFile(sampleDocument(), path).empty());
    struct stat status {};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0640u);
}

TEST_F(Saving, FollowsASymbolicLinkAndLeavesItALink) {
    fs::create_directory(folder_ / "real");
    write(folder_ / "real/door.trammel", "old");
    fs::create_symlink("real/door.trammel", folder_ / "one");
    fs::create_symlink("one", folder_ / "two");
    EXPECT_TRUE(saveDocumentFile(sampleDocument(), folder_ / "two").empty());
    EXPECT_TRUE(fs::is_symlink(folder_ / "two"));
    EXPECT_TRUE(fs::is_symlink(folder_ / "one"));
    EXPECT_EQ(contentOf(folder_ / "real/door.trammel"), writeDocument(sampleDocument()));
}

TEST_F(Saving, CreatesTheFileThatADanglingLinkPointsTo) {
    fs::create_symlink("new.trammel", folder_ / "link");
    EXPECT_TRUE(saveDocumentFile(sampleDocument(), folder_ / "link").empty());
    EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
    EXPECT_TRUE(fs::is_regular_file(folder_ / "new.trammel"));
}

TEST_F(Saving, WorksWithARelativeNameInTheCurrentFolder) {
    const fs::path before = fs::current_path();
    fs::current_path(folder_);
    EXPECT_TRUE(saveDocumentFile(sampleDocument(), "door.trammel").empty());
    fs::current_path(before);
    EXPECT_TRUE(fs::exists(folder_ / "door.trammel"));
}

TEST_F(Saving, ReportsUnwritableFolders) {
    const fs::path path = oldFile(0666);
    ::chmod(folder_.c_str(), 0555);
    EXPECT_EQ(failsToSave(path, "No permission to write"), 0);
    EXPECT_EQ(contentOf(path), "old");
}

TEST_F(Saving, DoesNotReplaceAWriteProtectedFile) {
    const fs::path path = oldFile(0444);
    EXPECT_EQ(failsToSave(path, "No permission to write"), 0);
    EXPECT_EQ(contentOf(path), "old");
}

TEST_F(Saving, FullDiskKeepsOnlyTheOldFile) {
    const fs::path path = oldFile(0666);
    const int outcome = inChild([&] {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{100, 100};
        if (::setrlimit(RLIMIT_FSIZE, &small) != 0) return 3;
        const Diagnostics d = saveDocumentFile(sampleDocument(), path);
        return d.hasErrors() && d.items().front().message.find("disk is full") != std::string::npos ? 0 : 1;
    });
    EXPECT_EQ(outcome, 0);
    EXPECT_EQ(contentOf(path), "old");
    EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(Saving, ReportsInvalidPaths) {
    EXPECT_EQ(failsToSave(folder_ / "nowhere" / "door.trammel", "folder does not exist"), 0);
    EXPECT_EQ(failsToSave(folder_, "not a regular file"), 0);
    EXPECT_EQ(failsToSave("/dev/null", "not a regular file"), 0);
    EXPECT_EQ(failsToSave(folder_ / std::string(300, 'x'), "name is too long"), 0);
    EXPECT_TRUE(checkWritable(folder_ / std::string(300, 'x')).hasErrors());
    fs::create_symlink("b", folder_ / "a");
    fs::create_symlink("a", folder_ / "b");
    EXPECT_EQ(failsToSave(folder_ / "a", "link to itself"), 0);
}

TEST_F(Saving, KillingTheProgramLeavesAReadableFile) {
    const fs::path path = folder_ / "door.trammel";
    const Document documents[] = {randomDocument(1, 300), randomDocument(2, 1000)};
    const std::string texts[] = {writeDocument(documents[0]), writeDocument(documents[1])};
    ASSERT_NE(texts[0], texts[1]);
    ASSERT_TRUE(saveDocumentFile(documents[0], path).empty());

    std::mt19937 random(4);
    for (int round = 0; round < 40; ++round) {
        int started[2];
        ASSERT_EQ(::pipe(started), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            for (int i = 0;; ++i) {
                saveDocumentFile(documents[i % 2], path);
                if (::write(started[1], "x", 1) != 1) ::_exit(1);
            }
        }
        // Killed in one of the first saves, or between two.
        char byte = 0;
        for (auto saves = 1 + random() % 4; saves > 0; --saves) ASSERT_EQ(::read(started[0], &byte, 1), 1);
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        ::close(started[0]);
        ::close(started[1]);
        const std::string found = contentOf(path);
        ASSERT_TRUE(found == texts[0] || found == texts[1]) << "a torn file of " << found.size() << " bytes";
    }
}

TEST_F(Saving, IsSafeWhenTwoProgramsSaveTheSameFile) {
    const fs::path path = folder_ / "door.trammel";
    const Document documents[] = {randomDocument(1, 300), randomDocument(2, 1000)};
    pid_t children[2];
    for (int i = 0; i < 2; ++i) {
        children[i] = ::fork();
        if (children[i] == 0) {
            for (int n = 0; n < 20; ++n)
                if (!saveDocumentFile(documents[i], path).empty()) ::_exit(1);
            ::_exit(0);
        }
    }
    for (const pid_t child : children) {
        int status = 0;
        ::waitpid(child, &status, 0);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    const std::string found = contentOf(path);
    EXPECT_TRUE(found == writeDocument(documents[0]) || found == writeDocument(documents[1]));
    EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(Saving, RemovesTemporaryFilesOfProgramsThatWereKilled) {
    const fs::path path = folder_ / "door.trammel", left = folder_ / ".trammel-saving-1-0";
    write(left, "half");
    ASSERT_TRUE(saveDocumentFile(sampleDocument(), path).empty());
    EXPECT_TRUE(fs::exists(left)) << "its writer may not have had the time to lock it";
    fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::hours(1));
    {
        const int fd = ::open(left.c_str(), O_RDONLY | O_CLOEXEC);
        ASSERT_EQ(::flock(fd, LOCK_EX), 0);
        ASSERT_TRUE(saveDocumentFile(sampleDocument(), path).empty());
        EXPECT_TRUE(fs::exists(left)) << "its writer is at work";
        ::close(fd);
    }
    ASSERT_TRUE(saveDocumentFile(sampleDocument(), path).empty());
    EXPECT_EQ(filesInFolder(), 1u);
}

// --- Streams ---

bool writeHello(std::ostream& out) {
    out << "hello";
    return true;
}

TEST_F(Saving, StreamsInOneStepThroughLinks) {
    const fs::path path = folder_ / "table.csv", link = folder_ / "link.csv", other = folder_ / "old.csv";
    write(path, "old");
    fs::create_hard_link(path, other);
    fs::create_symlink("table.csv", link);
    EXPECT_TRUE(writeFile(link, writeHello).empty());
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(contentOf(path), "hello");
    EXPECT_EQ(contentOf(other), "old");
    EXPECT_EQ(filesInFolder(), 3u);
}

TEST_F(Saving, KeepsTheOldFileAfterACanceledStream) {
    const fs::path path = folder_ / "table.csv";
    write(path, "old");
    EXPECT_TRUE(writeFile(path, [](std::ostream& out) { return out << "new", false; }).empty());
    EXPECT_EQ(contentOf(path), "old");
    EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(Saving, KeepsTheOldFileIfTheDiskFillsDuringAStream) {
    const fs::path path = folder_ / "table.csv";
    write(path, "old");
    ::chmod(path.c_str(), 0666);
    const int outcome = inChild([&] {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{100, 100};
        if (::setrlimit(RLIMIT_FSIZE, &small) != 0) return 3;
        const Diagnostics d = writeFile(path, [](std::ostream& out) {
            for (int i = 0; i < 100000; ++i) out << i << "\n";
            return true;
        });
        return d.hasErrors() && d.items().front().message.find("disk is full") != std::string::npos ? 0 : 1;
    });
    EXPECT_EQ(outcome, 0);
    EXPECT_EQ(contentOf(path), "old");
    EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(Saving, StreamsIntoPipesAndDevicesButNotFolders) {
    const fs::path pipe = folder_ / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    EXPECT_TRUE(writeFile(pipe, writeHello).empty());
    char text[16] = {};
    EXPECT_EQ(::read(reader, text, sizeof text), 5);
    EXPECT_STREQ(text, "hello");
    ::close(reader);
    EXPECT_TRUE(fs::is_fifo(pipe));
    EXPECT_TRUE(writeFile("/dev/null", writeHello).empty());
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    EXPECT_TRUE(writeFile("/dev/full", writeHello).hasErrors());
    EXPECT_TRUE(writeFile(folder_, writeHello).hasErrors());
}

TEST_F(Saving, ChecksAnOutputAsItWouldBeWritten) {
    const fs::path old = folder_ / "old", pipe = folder_ / "pipe", socket = folder_ / "socket";
    write(old, "old");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    ASSERT_EQ(::mknod(socket.c_str(), S_IFSOCK | 0600, 0), 0);
    for (const fs::path& path : {old, pipe, folder_ / "new", fs::path("/dev/null")})
        EXPECT_TRUE(checkWritable(path).empty()) << path;
    for (const fs::path& path : {folder_, socket, folder_ / "none" / "new"})
        EXPECT_TRUE(checkWritable(path).hasErrors()) << path;
    EXPECT_TRUE(writeFile(socket, writeHello).hasErrors());
    EXPECT_EQ(contentOf(old), "old");
    EXPECT_EQ(filesInFolder(), 3u);
}

TEST_F(Saving, KeepsBackupsUnderNamesThatAreFree) {
    const fs::path path = folder_ / "door.trammel";
    write(path, "first");
    const auto first = keepBackup(path);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->filename(), "door.trammel.bak");
    ASSERT_TRUE(saveDocumentFile(sampleDocument(), path).empty());
    const auto second = keepBackup(path);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->filename(), "door.trammel.bak2");
    EXPECT_EQ(contentOf(*first), "first");
    EXPECT_EQ(contentOf(*second), writeDocument(sampleDocument()));
    EXPECT_FALSE(keepBackup(folder_ / "nothing"));
}

TEST_F(Saving, ReadingReportsTheReasonOfAFailure) {
    const auto reason = [&](const fs::path& path) {
        const auto result = readDocumentFile(path, sampleCatalog());
        EXPECT_FALSE(result);
        EXPECT_EQ(result.diagnostics.size(), 1u);
        return result.diagnostics.empty() ? std::string() : result.diagnostics.items().front().message;
    };
    EXPECT_EQ(reason(folder_ / "none.trammel"), "The file does not exist.");
    EXPECT_EQ(reason(folder_), "This is not a regular file.");
    ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(reason(folder_ / "pipe"), "This is not a regular file.");
    const fs::path large = folder_ / "large.trammel";
    write(large, " ");
    fs::resize_file(large, LargestFileSize + 1);
    EXPECT_EQ(reason(large), "The file is larger than 256 MB.");
}

}  // namespace
}  // namespace trammel::test

// SPDX-License-Identifier: Apache-2.0
// The registry of exporters: every row is complete, writes a file, and never damages the one it replaces.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "export/exporter.h"

namespace trammel {
namespace {

namespace fs = std::filesystem;

class Exporters : public ::testing::Test {
protected:
    void SetUp() override { fs::create_directories(folder_); }
    void TearDown() override { fs::remove_all(folder_); }

    static ExportSource source() {
        const auto document = readDocument(R"({"trammel": 1, "elements": [
            {"id": 1, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.6}},
            {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "references": {"child": 1}},
            {"id": 3, "family": "force", "type": "gravity", "name": "Gravity"}]})",
                                           builtinCatalog());
        const CompiledModelPtr model = *compileDocument(*document);
        RunOptions options;
        options.settings = model->getSettings();
        options.settings.duration = 1;
        auto run = std::make_shared<SimulationRun>(model, model->getInitialState(), options);
        run->start();
        run->wait();
        return {model, run, {"A", "swinging", {}, NaN}};
    }
    static std::string contentOf(const fs::path& path) {
        std::ifstream file(path, std::ios::binary);
        std::ostringstream content;
        content << file.rdbuf();
        return content.str();
    }
    std::size_t filesInFolder() const {
        return std::size_t(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    const fs::path folder_ = fs::temp_directory_path() / ("trammel-export-test-" + std::to_string(::getpid()));
};

TEST_F(Exporters, HaveUniqueKeysLabelsAndOptions) {
    std::set<std::string> keys, labels, options;
    for (const ExportFormat& format : exportFormats()) {
        EXPECT_TRUE(keys.insert(format.key).second) << format.key;
        EXPECT_TRUE(labels.insert(format.label).second) << format.label;
        EXPECT_FALSE(format.doc.empty()) << format.key;
        EXPECT_FALSE(format.ending.empty()) << format.key;
        EXPECT_EQ(format.option.empty(), format.subject == ExportSubject::Model) << format.key;
        EXPECT_TRUE(format.option.empty() || options.insert(format.option).second) << format.key;
        EXPECT_NE(bool(format.write), bool(format.save)) << format.key;
        EXPECT_EQ(findExportFormat(format.key), &format);
        EXPECT_TRUE(findExportFormatByName("x." + format.ending)) << format.key;
    }
    EXPECT_FALSE(findExportFormat("papyrus"));
    EXPECT_FALSE(findExportFormatByName("x.papyrus"));
    EXPECT_EQ(findExportFormatByName("X.CSV")->key, "csv");
}

TEST_F(Exporters, WriteAFile) {
    const ExportSource source = Exporters::source();
    for (const ExportFormat& format : exportFormats()) {
        const fs::path path = folder_ / ("export." + format.ending);
        const Diagnostics problems = exportFile(format, source, path);
        // Warnings name what a format cannot express.
        EXPECT_FALSE(problems.hasErrors()) << format.key << ": " << problems.items().front().message;
        EXPECT_GT(fs::file_size(path), 10u) << format.key;
        fs::remove(path);
    }
}

TEST_F(Exporters, CopiesReadBack) {
    const ExportSource source = Exporters::source();
    const fs::path model = folder_ / "copy.trammel", run = folder_ / "copy.trun";
    EXPECT_TRUE(exportFile(*findExportFormat("trammel"), source, model).empty());
    EXPECT_EQ(writeDocument(*readDocumentFile(model, builtinCatalog())), writeDocument(source.model->getDocument()));
    EXPECT_TRUE(exportFile(*findExportFormat("trun"), source, run).empty());
    const Result<OpenedRun> opened = openRun(run);
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->notes.name, "swinging");
    EXPECT_EQ(opened->run->getTrajectory()->size(), source.run->getTrajectory()->size());
}

TEST_F(Exporters, RobotsNameWhatTheyLeaveOut) {
    const auto document = readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.6}},
        {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "references": {"child": 1}},
        {"id": 3, "family": "force", "type": "cable", "name": "Rope", "references": {"body1": 1}}]})",
                                       builtinCatalog());
    const ExportSource source{*compileDocument(*document)};
    for (const char* key : {"urdf", "sdf", "mjcf"}) {
        const Diagnostics report = exportFile(*findExportFormat(key), source, folder_ / key);
        EXPECT_FALSE(report.hasErrors()) << key;
        const bool named = std::ranges::any_of(report, [](const Diagnostic& d) { return d.place == "Rope"; });
        EXPECT_TRUE(named) << key;
    }
}

TEST_F(Exporters, KeepTheOldFileIfTheDiskIsFull) {
    for (const ExportFormat& format : exportFormats()) {
        const fs::path path = folder_ / ("export." + format.ending);
        std::ofstream(path) << "old";
        const pid_t child = ::fork();
        if (child == 0) {
            ::signal(SIGXFSZ, SIG_IGN);
            const ExportSource source = Exporters::source();
            const rlimit small{10, 10};
            if (::setrlimit(RLIMIT_FSIZE, &small) != 0) ::_exit(3);
            ::_exit(exportFile(format, source, path).hasErrors() ? 0 : 1);
        }
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << format.key << ": " << status;
        EXPECT_EQ(contentOf(path), "old") << format.key;
        EXPECT_EQ(filesInFolder(), 1u) << format.key;
        fs::remove(path);
    }
}

TEST_F(Exporters, KeepTheOldFileIfCanceled) {
    const ExportSource source = Exporters::source();
    for (const ExportFormat& format : exportFormats()) {
        if (!format.write) continue;
        const fs::path path = folder_ / ("export." + format.ending);
        std::ofstream(path) << "old";
        EXPECT_TRUE(exportFile(format, source, path, [](double) { return false; }).empty()) << format.key;
        EXPECT_EQ(contentOf(path), "old") << format.key;
        fs::remove(path);
    }
}

}  // namespace
}  // namespace trammel

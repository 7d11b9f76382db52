// SPDX-License-Identifier: Apache-2.0
#include "import/source_files.h"

#include <algorithm>
#include <optional>

#include "import/import_limits.h"

namespace trammel {

namespace fs = std::filesystem;

namespace {

/// How many folders above the model file are searched for the package that an address names.
constexpr int packageFoldersAbove = 6;
/// Number of names examined in a folder when a name differs in case only.
constexpr int mostNames = 10'000;

fs::path realPath(const fs::path& path) {
    std::error_code failed;
    fs::path result = fs::weakly_canonical(path, failed);
    return failed ? path.lexically_normal() : result;
}

bool isBelow(const fs::path& file, const fs::path& folder) {
    const auto [at, unused] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
    return at == folder.end() || (at->empty() && std::next(at) == folder.end());
}

std::string lowered(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

bool isFile(const fs::path& path) {
    std::error_code failed;
    return fs::is_regular_file(path, failed);
}

/// The file with that path, or one whose names below @p within differ by case only.
std::optional<fs::path> findIgnoringCase(const fs::path& within, const fs::path& file) {
    if (isFile(file)) return file;
    fs::path found = within;
    for (const fs::path& part : file.lexically_relative(within)) {
        std::error_code failed;
        if (part == ".." || fs::exists(found / part, failed)) {
            found /= part;
            continue;
        }
        const std::string wanted = lowered(part.string());
        std::optional<fs::path> match;
        int left = mostNames;
        for (fs::directory_iterator it(found, failed), end; !failed && it != end && --left > 0; it.increment(failed))
            if (lowered(it->path().filename().string()) == wanted && (!match || it->path() < *match))
                match = it->path();
        if (!match) return std::nullopt;
        found = *match;
    }
    return isFile(found) ? std::optional(found) : std::nullopt;
}

/// "scheme://rest" in two; an empty scheme for a plain path.
std::pair<std::string, std::string> splitScheme(const std::string& address) {
    const std::size_t colon = address.find("://");
    if (colon == std::string::npos) return {"", address};
    return {lowered(address.substr(0, colon)), address.substr(colon + 3)};
}

}  // namespace

std::string reasonOf(const Diagnostics& problems) {
    if (problems.empty()) return {};
    const Diagnostic& first = problems.items().front();
    return first.message + (first.remedy.empty() ? "" : " " + first.remedy);
}

SourceFiles::SourceFiles(fs::path mainFile, std::vector<fs::path> searchFolders)
    : mainFile_(std::move(mainFile)), searchFolders_(std::move(searchFolders)) {
    folder_ = realPath(mainFile_).parent_path();
    highest_ = folder_;
    // Never the root of the file system: that would be no boundary.
    for (int i = 0; i < importLimits.foldersAbove; ++i)
        if (highest_.has_parent_path() && highest_.parent_path() != highest_.root_path())
            highest_ = highest_.parent_path();
    for (fs::path& folder : searchFolders_) folder = realPath(folder);
}

std::vector<SourceFiles::Candidate> SourceFiles::candidatesFor(const std::string& address, const fs::path& from,
                                                               const std::vector<fs::path>& folders) const {
    std::vector<Candidate> list;
    const auto [scheme, rest] = splitScheme(address);
    if (scheme == "package" || scheme == "model") {
        const std::size_t slash = rest.find('/');
        const std::string package = rest.substr(0, slash);
        const std::string inside = slash == std::string::npos ? std::string() : rest.substr(slash + 1);
        if (inside.empty()) return list;
        const auto addPackage = [&](const fs::path& folder) {
            if (package.empty()) return list.push_back({folder, folder / inside});
            if (package != "." && package != "..") list.push_back({folder / package, folder / package / inside});
            if (folder.filename() == package) list.push_back({folder, folder / inside});
        };
        for (const fs::path& folder : searchFolders_) addPackage(folder);
        fs::path folder = folder_;
        for (int i = 0; i <= packageFoldersAbove && folder != folder.root_path(); ++i, folder = folder.parent_path())
            addPackage(folder);
        // A model taken out of its package, or a package in a folder of another name, keeps the last folders of the path.
        fs::path kept(inside);
        for (int dropped = 0; dropped <= packageFoldersAbove; ++dropped) {
            for (folder = folder_;; folder = folder.parent_path()) {
                list.push_back({folder, folder / kept});
                if (folder == highest_) break;
            }
            kept = kept.lexically_relative(*kept.begin());
            if (!kept.has_parent_path()) break;
        }
        return list;
    }
    if (!scheme.empty() && scheme != "file") return list;
    const fs::path path(rest);
    if (path.is_absolute()) {
        list.push_back({highest_, path});
        for (const fs::path& folder : searchFolders_) list.push_back({folder, path});
        return list;
    }
    for (const fs::path& folder : folders) list.push_back({highest_, folder / path});
    list.push_back({highest_, realPath(from).parent_path() / path});
    list.push_back({highest_, folder_ / path});
    for (const fs::path& folder : searchFolders_) list.push_back({folder, folder / path});
    return list;
}

Result<fs::path> SourceFiles::find(const std::string& address, const fs::path& from) const {
    return find(address, from, {});
}

Result<fs::path> SourceFiles::find(const std::string& address, const fs::path& from,
                                   const std::vector<fs::path>& folders) const {
    Result<fs::path> result;
    const auto refuse = [&](const std::string& why, const std::string& remedy) {
        result.diagnostics.error(address.substr(0, 200), why, remedy);
        return result;
    };
    if (address.empty()) return refuse("No file is named.", "");
    if (address.size() > importLimits.pathLength || address.find('\0') != std::string::npos)
        return refuse("This file name cannot be used.", "Correct it in the file.");
    const std::string scheme = splitScheme(address).first;
    if (!scheme.empty() && scheme != "file" && scheme != "package" && scheme != "model")
        return refuse("It is on another machine and is not downloaded.", "Copy the file beside the model.");
    bool outside = false, isOther = false;
    std::error_code failed;
    for (const Candidate& candidate : candidatesFor(address, from, folders)) {
        const fs::path within = realPath(candidate.within), file = realPath(candidate.file);
        if (!isBelow(file, within)) {
            outside = outside || fs::exists(file, failed);
            continue;
        }
        const auto found = findIgnoringCase(within, file);
        if (!found) {
            isOther = isOther || fs::exists(file, failed);
            continue;
        }
        // A link found by its name in another case may lead elsewhere.
        if (!isBelow(realPath(*found), within)) {
            outside = true;
            continue;
        }
        result.value = *found;
        return result;
    }
    if (outside) return refuse("It lies outside the folders of the model.", "Add its folder to the search folders.");
    if (isOther) return refuse("It is not a file, but a folder or a device.", "Correct its name.");
    return refuse("There is no such file.", "Add the folder that holds it to the search folders.");
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "simbody/pathname.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace SimTK {

namespace fs = std::filesystem;

namespace {
/// The name with one kind of separator and without spaces at its ends.
fs::path pathOf(std::string name) {
    constexpr const char* blanks = " \t\n\r";
    name.erase(name.find_last_not_of(blanks) + 1);
    name.erase(0, std::min(name.find_first_not_of(blanks), name.size()));
    std::replace(name.begin(), name.end(), '\\', '/');
    return name;
}
std::string folder(const fs::path& path) {
    const std::string name = path.lexically_normal().string();
    return name.empty() || name.back() == '/' ? name : name + '/';
}
}  // namespace

void Pathname::deconstructPathname(const std::string& pathname, bool& dontApplySearchPath, std::string& directory,
                                   std::string& fileName, std::string& extension) {
    const fs::path path = pathOf(pathname);
    const std::string first = path.empty() ? "" : path.begin()->string();
    dontApplySearchPath = path.is_absolute() || first == "." || first == "..";
    const bool relativeToHere = dontApplySearchPath && !path.is_absolute();
    const fs::path parent = path.has_filename() ? path.parent_path() : path;
    directory = parent.empty() ? "" : folder(relativeToHere ? fs::absolute(parent) : parent);
    fileName = path.stem().string();
    extension = path.extension().string();
}
void Pathname::deconstructAbsolutePathname(const std::string& pathname, std::string& directory, std::string& fileName,
                                           std::string& extension) {
    bool absolute;
    deconstructPathname(getAbsolutePathname(pathname), absolute, directory, fileName, extension);
}
std::string Pathname::getAbsolutePathname(const std::string& pathname) {
    return fs::absolute(pathOf(pathname)).lexically_normal().string();
}
std::string Pathname::getAbsoluteDirectoryPathname(const std::string& pathname) {
    return folder(fs::absolute(pathOf(pathname)));
}
std::string Pathname::getAbsolutePathnameUsingSpecifiedWorkingDirectory(const std::string& workingDirectory,
                                                                        const std::string& pathname) {
    return (pathOf(workingDirectory) / pathOf(pathname)).lexically_normal().string();
}
bool Pathname::fileExists(const std::string& pathname) { return access(pathOf(pathname).c_str(), R_OK) == 0; }
std::string Pathname::addDirectoryOffset(const std::string& base, const std::string& offset) {
    return folder(pathOf(base) / pathOf(offset));
}
std::string Pathname::getThisExecutablePath() { return fs::read_symlink("/proc/self/exe").string(); }
std::string Pathname::getThisExecutableDirectory() { return folder(fs::path(getThisExecutablePath()).parent_path()); }
std::string Pathname::getCurrentWorkingDirectory() { return folder(fs::current_path()); }
bool Pathname::environmentVariableExists(const std::string& name) { return std::getenv(name.c_str()) != nullptr; }
std::string Pathname::getEnvironmentVariable(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return value ? value : "";
}

}  // namespace SimTK

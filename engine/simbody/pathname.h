// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace SimTK {

/// Names of files and folders. Names of folders that are returned end in a separator.
class Pathname {
public:
    /// Splits into a folder, which ends in a separator, the name without extension, and the extension with its dot.
    /// @param[out] dontApplySearchPath true for an absolute name, or one relative to "." or ".."
    static void deconstructPathname(const std::string& pathname, bool& dontApplySearchPath, std::string& directory,
                                    std::string& fileName, std::string& extension);
    static void deconstructAbsolutePathname(const std::string& pathname, std::string& directory, std::string& fileName,
                                            std::string& extension);
    static std::string getAbsolutePathname(const std::string& pathname);
    static std::string getAbsoluteDirectoryPathname(const std::string& pathname);
    static std::string getAbsolutePathnameUsingSpecifiedWorkingDirectory(const std::string& workingDirectory,
                                                                         const std::string& pathname);
    /// True for a file or folder that can be read.
    static bool fileExists(const std::string& pathname);
    static std::string addDirectoryOffset(const std::string& base, const std::string& offset);
    static std::string getThisExecutablePath();
    static std::string getThisExecutableDirectory();
    static std::string getCurrentWorkingDirectory();
    static std::string getRootDirectory() { return "/"; }
    static bool environmentVariableExists(const std::string& name);
    /// Empty if there is no such variable.
    static std::string getEnvironmentVariable(const std::string& name);
    static std::string getPathSeparator() { return "/"; }
    static char getPathSeparatorChar() { return '/'; }
    static bool isPathSeparator(char c) { return c == '/' || c == '\\'; }
};

}  // namespace SimTK

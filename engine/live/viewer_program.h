// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace trammel::live {

/// Name of this process's program, without folders.
std::string programName();

/// The program that shows windows: TRAMMEL_PROGRAM, or "trammel" in a folder of @p searchPath, beside this program, or in
/// PATH. Empty if none.
std::string findViewer(const std::vector<std::string>& searchPath);

/// A display for windows is known.
bool hasDisplay();

/// Reaps the viewers started by this thread that have ended.
void reapViewers();

/// A started program. It lives on when this process ends.
class Viewer {
public:
    /// Starts "PROGRAM --attach SOCKET" in a session of its own, so that an interrupt from the terminal does not reach it.
    Viewer(const std::string& program, const std::string& socket);
    /// False if it could not be started, or has ended.
    bool isRunning();

private:
    int process_ = -1;
};

}  // namespace trammel::live

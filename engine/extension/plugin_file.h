// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace trammel {

/// The stamp of the plugin in a file, read without running any of its code; none: it is not a plugin.
std::optional<std::string> readPluginStamp(const std::filesystem::path& file);

/// The stamp of this program: "Trammel 0.1 (interface 4), gcc 12, Eigen 3.4".
std::string programStamp();

}  // namespace trammel

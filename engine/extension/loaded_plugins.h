// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostics.h"

namespace trammel {

/// A plugin whose types are in builtinCatalog().
struct LoadedPlugin {
    std::string name;
    std::filesystem::path file;
    /// "force/magnets.magnet"
    std::vector<std::string> types;
};

/// Runs the code of a file and adds its types to builtinCatalog(), as setPluginTypes() does; those of a plugin with the same
/// name are replaced. Refused, without running anything, if the stamp is not that of this program.
///
/// The file may be replaced afterward: a copy is loaded. Code is never unloaded, since States, Systems and runs may hold
/// objects of its classes: each version stays in memory until the program ends.
Result<LoadedPlugin> loadPlugin(const std::filesystem::path& file);

/// In the order of loading.
std::vector<LoadedPlugin> loadedPlugins();

/// Removes the types of a plugin from the catalog; elements of these types are kept in documents.
void removePlugin(const std::string& name);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "base/diagnostics.h"
#include "extension/loaded_plugins.h"

namespace trammel {

/// Examines the types of a loaded plugin as those of the engine are: writes a small model with an element of each, reads it
/// back, builds it and realizes it to all stages at several States. Reports what a file does not keep; what cannot be
/// built, throws or is not finite; errors that are not each other's derivatives; constraint forces that are not the
/// transpose of errors; forces that do not belong to their potential energy; poses, velocities and accelerations of bodies
/// that do not belong together; results that depend on more than the State; and cache entries with undeclared
/// dependencies.
Diagnostics checkPluginTypes(const LoadedPlugin& plugin);

/// Wall time within which a plugin must be loaded and checked, s.
inline constexpr double defaultInspectionTime = 20;

/// Exit code of 'trammel-cli plugin inspect' for a plugin that it could load but that has findings.
inline constexpr int foundSomething = 3;

/// Loads and checks a plugin in a process of its own, which may crash or hang. Errors: it should not be loaded; warnings:
/// findings of checkPluginTypes().
///
/// @param program trammel-cli
Diagnostics inspectPlugin(const std::filesystem::path& program, const std::filesystem::path& file, double timeLimit,
                          const std::function<bool()>& isCanceled = {});

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace trammel {

/// The class of a new plugin. @TYPE@ stands for its name, @NAME@ for that of the plugin.
struct PluginTemplate {
    const char *key, *label, *doc;
    /// The function of plugin/plugin.h that makes a type of the class.
    const char* function;
    const char* source;
};
extern const PluginTemplate pluginTemplates[];
extern const int pluginTemplateCount;

}  // namespace trammel

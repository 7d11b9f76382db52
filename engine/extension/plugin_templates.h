// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace trammel {

/// The source of a new plugin. @TYPE@ stands for the name of its class, @NAME@ for that of the plugin.
struct PluginTemplate {
    const char *key, *label, *doc, *source;
};
extern const PluginTemplate pluginTemplates[];
extern const int pluginTemplateCount;

}  // namespace trammel

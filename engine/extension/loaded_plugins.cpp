// SPDX-License-Identifier: Apache-2.0
#include "extension/loaded_plugins.h"

#include <dlfcn.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/exceptions.h"
#include "compile/plugin_types.h"
#include "document/file_access.h"
#include "extension/code_folder.h"
#include "extension/plugin_file.h"
#include "plugin/plugin.h"

namespace trammel {

namespace {

struct Entry {
    LoadedPlugin plugin;
    std::vector<TypeDescriptor> types;
};
std::vector<Entry>& entries() {
    static std::vector<Entry> all;
    return all;
}

/// The linker's reason for refusing a file.
std::string describeLinkError() {
    const char* const raw = dlerror();
    const std::string text = raw ? raw : "";
    const std::string missing = "undefined symbol: ";
    if (const std::size_t at = text.find(missing); at != std::string::npos)
        return "It uses '" + text.substr(at + missing.size()) + "', which neither it nor this program defines.";
    if (text.find("failed to map segment") != std::string::npos ||
        text.find("Operation not permitted") != std::string::npos)
        return "Its file system does not allow code to be executed (mount option noexec).";
    return "It cannot be linked with this program.";
}

bool isName(const std::string& text) {
    return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

/// Why the contents of a plugin cannot be used; empty if they can.
std::string describeFault(const plugin::Contents& contents) {
    static const std::set<std::string> families{"force", "constraint", "joint", "motion"};
    if (!isName(contents.name)) return "Its name may contain letters, digits and '_' only.";
    if (contents.types.empty()) return "It has no types.";
    for (const TypeDescriptor& type : contents.types) {
        if (!isName(type.key)) return "The key of a type may contain letters, digits and '_' only.";
        if (type.label.empty() || type.doc.empty()) return "Its type '" + type.key + "' has no label or no doc.";
        if (!families.count(type.family) || !type.implementation)
            return "Its type '" + type.key + "' is not created by force(), constraint(), joint() or motion().";
    }
    return {};
}

void publish(const std::vector<Entry>& all) {
    std::vector<TypeDescriptor> types;
    for (const Entry& entry : all) types.insert(types.end(), entry.types.begin(), entry.types.end());
    setPluginTypes(types);
}

}  // namespace

Result<LoadedPlugin> loadPlugin(const std::filesystem::path& file) {
    Result<LoadedPlugin> result;
    const auto refuse = [&](std::string why, std::string remedy) {
        result.diagnostics.error(file.string(), std::move(why), std::move(remedy));
        return result;
    };
    result.diagnostics = checkReadable(file);
    if (result.diagnostics.hasErrors()) return result;
    const std::optional<std::string> stamp = readPluginStamp(file);
    if (!stamp) return refuse("It is not a plugin of Trammel.", "Choose a file that 'trammel-cli plugin build' made.");
    if (*stamp != programStamp())
        return refuse("It was built for " + *stamp + "; this program is " + programStamp() + ".",
                      "Rebuild it with this version.");

    // The dynamic linker loads no file twice, and a compiler may write over the original.
    const std::filesystem::path copy = copyInto(usableCodeFolders(codeFolders()), file);
    if (copy.empty()) {
        std::string tried;
        for (const std::filesystem::path& folder : codeFolders())
            tried += (tried.empty() ? "" : ", ") + folder.string();
        return refuse(
            "It cannot be copied for loading: no folder has space and allows code to be executed (" + tried + ").",
            "Set XDG_CACHE_HOME to a folder on a file system without the mount option noexec.");
    }
    void* const library = dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL);
    const std::string linkError = library ? std::string() : describeLinkError();
    std::error_code ignored;
    std::filesystem::remove(copy, ignored);
    if (!library) return refuse(linkError, "Correct and rebuild it.");

    plugin::Contents contents;
    try {
        const auto describe = reinterpret_cast<void (*)(plugin::Contents*)>(dlsym(library, "trammel_plugin_contents"));
        if (!describe) return refuse("It does not declare its contents.", "Use the macro TRAMMEL_PLUGIN in it.");
        describe(&contents);
    } catch (const std::exception& failure) {
        return refuse(std::string("It failed to describe its types: ") + failure.what(), "Correct it.");
    } catch (...) {
        return refuse("It failed to describe its types.", "Correct it.");
    }
    if (const std::string fault = describeFault(contents); !fault.empty()) return refuse(fault, "Correct it.");

    Entry entry{{contents.name, file, {}}, std::move(contents.types)};
    for (TypeDescriptor& type : entry.types) {
        type.key = contents.name + "." + type.key;
        type.role.reset();
        entry.plugin.types.push_back(type.family + "/" + type.key);
    }
    std::vector<Entry> next = entries();
    std::erase_if(next, [&](const Entry& other) { return other.plugin.name == contents.name; });
    next.push_back(entry);
    try {
        publish(next);
    } catch (const Exception&) {
        return refuse("Two of its types have the same key.", "Correct it.");
    }
    entries() = std::move(next);
    result.value = std::move(entry.plugin);
    return result;
}

std::vector<LoadedPlugin> loadedPlugins() {
    std::vector<LoadedPlugin> all;
    for (const Entry& entry : entries()) all.push_back(entry.plugin);
    return all;
}

void removePlugin(const std::string& name) {
    std::erase_if(entries(), [&](const Entry& entry) { return entry.plugin.name == name; });
    publish(entries());
}

}  // namespace trammel

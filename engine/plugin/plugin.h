// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Types of elements of your own, in a shared library that Trammel loads: a plugin.
///
/// A type is a class of one of the documented kinds with a description of its element:
///
///     class Magnet : public SimTK::Force::Custom::Implementation {
///     public:
///         static constexpr const char* key = "magnet";      // permanent: files use it
///         static constexpr const char* label = "Magnet";
///         static constexpr const char* doc = "Attracts two points.";
///         static std::vector<Property> properties();         // numbers with units, ranges and stages
///         static std::vector<Input> inputs();              // what it is connected to
///         explicit Magnet(const Site& site);                 // reads both
///         ...                                                // the documented functions
///     };
///     TRAMMEL_PLUGIN("magnets", force<Magnet>())
///
/// In files its type is "magnets.magnet". Optional, as for built-in types: reference, choose (text of the reference page),
/// sample() (how it is drawn there), outputs().
///
/// **What stays compatible.** A plugin built for version x.y runs with each version x.y.z. Another x.y, compiler or version
/// of Eigen needs another build, and says so by its stamp.

#include <initializer_list>
#include <string>
#include <vector>

#include "meta/type_catalog.h"
#include "plugin/rows.h"
#include "plugin/site.h"
#include "plugin/stamp.h"
#include "plugin/system_rows.h"
#include "simbody/Simbody.h"

namespace trammel::plugin {

/// The types of a plugin.
struct Contents {
    std::string name;
    std::vector<TypeDescriptor> types;
};

}  // namespace trammel::plugin

/// TRAMMEL_PLUGIN("name", force<A>(), constraint<B>(), ...): once in a plugin. The name consists of letters, digits and
/// '_'.
#define TRAMMEL_PLUGIN(plugin_name, ...)                                                        \
    extern "C" __attribute__((used, visibility("default"))) const char trammel_plugin_stamp[] = \
        TRAMMEL_STAMP_MARK TRAMMEL_PLUGIN_STAMP;                                                \
    extern "C" __attribute__((visibility("default"))) void trammel_plugin_contents(             \
        trammel::plugin::Contents* contents) {                                                  \
        using namespace trammel::plugin;                                                        \
        contents->name = plugin_name;                                                           \
        contents->types = {__VA_ARGS__};                                                        \
    }

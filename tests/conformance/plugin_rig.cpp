// SPDX-License-Identifier: Apache-2.0
// The types of plugins, in a System of the documented classes: the elements of the guide, and the projects that
// 'trammel-cli plugin new' writes.
#include <filesystem>

#include "compile/catalog.h"
#include "extension/loaded_plugins.h"
#include "simbody/build_scope.h"
#include "tests/conformance/conformance_rig.h"

namespace trammel::testing {

namespace {

class DocumentedParts : public RigParts {
public:
    MultibodySystem& system() override { return system_; }
    MatterSubsystem& matter() override { return matter_; }
    GeneralForceSubsystem& forces() override { return forces_; }
    void takeBodies() override { matter_.adoptMissingHandles(); }

private:
    SimTK::MultibodySystem system_;
    SimTK::SimbodyMatterSubsystem matter_{system_};
    SimTK::GeneralForceSubsystem forces_{system_};
    const SimTK::BuildScope scope_{matter_, forces_};
};

std::vector<TypeDescriptor> loadTypes() {
    std::vector<TypeDescriptor> types;
    for (const char* const plugin : {"guide", "plugin_of_force", "plugin_of_constraint", "plugin_of_mobilizer"}) {
        const Result<LoadedPlugin> loaded =
            loadPlugin(std::filesystem::path(TEST_PLUGINS) / (plugin + std::string(".so")));
        if (!loaded) throw Exception("The plugin " + std::string(plugin) + " cannot be loaded.");
        for (const std::string& name : loaded->types) {
            const std::size_t slash = name.find('/');
            TypeDescriptor type = *builtinCatalog().findType(name.substr(0, slash), name.substr(slash + 1));
            // Subsystems and events have no forces of their own.
            if (type.outputs.empty() && type.family == "force") continue;
            std::ranges::replace(type.key, '.', '_');
            // Documented classes have no method for the heat of a damper.
            for (PropertyDescriptor& p : type.properties)
                if (p.key == "damping") p = std::move(p).max(0);
            types.push_back(std::move(type));
        }
    }
    return types;
}

}  // namespace

std::unique_ptr<RigParts> makeRigParts() { return std::make_unique<DocumentedParts>(); }

std::vector<TypeDescriptor> typesOf(const std::string& family) {
    static const std::vector<TypeDescriptor> all = loadTypes();
    std::vector<TypeDescriptor> types;
    std::ranges::copy_if(all, std::back_inserter(types), [&](const TypeDescriptor& t) { return t.family == family; });
    return types;
}

}  // namespace trammel::testing

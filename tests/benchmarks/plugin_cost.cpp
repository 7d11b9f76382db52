// SPDX-License-Identifier: Apache-2.0
// Cost of an element of a plugin beside the same of the engine: the goal is about one. The plugin is the start that
// 'trammel-cli plugin new NAME --kind force' writes, a spring and damper; 'constraint', a rod to Ground; 'mobilizer', a screw;
// or 'motion', an exponential, beside a sinusoid; configured with CMAKE_BUILD_TYPE=Release.
//
// With an element and a number of evaluations it only computes, so that instructions can be counted, which are the same
// each time: the difference of two counts, by their difference in evaluations and by the number of elements.
//   valgrind --tool=callgrind --toggle-collect='trammel::System::realize(trammel::State const&, trammel::Stage) const'
//     plugin_cost spring/build/spring.so plugin 60      (in one line)
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

#include "extension/loaded_plugins.h"
#include "tests/benchmarks/force_cost.h"

namespace {
using namespace trammel;
using namespace trammel::benchmark;

/// A model with many copies of an element of the plugin or of the engine, or of none.
CompiledModelPtr modelOf(const std::string& pluginType, const std::string& type) {
    const std::string family = pluginType.substr(0, pluginType.find('/'));
    const std::string key = type == "plugin" ? pluginType.substr(pluginType.find('/') + 1) : type;
    if (family == "constraint") {
        const Element constraint = Element::draft(family, key).set(type == "plugin" ? "distance" : "length", 0.45);
        return keptBodies(type == "none" ? nullptr : &constraint, 50);
    }
    if (family == "joint") return movedBodies(Element::draft(family, type == "none" ? "weld" : key), nullptr, 50);
    if (family == "motion") {
        const Element motion = Element::draft(family, key);
        return movedBodies(Element::draft("joint", "pin"), type == "none" ? nullptr : &motion, 50);
    }
    return modelWith(Element::draft(family, key).set("point2", Vec3(0.1, 0.2, 0.3)), type == "none" ? 0 : 200);
}
}  // namespace

int main(int argc, char** argv) {
    if (argc != 2 && argc != 4) {
        std::fprintf(stderr, "usage: plugin_cost NAME/build/NAME.so [plugin|none|TYPE TIMES]\n");
        return 2;
    }
    const Result<LoadedPlugin> loaded = loadPlugin(argv[1]);
    if (!loaded) {
        for (const Diagnostic& d : loaded.diagnostics) std::fprintf(stderr, "%s\n", d.toString().c_str());
        return 1;
    }
    const std::string& name = loaded->types.front();
    if (argc == 4) {
        evaluate(*modelOf(name, argv[2]), std::atoi(argv[3]), Stage::Acceleration);
        return 0;
    }
    const double none = timeOf(modelOf(name, "none"), Stage::Acceleration),
                 own = timeOf(modelOf(name, "plugin"), Stage::Acceleration) - none;
    double builtIn = 0;
    const std::map<std::string, std::vector<const char*>> ours{{"force", {"twoPointSpring", "twoPointDamper"}},
                                                               {"constraint", {"rod"}},
                                                               {"joint", {"screw"}},
                                                               {"motion", {"sinusoid"}}};
    for (const char* type : ours.at(name.substr(0, name.find('/'))))
        builtIn += timeOf(modelOf(name, type), Stage::Acceleration) - none;
    std::printf("plugin %7.1f us, engine %7.1f us, ratio %.2f\n", own * 1e6, builtIn * 1e6, own / builtIn);
}

// SPDX-License-Identifier: Apache-2.0
// Cost of a spring and damper of a plugin beside a spring and a damper of the engine: the goal is about one. The plugin is
// the start that 'trammel-cli plugin new spring --kind force' writes, configured with CMAKE_BUILD_TYPE=Release.
#include <cstdio>

#include "extension/loaded_plugins.h"
#include "tests/benchmarks/force_cost.h"

int main(int argc, char** argv) {
    using namespace trammel;
    using namespace trammel::benchmark;
    if (argc != 2) {
        std::fprintf(stderr, "usage: plugin_cost spring/build/spring.so\n");
        return 2;
    }
    const Result<LoadedPlugin> loaded = loadPlugin(argv[1]);
    if (!loaded) {
        for (const Diagnostic& d : loaded.diagnostics) std::fprintf(stderr, "%s\n", d.toString().c_str());
        return 1;
    }
    const auto between = [](const std::string& type) {
        return Element::draft("force", type).set("point2", Vec3(0.1, 0.2, 0.3));
    };
    const std::string& name = loaded->types.front();
    const double own = timeOfOne(between(name.substr(name.find('/') + 1)));
    const double builtIn = timeOfOne(between("twoPointSpring")) + timeOfOne(between("twoPointDamper"));
    std::printf("spring and damper        plugin %7.1f ns, engine %7.1f ns, ratio %.2f\n", own * 1e9, builtIn * 1e9,
                own / builtIn);
}

// SPDX-License-Identifier: Apache-2.0
// Cost of a spring and damper of a plugin beside a spring and a damper of the engine: the goal is about one. The plugin is
// the start that 'trammel-cli plugin new spring --kind force' writes, configured with CMAKE_BUILD_TYPE=Release.
//
// With an element and a number of evaluations it only computes, so that instructions can be counted, which are the same
// each time: the difference of two counts, by their difference in evaluations and by 200 elements.
//   valgrind --tool=callgrind --toggle-collect='trammel::System::realize(trammel::State const&, trammel::Stage) const' \
//     plugin_cost spring/build/spring.so plugin 60
#include <cstdio>
#include <cstdlib>

#include "extension/loaded_plugins.h"
#include "tests/benchmarks/force_cost.h"

int main(int argc, char** argv) {
    using namespace trammel;
    using namespace trammel::benchmark;
    if (argc != 2 && argc != 4) {
        std::fprintf(stderr,
                     "usage: plugin_cost spring/build/spring.so [plugin|twoPointSpring|twoPointDamper TIMES]\n");
        return 2;
    }
    const Result<LoadedPlugin> loaded = loadPlugin(argv[1]);
    if (!loaded) {
        for (const Diagnostic& d : loaded.diagnostics) std::fprintf(stderr, "%s\n", d.toString().c_str());
        return 1;
    }
    const std::string& name = loaded->types.front();
    const auto between = [&](const std::string& type) {
        return Element::draft("force", type == "plugin" ? name.substr(name.find('/') + 1) : type)
            .set("point2", Vec3(0.1, 0.2, 0.3));
    };
    if (argc == 4) {
        const CompiledModelPtr model = modelWith(between(argv[2]), 200);
        State state = model->getInitialState();
        for (int i = 0; i < std::atoi(argv[3]); ++i) {
            state.updQ()[0] += 1e-6;
            model->getSystem().realize(state, Stage::Dynamics);
        }
        return 0;
    }
    const double own = timeOfOne(between("plugin"));
    const double builtIn = timeOfOne(between("twoPointSpring")) + timeOfOne(between("twoPointDamper"));
    std::printf("spring and damper        plugin %7.1f ns, engine %7.1f ns, ratio %.2f\n", own * 1e9, builtIn * 1e9,
                own / builtIn);
}

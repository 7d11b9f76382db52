#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves of each architecture rule that it fails where it should, and only there."""

import tempfile
import unittest
from pathlib import Path

import check_architecture
import modules

APACHE = "// SPDX-License-Identifier: Apache-2.0\n"
GPL = "// SPDX-License-Identifier: GPL-3.0-or-later\n"
CMAKE = "# SPDX-License-Identifier: Apache-2.0\n"

# A small tree that breaks no rule.
CLEAN = {
    "CMakeLists.txt": CMAKE,
    "CMakePresets.json": "{}\n",
    "LICENSES/Apache-2.0.txt": "text\n",
    "README.md": "# Trammel\n",
    ".gitignore": "/build/\n",
    "app/main.cpp": GPL + '#include <QApplication>\n\n#include "ui/window/main_window.h"\n',
    "app/CMakeLists.txt": CMAKE + "target_link_libraries(trammel-cli PRIVATE trammel_runtime CLI11::CLI11)\n",
    "app/cli/main.cpp": APACHE + '#include <CLI/CLI.hpp>\n\n#include "runtime/simulation.h"\n',
    "engine/CMakeLists.txt": CMAKE
    + "trammel_module(base)\n"
    + "trammel_module(math DEPS trammel_base Eigen3::Eigen PCH <vector> <Eigen/Core>)\n"
    + "trammel_module(runtime DEPS trammel_compile Threads::Threads)\n",
    "engine/base/stage.h": APACHE + "#pragma once\n#include <string>\n",
    "engine/math/vec.h": APACHE + '#include <Eigen/Core>\n\n#include "base/stage.h"\n',
    "engine/multibody/mobilizers/pin.h": APACHE + '    static constexpr const char* key = "pin";\n',
    "engine/multibody/mobilizers/registry.cpp": APACHE + '#include "multibody/mobilizers/pin.h"\n',
    "engine/runtime/worker.cpp": APACHE + "#include <mutex>\n#include <thread>\n",
    "engine/system/state.cpp": APACHE + "#include <mutex>\n",
    "models/pendulum.trammel": "{}\n",
    "packaging/setup": "#!/usr/bin/env bash\n" + CMAKE,
    "resources/icons/pin.svg": "<svg/>\n",
    "tests/unit/base/stage_test.cpp": APACHE + '#include <gtest/gtest.h>\n\n#include "base/stage.h"\n',
    "tests/ui/window_test.cpp": GPL + '#include <QtTest>\n\n#include "ui/window/main_window.h"\n',
    "ui/viewport/viewport.cpp": GPL + '#include "ui/viewport/viewport.h"\n\n#include <QWidget>\n#include <osg/Node>\n',
    "ui/window/main_window.cpp": GPL + '#include "document/document.h"\n#include "ui/viewport/viewport.h"\n',
}


class ArchitectureRules(unittest.TestCase):
    def findings(self, changes):
        with tempfile.TemporaryDirectory() as folder:
            for path, text in {**CLEAN, **changes}.items():
                if text is None:
                    continue
                file = Path(folder) / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(text if isinstance(text, bytes) else text.encode())
            return check_architecture.check(folder)

    def assert_clean(self, changes):
        self.assertEqual([], [str(f) for f in self.findings(changes)])

    def assert_breaks(self, changes, rule, path, line=None):
        """The changes break exactly this rule, at this place."""
        found = self.findings(changes)
        self.assertEqual([(path, rule)], [(f.path, f.rule) for f in found], [str(f) for f in found])
        if line is not None:
            self.assertEqual(line, found[0].line)

    def test_a_tree_that_keeps_the_rules_has_no_findings(self):
        self.assert_clean({})

    def test_a_module_may_include_only_modules_above_it_in_the_table(self):
        seen = set()
        for module, row in modules.MODULES.items():
            if not module.startswith("tests") and not module.startswith("app"):
                self.assertLessEqual(row.modules, seen, module)
            self.assertLessEqual(row.modules, set(modules.MODULES), module)
            self.assertLessEqual(row.libraries, set(modules.LIBRARIES), module)
            seen.add(module)

    def test_an_include_that_points_up_fails_with_its_line(self):
        for path, header in {
            "engine/base/a.h": "math/vec.h",
            "engine/math/a.h": "system/state.h",
            "engine/document/a.cpp": "multibody/matter.h",
            "engine/system/a.cpp": "multibody/matter.h",
            "engine/multibody/a.cpp": "integrate/integrator.h",
            "engine/compile/a.cpp": "runtime/worker.h",
            "engine/runtime/a.cpp": "ui/window/main_window.h",
            "tests/unit/a.cpp": "ui/window/main_window.h",
        }.items():
            with self.subTest(path):
                self.assert_breaks({path: APACHE + f'\n#include "{header}"\n'}, "include", path, 3)

    def test_folders_within_a_module_include_each_other_in_one_direction(self):
        there = {"engine/multibody/a/x.h": APACHE + '#include "multibody/b/y.h"\n'}
        self.assert_clean(there)
        self.assert_clean({**there, "engine/multibody/b/y.h": APACHE + '#include "multibody/z.h"\n'})
        back = {"engine/multibody/b/y.h": APACHE + '#include "multibody/a/x.h"\n#include "multibody/a/z.h"\n'}
        self.assert_breaks({**there, **back}, "folders", "engine/multibody/a/x.h", 2)
        # A registry lies above its rows, not beside them.
        self.assert_clean({"engine/multibody/z.cpp": APACHE + '#include "multibody/a/x.h"\n', **there})

    def test_the_window_sees_no_physics(self):
        for header in ("multibody/matter.h", "system/state.h", "integrate/integrator.h", "contact/law.h"):
            with self.subTest(header):
                self.assert_breaks({"ui/panels/a.cpp": GPL + f'#include "{header}"\n'}, "include", "ui/panels/a.cpp")

    def test_the_command_line_sees_neither_window_nor_qt(self):
        for line in ('"ui/viewport/offscreen_renderer.h"', "<QString>", "<osg/Node>"):
            with self.subTest(line):
                self.assert_breaks({"app/cli/a.cpp": APACHE + f"#include {line}\n"}, "include", "app/cli/a.cpp")

    def test_the_engine_knows_no_qt_and_no_graphics(self):
        for header in ("QString", "QtCore/QString", "QtGlobal", "osg/Node", "osgViewer/Viewer", "GL/gl.h", "EGL/egl.h"):
            with self.subTest(header):
                path = "engine/runtime/a.cpp"
                self.assert_breaks({path: APACHE + f"#include <{header}>\n"}, "include", path)

    def test_osg_is_included_in_the_viewport_only(self):
        for path in ("ui/window/a.cpp", "ui/session/a.h", "app/a.cpp"):
            with self.subTest(path):
                self.assert_breaks({path: GPL + "#include <osg/Node>\n"}, "include", path)

    def test_bullet_is_included_in_its_folder_only(self):
        header = APACHE + "#include <bullet/btBulletCollisionCommon.h>\n"
        self.assert_clean({"engine/contact/bullet/a.cpp": header})
        self.assert_breaks({"engine/contact/a.cpp": header}, "include", "engine/contact/a.cpp")

    def test_programs_of_others_see_only_the_installed_header(self):
        program = "tests/simbody/programs/a.cpp"
        self.assert_clean({program: APACHE + '#include "Simbody.h"\n'})
        self.assert_breaks({program: APACHE + '#include "math/vec.h"\n'}, "include", program)
        self.assert_breaks({"tests/unit/a.cpp": APACHE + '#include "Simbody.h"\n'}, "include", "tests/unit/a.cpp")

    def test_threads_live_in_the_runtime_only(self):
        for header in ("thread", "condition_variable", "future"):
            for path in ("engine/compile/a.cpp", "engine/system/a.cpp", "engine/document/a.cpp"):
                with self.subTest(path + " " + header):
                    self.assert_breaks({path: APACHE + f"#include <{header}>\n"}, "include", path)
        self.assert_breaks({"engine/math/a.cpp": APACHE + "#include <mutex>\n"}, "include", "engine/math/a.cpp")
        for header in ("thread", "QThread", "QtConcurrentRun", "QMutex"):
            with self.subTest(header):
                self.assert_breaks({"ui/session/a.cpp": GPL + f"#include <{header}>\n"}, "include", "ui/session/a.cpp")

    def test_a_library_nobody_named_fails(self):
        self.assert_breaks({"engine/math/a.h": APACHE + "#include <boost/any.hpp>\n"}, "include", "engine/math/a.h")

    def test_an_include_path_starts_at_the_root(self):
        self.assert_breaks({"engine/base/a.cpp": APACHE + '#include "stage.h"\n'}, "include", "engine/base/a.cpp")
        self.assert_clean({"ui/window/a.cpp": GPL + '#include "a.moc"\n'})
        self.assert_clean({"tests/unit/base/a.h": APACHE, "tests/unit/base/a.cpp": APACHE + '#include "a.h"\n'})

    def test_a_module_without_a_row_fails(self):
        self.assert_breaks({"engine/gadgets/a.h": APACHE}, "module", "engine/gadgets/a.h")

    def test_a_link_that_points_up_fails(self):
        path, comment = "engine/CMakeLists.txt", "# trammel_module(base DEPS trammel_ui)\n\n"
        for line in (
            "trammel_module(math DEPS trammel_system)",
            "trammel_module(\n  document\n  DEPS trammel_meta trammel_multibody)",
            "trammel_module(compile DEPS Threads::Threads)",
            "trammel_module(system DEPS trammel_math Qt6::Core)",
            "trammel_module(gadgets)",
        ):
            with self.subTest(line):
                self.assert_breaks({path: CMAKE + comment + line + "\n"}, "link", path, 4)

    def test_a_precompiled_header_is_no_link(self):
        self.assert_clean({"engine/CMakeLists.txt": CMAKE + "trammel_module(base PCH <vector> ${numeric_pch})\n"})

    def test_the_window_links_no_physics_and_the_command_line_no_qt(self):
        ui = "# SPDX-License-Identifier: GPL-3.0-or-later\n"
        osg = "${OPENSCENEGRAPH_LIBRARIES}"
        for path, text in {
            "ui/CMakeLists.txt": ui + "trammel_ui_module(panels DEPS trammel_multibody)\n",
            "ui/theme/CMakeLists.txt": ui + "target_link_libraries(trammel_ui_theme PUBLIC trammel_ui_session)\n",
            "ui/window/CMakeLists.txt": ui + f"target_link_libraries(trammel_ui_window PUBLIC {osg})\n",
            "app/CMakeLists.txt": CMAKE + "target_link_libraries(trammel-cli PRIVATE Qt6::Core)\n",
        }.items():
            with self.subTest(path):
                self.assert_breaks({path: text}, "link", path)
        good = f"target_link_libraries(trammel_ui_viewport PUBLIC Qt6::Widgets {osg} OpenGL::EGL)\n"
        self.assert_clean({"ui/viewport/CMakeLists.txt": ui + good})
        function = "function(f name)\n  target_link_libraries(trammel_ui_${name} PUBLIC ${MODULE_DEPS})\nendfunction()\n"
        self.assert_clean({"ui/CMakeLists.txt": ui + function + "trammel_ui_module(window DEPS trammel_ui_panels)\n"})

    def test_a_module_of_the_window_includes_only_what_its_row_names(self):
        for path, header in {
            "ui/session/a.cpp": "ui/panels/tree.h",
            "ui/viewport/a.cpp": "ui/session/session.h",
            "ui/theme/a.cpp": "document/document.h",
            "ui/panels/a.cpp": "ui/window/main_window.h",
        }.items():
            with self.subTest(path):
                self.assert_breaks({path: GPL + f'#include "{header}"\n'}, "include", path, 2)

    def test_a_type_name_fails_where_only_the_registry_may_know_it(self):
        engine = ("document", "compile", "authoring", "inspect", "reference", "runtime")
        for path, spdx in {
            "ui/panels/a.cpp": GPL,
            "app/a.cpp": GPL,
            **{f"engine/{module}/a.cpp": APACHE for module in engine},
        }.items():
            with self.subTest(path):
                self.assert_breaks({path: spdx + 'if (type == "pin") return;\n'}, "type-name", path, 2)

    def test_a_type_name_is_no_fault_in_a_comment_or_inside_a_longer_text_or_with_a_reason(self):
        for line in ('// such as "pin"', 'show("pin it");', 'QAction* a = add("pin");  // not a type: pins the panel'):
            with self.subTest(line):
                self.assert_clean({"ui/panels/a.cpp": GPL + line + "\n"})

    def test_the_other_ways_to_state_a_type_key_count_too(self):
        for line in ('constexpr std::string_view key{"rod"};', 'constexpr char key[] = "rod";', 'd.key = "rod";'):
            with self.subTest(line):
                family = {"engine/multibody/constraints/registry.cpp": APACHE + line + "\n"}
                user = {"ui/panels/a.cpp": GPL + 'f("rod");\n'}
                self.assert_breaks({**family, **user}, "type-name", "ui/panels/a.cpp")

    def test_a_property_key_is_no_type_key(self):
        type_key = 'static constexpr const char* key = "rod";\n'
        others = 'auto p = PropertyDescriptor::real("length");\nsocket.key = "base";\n'
        user = 'f("length", "base");\n'
        registry = {"engine/multibody/constraints/registry.cpp": APACHE + type_key + others}
        self.assert_clean({**registry, "ui/panels/a.cpp": GPL + user})

    def test_a_family_that_states_no_type_key_fails(self):
        path = "engine/multibody/forces/registry.cpp"
        self.assert_breaks({path: APACHE}, "type-name", path)

    def test_a_file_over_900_lines_fails(self):
        self.assert_clean({"engine/base/a.h": APACHE + "\n" * 899})
        self.assert_breaks({"engine/base/a.h": APACHE + "\n" * 900}, "size", "engine/base/a.h", 901)

    def test_a_tree_of_mostly_long_files_fails(self):
        many = {f"engine/base/a{i}.h": APACHE + "\n" * 250 for i in range(40)}
        self.assert_breaks(many, "size", ".")
        few = {f"engine/base/a{i}.h": APACHE + "\n" * (600 if i < 4 else 10) for i in range(20)}
        self.assert_breaks(few, "size", ".")

    def test_a_wrong_or_missing_licence_line_fails(self):
        for path, text in {
            "engine/base/a.h": "#pragma once\n",
            "engine/base/b.h": GPL,
            "engine/base/c.h": "\n" + APACHE,
            "ui/window/a.h": APACHE,
            "tests/ui/a.cpp": APACHE,
            "tests/unit/a.cpp": GPL,
            "app/a.cpp": APACHE,
            "app/cli/a.cpp": GPL,
            "packaging/script": "#!/bin/sh\necho\n",
            "packaging/cmake/A.cmake": "set(A 1)\n",
            "tests/a.py": "import sys\n",
            "ui/CMakeLists.txt": CMAKE,
            "engine/base/empty.h": "",
        }.items():
            with self.subTest(path):
                self.assert_breaks({path: text}, "licence", path)

    def test_the_top_of_the_repository_has_exactly_the_fixed_names(self):
        self.assert_breaks({"docs/index.md": "text\n"}, "top-level", "docs")
        self.assert_breaks({"LICENSE": "text\n"}, "top-level", "LICENSE")
        self.assert_breaks({"README.md": None}, "top-level", "README.md")
        self.assert_clean({"build/dev/CMakeCache.txt": "x\n", ".editorconfig": "x\n", "CMakeUserPresets.json": "{}\n"})

    def test_names_of_unnamed_namespaces_that_collide_in_a_module_fail(self):
        def source(text):
            return APACHE + "namespace trammel {\n\nnamespace {\n" + text + "}  // namespace\n\n}  // namespace trammel\n"

        first, second = "engine/math/a.cpp", "engine/math/b.cpp"
        for one, two in (
            ("Real area(const Box& a, int n = 1) {\n}\n", "Real area(const Box& box,\n          int count) {\n}\n"),
            ("constexpr Real least = 1;\n", "const int least{2};\n"),
            ("struct Side {\n};\n", "class Side : Base {\n};\n"),
        ):
            with self.subTest(one):
                self.assert_breaks({first: source(one), second: source(two)}, "local name", second, 5)
        self.assert_clean({first: source("Real area(int n) {\n}\n"), second: source("Real area(Real n) {\n}\n")})
        self.assert_clean({first: source("struct A {\n    int run() {\n    }\n};\n"), second: source("struct B {\n    int run() {\n    }\n};\n")})
        self.assert_clean({first: source("int n{1};\n"), "engine/system/b.cpp": source("int n{2};\n")})

    def test_postponed_work_without_a_reason_fails(self):
        for mark in ("TODO: later", "FIXME", "TODO()", "// XXX what"):
            with self.subTest(mark):
                self.assert_breaks({"models/notes.md": f"a\n{mark}\n"}, "postponed", "models/notes.md", 2)
        self.assert_clean({"models/notes.md": "TODO(waits for Qt 6.8)\n"})

    def test_a_path_of_one_machine_fails(self):
        for text in ("/home/ann/x", "see /wo" "rk/plan.md", '"/Users/ann"', "path=/root/x"):
            with self.subTest(text):
                self.assert_breaks({"README.md": text + "\n"}, "machine-path", "README.md", 1)
        self.assert_clean({"README.md": "models/work/x and https://example.org/home/x and $HOME/home/x\n"})

    def test_a_test_that_rests_on_time_fails(self):
        for line in (
            "    QTest::qWait(50);",
            "    std::this_thread::sleep_for(std::chrono::milliseconds(1));",
            "    usleep(1000);",
            "    QThread::msleep(50);",
            "    const auto start = std::chrono::steady_clock::now();",
            "    QElapsedTimer clock;",
            "    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);",
            "    const std::clock_t begin = std::clock();",
            "    QTimer::singleShot(200, this, answer);",
        ):
            with self.subTest(line):
                self.assert_breaks({"tests/unit/a.cpp": APACHE + line + "\n"}, "timed-test", "tests/unit/a.cpp", 2)
                self.assert_clean({"tests/benchmarks/a.cpp": APACHE + line + "\n", "app/cli/a.cpp": APACHE + line + "\n"})
        script = CMAKE + "import time\ntime.sleep(1)\n"
        self.assert_breaks({"tests/system/a.py": script}, "timed-test", "tests/system/a.py", 3)
        self.assert_clean({"tests/benchmarks/a.py": script})
        waits = '    QTRY_VERIFY(isDone);\n    QTest::qWaitFor(isDone, Patience);\n    QTimer::singleShot(0, this, act);\n'
        self.assert_clean({"tests/ui/a.cpp": GPL + waits})

    def test_a_test_that_skips_what_it_cannot_show_fails(self):
        for line in ('    GTEST_SKIP() << "it cannot be assembled";', '    QSKIP("no image");'):
            with self.subTest(line):
                self.assert_breaks({"tests/unit/a.cpp": APACHE + line + "\n"}, "skipped-test", "tests/unit/a.cpp", 2)
        self.assert_clean({"tests/ui/a.cpp": GPL + '    QSKIP("ffmpeg is not installed");\n'})

    def test_a_binary_file_is_no_fault(self):
        self.assert_clean({"resources/help/images/a.png": b"\x89PNG\r\n\x1a\n\xff\xfe"})


if __name__ == "__main__":
    unittest.main()

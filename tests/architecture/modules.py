# SPDX-License-Identifier: Apache-2.0
"""The module table: one row per module, with the modules and libraries it may include."""

import re
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Row:
    """The modules that the files of a module may include, and the libraries, by their names in LIBRARIES."""

    modules: frozenset = field(default_factory=frozenset)
    libraries: frozenset = field(default_factory=frozenset)


def row(modules="", libraries=""):
    return Row(frozenset(modules.split()), frozenset(libraries.split()))


BELOW_COMPILE = "base math meta functions decoration system integrate multibody contact document formats exploration"

# The C++ standard library needs no row, except for threads and locks. A module may include itself and only modules
# above it in this table, so cycles are impossible. The longest row matching a path is the module of the file.
ENGINE_MODULES = {
    "base": row(),
    "math": row("base", "eigen"),
    "meta": row("base math"),
    "functions": row("base math meta", "eigen"),
    "decoration": row("base math"),
    "system": row("base math decoration", "eigen atomics locks demangle"),
    "integrate": row("base math decoration system meta", "eigen sundials"),
    "multibody": row("base math decoration system meta functions", "eigen"),
    "contact/bullet": row("base math", "eigen bullet"),
    "contact": row("base math decoration system meta functions multibody contact/bullet", "eigen"),
    # Between a program and the window that shows it.
    "live": row("base math decoration system", "posix"),
    "simbody": row(
        "base math decoration system meta functions integrate multibody contact live", "eigen atomics posix nlopt pugixml"
    ),
    "plugin": row("base math decoration system meta functions multibody simbody"),
    "document": row("base math meta", "json posix atomics"),
    "formats": row("base math meta decoration", "meshoptimizer"),
    # Only engine/meshes includes assimp.
    "meshes": row("base math decoration formats", "eigen assimp pugixml"),
    "import": row("base math meta functions decoration document formats meshes", "eigen json pugixml atomics"),
    # Only engine/exploration includes Boost; NLopt also serves the documented Optimizer of engine/simbody.
    "exploration": row("base math meta document", "eigen boost nlopt"),
    "compile": row(BELOW_COMPILE + " simbody", "eigen json atomics"),
    "authoring": row(BELOW_COMPILE + " compile meshes", "eigen"),
    "interchange": row(BELOW_COMPILE + " compile", "eigen pugixml"),
    "inspect": row(BELOW_COMPILE + " compile", "eigen atomics"),
    "reference": row(BELOW_COMPILE + " compile"),
    "runtime": row(
        BELOW_COMPILE + " compile inspect",
        "eigen atomics locks threads posix zlib",
    ),
    # Only engine/study includes SQLite.
    "study": row(BELOW_COMPILE + " compile inspect runtime", "atomics locks posix sqlite"),
    "export": row(BELOW_COMPILE + " compile interchange inspect runtime", "json"),
    "extension": row(BELOW_COMPILE + " compile inspect reference plugin", "atomics locks posix"),
}

ENGINE = " ".join("engine/" + name for name in ENGINE_MODULES)
# The part of the engine open to the window and the command line: documents, compiled models, runs, drawings.
ENGINE_FACE = " ".join(
    "engine/" + name for name in "base math meta decoration document formats import compile authoring inspect reference runtime exploration study export live extension".split()
)
# The modules of the user interface except ui/window.
UI = " ".join(
    "ui/" + name for name in "viewport plots theme session commands tools properties panels dialogs view start live".split()
)

MODULES = {
    **{
        "engine/" + name: Row(frozenset("engine/" + other for other in r.modules), r.libraries)
        for name, r in ENGINE_MODULES.items()
    },
    # OSG reports from any thread: hence a lock.
    "ui/viewport": row("engine/base engine/math engine/meta engine/decoration", "qt osg gl locks"),
    "ui/plots": row("engine/base engine/math engine/meta engine/decoration engine/document engine/formats", "qt qcustomplot"),
    "ui/theme": row("engine/base", "qt"),
    "ui/session": row(ENGINE_FACE, "qt"),
    "ui/commands": row("engine/base ui/theme", "qt"),
    "ui/properties": row(ENGINE_FACE + " ui/theme ui/session", "qt"),
    "ui/tools": row(ENGINE_FACE + " ui/theme ui/session ui/properties", "qt"),
    "ui/panels": row(ENGINE_FACE + " ui/theme ui/session ui/commands ui/properties ui/plots", "qt"),
    "ui/dialogs": row(ENGINE_FACE + " ui/theme ui/session ui/commands ui/properties ui/plots", "qt"),
    "ui/view": row(
        ENGINE_FACE + " ui/viewport ui/theme ui/session ui/properties ui/tools ui/dialogs", "qt"
    ),
    "ui/live": row(ENGINE_FACE + " ui/viewport ui/theme ui/session ui/dialogs", "qt"),
    "ui/start": row(ENGINE_FACE + " ui/viewport ui/theme ui/session ui/commands ui/tools", "qt"),
    "ui/window": row(ENGINE_FACE + " " + UI.replace("ui/live", ""), "qt"),
    "app/cli": row(ENGINE_FACE, "cli11 json posix"),
    "app/python": row(ENGINE_FACE, "pybind11 locks posix"),
    # Only app/step includes Open CASCADE: a program that the window calls, and does without.
    "app/step": row("", "opencascade"),
    "app": row(ENGINE_FACE + " " + UI + " ui/window app/cli", "qt cli11 posix"),
    "tests/ui": row(
        ENGINE_FACE + " " + UI + " ui/window app tests",
        "qt qt-threads gtest eigen json atomics locks threads posix",
    ),
    "tests": row(ENGINE + " app/cli", "gtest benchmark eigen json atomics locks threads posix zlib"),
    # Programs as users of the library write them: they include only the installed header.
    "tests/simbody": row("", "atomics locks threads"),
    "tests/simbody/outside": row(ENGINE),
    # Plugins as users write them.
    "resources/plugins": row("engine/plugin"),
    # Compiled twice: with Trammel and with Simbody.
    "tests/oracle": row(""),
    "tests/oracle/import": row(ENGINE, "dart gtest mujoco sdformat"),
    # Simbody.h as in tests/simbody, the engine for what Simbody lacks, and other programs to compare with.
    "tests/benchmarks": row(
        "engine/multibody engine/contact engine/contact/bullet engine/integrate engine/document engine/exploration engine/study engine/compile"
        " engine/inspect engine/runtime engine/extension tests",
        "bullet mujoco posix",
    ),
    "tests/benchmarks/window": row(ENGINE_FACE + " " + UI + " ui/window", "qt posix"),
}

# Installed headers, and the modules whose files may include them.
INSTALLED_HEADERS = {
    "Simbody.h": ("tests/simbody", "tests/simbody/outside", "tests/oracle", "tests/benchmarks"),
    "SimTKcommon/internal/Subsystem.h": ("tests/simbody",),
    "simmath/RungeKuttaMersonIntegrator.h": ("tests/simbody",),
}

# Patterns of a library in #include <...> and as a CMake target.
LIBRARIES = {
    "atomics": (r"atomic$", r"$^"),
    "locks": (r"(mutex|shared_mutex)$", r"$^"),
    "threads": (r"(thread|condition_variable|future|stop_token|semaphore|latch|barrier|pthread\.h)$", r"Threads::"),
    "eigen": (r"(unsupported/)?Eigen/", r"Eigen3::"),
    "json": (r"nlohmann/", r"nlohmann_json::"),
    "cli11": (r"CLI/", r"CLI11::"),
    "pybind11": (r"pybind11/", r"pybind11::"),
    "bullet": (r"(bullet/|bt[A-Z]|Bullet\w+/|LinearMath/)", r"(?i).*bullet|LinearMath"),
    "sundials": (r"(cvode|nvector|sundials|sunlinsol|sunmatrix|sunnonlinsol)/", r"SUNDIALS::"),
    "osg": (r"(osg\w*|OpenThreads)/", r"(?i)osg|OpenSceneGraph|\$\{OPENSCENEGRAPH"),
    "gl": (r"(GL|EGL|KHR)/", r"(OpenGL|EGL|GL)(::|$)"),
    "qcustomplot": (r"qcustomplot\.h$", r"QCustomPlot"),
    "qt-threads": (
        r"(QThread|QThreadPool|QRunnable|QtConcurrent|QFuture|QMutex|QWaitCondition|QSemaphore|QReadWriteLock)",
        r"Qt6::Concurrent",
    ),
    "qt": (r"(Q[A-Z]|Qt)\w*(/\w+)?$|qpa/", r"Qt6::"),
    "gtest": (r"(gtest|gmock)/", r"GTest::"),
    "benchmark": (r"benchmark/", r"benchmark::"),
    "demangle": (r"cxxabi\.h$", r"$^"),
    "pugixml": (r"pugixml\.hpp$", r"pugixml::"),
    "mujoco": (r"mujoco/", r"(?i).*mujoco"),
    "dart": (r"dart/", r"(?i)\$\{dart"),
    "sdformat": (r"sdf/", r"\$\{sdformat"),
    "assimp": (r"assimp/", r"assimp::"),
    "opencascade": (r"\w+\.hxx$", r"\$\{OPENCASCADE"),
    "boost": (r"boost/", r"Boost::"),
    "nlopt": (r"nlopt\.h$", r"NLopt::"),
    "sqlite": (r"sqlite3\.h$", r"SQLite::"),
    "meshoptimizer": (r"meshoptimizer\.h$", r"meshoptimizer::"),
    "zlib": (r"zlib\.h$", r"ZLIB::"),
    "posix": (r"(sys/\w+|unistd|fcntl|dirent|poll|signal|spawn|pwd|dlfcn|execinfo|malloc)\.h$", r"$^"),
}

# Without <ranges>: clang 14, which compiles the fuzz targets, cannot compile the views of this standard library.
STANDARD_HEADERS = frozenset(
    """algorithm any array bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes ciso646 climits
    clocale cmath compare complex concepts csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cuchar
    cwchar cwctype deque exception execution filesystem forward_list fstream functional initializer_list iomanip ios
    iosfwd iostream istream iterator limits list locale map memory memory_resource new numbers numeric optional ostream
    queue random ratio regex scoped_allocator set source_location span sstream stack stdexcept streambuf string
    string_view strstream syncstream system_error tuple type_traits typeindex typeinfo unordered_map unordered_set
    utility valarray variant vector version""".split()
)

TOP_LEVEL = frozenset(
    "CMakeLists.txt CMakePresets.json LICENSES README.md app engine models packaging resources tests ui".split()
)
# Made by building or by an editor, never committed.
TOP_LEVEL_IGNORED = frozenset("build CMakeUserPresets.json compile_commands.json".split())

APACHE = "Apache-2.0"
GPL = "GPL-3.0-or-later"
# First pattern that fits the path, and the licences its SPDX line may name.
LICENCES = [
    (re.compile(r"app/CMakeLists\.txt$"), (APACHE, GPL)),
    (re.compile(r"app/(cli|python|step)/"), (APACHE,)),
    (re.compile(r"(app|ui|tests/ui|tests/benchmarks/window)/"), (GPL,)),
    (re.compile(r""), (APACHE,)),
]

MAX_LINES = 900
MAX_MEDIAN_LINES = 200
MAX_90TH_PERCENTILE_LINES = 500
MIN_FILES_FOR_STATISTICS = 20

# Where a type of element may be known only as data (properties, roles, counterparts), never by its key. Besides the rows
# of the registries, only engine/import, which maps the types of other formats, and engine/simbody, whose classes are the
# documented names of types, state keys.
TYPE_BLIND = (
    "ui/",
    "app/",
    "engine/document/",
    "engine/compile/",
    "engine/authoring/",
    "engine/inspect/",
    "engine/reference/",
    "engine/runtime/",
)

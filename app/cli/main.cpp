// SPDX-License-Identifier: Apache-2.0
// trammel-cli: simulate, check and describe models without a window.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <system_error>

#include "app/cli/commands.h"
#include "app/cli/crash_notice.h"
#include "base/numerical_failure.h"
#include "runtime/equal_functions.h"

namespace trammel::cli {
namespace {

/// One option per format that a run can be written in.
void addOutputs(CLI::App& command, RunOutputs& outputs) {
    for (const ExportFormat& format : exportFormats())
        if (format.subject == ExportSubject::Run)
            command.add_option("--" + format.option, outputs[format.key],
                               format.doc + (format.write ? "; a file, or '-' for standard output" : "; a file"));
}

/// False for a value that is empty, which a command would take for an option that is not given.
bool checkValues(const CLI::App& app) {
    for (const CLI::Option* const option : app.get_options())
        if (option->count() > 0 && std::ranges::any_of(option->results(), &std::string::empty)) {
            fail("'" + option->get_name() + "' is empty. Give it a value.");
            return false;
        }
    return std::ranges::all_of(app.get_subcommands(), [](const CLI::App* command) { return checkValues(*command); });
}

/// @param plugins filled while parsing; loaded before any command
void addPluginOption(CLI::App& app, std::vector<std::string>& plugins) {
    app.add_option("--plugin", plugins, "Load the types of a plugin (.so), which runs its code; may be repeated")
        ->type_size(1)
        ->allow_extra_args(false);
    app.parse_complete_callback([&app, &plugins] {
        if (!checkValues(app) || !loadPlugins(plugins)) throw CLI::RuntimeError(Failure);
    });
}

void addRunCommands(CLI::App& app, int& code) {
    const auto request = std::make_shared<RunRequest>();
    CLI::App* run_ = app.add_subcommand("run", "Simulate a model and write results as CSV");
    run_->add_option("FILE", request->file, "Model file, .trammel or importable")->required();
    run_->add_option("--until", request->until, "Simulated time to run, s (default: the model's duration)");
    run_->add_option("--accuracy", request->accuracy, "Relative local error per step (default: the model's)");
    run_->add_option("--integrator", request->integrator,
                     "Integrator by key, see 'types integrator' (default: the model's)");
    run_->add_option("--interval", request->frameInterval, "Time between frames, s (default: the model's)");
    addOutputs(*run_, request->outputs);
    run_->add_option(
        "--load", request->loads,
        "BODY:x,y,z=FX,FY,FZ@FROM..TO: a force at a point of a body over a time range, in m, N, s; optionally with a "
        "torque: FX,FY,FZ,TX,TY,TZ, N m; append '@body' for components in the body frame");
    run_->add_option("--pulls", request->pullsOf, "Repeat the pulls recorded in this run file (.trun)");
    run_->add_flag("--force", request->force, "Run regardless of the number of steps, frames and bytes");
    run_->callback([&code, request] { code = run(*request); });

    const auto stored = std::make_shared<ReplayRequest>();
    CLI::App* replay_ = app.add_subcommand("replay", "Describe a run file, write its table, recompute it");
    replay_->add_option("FILE", stored->file, "Run file (.trun)")->required();
    addOutputs(*replay_, stored->outputs);
    replay_->add_flag("--check", stored->check, "Recompute; exit code 0 only if bitwise identical");
    replay_->add_option("--from", stored->from, "Recompute only from this time, s");
    replay_->callback([&code, stored] { code = replay(*stored); });
}

void addFormatCommands(CLI::App& app, int& code) {
    const auto import = std::make_shared<ImportRequest>();
    CLI::App* import_ =
        app.add_subcommand("import", "Import a model from another program and report how each part was imported");
    import_->add_option("FILE", import->file, "File of a format that 'formats' lists")->required();
    import_->add_option("-o,--output", import->output, "Save the model to this file (.trammel)");
    import_->add_option("--report", import->report, "Write the report to this file (.json)");
    import_->add_option("--option", import->choices, "OPTION=CHOICE, such as root=floating; see 'formats'");
    import_->add_option("--search", import->searchFolders, "A folder with packages and meshes; may be repeated");
    import_->callback([&code, import] { code = importFile(*import); });

    const auto exported = std::make_shared<ExportRequest>();
    CLI::App* export_ = app.add_subcommand("export", "Write a model or a run in another format");
    export_->add_option("FILE", exported->file, "Model file, .trammel or importable, or run file (.trun)")->required();
    export_->add_option("-o,--output", exported->output, "File to write, '-' for standard output")->required();
    export_->add_option("--format", exported->format, "A key that 'formats' lists (default: by the file extension)");
    export_->callback([&code, exported] { code = exportModelOrRun(*exported); });

    const auto key = std::make_shared<std::string>();
    CLI::App* formats_ = app.add_subcommand("formats", "List formats of import and export, or describe one");
    formats_->add_option("FORMAT", *key, "A format's key; default: all");
    formats_->callback([&code, key] { code = formats(*key); });
}

void addModelCommands(CLI::App& app, int& code) {
    const auto add = [&](const char* name, const char* description, int (*command)(const std::string& file)) {
        const auto file = std::make_shared<std::string>();
        CLI::App* const added = app.add_subcommand(name, description);
        added->add_option("FILE", *file, "Model file, .trammel or importable")->required();
        added->callback([&code, file, command] { code = command(*file); });
    };
    add("check", "Report all errors and warnings of a model", check);
    add("audit", "Check the cache for undeclared dependencies", audit);
    add("info", "Describe a model: elements, mobility, outputs", info);
}

void addPoseCommands(CLI::App& app, int& code) {
    const auto pose = std::make_shared<PoseCommand>();
    CLI::App* assemble_ = app.add_subcommand("assemble", "Assemble the loops, with given coordinates and points");
    assemble_->add_option("FILE", pose->file, "Model file (.trammel)")->required();
    assemble_->add_option("--coordinate", pose->coordinates, "NAME=VALUE: value of a coordinate, rad or m");
    assemble_->add_option("--marker", pose->markers, "BODY:x,y,z=X,Y,Z: a point of a body and its target in Ground, m");
    assemble_->add_option("--lock", pose->locked, "Joint to hold fixed");
    assemble_->add_option("-o,--output", pose->output, "Save the model in the computed pose to this file");
    assemble_->callback([&code, pose] { code = assembleModel(*pose); });

    CLI::App* equilibrium_ = app.add_subcommand("equilibrium", "Find the static equilibrium and its stability");
    equilibrium_->add_option("FILE", pose->file, "Model file (.trammel)")->required();
    equilibrium_->add_option("-o,--output", pose->output, "Save the model in the computed pose to this file");
    equilibrium_->callback([&code, pose] { code = equilibrium(*pose); });

    struct Linearization {
        std::string file;
        bool matrices = false, atEquilibrium = false;
    };
    const auto linear = std::make_shared<Linearization>();
    CLI::App* linearize_ = app.add_subcommand("linearize", "Compute natural frequencies, damping and modes");
    linearize_->add_option("FILE", linear->file, "Model file (.trammel)")->required();
    linearize_->add_flag("--matrices", linear->matrices, "Also print A and B of xdot = A x + B v");
    linearize_->add_flag("--equilibrium", linear->atEquilibrium, "Linearize at the static equilibrium");
    linearize_->callback(
        [&code, linear] { code = linearizeModel(linear->file, linear->matrices, linear->atEquilibrium); });
}

void addMotionCommands(CLI::App& app, int& code) {
    const auto addMotion = [](CLI::App& command, MotionFiles& files, const char* what) {
        command.add_option("FILE", files.model, "Model file, .trammel or importable")->required();
        command.add_option("--motion", files.motion, what)->required();
        command.add_option("--angles", files.angles, "Unit of angles, for a table that does not specify it")
            ->check(CLI::IsMember({"degrees", "radians"}));
        command.add_option("--smoothing", files.smoothing, "Smoothing of the recorded motion (default 0)");
    };
    const auto addDynamics = [](CLI::App& command, MotionFiles& files) {
        command.add_option("--low-pass", files.lowPass, "Cutoff frequency of the recorded motion, Hz, as smoothing");
        command.add_option("--loads", files.loads, "External loads of OpenSim (.xml), such as ground reaction forces");
    };
    const char* const anyMotion =
        "Table (CSV, .sto, .mot) with a column 'time' and coordinates by name, or markers (.trc)";
    const auto inverse = std::make_shared<InverseDynamicsCommand>();
    CLI::App* inverse_ = app.add_subcommand("inverse-dynamics", "Compute the forces for a recorded motion");
    addMotion(*inverse_, inverse->files, anyMotion);
    addDynamics(*inverse_, inverse->files);
    inverse_->add_flag("--without-muscles", inverse->withoutMuscles, "Leave out the forces of muscles");
    inverse_->add_option("--driver", inverse->drivers,
                         "Joint that may be driven (default: those with motors, else all)");
    inverse_->add_option("--csv", inverse->csv,
                         "Write the forces to this file, CSV or .sto (default '-': standard output)");
    inverse_->callback([&code, inverse] { code = inverseDynamics(*inverse); });

    const auto shared = std::make_shared<StaticOptimizationCommand>();
    CLI::App* share_ =
        app.add_subcommand("static-optimization", "Share the forces for a recorded motion among muscles");
    addMotion(*share_, shared->files, anyMotion);
    addDynamics(*share_, shared->files);
    share_->add_option("--csv", shared->csv,
                       "Write tensions and reserves to this file, CSV or .sto (default '-': standard output)");
    share_->add_option("--activations", shared->activations, "Write the activations to this file, CSV or .sto");
    share_->callback([&code, shared] { code = staticOptimization(*shared); });

    const auto driven = std::make_shared<DriveCommand>();
    CLI::App* drive_ = app.add_subcommand("drive", "Let a model follow a recorded motion");
    addMotion(*drive_, driven->files, anyMotion);
    addDynamics(*drive_, driven->files);
    drive_->add_option("-o,--output", driven->output, "Save the driven model to this file (.trammel)")->required();
    drive_->callback([&code, driven] { code = driveModel(*driven); });

    const auto tracked = std::make_shared<TrackCommand>();
    CLI::App* track_ = app.add_subcommand("track", "Find the coordinates for recorded markers");
    addMotion(*track_, tracked->files, "Trajectories of markers (.trc)");
    track_->add_option("--csv", tracked->csv,
                       "Write the coordinates to this file, CSV or .mot (default '-': standard output)");
    track_->add_option("--residuals", tracked->residuals, "Write the distances of the markers to this file");
    track_->callback([&code, tracked] { code = trackModel(*tracked); });
}

void addTypeCommands(CLI::App& app, int& code) {
    struct TypesRequest {
        std::string key, folder;
    };
    const auto request = std::make_shared<TypesRequest>();
    CLI::App* types_ = app.add_subcommand("types", "List registered types with properties, units and stages");
    types_->add_option("KEY", request->key, "A type, a family or FAMILY/TYPE; default: all");
    types_->add_option("--drawings", request->folder, "Write the reference drawings into this folder instead");
    types_->callback(
        [&code, request] { code = request->folder.empty() ? types(request->key) : typeDrawings(request->folder); });

    CLI::App* schema_ = app.add_subcommand("schema", "Print the JSON schema of model files");
    schema_->callback([&code] { code = schema(); });
}

int program(int argc, char** argv) {
    CLI::App app("Trammel: mechanism simulation. Exit code 0 means full success.", "trammel-cli");
    app.set_version_flag("--version", "trammel-cli " TRAMMEL_VERSION);
    app.require_subcommand(1);
    // Options of the program may follow those of a command.
    app.fallthrough();
    int code = Failure;
    std::vector<std::string> plugins;
    addPluginOption(app, plugins);
    addRunCommands(app, code);
    addFormatCommands(app, code);
    addModelCommands(app, code);
    addPoseCommands(app, code);
    addMotionCommands(app, code);
    addStudyCommands(app, code);
    addPluginCommands(app, code);
    addTypeCommands(app, code);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        code = app.exit(error) == 0 ? Success : Failure;
    }
    if (!std::cout.flush() && code == Success) return fail("cannot write to standard output.");
    return code;
}

/// As program(), but reports its exceptions.
int guardedProgram(int argc, char** argv) {
    try {
        return program(argc, argv);
    } catch (const std::bad_alloc&) {
        return fail("memory ran out. Close other programs, or use a smaller model.");
    } catch (const NumericalFailure& failure) {
        return fail(failure.what());
    } catch (const std::system_error& lack) {
        if (lack.code() == std::errc::resource_unavailable_try_again)
            return fail("the system cannot start another thread. Close other programs.");
        return fail("internal error. Report it, with the command and its files.");
    } catch (const std::exception&) {
        return fail("internal error. Report it, with the command and its files.");
    }
}

}  // namespace
}  // namespace trammel::cli

int main(int argc, char** argv) {
    trammel::useEqualFunctions(argv);
    trammel::cli::installCrashNotice();
    return trammel::cli::reachEnd(trammel::cli::guardedProgram(argc, argv));
}

// SPDX-License-Identifier: Apache-2.0
// trammel-cli: simulate, check and describe models without a window.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "app/cli/commands.h"

namespace {

int program(int argc, char** argv) {
    using namespace trammel::cli;
    CLI::App app("Trammel: mechanisms, simulated. Exit code 0 means that everything asked for was done.",
                 "trammel-cli");
    app.set_version_flag("--version", "trammel-cli " TRAMMEL_VERSION);
    app.require_subcommand(1);

    int code = Failure;
    std::string file, key, folder;
    RunRequest request;

    CLI::App* run_ = app.add_subcommand("run", "Simulate a model and write what happened as CSV");
    run_->add_option("FILE", request.file, "Model file (.trammel)")->required();
    run_->add_option("--until", request.until, "Simulated time to run, s (default: the model's duration)");
    run_->add_option("--accuracy", request.accuracy, "Relative local error a step may make (default: the model's)");
    run_->add_option("--integrator", request.integrator,
                     "Integrator by key, see 'types integrator' (default: the model's)");
    run_->add_option("--interval", request.frameInterval, "Time between stored frames, s (default: the model's)");
    run_->add_option("--csv", request.csv, "Write one row per stored frame to this file, '-' for standard output");
    run_->add_option("--sto", request.sto, "The same as OpenSim storage: SI units, radians");
    run_->add_option("--mot", request.mot, "The same as OpenSim motion: angles in degrees");
    run_->add_option("--events", request.events, "Write one row per event, its time and what it was, as CSV");
    run_->add_option("--save", request.runFile, "Save the run, every bit of it, as a run file (.trun)");
    run_->add_option("--load", request.loads,
                     "BODY:x,y,z=FX,FY,FZ@FROM..TO: a force on a point of a body for a while, m, N, s; a torque may "
                     "follow: FX,FY,FZ,TX,TY,TZ, N m; '@body' at the end: along the axes of the body");
    run_->add_option("--pulls", request.pullsOf, "Pull as it was recorded in this run file (.trun)");
    run_->callback([&] { code = run(request); });

    ReplayRequest stored;
    CLI::App* replay_ = app.add_subcommand("replay", "Tell what a run file holds, write its table, compute it again");
    replay_->add_option("FILE", stored.file, "Run file (.trun)")->required();
    replay_->add_option("--csv", stored.csv, "Write one row per stored frame to this file, '-' for standard output");
    replay_->add_option("--events", stored.events, "Write one row per event, its time and what it was, as CSV");
    replay_->add_flag("--check", stored.check, "Compute it again; exit code 0 only if every bit is the same");
    replay_->add_option("--from", stored.from, "Compute it again from this time on only, s");
    replay_->callback([&] { code = replay(stored); });

    CLI::App* check_ = app.add_subcommand("check", "Report everything that is wrong with a model");
    check_->add_option("FILE", file, "Model file (.trammel)")->required();
    check_->callback([&] { code = check(file); });

    CLI::App* audit_ = app.add_subcommand("audit", "Check that no cached value of a model can be out of date");
    audit_->add_option("FILE", file, "Model file (.trammel)")->required();
    audit_->callback([&] { code = audit(file); });

    CLI::App* info_ = app.add_subcommand("info", "Describe a model: elements, mobility, what can be recorded");
    info_->add_option("FILE", file, "Model file (.trammel)")->required();
    info_->callback([&] { code = info(file); });

    PoseCommand pose;
    CLI::App* assemble_ = app.add_subcommand("assemble", "Close the loops, with coordinates and points where asked");
    assemble_->add_option("FILE", pose.file, "Model file (.trammel)")->required();
    assemble_->add_option("--coordinate", pose.coordinates, "NAME=VALUE: a coordinate's value, rad or m");
    assemble_->add_option("--marker", pose.markers, "BODY:x,y,z=X,Y,Z: a point of a body and its place in Ground, m");
    assemble_->add_option("--lock", pose.locked, "A joint that stays as it is");
    assemble_->add_option("-o,--output", pose.output, "Save the model in that pose to this file");
    assemble_->callback([&] { code = assembleModel(pose); });

    CLI::App* equilibrium_ = app.add_subcommand("equilibrium", "Find where the model comes to rest, and how firmly");
    equilibrium_->add_option("FILE", pose.file, "Model file (.trammel)")->required();
    equilibrium_->add_option("-o,--output", pose.output, "Save the model in that pose to this file");
    equilibrium_->callback([&] { code = equilibrium(pose); });

    bool matrices = false, atEquilibrium = false;
    CLI::App* linearize_ = app.add_subcommand("linearize", "Natural frequencies, damping and modes of the model");
    linearize_->add_option("FILE", file, "Model file (.trammel)")->required();
    linearize_->add_flag("--matrices", matrices, "Print A and B of xdot = A x + B v too");
    linearize_->add_flag("--equilibrium", atEquilibrium, "Find the equilibrium first, and linearize there");
    linearize_->callback([&] { code = linearizeModel(file, matrices, atEquilibrium); });

    InverseDynamicsCommand inverse;
    CLI::App* inverse_ = app.add_subcommand("inverse-dynamics", "Forces that make the model move as a table says");
    inverse_->add_option("FILE", inverse.file, "Model file (.trammel)")->required();
    inverse_
        ->add_option("--motion", inverse.motion,
                     "Table (CSV, or .sto and .mot) with a column 'time' and coordinates by name")
        ->required();
    inverse_->add_option("--smoothing", inverse.smoothing,
                         "How much smoother than the table the motion is (default 0)");
    inverse_->add_option("--driver", inverse.drivers, "A joint that may drive (default: those with motors, else all)");
    inverse_->add_option("--csv", inverse.csv, "Write the forces to this file (default '-': standard output)");
    inverse_->callback([&] { code = inverseDynamics(inverse); });

    CLI::App* types_ = app.add_subcommand("types", "List registered types with properties, units and stages");
    types_->add_option("KEY", key, "A type, a family or FAMILY/TYPE; default: all");
    types_->add_option("--drawings", folder, "Write the drawings of the reference pages into this folder instead");
    types_->callback([&] { code = folder.empty() ? types(key) : typeDrawings(folder); });

    CLI::App* schema_ = app.add_subcommand("schema", "Print the JSON schema of model files");
    schema_->callback([&] { code = schema(); });

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? Success : Failure;
    }
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return program(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "Internal error: %s\n", error.what());
    }
    return trammel::cli::Failure;
}

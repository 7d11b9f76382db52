// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>

#include "app/cli/commands.h"
#include "compile/catalog.h"
#include "compile/wiggles.h"
#include "document/document_file.h"
#include "document/file_access.h"
#include "document/file_failure.h"
#include "document/schema.h"
#include "inspect/model_audit.h"
#include "reference/type_pages.h"

namespace trammel::cli {

namespace {

std::string listOf(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

/// Degrees of freedom, redundant and conflicting equations, and independent motions.
void printMobility(const CompiledModelPtr& model) {
    const MobilityReport& m = model->getMobility();
    std::cout << "  degrees of freedom " << m.degreesOfFreedom << " (" << m.drivenDegrees
              << " driven), constraint equations " << m.constraintEquations << ", redundant " << m.redundantEquations
              << ", loops " << m.loops << "\n"
              << "  " << (model->getAssembly().assembled ? "assembled" : "not assembled") << ", largest gap "
              << model->getAssembly().worstError << "\n";
    for (const MobilityReport::RedundantSet& set : m.redundantSets)
        std::cout << (set.equations.size() == 1 ? "  restricts no motion: "
                      : set.consistent          ? "  one of these is redundant: "
                                                : "  these conflict: ")
                  << listOf(set.equations) << "\n";
    for (const std::string& conflict : m.conflicts) std::cout << "  conflict: " << conflict << "\n";
    constexpr int enough = 12;
    const Wiggles wiggles(model, model->getInitialState());
    for (int i = 0; i < std::min(enough, wiggles.count()); ++i) {
        std::cout << "  can move by ";
        const auto movers = wiggles.report(i).movers;
        for (std::size_t k = 0; k < movers.size() && k < 4; ++k)
            std::cout << (k == 0 ? "" : ", ") << movers[k].name << " (" << std::lround(100 * movers[k].share) << " %)";
        std::cout << (movers.size() > 4 ? ", ..." : "") << "\n";
    }
    if (wiggles.count() > enough) std::cout << "  and " << wiggles.count() - enough << " more\n";
}

}  // namespace

int check(const std::string& file) {
    const LoadedModel loaded = load(file);
    if (!loaded.sound) {
        std::cout << file << ": has errors\n";
        return Failure;
    }
    std::cout << file << ": no errors\n";
    printMobility(loaded.model);
    return Success;
}

int info(const std::string& file) {
    const LoadedModel loaded = load(file);
    const CompiledModelPtr& model = loaded.model;
    if (!model) return Failure;
    const Document& document = model->getDocument();
    std::cout << titleOf(*model) << "\n";
    for (const FamilyDescriptor& family : builtinCatalog().families()) {
        const auto ids = document.elementsOf(family.key);
        if (ids.empty()) continue;
        std::cout << "\n" << family.pluralLabel << " (" << ids.size() << ")\n";
        for (ElementId id : ids) {
            const Element& e = document.get(id);
            const TypeDescriptor* type = findTypeOf(e);
            std::cout << "  " << e.name << ": " << (type ? type->label : e.type + " (unknown to this version)");
            if (type)
                for (const SocketDescriptor& socket : type->sockets) {
                    const Element* target = document.find(e.reference(socket.key));
                    if (!target && socket.optional) continue;
                    std::cout << ", " << socket.key << " " << (target ? target->name : "Ground");
                }
            std::cout << "\n";
        }
    }
    std::cout << "\nMobility\n";
    printMobility(model);
    const SimulationSettings& s = model->getSettings();
    std::cout << "\nSimulation\n  " << s.integrator << ", accuracy " << s.accuracy << ", duration " << s.duration
              << " s, a frame every " << s.frameInterval << " s\n";
    std::cout << "\nRecorded\n";
    for (const CompiledModel::BasicOutput& output : model->getBasicOutputs())
        std::cout << "  " << output.name
                  << (siUnit(output.quantity).empty() ? "" : " [" + siUnit(output.quantity) + "]") << "\n";
    return loaded.sound ? Success : Failure;
}

int audit(const std::string& file) {
    const LoadedModel loaded = load(file);
    if (!loaded.model) return Failure;
    const CacheAudit found = auditModel(*loaded.model);
    std::cout << found.toString();
    return found.passed() && loaded.readWhole ? Success : Failure;
}

namespace {
/// Folder of the drawings relative to types.md.
const std::string drawingFolder = "drawings/";
}  // namespace

int types(const std::string& key) {
    if (key.empty()) {
        std::cout << makeTypePages(drawingFolder);
        return Success;
    }
    bool found = false;
    for (const TypeDescriptor& type : builtinCatalog().types())
        if (type.key == key || type.family == key || type.family + "/" + type.key == key) {
            std::cout << makeTypePage(type, drawingFolder) << "\n";
            found = true;
        }
    if (!found) {
        std::cerr << "Error: no type or family '" << key << "'. Run 'trammel-cli types' for a list.\n";
        return Failure;
    }
    return Success;
}

int typeDrawings(const std::string& folder) {
    if (!report(makeFolder(folder))) return Failure;
    for (const auto& [name, svg] : makeTypeDrawings()) {
        const std::filesystem::path path = std::filesystem::path(folder) / name;
        if (!report(replaceFile(path, svg))) return Failure;
    }
    return Success;
}

int schema() {
    std::cout << makeJsonSchema(builtinCatalog());
    return Success;
}

}  // namespace trammel::cli

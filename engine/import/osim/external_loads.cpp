// SPDX-License-Identifier: Apache-2.0
#include "import/osim/external_loads.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "document/element_name.h"
#include "document/file_access.h"
#include "formats/column_units.h"
#include "formats/motion_file.h"
#include "import/source_files.h"
#include "import/xml_source.h"
#include "meta/property.h"

namespace trammel {

namespace {

constexpr std::size_t largestFile = std::size_t{1} << 30;

/// The last word of a path: "/bodyset/calcn_r".
std::string bodyOf(const pugi::xml_node& node, const char* key) {
    const std::string path = wordOf(node.child(key));
    return path.substr(path.find_last_of('/') + 1);
}

bool isSwitchedOff(const pugi::xml_node& node) {
    const std::string applies = wordOf(node.child("appliesForce")), disabled = wordOf(node.child("isDisabled"));
    return applies == "false" || applies == "0" || disabled == "true" || disabled == "1";
}

class ExternalLoads {
public:
    explicit ExternalLoads(const std::filesystem::path& file) : file_(file) {}

    Result<std::vector<RecordedLoad>> read() {
        const Result<std::string> text = readWholeFile(file_, largestFile);
        diagnostics().append(text.diagnostics);
        if (!text) return std::move(result_);
        ImportReport report;
        const XmlSource source(file_.filename().string(), *text, report);
        const pugi::xml_node loads = source.root().child("ExternalLoads");
        if (!loads) {
            diagnostics().error(file_.filename().string(),
                                source.root() ? "It has no external loads." : source.refusal(),
                                "Choose a file of OpenSim whose element is ExternalLoads.");
            return std::move(result_);
        }
        if (readTable(wordOf(loads.child("datafile")))) readAll(loads);
        if (diagnostics().hasErrors()) return std::move(result_);
        if (loads_.empty())
            diagnostics().error(file_.filename().string(), "No load is applied.",
                                "Set appliesForce of a load to true.");
        else
            result_.value = std::move(loads_);
        return std::move(result_);
    }

private:
    Diagnostics& diagnostics() { return result_.diagnostics; }

    bool readTable(const std::string& name) {
        if (name.empty()) {
            diagnostics().error("datafile", "The table with the forces is not named.",
                                "Give the name of a .mot or .sto file in the element datafile.");
            return false;
        }
        const Result<std::filesystem::path> found = SourceFiles(file_, {}).find(name, file_);
        diagnostics().append(found.diagnostics);
        if (!found) return false;
        const Result<std::string> text = readWholeFile(*found, largestFile);
        diagnostics().append(text.diagnostics);
        if (!text) return false;
        Result<StorageTable> table = readMotionFile(*text);
        diagnostics().append(table.diagnostics);
        if (!table) return false;
        table_ = std::move(table->table);
        times_ = findTimes(table_);
        const std::optional<Real> unit = times_ ? readSecondsPerUnit(*times_) : std::nullopt;
        if (!unit) {
            diagnostics().error(name, times_ ? "The unit of its times is not known." : "It has no column 'time'.",
                                "Name the column of times (s) 'time'.");
            return false;
        }
        secondsPerUnit_ = *unit;
        if (times_->values.empty()) diagnostics().error(name, "It has no rows.", "Record at least one time.");
        return !times_->values.empty();
    }

    void readAll(const pugi::xml_node& loads) {
        const pugi::xml_node objects = loads.child("objects") ? loads.child("objects") : loads;
        for (const pugi::xml_node& node : objects.children("ExternalForce")) {
            const std::string name = node.attribute("name").value();
            if (isSwitchedOff(node))
                diagnostics().note(name, "It is switched off in the file and left out.");
            else
                readOne(node, name);
        }
    }

    void readOne(const pugi::xml_node& node, const std::string& name) {
        RecordedLoad load;
        load.body = bodyOf(node, "applied_to_body");
        load.name = freeName(name.empty() ? "Load on " + load.body : name, [this](const std::string& wanted) {
            return std::ranges::find(loads_, wanted, &RecordedLoad::name) != loads_.end();
        });
        load.forceInBody = isInBody(node, "force_expressed_in_body", load);
        load.pointInBody = isInBody(node, "point_expressed_in_body", load);
        const auto force = columnsOf(node, "force_identifier", Quantity::Force, load);
        const auto point = columnsOf(node, "point_identifier", Quantity::Length, load);
        const auto torque = columnsOf(node, "torque_identifier", Quantity::Torque, load);
        // Without a point, OpenSim applies the force at the body's origin.
        if (point.empty()) load.pointInBody = true;
        for (std::size_t row = 0; row < times_->values.size() && !diagnostics().hasErrors(); ++row) {
            const Real time = secondsPerUnit_ * times_->values[row];
            // Programs repeat rows at events.
            if (!load.samples.empty() && time == load.samples.back().time) continue;
            load.samples.push_back({time, vectorIn(force, row), vectorIn(point, row), vectorIn(torque, row)});
            checkSample(load, row);
        }
        loads_.push_back(std::move(load));
    }

    bool isInBody(const pugi::xml_node& node, const char* key, const RecordedLoad& load) {
        const std::string frame = bodyOf(node, key);
        if (frame.empty() || frame == "ground" || frame == "Ground") return false;
        if (frame != load.body)
            diagnostics().error(load.name, "It is expressed in '" + frame + "', which is neither Ground nor its body.",
                                "Express it in Ground, or in '" + load.body + "'.");
        return true;
    }

    struct Component {
        const std::vector<Real>* values;
        Real factor;
    };
    /// Three columns whose titles begin with the word in element @p key; none if it is empty.
    std::vector<Component> columnsOf(const pugi::xml_node& node, const char* key, Quantity quantity,
                                     const RecordedLoad& load) {
        std::vector<Component> found;
        const std::string word = wordOf(node.child(key));
        if (word.empty()) return found;
        for (const CsvTable::Column& column : table_.columns)
            if (column.name.starts_with(word)) found.push_back({&column.values, factorOf(column, quantity)});
        if (found.size() != 3)
            diagnostics().error(load.name,
                                std::to_string(found.size()) + " columns of the table begin with '" + word + "', the " +
                                    key + ", in place of three.",
                                "Name columns '" + word + "x', '" + word + "y', '" + word + "z'.");
        return found;
    }
    /// SI units per unit of a column; an error if its unit is not known.
    Real factorOf(const CsvTable::Column& column, Quantity quantity) {
        const std::string_view unit = divideTitle(column).unit;
        const std::optional<Real> factor = readUnitFactor(column, quantity);
        if (!factor && !unit.empty())
            diagnostics().error("column '" + column.name + "'", "It is in '" + std::string(unit) + "'.",
                                "Give it in " + siUnitAscii(quantity) + ".");
        return factor.value_or(1);
    }
    static Vec3 vectorIn(const std::vector<Component>& components, std::size_t row) {
        Vec3 value(0.);
        for (int i = 0; i < 3 && !components.empty(); ++i) {
            const Component& c = components[std::size_t(i)];
            value[i] = c.factor * (*c.values)[row];
        }
        return value;
    }
    void checkSample(const RecordedLoad& load, std::size_t row) {
        const auto& samples = load.samples;
        const RecordedLoad::Sample& last = samples.back();
        if (samples.size() > 1 && !(last.time > samples[samples.size() - 2].time))
            diagnostics().error("row " + std::to_string(row + 1), "The time is not later than the previous one.",
                                "Sort the rows by time.");
        else if (!std::isfinite(last.time + last.force.sum() + last.point.sum() + last.torque.sum()))
            diagnostics().error("row " + std::to_string(row + 1), "A number of '" + load.name + "' is missing.",
                                "Fill the gap, or remove that row.");
    }

    const std::filesystem::path& file_;
    CsvTable table_;
    const CsvTable::Column* times_ = nullptr;
    Real secondsPerUnit_ = 1;
    std::vector<RecordedLoad> loads_;
    Result<std::vector<RecordedLoad>> result_;
};

}  // namespace

Result<std::vector<RecordedLoad>> readExternalLoads(const std::filesystem::path& file) {
    return ExternalLoads(file).read();
}

}  // namespace trammel

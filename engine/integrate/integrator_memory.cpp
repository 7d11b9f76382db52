// SPDX-License-Identifier: Apache-2.0
#include "integrate/integrator_memory.h"

#include <algorithm>
#include <istream>
#include <sstream>

#include "system/state_file.h"
#include "system/state_file_format.h"
#include "system/value_text.h"

namespace trammel {

namespace {
constexpr std::string_view format = "trammel integrator memory ", heading = "trammel integrator memory 4";
constexpr const char* otherCopy = "Use another copy, or restart the run.";
constexpr const char* otherModel = "Resume with the model, the method and the settings of the interrupted run.";

std::string at(int line) { return "line " + std::to_string(line); }
}  // namespace

// --- Text ---

void IntegratorMemory::write(std::ostream& out) const {
    std::string text(heading);
    text += "\n" + TextWriter().word("method").quoted(method).text() + "\n";
    for (const Numbers& row : numbers) {
        TextWriter line;
        line.word("numbers").quoted(row.name).word("=");
        for (const Real x : row.values) line.real(x);
        text += line.text() + "\n";
    }
    for (const SavedState& s : states)
        text += TextWriter().word("state").quoted(s.name).word("=").quoted(s.text).text() + "\n";
    out << text << "end checksum " << state_file::checksumOf(text) << "\n";
}

Result<IntegratorMemory> IntegratorMemory::read(std::istream& in) {
    Result<IntegratorMemory> result;
    IntegratorMemory memory;
    std::string text, line;
    int number = 0;
    bool ended = false;
    while (!ended && !result.diagnostics.hasErrors() && std::getline(in, line)) {
        ++number;
        TextReader reader(line);
        bool understood = false;
        if (number == 1) {
            understood = line.starts_with(format);
            if (understood && line != heading)
                result.diagnostics.error(at(number), "The run was interrupted in another version of Trammel.",
                                         "Restart the run.");
        } else if (reader.expect("method")) {
            understood = reader.quoted(memory.method) && reader.atEnd();
        } else if (reader.expect("numbers")) {
            Numbers row;
            understood = reader.quoted(row.name) && reader.expect("=");
            for (Real x; understood && !reader.atEnd();) {
                understood = reader.real(x);
                if (understood) row.values.push_back(x);
            }
            memory.numbers.push_back(std::move(row));
        } else if (reader.expect("state")) {
            SavedState state;
            understood = reader.quoted(state.name) && reader.expect("=") && reader.quoted(state.text) && reader.atEnd();
            memory.states.push_back(std::move(state));
        } else if (reader.expect("end")) {
            understood = ended = true;
            if (reader.expect("checksum") && !reader.expect(state_file::checksumOf(text)))
                result.diagnostics.error(at(number), "The text was modified after it was written.", otherCopy);
        }
        if (!understood) result.diagnostics.error(at(number), "Invalid line in the integrator's memory.", otherCopy);
        text += line + "\n";
    }
    if (!ended && !result.diagnostics.hasErrors())
        result.diagnostics.error(at(number), "The text is truncated: its last line, 'end', is missing.", otherCopy);
    if (!result.diagnostics.hasErrors()) result.value = std::move(memory);
    return result;
}

// --- Visitors ---

void MemoryVisitor::vector(const char* name, Vector& values) {
    many_.assign(values.data(), values.data() + values.size());
    fixed(name, many_);
    std::copy(many_.begin(), many_.end(), values.data());
}

void MemoryVisitor::columns(const char* name, Matrix& values, int count) {
    many_.assign(values.data(), values.data() + values.rows() * count);
    fixed(name, many_);
    std::copy(many_.begin(), many_.end(), values.data());
}

void MemoryWriter::list(const char* name, std::vector<Real>& values) { result->numbers.push_back({name, values}); }

void MemoryWriter::state(const char* name, State& state) {
    std::ostringstream text;
    result.diagnostics.append(saveState(text, system_, state));
    result->states.push_back({name, text.str()});
}

const IntegratorMemory::Numbers* MemoryReader::find(const char* name) {
    const auto row = std::find_if(memory_.numbers.begin(), memory_.numbers.end(),
                                  [name](const IntegratorMemory::Numbers& n) { return n.name == name; });
    if (row != memory_.numbers.end()) return &*row;
    diagnostics.error(name, "Missing in the memory of the interrupted run.", otherModel);
    return nullptr;
}

void MemoryReader::list(const char* name, std::vector<Real>& values) {
    if (const auto* row = find(name)) values = row->values;
}

void MemoryReader::fixed(const char* name, std::vector<Real>& values) {
    const auto* row = find(name);
    if (!row) return;
    if (row->values.size() == values.size())
        values = row->values;
    else
        diagnostics.error(name,
                          "The memory of the interrupted run has " + std::to_string(row->values.size()) +
                              " numbers; this model has " + std::to_string(values.size()) + ".",
                          otherModel);
}

void MemoryReader::state(const char* name, State& state) {
    const auto saved = std::find_if(memory_.states.begin(), memory_.states.end(),
                                    [name](const IntegratorMemory::SavedState& s) { return s.name == name; });
    if (saved == memory_.states.end())
        return diagnostics.error(name, "Missing in the memory of the interrupted run.", otherModel);
    std::istringstream text(saved->text);
    Result<State> loaded = loadState(text, system_);
    diagnostics.append(loaded.diagnostics);
    if (loaded) state = std::move(*loaded);
}

}  // namespace trammel

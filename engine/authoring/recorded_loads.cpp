// SPDX-License-Identifier: Apache-2.0
#include "authoring/recorded_loads.h"

#include <algorithm>

#include "authoring/edit_series.h"
#include "compile/named_coordinates.h"
#include "document/element_name.h"
#include "document/value_text.h"
#include "meta/number_rows.h"

namespace trammel {

namespace {

/// The type of force by samples in time.
const TypeDescriptor& recordType() {
    const auto types = builtinCatalog().typesOf("force");
    return **std::ranges::find_if(types, [](const TypeDescriptor* type) { return type->findProperty("samples"); });
}

/// The samples within a range of times and one more on each side, as the property of the type.
std::string samplesOf(const RecordedLoad& load, Real from, Real to) {
    const auto& all = load.samples;
    auto first = std::ranges::lower_bound(all, from, {}, &RecordedLoad::Sample::time);
    auto last = std::ranges::upper_bound(all, to, {}, &RecordedLoad::Sample::time);
    if (first != all.begin()) --first;
    if (last != all.end()) ++last;
    std::vector<std::vector<Real>> rows;
    for (auto sample = first; sample != last; ++sample) {
        std::vector<Real>& row = rows.emplace_back(std::vector<Real>{sample->time});
        for (const Vec3& part : {sample->force, sample->point, sample->torque})
            row.insert(row.end(), {part[0], part[1], part[2]});
    }
    return writeRows(rows);
}

/// The body of that name; invalid, with an error, if no body has it.
ElementId findBody(const Document& document, const std::string& name, Diagnostics& diagnostics) {
    std::vector<std::string> names;
    for (const ElementId id : document.elementsOf("body")) {
        names.push_back(document.get(id).name);
        if (names.back() == name) return id;
    }
    refuseName(diagnostics, "body", name, names);
    return {};
}

/// A load's name in a document, and its force there, invalid without one.
struct NamedRecord {
    std::string name;
    ElementId force;
};
NamedRecord findRecord(const Document& document, const std::string& name, const TypeDescriptor& type, ElementId body) {
    // The second one where something else has the name, so that the force is found again.
    for (const std::string& each : {cleanName(name), cleanName(name + " load")}) {
        const Element* const element = document.findByName(each);
        if (!element) return {each, {}};
        if (element->family == type.family && element->type == type.key && element->reference("body") == body)
            return {each, element->id};
    }
    return {name, {}};
}

/// Warns of a motion that lasts beyond the samples.
void warnOfGaps(const RecordedLoad& load, Real from, Real to, Diagnostics& diagnostics) {
    if (load.samples.empty()) return;
    const Real first = load.samples.front().time, last = load.samples.back().time;
    // Rounded times may differ.
    const Real near = 1e-6 * (to - from);
    if (first <= from + near && last >= to - near) return;
    diagnostics.warning(load.name,
                        "It is recorded from " + numberText(first) + " to " + numberText(last) +
                            " s, the motion from " + numberText(from) + " to " + numberText(to) +
                            " s: beyond the record, its first and last values act.",
                        "Cut the motion, or check that both count time from the same moment.");
}

/// Enabled forces that an excitation drives.
std::vector<ElementId> musclesOf(const Document& document) {
    std::vector<ElementId> muscles;
    for (const ElementId id : document.elementsOf("force")) {
        const Element& element = document.get(id);
        const TypeDescriptor* const type = findTypeOf(element);
        if (type && type->findProperty("excitation") && element.valueAs<bool>(*type, "enabled")) muscles.push_back(id);
    }
    return muscles;
}

}  // namespace

Result<Edit> addRecordedLoads(const Document& document, const std::vector<RecordedLoad>& loads, Real from, Real to) {
    EditSeries edits(document);
    const TypeDescriptor& type = recordType();
    Result<Edit> failed;
    Diagnostics warnings;
    for (const RecordedLoad& load : loads) {
        const ElementId body = findBody(document, load.body, failed.diagnostics);
        if (!body.isValid()) continue;
        warnOfGaps(load, from, to, warnings);
        const NamedRecord present =
            edits.isValid() ? findRecord(edits.document(), load.name, type, body) : NamedRecord();
        Element draft = Element::draft(type.family, type.key, present.name);
        draft.set("samples", samplesOf(load, from, to))
            .set("forceAxes", std::string(load.forceInBody ? "body" : "ground"))
            .set("pointAxes", std::string(load.pointInBody ? "body" : "ground"))
            .plug("body", body);
        if (!present.force.isValid()) {
            edits.addElement(std::move(draft));
            continue;
        }
        for (const Element::Property& property : draft.properties)
            edits.set(present.force, property.key.c_str(), property.value);
    }
    if (failed.diagnostics.hasErrors()) return failed;
    Result<Edit> result = edits.take();
    result.diagnostics.append(warnings);
    return result;
}

Result<CompiledModelPtr> modelUnderLoads(const CompiledModelPtr& model, const std::vector<RecordedLoad>& loads,
                                         Real from, Real to, bool withoutMuscles) {
    Result<CompiledModelPtr> result;
    if (loads.empty() && !withoutMuscles) {
        result.value = model;
        return result;
    }
    EditSeries edits(model->getDocument());
    edits.add(addRecordedLoads(edits.document(), loads, from, to));
    if (withoutMuscles && edits.isValid())
        for (const ElementId id : musclesOf(edits.document())) edits.set(id, "enabled", false);
    Result<Edit> edit = edits.take();
    result.diagnostics = std::move(edit.diagnostics);
    if (!edit) return result;
    Result<CompiledModelPtr> compiled = compileDocument(edit->document, model);
    // Other problems are those of the model without loads.
    if (!compiled || compiled.diagnostics.hasErrors()) result.diagnostics.append(compiled.diagnostics);
    result.value = std::move(compiled.value);
    return result;
}

int countMuscles(const Document& document) { return int(musclesOf(document).size()); }

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "authoring/recorded_loads.h"

#include <algorithm>

#include "authoring/edit_series.h"
#include "compile/named_coordinates.h"
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

ElementId findRecord(const Document& document, const std::string& name, ElementId body) {
    for (const ElementId id : document.elementsOf("force")) {
        const Element& element = document.get(id);
        if (element.type == recordType().key && element.name == name && element.reference("body") == body) return id;
    }
    return {};
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
    Result<Edit> failed;
    for (const RecordedLoad& load : loads) {
        const ElementId body = findBody(document, load.body, failed.diagnostics);
        if (!body.isValid()) continue;
        const TypeDescriptor& type = recordType();
        Element draft = Element::draft(type.family, type.key, load.name);
        draft.set("samples", samplesOf(load, from, to))
            .set("forceAxes", std::string(load.forceInBody ? "body" : "ground"))
            .set("pointAxes", std::string(load.pointInBody ? "body" : "ground"))
            .plug("body", body);
        const ElementId present = edits.isValid() ? findRecord(edits.document(), load.name, body) : ElementId();
        if (!present.isValid()) {
            edits.addElement(std::move(draft));
            continue;
        }
        for (const Element::Property& property : draft.properties)
            edits.set(present, property.key.c_str(), property.value);
    }
    return failed.diagnostics.hasErrors() ? std::move(failed) : edits.take();
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
    if (edit) return compileDocument(edit->document, model);
    result.diagnostics = std::move(edit.diagnostics);
    return result;
}

int countMuscles(const Document& document) { return int(musclesOf(document).size()); }

}  // namespace trammel

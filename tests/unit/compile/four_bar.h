// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "document/document_file.h"
#include "document/edit.h"

namespace trammel::testing {

/// A crank-rocker whose fourth pivot is closed by @p closure (one JSON element, id 7).
inline std::string fourBarText(const std::string& closure) {
    return R"({"trammel": 1, "name": "Four-bar", "nextId": 100, "elements": [
 {"id": 1, "family": "body", "type": "bar", "name": "Crank", "properties": {"length": 0.1}},
 {"id": 2, "family": "body", "type": "bar", "name": "Coupler", "properties": {"length": 0.35}},
 {"id": 3, "family": "body", "type": "bar", "name": "Rocker", "properties": {"length": 0.25}},
 {"id": 4, "family": "joint", "type": "pin", "name": "A", "properties": {"angle": 1.5, "rate": 3}, "references": {"child": 1}},
 {"id": 5, "family": "joint", "type": "pin", "name": "B", "properties": {"parentPointAnchor": "tip"}, "references": {"parent": 1, "child": 2}},
 {"id": 6, "family": "joint", "type": "pin", "name": "D", "properties": {"parentPoint": [0.4, 0, 0]}, "references": {"child": 3}},
)" + closure +
           R"(,
 {"id": 8, "family": "force", "type": "gravity", "name": "Gravity"}]})";
}
inline const char* const pointOnLineClosure =
    R"({"id": 7, "family": "constraint", "type": "pointOnLine", "name": "C", "properties": {"point1Anchor": "tip", "point2Anchor": "tip"}, "references": {"body1": 2, "body2": 3}})";
inline const char* const pinClosure =
    R"({"id": 7, "family": "joint", "type": "pin", "name": "C", "properties": {"parentPointAnchor": "tip", "childPointAnchor": "tip"}, "references": {"parent": 2, "child": 3}})";

inline Document read(const std::string& text) {
    const Result<Document> document = readDocument(text, builtinCatalog());
    EXPECT_TRUE(document.diagnostics.empty());
    return *document;
}
inline Document fourBar(const char* closure = pointOnLineClosure) { return read(fourBarText(closure)); }

inline Document with(const Document& d, ElementId id, const std::string& key, const PropertyValue& value) {
    const Result<Edit> edit = setProperty(d, builtinCatalog(), id, key, value);
    EXPECT_TRUE(edit) << (edit.diagnostics.empty() ? "" : edit.diagnostics.items().front().toString());
    return edit->document;
}

inline std::string textOf(const Diagnostics& diagnostics) {
    std::string all;
    for (const Diagnostic& d : diagnostics) all += d.toString() + "\n";
    return all;
}

inline CompiledModelPtr compiled(const Document& d, const CompiledModelPtr& previous = {}) {
    const Result<CompiledModelPtr> model = compileDocument(d, previous);
    EXPECT_FALSE(model.diagnostics.hasErrors()) << textOf(model.diagnostics);
    return *model;
}

}  // namespace trammel::testing

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compile/catalog.h"
#include "compile/compiler.h"
#include "document/document_file.h"
#include "integrate/methods/registry.h"

namespace trammel {

/// The model of a document without errors; see compileDocument().
inline CompiledModelPtr compileText(const std::string& text, const CompiledModelPtr& previous = {}) {
    const auto document = readDocument(text, builtinCatalog());
    EXPECT_TRUE(document);
    const auto model = compileDocument(*document, previous);
    EXPECT_TRUE(model);
    return *model;
}

/// Keys of all integrators.
inline std::vector<std::string> integratorKeys() {
    std::vector<std::string> keys;
    for (const TypeDescriptor& type : integratorTypes()) keys.push_back(type.key);
    return keys;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "meta/type_catalog.h"

namespace trammel {

/// Replaces the types that plugins have added to builtinCatalog(). The catalog before stays as it is;
/// none is ever deleted, so that addresses of types stay valid. Throws Exception, and changes nothing, if a type exists
/// already or its family does not.
///
/// To be called by the thread that edits documents, while no other call of it is under way.
void setPluginTypes(const std::vector<TypeDescriptor>& types);

/// The name of the plugin that a type of such a key comes from, the part before the dot; empty: none.
std::string pluginOf(const std::string& typeKey);

}  // namespace trammel

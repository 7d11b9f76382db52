// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "import/xml_source.h"

namespace trammel {

/// One XML file of a model: the main one or an include.
struct XmlFile {
    XmlFile(std::filesystem::path where, std::string_view bytes, ImportReport& report)
        : path(std::move(where)), source(path.filename().string(), bytes, report), values(source, report) {}
    std::filesystem::path path;
    XmlSource source;
    XmlValues values;
};

}  // namespace trammel

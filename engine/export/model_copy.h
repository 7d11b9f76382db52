// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "document/document_file.h"
#include "export/exporter.h"

namespace trammel {

/// A model file: the document that the model was compiled from.
struct ModelCopyExporter {
    static constexpr const char* key = "trammel";
    static constexpr const char* label = "Copy of the model (.trammel)";
    static constexpr const char* doc = "The model in the format of this program";
    static constexpr const char* ending = "trammel";
    static constexpr const char* option = "";
    static constexpr ExportSubject subject = ExportSubject::Model;
    static bool write(const ExportSource& source, std::ostream& out, const Progress& progress) {
        out << writeDocument(source.model->getDocument());
        return !progress || progress(1);
    }
};

}  // namespace trammel

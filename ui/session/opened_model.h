// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstddef>
#include <functional>
#include <vector>

#include "compile/compiled_model.h"
#include "document/read_error.h"
#include "ui/session/file_stamp.h"

namespace trammel::ui {

/// A model file, read and compiled.
struct OpenedModel {
    /// Types that it was read with.
    const TypeCatalog* catalog = nullptr;
    Result<Document> read;
    std::vector<ReadError> errors;
    /// Stamp of the file before it was read.
    FileStamp stamp;
    /// The model of `read`; meaningless if nothing was read.
    Result<CompiledModelPtr> compiled;
};

/// Reads and compiles a file, on any thread.
/// @param onRead is called with the number of elements once they are read; may be empty
OpenedModel readModelFile(const QString& path, const TypeCatalog& catalog,
                          const std::function<void(std::size_t)>& onRead = {});

/// compileDocument(), with an error in place of exceptions of plugins.
Result<CompiledModelPtr> compileSafely(const Document& document, const CompiledModelPtr& previous = {});

}  // namespace trammel::ui

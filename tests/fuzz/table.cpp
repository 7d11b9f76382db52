// SPDX-License-Identifier: Apache-2.0
// Tables: any text is read as numbers in full rows or as places of markers, or refused with a message.
#include "formats/csv_reader.h"
#include "formats/marker_file.h"
#include "formats/storage_reader.h"
#include "tests/fuzz/promise.h"

namespace {
using namespace trammel;

void examine(const CsvTable* table, const Diagnostics& diagnostics) {
    promise(table || diagnostics.hasErrors(), "a refusal has words");
    if (!table) return;
    for (const CsvTable::Column& column : table->columns)
        promise(column.values.size() == table->numRows(), "columns are equally long");
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<CsvTable> csv = readCsv(text);
    examine(csv ? &*csv : nullptr, csv.diagnostics);
    const Result<CsvTable> gaps = readCsv(text, CsvTexts::AreGaps);
    examine(gaps ? &*gaps : nullptr, gaps.diagnostics);
    const Result<MarkerTable> markers = readMarkerFile(text);
    promise(markers || markers.diagnostics.hasErrors(), "a refusal has words");
    if (markers)
        for (const auto& path : markers->positions)
            promise(path.size() == markers->times.size(), "a place for each time");
    if (!isStorage(text)) return 0;
    const Result<StorageTable> storage = readStorage(text);
    examine(storage ? &storage->table : nullptr, storage.diagnostics);
    return 0;
}

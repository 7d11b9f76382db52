// SPDX-License-Identifier: Apache-2.0
#include "formats/motion_file.h"

namespace trammel {

Result<StorageTable> readMotionFile(std::string_view text, CsvTexts texts) {
    if (isStorage(text)) return readStorage(text);
    Result<CsvTable> csv = readCsv(text, texts);
    Result<StorageTable> motion;
    motion.diagnostics = csv.diagnostics;
    if (csv) motion.value = StorageTable{std::move(*csv.value), false};
    return motion;
}

}  // namespace trammel

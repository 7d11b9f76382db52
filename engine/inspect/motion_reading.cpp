// SPDX-License-Identifier: Apache-2.0
#include "inspect/motion_reading.h"

#include "document/file_access.h"
#include "formats/motion_file.h"

namespace trammel {

namespace {

constexpr std::size_t largestTable = std::size_t{1} << 30;

void readMarkers(const CompiledModel& model, std::string_view text, const MotionReading& how,
                 Result<ReadMotion>& result) {
    const Result<MarkerTable> markers = readMarkerFile(text);
    result.diagnostics.append(markers.diagnostics);
    if (!markers) return;
    Result<TrackedMotion> tracked = trackMarkers(model, *markers, how.progress);
    result.diagnostics.append(tracked.diagnostics);
    if (tracked) result.value = ReadMotion{tracked->motion, std::move(*tracked)};
}

void readTable(const CompiledModel& model, std::string_view text, const MotionReading& how,
               Result<ReadMotion>& result) {
    Result<StorageTable> table = readMotionFile(text);
    result.diagnostics.append(table.diagnostics);
    if (!table) return;
    if (how.inDegrees) table->inDegrees = how.inDegrees;
    Result<RecordedCoordinates> motion = matchCoordinates(model, *table);
    result.diagnostics.append(motion.diagnostics);
    if (motion) result.value = ReadMotion{std::move(*motion), {}};
}

}  // namespace

Result<ReadMotion> readMotionOf(const CompiledModel& model, const std::filesystem::path& file,
                                const MotionReading& how) {
    Result<ReadMotion> result;
    const Result<std::string> text = readWholeFile(file, largestTable);
    result.diagnostics = text.diagnostics;
    if (!text) return result;
    if (isMarkerFile(*text))
        readMarkers(model, *text, how, result);
    else
        readTable(model, *text, how, result);
    return result;
}

}  // namespace trammel

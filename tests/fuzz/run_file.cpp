// SPDX-License-Identifier: Apache-2.0
// Run files: any bytes are opened up to their first damage, or refused with a message. The first byte selects whether
// checksums are corrected first, so that the code behind them is reached.
#include <zlib.h>

#include <cstring>

#include "runtime/stored_run.h"
#include "tests/fuzz/promise.h"
#include "tests/fuzz/scratch_file.h"

namespace {
/// As engine/README.md describes it.
constexpr std::size_t headingBytes = 16, headBytes = 32, checksumAt = 4, lengthAt = 24;

void correctChecksums(std::string& file) {
    for (std::size_t at = headingBytes; at + headBytes <= file.size();) {
        std::uint64_t length = 0;
        std::memcpy(&length, file.data() + at + lengthAt, sizeof length);
        if (length > file.size() - at - headBytes) return;
        std::memset(file.data() + at + checksumAt, 0, sizeof(std::uint32_t));
        const auto checksum = static_cast<std::uint32_t>(
            crc32_z(0, reinterpret_cast<const Bytef*>(file.data() + at), headBytes + length));
        std::memcpy(file.data() + at + checksumAt, &checksum, sizeof checksum);
        at += headBytes + length;
    }
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace trammel;
    if (size == 0) return 0;
    static const ScratchFolder folder;
    std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    if (data[0] % 4 != 0) correctChecksums(bytes);
    const Result<OpenedRun> opened = openRun(folder.write("run.trun", bytes));
    promise(opened || opened.diagnostics.hasErrors(), "a refusal has words");
    promiseWords(opened.diagnostics, bytes);
    if (!opened) return 0;
    const SimulationRun& run = *opened->run;
    const std::size_t frames = run.getTrajectory()->size();
    State state = run.getInitialState();
    for (std::size_t frame = 0; frame < frames; frame += 1 + frames / 4) run.restoreFrame(frame, state);
    return 0;
}

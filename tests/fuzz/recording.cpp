// SPDX-License-Identifier: Apache-2.0
// Recordings of programs: any bytes are messages up to the first damage, which is named; their scenes can be drawn.
#include "live/message_stream.h"
#include "live/scene_coder.h"
#include "tests/fuzz/promise.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace trammel;
    live::MessageReader<live::ProgramMessage> reader;
    live::SceneDecoder decoder;
    std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (bytes.starts_with(live::RecordingHead)) bytes.remove_prefix(live::RecordingHead.size());
    // As they arrive: in parts.
    for (constexpr std::size_t part = 500; !bytes.empty(); bytes.remove_prefix(std::min(part, bytes.size()))) {
        reader.add(bytes.substr(0, part));
        while (std::optional<live::ProgramMessage> message = reader.next()) {
            bool isTaken = true;
            if (const auto* const mesh = std::get_if<live::MeshContent>(&*message)) isTaken = decoder.add(*mesh);
            if (auto* const frame = std::get_if<live::Frame>(&*message)) isTaken = decoder.add(std::move(*frame));
            promise(isTaken == decoder.problem().empty(), "a refusal has words");
            // Nothing is read after it.
            if (!isTaken) return 0;
        }
    }
    for (const DecorativeGeometry& shape : decoder.scene().geometry)
        promise(shape.getBodyId() >= 0 &&
                    std::size_t(shape.getBodyId()) < std::max<std::size_t>(decoder.scene().bodyPoses.size(), 1),
                "a shape has a body");
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "live/message_stream.h"

#include <utility>

#include "live/wire.h"

namespace trammel::live {

namespace {

template <class Message>
std::string withLength(const Message& message) {
    std::string bytes(sizeof(std::uint32_t), '\0');
    wire::write(bytes, message);
    const auto length = static_cast<std::uint32_t>(bytes.size() - sizeof(std::uint32_t));
    std::memcpy(bytes.data(), &length, sizeof length);
    return bytes;
}

}  // namespace

std::string encode(const ProgramMessage& message) { return withLength(message); }
std::string encode(const WindowMessage& message) { return withLength(message); }

template <class Message>
void MessageReader<Message>::add(std::string_view bytes) {
    if (!problem_.empty()) return;
    bytes_.erase(0, std::exchange(begin_, 0));
    bytes_ += bytes;
}

template <class Message>
std::optional<Message> MessageReader<Message>::next() {
    std::uint32_t length = 0;
    if (!problem_.empty() || bytes_.size() - begin_ < sizeof length) return std::nullopt;
    std::memcpy(&length, bytes_.data() + begin_, sizeof length);
    if (length > LongestMessage) {
        problem_ = "A message claims to be longer than any message is.";
        return std::nullopt;
    }
    if (bytes_.size() - begin_ - sizeof length < length) return std::nullopt;
    wire::Reader in(std::string_view(bytes_).substr(begin_ + sizeof length, length));
    begin_ += sizeof length + length;
    Message message;
    if (!wire::read(in, message) || !in.isAtEnd()) {
        problem_ = "A message cannot be read.";
        return std::nullopt;
    }
    return message;
}

template class MessageReader<ProgramMessage>;
template class MessageReader<WindowMessage>;

}  // namespace trammel::live

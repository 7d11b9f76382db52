// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "live/messages.h"

namespace trammel::live {

/// Longest message, bytes. A scene that needs more is not sent.
inline constexpr std::size_t LongestMessage = std::size_t(64) << 20;

/// First bytes of a recording, which holds the messages of a program.
inline constexpr std::string_view RecordingHead = "trammel scenes 1\n";

/// The message with its length in front.
std::string encode(const ProgramMessage& message);
std::string encode(const WindowMessage& message);

/// Splits untrusted bytes into messages of one direction. Yields none after a problem.
template <class Message>
class MessageReader {
public:
    void add(std::string_view bytes);
    /// The next complete message; empty if none yet.
    std::optional<Message> next();
    /// The problem with the bytes, one sentence; empty if none.
    const std::string& problem() const { return problem_; }
    /// Bytes of an incomplete message.
    bool hasRemainder() const { return begin_ < bytes_.size(); }

private:
    std::string bytes_;
    std::size_t begin_ = 0;
    std::string problem_;
};

extern template class MessageReader<ProgramMessage>;
extern template class MessageReader<WindowMessage>;

}  // namespace trammel::live

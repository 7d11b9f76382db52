// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace trammel::live {

/// Folder of the sockets of this user's programs, closed to other users. Created if needed; empty if that is impossible.
std::string socketFolder();
/// The socket of a process in that folder.
std::string socketPath(std::int64_t process);

/// A connection between two processes of one user. Only wait() blocks. For one thread at a time.
class Connection {
public:
    /// @param descriptor an open socket; taken over
    explicit Connection(int descriptor);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Connects to the socket of a program. Null, with one sentence in @p problem, if that fails.
    static std::unique_ptr<Connection> open(const std::string& path, std::string& problem);

    /// Appends to the bytes to send, and sends as many as it can without blocking. Does nothing once the other side has
    /// gone.
    void send(std::string_view bytes);
    /// Sends more of the queued bytes.
    void flush();
    /// Bytes that have not been sent yet.
    std::size_t queued() const { return queue_.size() - sent_; }
    /// The bytes that have arrived; empty if none.
    std::string receive();
    /// Waits until bytes arrive, or can be sent if there are any to send; at most @p most.
    void wait(std::chrono::milliseconds most) const;
    /// False once the other side has gone and all that it sent is received.
    bool isOpen() const { return descriptor_ >= 0; }
    int descriptor() const { return descriptor_; }

private:
    void close();

    int descriptor_;
    std::string queue_;
    std::size_t sent_ = 0;
    bool refused_ = false;
};

/// A socket that windows of the same user connect to; its destructor removes it from the folder.
class ListeningSocket {
public:
    /// Null if the socket cannot be opened at @p path.
    static std::unique_ptr<ListeningSocket> open(const std::string& path);
    ~ListeningSocket();
    ListeningSocket(const ListeningSocket&) = delete;
    ListeningSocket& operator=(const ListeningSocket&) = delete;

    /// The next connection of this user; null if none is pending.
    std::unique_ptr<Connection> accept();
    void wait(std::chrono::milliseconds most) const;
    const std::string& path() const { return path_; }

private:
    ListeningSocket(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}

    int descriptor_;
    std::string path_;
};

}  // namespace trammel::live

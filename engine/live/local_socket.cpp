// SPDX-License-Identifier: Apache-2.0
#include "live/local_socket.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace trammel::live {

namespace {

using std::chrono::milliseconds;

/// A folder of this user closed to other users.
bool isPrivate(const std::string& folder) {
    struct stat found = {};
    if (lstat(folder.c_str(), &found) != 0) return false;
    return S_ISDIR(found.st_mode) && found.st_uid == getuid() && (found.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

bool addressOf(const std::string& path, sockaddr_un& address) {
    address = {};
    address.sun_family = AF_UNIX;
    if (path.empty() || path.size() >= sizeof address.sun_path) return false;
    std::memcpy(address.sun_path, path.data(), path.size());
    return true;
}

bool isOfThisUser(int descriptor) {
    ucred other = {};
    socklen_t size = sizeof other;
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &other, &size) == 0 && other.uid == getuid();
}

void waitFor(int descriptor, short events, milliseconds most) {
    pollfd watched{descriptor, events, 0};
    constexpr milliseconds longest(60000);  // Callers wait again; a longer time may not fit into an int.
    poll(&watched, 1, static_cast<int>(std::min(most, longest).count()));
}

int openSocket() { return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0); }

}  // namespace

std::string socketFolder() {
    const char* const runtime = std::getenv("XDG_RUNTIME_DIR");
    const std::string own = "/tmp/trammel-" + std::to_string(getuid());
    for (const std::string& folder : {runtime && *runtime ? std::string(runtime) + "/trammel" : own, own}) {
        mkdir(folder.c_str(), S_IRWXU);
        if (isPrivate(folder)) return folder;
    }
    return {};
}

std::string socketPath(std::int64_t process) {
    const std::string folder = socketFolder();
    return folder.empty() ? folder : folder + '/' + std::to_string(process) + ".sock";
}

// --- Connection ---

Connection::Connection(int descriptor) : descriptor_(descriptor) {
    fcntl(descriptor_, F_SETFL, fcntl(descriptor_, F_GETFL) | O_NONBLOCK);
}
Connection::~Connection() { close(); }

void Connection::close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
    queue_.clear();
    sent_ = 0;
}

std::unique_ptr<Connection> Connection::open(const std::string& path, std::string& problem) {
    sockaddr_un address;
    if (!addressOf(path, address)) {
        problem = "'" + path + "' is not the address of a program.";
        return nullptr;
    }
    auto connection = std::make_unique<Connection>(openSocket());
    // A connection to a local socket is made at once or not at all.
    if (connect(connection->descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        problem = errno == EACCES ? "The program belongs to another user." : "No program waits for a window there.";
        return nullptr;
    }
    if (!isOfThisUser(connection->descriptor_)) {
        problem = "The program belongs to another user.";
        return nullptr;
    }
    return connection;
}

void Connection::send(std::string_view bytes) {
    if (!isOpen() || refused_) return;
    queue_.erase(0, std::exchange(sent_, 0));
    queue_ += bytes;
    flush();
}

void Connection::flush() {
    while (isOpen() && queued() > 0) {
        const ssize_t taken = ::send(descriptor_, queue_.data() + sent_, queued(), MSG_NOSIGNAL);
        if (taken > 0) {
            sent_ += std::size_t(taken);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return;
        } else if (errno != EINTR) {
            // The other side has closed. Its last messages are still to be received.
            refused_ = true;
            queue_.clear();
            sent_ = 0;
        }
    }
}

std::string Connection::receive() {
    std::string bytes;
    char part[65536];
    while (isOpen()) {
        const ssize_t count = recv(descriptor_, part, sizeof part, 0);
        if (count > 0) {
            bytes.append(part, std::size_t(count));
            // The rest waits, so that a fast sender does not occupy the receiver.
            if (bytes.size() >= (std::size_t(4) << 20)) break;
        } else if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            break;
        } else if (count == 0 || errno != EINTR) {
            close();
        }
    }
    return bytes;
}

void Connection::wait(milliseconds most) const {
    if (isOpen()) waitFor(descriptor_, short(queued() > 0 ? POLLIN | POLLOUT : POLLIN), most);
}

// --- ListeningSocket ---

std::unique_ptr<ListeningSocket> ListeningSocket::open(const std::string& path) {
    sockaddr_un address;
    const int descriptor = openSocket();
    // Left over from a process with the same number that ended early.
    if (descriptor >= 0 && addressOf(path, address)) unlink(path.c_str());
    if (descriptor < 0 || !addressOf(path, address) ||
        bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        chmod(path.c_str(), S_IRUSR | S_IWUSR) != 0 || listen(descriptor, 4) != 0) {
        if (descriptor >= 0) ::close(descriptor);
        return nullptr;
    }
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    return std::unique_ptr<ListeningSocket>(new ListeningSocket(descriptor, path));
}

ListeningSocket::~ListeningSocket() {
    ::close(descriptor_);
    unlink(path_.c_str());
}

std::unique_ptr<Connection> ListeningSocket::accept() {
    const int descriptor = accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC);
    if (descriptor < 0) return nullptr;
    if (isOfThisUser(descriptor)) return std::make_unique<Connection>(descriptor);
    ::close(descriptor);
    return nullptr;
}

void ListeningSocket::wait(milliseconds most) const { waitFor(descriptor_, POLLIN, most); }

}  // namespace trammel::live

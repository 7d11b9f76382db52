// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

namespace trammel::ui {

/// An OpenGL context without display or window. Current on the creating thread.
class EglContext {
public:
    /// Returns null if the machine offers none, with @p reason for the user.
    static std::unique_ptr<EglContext> create(std::string& reason);
    ~EglContext();
    EglContext(const EglContext&) = delete;
    EglContext& operator=(const EglContext&) = delete;

    /// Makes the context current on the calling thread, which must have no other current context; false on failure.
    bool makeCurrent();
    /// Releases the context for another thread or another kind of context.
    void release();

private:
    EglContext() = default;

    // Opaque EGL handles, so that EGL's header stays out of this one.
    void* display_ = nullptr;
    void* context_ = nullptr;
};

}  // namespace trammel::ui

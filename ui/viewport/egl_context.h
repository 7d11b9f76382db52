// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

namespace trammel::ui {

/// An OpenGL context that needs neither a display nor a window. Current on the thread that made it.
class EglContext {
public:
    /// Null when this machine offers none; @p reason then says why, for a person.
    static std::unique_ptr<EglContext> create(std::string& reason);
    ~EglContext();
    EglContext(const EglContext&) = delete;
    EglContext& operator=(const EglContext&) = delete;

    /// Current on the thread that calls, where no context of another kind may be; false: the machine refuses.
    bool makeCurrent();
    /// So that another thread, or a context of another kind, can take its place.
    void release();

private:
    EglContext() = default;

    // EGL's handles are pointers to nothing; its header stays out of this one.
    void* display_ = nullptr;
    void* context_ = nullptr;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

namespace trammel::ui {

/// An OpenGL context that needs neither a display nor a window. Current on the thread that made it, until destroyed.
class EglContext {
public:
    /// Null when this machine offers none; @p reason then says why, for a person.
    static std::unique_ptr<EglContext> create(std::string& reason);
    ~EglContext();
    EglContext(const EglContext&) = delete;
    EglContext& operator=(const EglContext&) = delete;

private:
    EglContext() = default;

    // EGL's handles are pointers to nothing; its header stays out of this one.
    void* display_ = nullptr;
    void* context_ = nullptr;
};

}  // namespace trammel::ui

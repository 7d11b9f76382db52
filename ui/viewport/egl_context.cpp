// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/egl_context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <array>
#include <cstring>
#include <vector>

namespace trammel::ui {

namespace {

bool hasClientExtension(const char* name) {
    const char* all = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    return all && std::strstr(all, name);
}

// Displays by preference: Mesa surfaceless, graphics devices, the default.
std::vector<EGLDisplay> candidateDisplays() {
    std::vector<EGLDisplay> displays;
    const auto getPlatformDisplay =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (getPlatformDisplay && hasClientExtension("EGL_MESA_platform_surfaceless")) {
        displays.push_back(getPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    }
    const auto queryDevices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
    if (getPlatformDisplay && queryDevices && hasClientExtension("EGL_EXT_platform_device")) {
        std::array<EGLDeviceEXT, 8> devices{};
        EGLint count = 0;
        queryDevices(static_cast<EGLint>(devices.size()), devices.data(), &count);
        for (EGLint i = 0; i < count; ++i) {
            displays.push_back(
                getPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)], nullptr));
        }
    }
    displays.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
    return displays;
}

EGLContext makeCurrentContext(EGLDisplay display) {
    const std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
                                       EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglBindAPI(EGL_OPENGL_API) || !eglChooseConfig(display, wanted.data(), &config, 1, &count) || count == 0) {
        return EGL_NO_CONTEXT;
    }
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, nullptr);
    if (context == EGL_NO_CONTEXT) return EGL_NO_CONTEXT;
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return context;
    eglDestroyContext(display, context);
    return EGL_NO_CONTEXT;
}

}  // namespace

std::unique_ptr<EglContext> EglContext::create(std::string& reason) {
    for (EGLDisplay display : candidateDisplays()) {
        if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) continue;
        if (EGLContext context = makeCurrentContext(display); context != EGL_NO_CONTEXT) {
            std::unique_ptr<EglContext> made(new EglContext);
            made->display_ = display;
            made->context_ = context;
            return made;
        }
    }
    reason = "Offscreen OpenGL is not available on this machine.";
    return nullptr;
}

bool EglContext::makeCurrent() {
    // The bound API is a property of the thread.
    return eglBindAPI(EGL_OPENGL_API) && eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_);
}
void EglContext::release() { eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); }

EglContext::~EglContext() {
    release();
    eglDestroyContext(display_, context_);
    // Keep the display initialized: it is shared by the whole process.
}

}  // namespace trammel::ui

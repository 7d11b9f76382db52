// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

#include <stdexcept>

/// A function of a library that is loaded at its first use and sees its own symbols before those of the program: Simbody and the
/// engine both have names in namespace SimTK.
template <class Function>
Function* functionOfModule(const char* library, const char* name) {
    void* const module = dlopen(library, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    void* const found = module ? dlsym(module, name) : nullptr;
    if (!found) throw std::runtime_error(dlerror());
    return reinterpret_cast<Function*>(found);
}

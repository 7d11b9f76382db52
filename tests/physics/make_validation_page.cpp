// SPDX-License-Identifier: Apache-2.0
// Usage: validation-page FOLDER. Writes validation.md, and its images to FOLDER/validation, for packaging/validate.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "validation_page.h"

namespace {

bool write(const std::filesystem::path& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    if (file << text && file.flush()) return true;
    std::cerr << "Error: cannot write '" << path.string() << "'. Choose a folder that can be written to.\n";
    return false;
}

int program(const std::filesystem::path& folder) {
    const trammel::test::ValidationPage page = trammel::test::makeValidationPage("validation/", std::cout);
    const std::filesystem::path plots = folder / "validation";
    // Remove images of former problems.
    std::filesystem::remove_all(plots);
    std::filesystem::create_directories(plots);
    bool written = write(folder / "validation.md", page.markdown);
    for (const auto& [name, svg] : page.plots) written = write(plots / name, svg) && written;
    return written ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "Usage: validation-page FOLDER\n");
        return 2;
    }
    try {
        return program(argv[1]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "Error: %s\n", error.what());
        return 1;
    }
}

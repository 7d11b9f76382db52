// SPDX-License-Identifier: Apache-2.0
// Stands in for libFuzzer where the compiler has none: gives a fuzz target its seeds, and each of them with random changes,
// the same in every run with the same START.
//   fuzz_NAME ROUNDS FOLDER [START]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size);

namespace {

std::uint32_t randomState = 28;

std::uint32_t next() {
    randomState = randomState * 1664525u + 1013904223u;
    return randomState >> 8;
}

std::vector<std::string> readSeeds(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::vector<std::string> seeds;
    for (const auto& file : files) {
        std::ifstream in(file, std::ios::binary);
        seeds.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    return seeds;
}

/// A number that breaks careless readers.
std::string oddNumber() {
    static const char* const odd[] = {"-1", "0",   "1e308", "-1e-308", "nan", "1e999", "99999999999999999999",
                                      "2",  "\"\""};
    return odd[next() % std::size(odd)];
}

void change(std::string& text, const std::vector<std::string>& seeds) {
    if (text.empty()) text = "x";
    const std::size_t at = next() % text.size(), length = 1 + next() % 40;
    const std::string& other = seeds[next() % seeds.size()];
    switch (next() % 6) {
        case 0: text.erase(at, length); break;
        case 1: text[at] = static_cast<char>(next()); break;
        case 2: text.insert(at, text.substr(next() % text.size(), length)); break;
        case 3:
            if (!other.empty()) text.insert(at, other.substr(next() % other.size(), length));
            break;
        case 4: {
            // The number that follows.
            const std::size_t from = text.find_first_of("0123456789", at);
            if (from == text.npos) break;
            const std::size_t to = std::min(text.find_first_not_of("0123456789.eE+-", from), text.size());
            text.replace(from, to - from, oddNumber());
            break;
        }
        default: text[at] = static_cast<char>(text[at] ^ (1 << next() % 8));
    }
}

void give(const std::string& text) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3 && argc != 4) {
        std::fprintf(stderr, "Usage: %s ROUNDS FOLDER [START]\n", argv[0]);
        return 2;
    }
    if (argc == 4) randomState = static_cast<std::uint32_t>(std::strtoul(argv[3], nullptr, 10));
    const std::vector<std::string> seeds = readSeeds(argv[2]);
    if (seeds.empty()) return 2;
    for (const std::string& seed : seeds) give(seed);
    constexpr std::uint32_t mostChanges = 6;
    for (long round = 0; round < std::strtol(argv[1], nullptr, 10); ++round) {
        std::string text = seeds[next() % seeds.size()];
        for (std::uint32_t left = 1 + next() % mostChanges; left > 0; --left) change(text, seeds);
        // The input that crashes the program is found in this file.
        if (const char* const kept = std::getenv("TRAMMEL_FUZZ_KEEP")) std::ofstream(kept, std::ios::binary) << text;
        give(text);
    }
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "decoration/mesh_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace trammel {

namespace {

template <class Number>
void append(std::string& line, Number x, char after) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), x).ptr;
    line.append(digits.data(), end) += after;
}

/// Reads consecutive numbers, each followed by a space or a comma.
class Numbers {
public:
    Numbers(const char* begin, const char* end) : at_(begin), end_(end) {}
    bool atEnd() const { return at_ == end_; }
    template <class Number>
    bool next(Number& x) {
        const auto read = std::from_chars(at_, end_, x);
        if (read.ec != std::errc()) return false;
        at_ = read.ptr;
        while (at_ != end_ && (*at_ == ' ' || *at_ == ',')) ++at_;
        return true;
    }

private:
    const char *at_, *end_;
};

std::shared_ptr<const MeasuredMesh> parse(const std::string& line, Real scale) {
    const std::size_t middle = line.find(';');
    if (middle == std::string::npos) return nullptr;
    auto mesh = std::make_shared<TriangleMesh>();
    Numbers vertices(line.data(), line.data() + middle);
    while (!vertices.atEnd()) {
        Vec3 v(0.);
        for (int i = 0; i < 3; ++i)
            if (!vertices.next(v[i]) || !std::isfinite(v[i])) return nullptr;
        mesh->vertices.push_back(scale * v);
    }
    Numbers triangles(line.data() + middle + 1, line.data() + line.size());
    while (!triangles.atEnd()) {
        std::uint32_t v = 0;
        if (!triangles.next(v) || v >= mesh->vertices.size()) return nullptr;
        mesh->triangles.push_back(v);
    }
    if (mesh->triangles.empty() || mesh->triangles.size() % 3 != 0) return nullptr;
    auto known = std::make_shared<MeasuredMesh>();
    known->measure = measureMesh(*mesh);
    known->points = findMeshPoints(*mesh);
    known->mesh = std::move(mesh);
    return known;
}

struct Remembered {
    std::string line;
    Real scale = 0;
    std::shared_ptr<const MeasuredMesh> known;
};
// Per thread, to avoid locking.
thread_local std::array<Remembered, 12> remembered;
thread_local std::size_t oldest = 0;

}  // namespace

std::string writeMesh(const TriangleMesh& mesh) {
    std::string line;
    for (const Vec3& v : mesh.vertices)
        for (int i = 0; i < 3; ++i) append(line, static_cast<float>(v[i]), i < 2 ? ' ' : ',');
    if (!line.empty()) line.back() = ';';
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) append(line, mesh.triangles[i], i % 3 < 2 ? ' ' : ',');
    if (!mesh.triangles.empty()) line.pop_back();
    return line;
}

std::shared_ptr<const MeasuredMesh> readMesh(const std::string& line, Real scale) {
    for (const Remembered& one : remembered)
        if (one.known && one.scale == scale && one.line == line) return one.known;
    std::shared_ptr<const MeasuredMesh> known = parse(line, scale);
    if (!known) return nullptr;
    remembered[oldest] = {line, scale, known};
    oldest = (oldest + 1) % remembered.size();
    return known;
}

MeshPoints pointsOf(const TriangleMesh& mesh) {
    for (const Remembered& one : remembered)
        if (one.known && one.known->mesh.get() == &mesh) return one.known->points;
    return findMeshPoints(mesh);
}

}  // namespace trammel

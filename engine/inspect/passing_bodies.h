// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "compile/compiled_model.h"

namespace trammel {

/// Two solids that overlap although no contact acts between them.
struct Passing {
    /// The bodies or shapes whose solids overlap; a shape of Ground comes second.
    ElementId first, second;
    /// Time of the first frame in which they overlap, s.
    Real time = 0;
    /// Touches is cleared for one of them, or their contact is disabled: the overlap may be intended.
    bool isIntended = false;
};

/// Finds bodies that pass through each other in a run, frame by frame: solids that overlap by more than a twentieth of
/// the thinner one, did not overlap at the first frame, and belong to no common mechanism of joints and constraints. A
/// solid that starts partly below a floor counts once it has sunk that much deeper. Members of one contact group are
/// left out, as are meshes of more than 20000 triangles.
class PassingBodies {
public:
    explicit PassingBodies(CompiledModelPtr model);
    ~PassingBodies();
    PassingBodies(const PassingBodies&) = delete;
    PassingBodies& operator=(const PassingBodies&) = delete;

    /// False if no two solids could pass through each other.
    bool hasPairs() const;
    /// Examines a State of the model (Position); to be called in the order of time.
    void look(const State& state);
    /// All found so far, in the order of time; at most mostFound().
    const std::vector<Passing>& getFound() const;
    static constexpr std::size_t mostFound() { return 20; }

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace trammel

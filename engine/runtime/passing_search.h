// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "inspect/passing_bodies.h"
#include "runtime/frame_search.h"

namespace trammel {

/// Searches the frames of a run for bodies that pass through each other.
class PassingSearch : public FrameSearch {
public:
    using FrameSearch::FrameSearch;

    /// In the order of time; not while a portion is under way.
    std::vector<Passing> getFound() const { return passing_ ? passing_->getFound() : std::vector<Passing>{}; }

private:
    bool begin(const CompiledModelPtr& model) override;
    bool look(const CompiledModel& model, State& state) override;

    /// Made by the first portion, since it converts all shapes.
    std::unique_ptr<PassingBodies> passing_;
};

}  // namespace trammel

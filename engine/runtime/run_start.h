// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "compile/compiled_model.h"

namespace trammel {

/// The model of a run and the State it starts from. Both can be released to save memory; the next access makes them again,
/// bitwise identical, from the document and the text of the State.
class RunStart {
public:
    /// @param start initial State of the model's System; copied
    RunStart(CompiledModelPtr model, const State& start);

    const Document& getDocument() const { return document_; }
    Real getTime() const { return time_; }
    /// Never waits, not even while the model is compiled.
    bool hasModel() const { return hasModel_; }

    // May be called from any thread; references are valid until release(). If released, these compile the document.
    const CompiledModelPtr& getModel() const;
    const State& getState() const;
    /// Compiles after release(); shares the System of @p similar if only parameters differ.
    void restore(const CompiledModelPtr& similar) const;

    /// Only while no other thread uses this. False if a variable has no text form: nothing is released then.
    bool release();

private:
    const Document document_;
    const Real time_;
    mutable std::atomic<bool> hasModel_{true};
    mutable std::mutex mutex_;
    /// Null after release().
    mutable CompiledModelPtr model_;
    mutable std::shared_ptr<const State> state_;
    /// The State after the first release(), see saveState(), packed.
    std::string text_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace trammel {

/// Something done once in a thread of its own. Destroying it waits for the end.
class BackgroundWork {
public:
    /// @p work may use only what nobody changes meanwhile, and what nobody else looks at before isFinished().
    explicit BackgroundWork(std::function<void()> work);
    ~BackgroundWork();
    BackgroundWork(const BackgroundWork&) = delete;
    BackgroundWork& operator=(const BackgroundWork&) = delete;

    bool isFinished() const;
    /// Only when finished: what it threw; empty if nothing.
    const std::string& getFailure() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace trammel

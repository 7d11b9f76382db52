// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace trammel {

/// A function executed once in a background thread. The destructor waits for its end.
class BackgroundWork {
public:
    /// @p work may access only data that is not modified meanwhile, or not accessed elsewhere before isFinished().
    explicit BackgroundWork(std::function<void()> work);
    ~BackgroundWork();
    BackgroundWork(const BackgroundWork&) = delete;
    BackgroundWork& operator=(const BackgroundWork&) = delete;

    bool isFinished() const;
    /// After completion: the message of its exception; empty if none.
    const std::string& getFailure() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace trammel

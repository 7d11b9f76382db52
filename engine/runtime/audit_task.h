// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "compile/compiled_model.h"
#include "inspect/model_audit.h"

namespace trammel {

/// Runs auditModel() in a background thread. The destructor waits for its end.
class AuditTask {
public:
    explicit AuditTask(CompiledModelPtr model);
    ~AuditTask();
    AuditTask(const AuditTask&) = delete;
    AuditTask& operator=(const AuditTask&) = delete;

    const CompiledModelPtr& getModel() const;
    bool isFinished() const;
    /// Asks for an early end, at the next variable: getAudit() is incomplete then.
    void cancel();
    /// After completion: the reason of a failure; empty on success.
    const std::string& getFailure() const;
    /// After completion.
    const CacheAudit& getAudit() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace trammel

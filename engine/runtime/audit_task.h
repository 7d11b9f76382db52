// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "compile/compiled_model.h"
#include "inspect/model_audit.h"

namespace trammel {

/// auditModel() in a thread of its own. Destroying it waits for the end.
class AuditTask {
public:
    explicit AuditTask(CompiledModelPtr model);
    ~AuditTask();
    AuditTask(const AuditTask&) = delete;
    AuditTask& operator=(const AuditTask&) = delete;

    const CompiledModelPtr& getModel() const;
    bool isFinished() const;
    /// Only when finished. Why nothing was found out, if that is so; else empty.
    const std::string& getFailure() const;
    /// Only when finished.
    const CacheAudit& getAudit() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "runtime/audit_task.h"

#include "base/failure_text.h"
#include "runtime/background_task.h"

namespace trammel {

struct AuditTask::Impl {
    explicit Impl(CompiledModelPtr m) : model(std::move(m)) {}

    const CompiledModelPtr model;
    CacheAudit audit;
    std::string failure;
    TaskControl control;
    /// Declared last, so that it ends before the members it uses are destroyed.
    BackgroundWork work{[this] {
        try {
            audit = auditModel(*model, [this] { return !control.isCanceled(); });
        } catch (...) {
            failure = failureText();
        }
    }};
};

AuditTask::AuditTask(CompiledModelPtr model) : impl_(std::make_unique<Impl>(std::move(model))) {}
AuditTask::~AuditTask() = default;

const CompiledModelPtr& AuditTask::getModel() const { return impl_->model; }
void AuditTask::cancel() { impl_->control.cancel(); }
bool AuditTask::isFinished() const { return impl_->work.isFinished(); }
const std::string& AuditTask::getFailure() const { return impl_->failure; }
const CacheAudit& AuditTask::getAudit() const { return impl_->audit; }

}  // namespace trammel

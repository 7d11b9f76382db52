// SPDX-License-Identifier: Apache-2.0
#include "runtime/audit_task.h"

#include <atomic>
#include <exception>
#include <thread>

namespace trammel {

struct AuditTask::Impl {
    explicit Impl(CompiledModelPtr m) : model(std::move(m)) {}

    void work() {
        try {
            audit = auditModel(*model);
        } catch (const std::exception& fault) {
            failure = std::string("The model cannot be audited: ") + fault.what();
        }
        finished.store(true, std::memory_order_release);
    }

    const CompiledModelPtr model;
    CacheAudit audit;
    std::string failure;
    std::atomic<bool> finished{false};
    /// Last, so that it is joined before anything it uses is gone.
    std::jthread worker{[this] { work(); }};
};

AuditTask::AuditTask(CompiledModelPtr model) : impl_(std::make_unique<Impl>(std::move(model))) {}
AuditTask::~AuditTask() = default;

const CompiledModelPtr& AuditTask::getModel() const { return impl_->model; }
bool AuditTask::isFinished() const { return impl_->finished.load(std::memory_order_acquire); }
const std::string& AuditTask::getFailure() const { return impl_->failure; }
const CacheAudit& AuditTask::getAudit() const { return impl_->audit; }

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "system/system_guts.h"

#include "base/exceptions.h"

namespace trammel {

namespace {
/// Lets the hooks of a System run as those of a subsystem.
class SystemHooks : public Subsystem::Guts {
public:
    explicit SystemHooks(std::unique_ptr<System::Guts> hooks) : Subsystem::Guts("system"), hooks_(std::move(hooks)) {}

    Guts* cloneImpl() const override { return new SystemHooks(std::unique_ptr<System::Guts>(hooks_->cloneImpl())); }
    int realizeSubsystemTopologyImpl(State& s) const override { return hooks_->realizeTopologyImpl(s); }
    int realizeSubsystemModelImpl(State& s) const override { return hooks_->realizeModelImpl(s); }
    int realizeSubsystemInstanceImpl(const State& s) const override { return hooks_->realizeInstanceImpl(s); }
    int realizeSubsystemTimeImpl(const State& s) const override { return hooks_->realizeTimeImpl(s); }
    int realizeSubsystemPositionImpl(const State& s) const override { return hooks_->realizePositionImpl(s); }
    int realizeSubsystemVelocityImpl(const State& s) const override { return hooks_->realizeVelocityImpl(s); }
    int realizeSubsystemDynamicsImpl(const State& s) const override { return hooks_->realizeDynamicsImpl(s); }
    int realizeSubsystemAccelerationImpl(const State& s) const override { return hooks_->realizeAccelerationImpl(s); }
    int realizeSubsystemReportImpl(const State& s) const override { return hooks_->realizeReportImpl(s); }

private:
    std::unique_ptr<System::Guts> hooks_;
};
}  // namespace

void System::adoptSystemGuts(Guts* guts) {
    if (!guts) throw Exception("System::adoptSystemGuts(): the guts are null.");
    Subsystem hooks;
    hooks.adoptSubsystemGuts(new SystemHooks(std::unique_ptr<Guts>(guts)));
    adoptSubsystem(hooks);
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "system/cache_audit.h"
#include "tests/unit/system/rig.h"
#include "tests/unit/system/spring_model.h"

namespace trammel::testing {
namespace {

using Kind = AuditFinding::Kind;

int count(const CacheAudit& audit, Kind kind) {
    return int(std::count_if(audit.findings.begin(), audit.findings.end(),
                             [&](const AuditFinding& f) { return f.kind == kind; }));
}
const AuditFinding& find(const CacheAudit& audit, Kind kind, const std::string& entry) {
    static const AuditFinding none{Kind::Failed, "", "", "no such finding"};
    for (const AuditFinding& f : audit.findings)
        if (f.kind == kind && contains(f.entry, "'" + entry + "'")) return f;
    return none;
}
CacheAudit audited(const SpringModel& model) {
    return auditCache(model.system, model.state(), Stage::Report, [&](const State& s) { model.spring->getPower(s); });
}

TEST(CacheAudit, PassesWhenAllDependenciesAreDeclared) {
    const SpringModel model;
    const CacheAudit audit = audited(model);
    EXPECT_TRUE(audit.passed()) << audit.toString();
    EXPECT_EQ(count(audit, Kind::UnusedPrerequisite), 0) << audit.toString();
    EXPECT_GE(audit.entriesCompared, 4);
    // t, q, u, z, anchor, stiffness, enabled, peak speed.
    EXPECT_EQ(audit.variablesPerturbed, 8) << audit.toString();
}

TEST(CacheAudit, ReportsMissingPrerequisite) {
    const SpringModel model({.forgetStiffness = true});
    const CacheAudit audit = audited(model);
    EXPECT_FALSE(audit.passed());
    EXPECT_EQ(count(audit, Kind::MissingPrerequisite), 1) << audit.toString();
    const AuditFinding& finding = find(audit, Kind::MissingPrerequisite, "force");
    EXPECT_EQ(finding.variable, "'stiffness' of subsystem 'spring'");
    EXPECT_TRUE(contains(finding.sentence, "changes with 'stiffness' of subsystem 'spring' but stays valid"))
        << finding.sentence;
    EXPECT_EQ(audit.findings.front().kind, Kind::MissingPrerequisite) << "errors come first";
}

TEST(CacheAudit, MissingPrerequisiteGivesWrongResultsOnlyWithCaching) {
    const SpringModel model({.forgetStiffness = true});
    const auto force = [&](bool caching) {
        State s = model.state();
        s.setCachingEnabled(caching);
        model.system.realize(s, Stage::Acceleration);
        s.setDiscreteVariable(model.me, model.spring->stiffness, Value<Real>(200));
        model.system.realize(s, Stage::Acceleration);
        return model.spring->getForce(s);
    };
    EXPECT_EQ(force(false), 2 * force(true));
}

TEST(CacheAudit, ReportsUnusedPrerequisite) {
    const SpringModel model({.unusedZ = true});
    const CacheAudit audit = audited(model);
    EXPECT_TRUE(audit.passed()) << "it costs time but is not wrong";
    EXPECT_EQ(find(audit, Kind::UnusedPrerequisite, "force").variable, "z") << audit.toString();
}

TEST(CacheAudit, ReportsStageDeclaredTooHigh) {
    const SpringModel model;
    const CacheAudit audit = audited(model);
    // Power follows from u (Velocity), stiffness and enabled (Dynamics): its stage is correct. A change of z also
    // invalidates it, but z belongs to the same stage as stiffness, and only prerequisites could distinguish them.
    EXPECT_EQ(find(audit, Kind::StageTooHigh, "power").sentence, "no such finding") << audit.toString();

    class Coarse : public Subsystem::Guts {
    public:
        Coarse() : Guts("coarse") {}
        Subsystem::Guts* cloneImpl() const override { return new Coarse(*this); }
        int realizeSubsystemTopologyImpl(State& s) const override {
            entry = allocateCacheEntry(s, Stage::Velocity, new Value<Real>(0), "height");
            return 0;
        }
        int realizeSubsystemModelImpl(State& s) const override {
            allocateQ(s, Vector(1, 2.));
            allocateU(s, Vector(1, 3.));
            return 0;
        }
        int realizeSubsystemVelocityImpl(const State& s) const override {
            Value<Real>::updDowncast(updCacheEntry(s, entry)) = getQ(s)[0];
            return 0;
        }
        mutable CacheEntryIndex entry;
    };
    System system;
    Subsystem handle;
    handle.adoptSubsystemGuts(new Coarse());
    system.adoptSubsystem(handle);
    const CacheAudit coarse = auditCache(system, system.realizeTopology(), Stage::Velocity);
    const AuditFinding& finding = find(coarse, Kind::StageTooHigh, "height");
    EXPECT_TRUE(contains(finding.sentence, "invalidated with stage Velocity but changes only with stage Position"))
        << coarse.toString();
    EXPECT_EQ(finding.variable, "'u0 of coarse'");
}

TEST(CacheAudit, ReportsUnexaminedEntries) {
    const SpringModel model({.incomparableLength = true});
    const CacheAudit audit = auditCache(model.system, model.state(), Stage::Dynamics);
    EXPECT_TRUE(contains(find(audit, Kind::NotComparable, "length").sentence, "cannot be compared"))
        << audit.toString();
    EXPECT_TRUE(contains(find(audit, Kind::NotComputed, "power").sentence, "not computed by stage Dynamics"));
    std::vector<std::string> notPerturbed;
    for (const AuditFinding& f : audit.findings)
        if (f.kind == Kind::NotPerturbed) notPerturbed.push_back(f.variable);
    EXPECT_EQ(notPerturbed,
              (std::vector<std::string>{"'extra coordinates' of subsystem 'spring'", "'label' of subsystem 'spring'"}));
}

TEST(CacheAudit, ReportsValuesThatAreNotReproducible) {
    class Counting : public Subsystem::Guts {
    public:
        Counting() : Guts("dice") {}
        Subsystem::Guts* cloneImpl() const override { return new Counting(*this); }
        int realizeSubsystemTopologyImpl(State& s) const override {
            entry = allocateCacheEntry(s, Stage::Time, new Value<int>(0), "throw");
            return 0;
        }
        int realizeSubsystemTimeImpl(const State& s) const override {
            Value<int>::updDowncast(updCacheEntry(s, entry)) = ++count_;
            return 0;
        }
        mutable CacheEntryIndex entry;

    private:
        mutable int count_ = 0;
    };
    System system;
    Subsystem handle;
    handle.adoptSubsystemGuts(new Counting());
    system.adoptSubsystem(handle);
    const CacheAudit audit = auditCache(system, system.realizeTopology());
    EXPECT_FALSE(audit.passed());
    EXPECT_TRUE(contains(find(audit, Kind::NotReproducible, "throw").sentence, "another value"));
}

TEST(CacheAudit, KeepsTheStateAndRequiresModelStage) {
    const SpringModel model;
    State s = model.state();
    auditCache(model.system, s);
    EXPECT_EQ(s.getSystemStage(), Stage(Stage::Model));
    s.invalidateAll(Stage::Model);
    EXPECT_THROW(auditCache(model.system, s), StageTooLow);
}

}  // namespace
}  // namespace trammel::testing

// SPDX-License-Identifier: Apache-2.0
#include "system/cache_audit.h"

#include <algorithm>
#include <memory>
#include <set>
#include <sstream>

#include "system/state_report.h"

namespace trammel {

namespace {

/// A small perturbation of one variable and its effects.
struct Perturbation {
    /// Prerequisite group: Time, Q, U, Z or Discrete.
    StateChange::Kind kind = StateChange::Time;
    DiscreteVarKey key;
    Stage stage;
    std::string name;
    std::function<void(State&)> apply;
    /// Per entry: whether its value changed, and whether it stayed valid.
    std::vector<char> changed, kept;
};

Real perturbed(Real x) { return x * 1.03125 + 0.03125; }

class Auditor {
public:
    Auditor(const System& system, const State& state, Stage stage, const std::function<void(const State&)>& ask)
        : system_(system), origin_(state), ask_(ask) {
        audit_.stage = stage;
    }

    CacheAudit run(const std::function<bool()>& proceed) {
        base_ = computed(origin_, true);
        listEntries();
        checkReproducible();
        listPerturbations();
        for (Perturbation& p : perturbations_) {
            if (proceed && !proceed()) break;
            examine(p);
        }
        for (std::size_t e = 0; e < entries_.size(); ++e)
            if (comparable_[e]) judge(e);
        std::stable_sort(audit_.findings.begin(), audit_.findings.end(),
                         [](const AuditFinding& a, const AuditFinding& b) { return a.kind < b.kind; });
        return std::move(audit_);
    }

private:
    /// A realized copy; without caching it takes nothing but variables from @p source.
    State computed(const State& source, bool caching) const {
        State s = source;
        s.setCachingEnabled(caching);
        system_.realize(s, audit_.stage);
        if (ask_) ask_(s);
        return s;
    }
    bool isValid(const State& s, const CacheEntryKey& key) const {
        return s.hasCacheEntry(key) && s.isCacheValueRealized(key.subsystem, key.entry);
    }
    bool sameValue(const State& s, const CacheEntryKey& key) const {
        return isValid(s, key) &&
               base_.getCacheEntryInfo(key).getValue().isIdentical(s.getCacheEntryInfo(key).getValue());
    }
    void find(AuditFinding::Kind kind, std::string entry, std::string variable, std::string sentence) {
        audit_.findings.push_back({kind, std::move(entry), std::move(variable), std::move(sentence)});
    }

    void listEntries() {
        using Kind = AuditFinding::Kind;
        for (int s = 0; s < base_.getNumSubsystems(); ++s) {
            const std::size_t n = base_.getPerSubsystemInfo(SubsystemIndex(s)).cacheEntries.size();
            for (std::size_t e = 0; e < n; ++e) {
                const CacheEntryKey key{SubsystemIndex(s), CacheEntryIndex(e)};
                const std::string name = nameOf(base_, key);
                const bool valid = isValid(base_, key);
                const bool canCompare = base_.getCacheEntryInfo(key).getValue().canBeCompared();
                if (!valid)
                    find(Kind::NotComputed, name, {},
                         "Entry " + name + " was not examined: it is not computed by stage " + audit_.stage.getName() +
                             ".");
                else if (!canCompare)
                    find(Kind::NotComparable, name, {},
                         "Entry " + name + " was not examined: values of its type cannot be compared.");
                entries_.push_back(key);
                comparable_.push_back(valid && canCompare);
            }
        }
    }

    void checkReproducible() {
        const State again = computed(origin_, false);
        for (std::size_t e = 0; e < entries_.size(); ++e) {
            if (!comparable_[e]) continue;
            if (!sameValue(again, entries_[e])) {
                comparable_[e] = 0;
                const std::string name = nameOf(base_, entries_[e]);
                find(AuditFinding::Kind::NotReproducible, name, {},
                     "Entry " + name + " has another value when recomputed from the same variables.");
            } else {
                ++audit_.entriesCompared;
            }
        }
    }

    void listPerturbations() {
        const auto add = [&](StateChange::Kind kind, Stage stage, std::string name, std::function<void(State&)> apply) {
            perturbations_.push_back({kind, {}, stage, std::move(name), std::move(apply), {}, {}});
        };
        add(StateChange::Time, Stage::Time, "time", [](State& s) { s.setTime(perturbed(s.getTime())); });
        const auto addAll = [&](StateChange::Kind kind, Stage stage, int n, int yStart, Vector& (State::*upd)()) {
            for (int i = 0; i < n; ++i)
                add(kind, stage, "'" + system_.describeY(base_, yStart + i) + "'", [=](State& s) {
                    Real& x = (s.*upd)()[i];
                    x = perturbed(x);
                });
        };
        addAll(StateChange::Q, Stage::Position, base_.getNQ(), base_.getQStart(), &State::updQ);
        addAll(StateChange::U, Stage::Velocity, base_.getNU(), base_.getUStart(), &State::updU);
        addAll(StateChange::Z, Stage::Dynamics, base_.getNZ(), base_.getZStart(), &State::updZ);
        for (int s = 0; s < base_.getNumSubsystems(); ++s) {
            const std::size_t n = base_.getPerSubsystemInfo(SubsystemIndex(s)).discreteVariables.size();
            for (std::size_t v = 0; v < n; ++v) addDiscrete({SubsystemIndex(s), DiscreteVariableIndex(v)});
        }
    }

    void addDiscrete(const DiscreteVarKey& key) {
        const DiscreteVarInfo& info = base_.getDiscreteVarInfo(key);
        const std::string name = nameOf(base_, key);
        if (info.getInvalidatedStage() <= Stage::Model)
            return find(AuditFinding::Kind::NotPerturbed, {}, name,
                        "Variable " + name + " was not perturbed: it determines which variables exist.");
        const std::shared_ptr<const AbstractValue> value = info.getValue().perturbed();
        if (!value)
            return find(AuditFinding::Kind::NotPerturbed, {}, name,
                        "Variable " + name + " was not perturbed: values of its type cannot be perturbed.");
        perturbations_.push_back(
            {StateChange::Discrete,
             key,
             info.getInvalidatedStage(),
             name,
             [key, value](State& s) { s.setDiscreteVariable(key.subsystem, key.variable, *value); },
             {},
             {}});
    }

    void examine(Perturbation& p) {
        try {
            State source = origin_;
            p.apply(source);
            const State fresh = computed(source, false);
            State kept = computed(origin_, true);
            p.apply(kept);
            for (std::size_t e = 0; e < entries_.size(); ++e) {
                p.changed.push_back(comparable_[e] && isValid(fresh, entries_[e]) && !sameValue(fresh, entries_[e]));
                p.kept.push_back(isValid(kept, entries_[e]));
            }
            ++audit_.variablesPerturbed;
        } catch (const std::exception& failure) {
            p.changed.clear();
            find(AuditFinding::Kind::Failed, {}, p.name,
                 "No result for " + p.name + ": the perturbed system cannot be realized. " + failure.what());
        }
    }

    void judge(std::size_t e) {
        const CacheEntryKey& key = entries_[e];
        const CacheEntryInfo& info = base_.getCacheEntryInfo(key);
        const std::string name = nameOf(base_, key);
        std::set<StateChange::Kind> missing;
        for (const Perturbation& p : perturbations_) {
            if (p.changed.empty() || !p.changed[e] || !p.kept[e]) continue;
            // Report all of q as one finding, with the first coordinate as example.
            if (p.kind != StateChange::Discrete && !missing.insert(p.kind).second) continue;
            find(AuditFinding::Kind::MissingPrerequisite, name, p.name,
                 "Entry " + name + " changes with " + p.name + " but stays valid when that is written. Declare " +
                     declared(p) + " as a prerequisite, or declare a higher depends-on stage.");
        }
        judgeUnused(e, info, name);
        judgeStage(e, info, name);
    }

    static std::string declared(const Perturbation& p) {
        switch (p.kind) {
            case StateChange::Q: return "q";
            case StateChange::U: return "u";
            case StateChange::Z: return "z";
            case StateChange::Time: return "values computed from time";
            default: return "it";
        }
    }

    void judgeUnused(std::size_t e, const CacheEntryInfo& info, const std::string& name) {
        const auto reportUnused = [&](const std::string& what) {
            find(AuditFinding::Kind::UnusedPrerequisite, name, what,
                 "Entry " + name + " declares " + what +
                     " as a prerequisite but does not change with it at this state.");
        };
        /// True if a variable selected by @p concerns was perturbed and none of them affected the entry.
        const auto isUnused = [&](auto concerns) {
            bool any = false;
            for (const Perturbation& p : perturbations_) {
                if (p.changed.empty() || !concerns(p)) continue;
                if (p.changed[e]) return false;
                any = true;
            }
            return any;
        };
        const auto continuous = [&](bool depends, StateChange::Kind kind, const char* what) {
            if (depends && isUnused([&](const Perturbation& p) { return p.kind == kind; })) reportUnused(what);
        };
        continuous(info.dependsOnQ(), StateChange::Q, "q");
        continuous(info.dependsOnU(), StateChange::U, "u");
        continuous(info.dependsOnZ(), StateChange::Z, "z");
        for (const DiscreteVarKey& v : info.getDiscretePrerequisites())
            if (isUnused([&](const Perturbation& p) { return p.kind == StateChange::Discrete && p.key == v; }))
                reportUnused(nameOf(base_, v));
        for (const CacheEntryKey& upstream : info.getCachePrerequisites()) {
            const auto u = std::size_t(std::find(entries_.begin(), entries_.end(), upstream) - entries_.begin());
            if (isUnused([&](const Perturbation& p) { return bool(p.changed[u]); }))
                reportUnused(nameOf(base_, upstream));
        }
    }

    void judgeStage(std::size_t e, const CacheEntryInfo& info, const std::string& name) {
        const Stage earliest = info.getDependsOnStage();
        Stage needed = Stage::Model;
        std::string costs;
        for (const Perturbation& p : perturbations_)
            if (!p.changed.empty() && p.changed[e] && p.stage <= earliest) needed = std::max(needed, p.stage);
        for (const Perturbation& p : perturbations_)
            if (!p.changed.empty() && p.stage > needed && p.stage <= earliest && costs.empty()) costs = p.name;
        if (!costs.empty())
            find(AuditFinding::Kind::StageTooHigh, name, costs,
                 "Entry " + name + " is invalidated with stage " + earliest.getName() +
                     " but changes only with stage " + needed.getName() + " and below at this state; writing " + costs +
                     " invalidates it unnecessarily.");
    }

    const System& system_;
    const State& origin_;
    const std::function<void(const State&)>& ask_;
    State base_;
    std::vector<CacheEntryKey> entries_;
    std::vector<char> comparable_;
    std::vector<Perturbation> perturbations_;
    CacheAudit audit_;
};

}  // namespace

bool CacheAudit::passed() const {
    return std::none_of(findings.begin(), findings.end(), [](const AuditFinding& f) { return f.isFault(); });
}

std::string CacheAudit::toString() const {
    std::ostringstream text;
    text << entriesCompared << " cache entries compared, " << variablesPerturbed << " variables perturbed, by stage "
         << stage.getName() << ": " << (passed() ? "no errors found" : "ERRORS FOUND") << "\n";
    for (const AuditFinding& f : findings) text << (f.isFault() ? "  ERROR: " : "  ") << f.sentence << "\n";
    return text.str();
}

CacheAudit auditCache(const System& system, const State& state, Stage stage,
                      const std::function<void(const State&)>& includeLazyValues,
                      const std::function<bool()>& proceed) {
    if (state.getSystemStage() < Stage::Model)
        throw StageTooLow("auditCache()", "an audit", Stage::Model, state.getSystemStage());
    return Auditor(system, state, stage, includeLazyValues).run(proceed);
}

}  // namespace trammel

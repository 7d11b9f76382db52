// SPDX-License-Identifier: Apache-2.0
// A joint damper with an error: the cache entry of its force does not declare its dependence on speeds. Any program
// that links it has the type, for the audit to find.
#include "compile/catalog.h"
#include "multibody/forces/mobility_damper.h"

namespace trammel::test {
namespace {

class RememberedDamper : public ParameterizedForce<MobilityDamperParameters> {
public:
    static constexpr const char* key = "rememberedDamper";
    static constexpr const char* label = "Damper that remembers";
    static constexpr const char* doc = "A joint damper whose force is kept too long.";
    static constexpr const char* reference = "`f = -damping u`, of some u.";
    static constexpr const char* choose = "Never: it is wrong.";

    static std::vector<PropertyDescriptor> properties() { return MobilityDamper::properties(); }
    static std::vector<SocketDescriptor> sockets() { return MobilityDamper::sockets(); }
    static Parameters readParameters(const ElementInputs& in) { return MobilityDamper::readParameters(in); }

    explicit RememberedDamper(const ElementInputs& in) : ParameterizedForce(in, readParameters(in)), slot_(in) {}

    bool wantsRealization() const override { return true; }
    void realizeTopology(State& s) const override {
        subsystem_ = SubsystemIndex(0);
        while (s.getSubsystemName(subsystem_) != "forces") ++subsystem_;
        // The error: q is declared, u and the parameter are not.
        entry_ = s.allocateCacheEntryWithPrerequisites(subsystem_, Stage::Position, Stage::Infinity, true, false, false,
                                                       {}, {}, new Value<Real>(), "force of " + getName());
    }
    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const int u = slot_.u(k.tree);
        if (!k.state.isCacheValueRealized(subsystem_, entry_)) {
            Value<Real>::updDowncast(k.state.updCacheEntry(subsystem_, entry_)).set(-get(value).damping * k.u[u]);
            k.state.markCacheValueRealized(subsystem_, entry_);
        }
        sum.mobility[u] += Value<Real>::downcast(k.state.getCacheEntry(subsystem_, entry_)).get();
    }
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }

private:
    MobilitySlot slot_;
    // As every State of the one System has it.
    mutable SubsystemIndex subsystem_;
    mutable CacheEntryIndex entry_;
};

[[maybe_unused]] const bool added = [] {
    addCustomType(describeForce<RememberedDamper>());
    return true;
}();

}  // namespace
}  // namespace trammel::test

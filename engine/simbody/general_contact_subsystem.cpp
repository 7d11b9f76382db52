// SPDX-License-Identifier: Apache-2.0
#include "simbody/general_contact_subsystem.h"

#include "base/exceptions.h"
#include "simbody/surface_contacts.h"

namespace SimTK {

PointContact::PointContact(const Contact& contact) : Contact(contact) {
    if (!isPoint_) throw trammel::Exception("PointContact(): the contact is that of a mesh.");
}

class GeneralContactSubsystem::Implementation : public Subsystem::Guts {
public:
    struct Set {
        std::vector<PlacedSurface> surfaces;
    };

    Implementation() : Guts("GeneralContactSubsystem", "1") {}
    Implementation* cloneImpl() const override { return new Implementation(sets); }
    explicit Implementation(std::vector<Set> all) : Guts("GeneralContactSubsystem", "1"), sets(std::move(all)) {}

    int realizeSubsystemTopologyImpl(State& state) const override {
        entries_.clear();
        for (std::size_t i = 0; i < sets.size(); ++i)
            entries_.push_back(allocateLazyCacheEntry(state, Stage::Position, new Value<Array_<Contact>>()));
        return 0;
    }

    const Array_<Contact>& getContacts(const State& state, ContactSetIndex set) const {
        const CacheEntryIndex entry = entries_.at(std::size_t(int(set)));
        if (!isCacheValueRealized(state, entry)) {
            Array_<Contact>& all = Value<Array_<Contact>>::updDowncast(updCacheEntry(state, entry)).upd();
            all.clear();
            const SimbodyMatterSubsystem& matter = MultibodySystem::downcast(getSystem()).getMatterSubsystem();
            findSurfaceContacts(
                state, matter, sets[std::size_t(int(set))].surfaces, [](int, int) { return true; }, all);
            markCacheValueRealized(state, entry);
        }
        return Value<Array_<Contact>>::downcast(getCacheEntry(state, entry)).get();
    }

    std::vector<Set> sets;

private:
    const SimbodyMatterSubsystem& matter() const { return MultibodySystem::downcast(getSystem()).getMatterSubsystem(); }

    mutable std::vector<CacheEntryIndex> entries_;
};

GeneralContactSubsystem::GeneralContactSubsystem(MultibodySystem& system) {
    adoptSubsystemGuts(new Implementation());
    system.adoptSubsystem(*this);
}

const GeneralContactSubsystem::Implementation& GeneralContactSubsystem::implementation() const {
    return static_cast<const Implementation&>(getSubsystemGuts());
}
GeneralContactSubsystem::Implementation& GeneralContactSubsystem::implementation() {
    return static_cast<Implementation&>(updSubsystemGuts());
}

ContactSetIndex GeneralContactSubsystem::createContactSet() {
    implementation().invalidateSubsystemTopologyCache();
    implementation().sets.emplace_back();
    return ContactSetIndex(getNumContactSets() - 1);
}
int GeneralContactSubsystem::getNumContactSets() const { return int(implementation().sets.size()); }

void GeneralContactSubsystem::addBody(ContactSetIndex set, const MobilizedBody& body, const ContactGeometry& geometry,
                                      const Transform& X_BS) {
    if (geometry.isEmptyHandle())
        throw trammel::Exception("GeneralContactSubsystem::addBody(): the geometry is empty.");
    implementation().invalidateSubsystemTopologyCache();
    implementation().sets.at(std::size_t(int(set))).surfaces.push_back({body.getMobilizedBodyIndex(), geometry, X_BS});
}
int GeneralContactSubsystem::getNumBodies(ContactSetIndex set) const {
    return int(implementation().sets.at(std::size_t(int(set))).surfaces.size());
}
const MobilizedBody& GeneralContactSubsystem::getBody(ContactSetIndex set, ContactSurfaceIndex i) const {
    return MultibodySystem::downcast(getSystem())
        .getMatterSubsystem()
        .getMobilizedBody(implementation().sets.at(std::size_t(int(set))).surfaces.at(std::size_t(int(i))).body);
}
const ContactGeometry& GeneralContactSubsystem::getBodyGeometry(ContactSetIndex set, ContactSurfaceIndex i) const {
    return implementation().sets.at(std::size_t(int(set))).surfaces.at(std::size_t(int(i))).geometry;
}
ContactGeometry& GeneralContactSubsystem::updBodyGeometry(ContactSetIndex set, ContactSurfaceIndex i) {
    implementation().invalidateSubsystemTopologyCache();
    return implementation().sets.at(std::size_t(int(set))).surfaces.at(std::size_t(int(i))).geometry;
}
const Transform& GeneralContactSubsystem::getBodyTransform(ContactSetIndex set, ContactSurfaceIndex i) const {
    return implementation().sets.at(std::size_t(int(set))).surfaces.at(std::size_t(int(i))).X_BS;
}
Transform& GeneralContactSubsystem::updBodyTransform(ContactSetIndex set, ContactSurfaceIndex i) {
    implementation().invalidateSubsystemTopologyCache();
    return implementation().sets.at(std::size_t(int(set))).surfaces.at(std::size_t(int(i))).X_BS;
}
const Array_<Contact>& GeneralContactSubsystem::getContacts(const State& state, ContactSetIndex set) const {
    return implementation().getContacts(state, set);
}

}  // namespace SimTK

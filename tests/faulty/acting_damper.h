// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/catalog.h"
#include "multibody/forces/mobility_damper.h"

namespace trammel::test {

/// A joint damper that calls Row::act(State, parameters) before it computes its force. Row also gives key, label and doc of
/// the type.
template <class Row>
class ActingDamper : public MobilityDamper {
public:
    static constexpr const char* key = Row::key;
    static constexpr const char* label = Row::label;
    static constexpr const char* doc = Row::doc;
    static constexpr const char* choose = "Never: it is for tests.";

    using MobilityDamper::MobilityDamper;
    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        Row::act(k.state, get(value));
        MobilityDamper::addInForce(k, value, sum);
    }
};

/// Adds the type to the catalog. Call before the catalog is built.
template <class Row>
bool addActingDamper() {
    addCustomType(describeForce<ActingDamper<Row>>());
    return true;
}

}  // namespace trammel::test

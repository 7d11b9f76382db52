// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizer.h"

namespace trammel {

/// A joint defined by operators on a State (StatefulMobilizer) whose initial coordinates are properties of its type.
class InitialCoordinates {
public:
    virtual ~InitialCoordinates() = default;
    virtual void calcInitialCoordinates(const ElementInputs&, Real* q, Real* u) const = 0;
    virtual Mobilizer::InitialKeys calcInitialKeys() const = 0;
};

/// The keys of the properties that give q and u of a joint of any kind.
inline Mobilizer::InitialKeys initialKeysOf(const Mobilizer& joint) {
    const auto* const own = dynamic_cast<const InitialCoordinates*>(&joint.forward());
    return own ? own->calcInitialKeys() : joint.initialKeys();
}
inline void setInitialCoordinatesOf(const Mobilizer& joint, const ElementInputs& in, Real* q, Real* u) {
    if (const auto* const own = dynamic_cast<const InitialCoordinates*>(&joint.forward()))
        own->calcInitialCoordinates(in, q, u);
    else
        joint.setInitialCoordinates(in, q, u);
}

}  // namespace trammel

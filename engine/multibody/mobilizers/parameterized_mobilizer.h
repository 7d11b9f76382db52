// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizer.h"

namespace trammel {

/// A registry row from a mobilizer class with dimensions of its own, which M(const ElementInputs&) reads. They belong
/// to the joint itself, so their properties invalidate Topology.
template <class M>
TypeDescriptor describeParameterizedMobilizer() {
    struct Type : MobilizerType {
        std::unique_ptr<Mobilizer> create(const ElementInputs& in) const override { return std::make_unique<M>(in); }
    };
    return detail::makeMobilizerDescriptor(M::key, M::label, M::doc, M::reference, M::properties(),
                                           std::make_shared<Type>());
}

}  // namespace trammel

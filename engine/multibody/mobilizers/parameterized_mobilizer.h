// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizer.h"

namespace trammel {

/// A registry row from a mobilizer class with dimensions of its own, which M(const ElementInputs&) reads. They belong
/// to the joint itself, so their properties invalidate Topology. What else it is plugged into is given by
/// M::moreSockets(), if there is anything.
template <class M>
TypeDescriptor describeParameterizedMobilizer() {
    struct Type : MobilizerType {
        std::unique_ptr<Mobilizer> create(const ElementInputs& in) const override { return std::make_unique<M>(in); }
    };
    TypeDescriptor type = detail::makeMobilizerDescriptor(M::key, M::label, M::doc, M::reference, M::properties(),
                                                          std::make_shared<Type>());
    describeUse<M>(type);
    if constexpr (requires { M::moreSockets(); }) {
        // The child stays last: what must be plugged in comes after what may.
        std::vector<SocketDescriptor> all = M::moreSockets();
        for (SocketDescriptor& socket : type.sockets) all.push_back(std::move(socket));
        type.sockets = std::move(all);
    }
    return type;
}

}  // namespace trammel

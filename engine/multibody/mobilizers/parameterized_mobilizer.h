// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizer.h"

namespace trammel {

/// Registry row from a mobilizer class with dimensions, which M(const ElementInputs&) reads. They are part of the
/// joint, so their properties invalidate Topology. M::moreSockets(), if present, adds inputs.
template <class M>
TypeDescriptor describeParameterizedMobilizer() {
    struct Type : MobilizerType {
        std::unique_ptr<Mobilizer> create(const ElementInputs& in) const override { return std::make_unique<M>(in); }
    };
    TypeDescriptor type = detail::completeMobilizerDescriptor(describeType<M>("joint"), std::make_shared<Type>());
    if constexpr (requires { M::moreSockets(); }) {
        // Required inputs follow optional ones; the child stays last.
        std::vector<SocketDescriptor> all = M::moreSockets();
        for (SocketDescriptor& socket : type.sockets) all.push_back(std::move(socket));
        type.sockets = std::move(all);
    }
    return type;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dart/dynamics/Skeleton.hpp>

#include "peer_model.h"

namespace trammel::testing {

std::unique_ptr<PeerModel> makeDartPeer(dart::dynamics::SkeletonPtr skeleton);

}  // namespace trammel::testing

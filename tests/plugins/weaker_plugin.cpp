// SPDX-License-Identifier: Apache-2.0
// One of two versions of a plugin, for tests of its replacement.
#define FACTOR 1
#include "tests/plugins/thrust.h"

TRAMMEL_PLUGIN("thrust", force<thrust::Thrust>())

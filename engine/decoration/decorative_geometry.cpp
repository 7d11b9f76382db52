// SPDX-License-Identifier: Apache-2.0
#include "decoration/decorative_geometry.h"

// Compiles the header on its own.

// SPDX-License-Identifier: Apache-2.0
#include "decoration/decorative_geometry.h"

// The header is complete in itself; compiling it here proves it.

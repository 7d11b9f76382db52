// SPDX-License-Identifier: Apache-2.0
#include "math/vector.h"

#include <Eigen/LU>

namespace trammel {

Matrix Matrix::invert() const { return Matrix(Base::inverse()); }

}  // namespace trammel

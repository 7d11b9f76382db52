// SPDX-License-Identifier: Apache-2.0
#include "decoration/decorative_geometry.h"

namespace trammel {

DecorativeGeometry::DecorativeGeometry() = default;
DecorativeGeometry::DecorativeGeometry(DecorativeShape shape) : shape_(std::move(shape)) {}
DecorativeGeometry::DecorativeGeometry(const DecorativeGeometry&) = default;
DecorativeGeometry::DecorativeGeometry(DecorativeGeometry&&) noexcept = default;
DecorativeGeometry& DecorativeGeometry::operator=(const DecorativeGeometry&) = default;
DecorativeGeometry& DecorativeGeometry::operator=(DecorativeGeometry&&) noexcept = default;
DecorativeGeometry::~DecorativeGeometry() = default;

}  // namespace trammel

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

#include "meta/type_catalog.h"

namespace trammel::ui {

/// The reference drawing of a type on a transparent background; null if the type has none.
/// @param scale relative to the reference page
/// @param devicePixelRatio of the target screen
QImage typeDrawingImage(const TypeDescriptor& type, qreal scale, qreal devicePixelRatio);

}  // namespace trammel::ui

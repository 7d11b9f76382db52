// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

#include "meta/type_catalog.h"

namespace trammel::ui {

/// The drawing of a type's reference page on transparent ground; null for types that nothing is drawn of.
/// @param scale of the page's size
/// @param devicePixelRatio of the screen it is for
QImage typePicture(const TypeDescriptor& type, qreal scale, qreal devicePixelRatio);

}  // namespace trammel::ui

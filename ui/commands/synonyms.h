// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace trammel::ui {

/// Labels, or starts of labels, of the commands that other programs call @p typed, also while it is being typed and in the
/// plural: "hinge", "hing", "hinges" -> "Pin". Empty if none is known.
QStringList synonymsOf(const QString& typed);

/// All labels that synonymsOf() can return.
QStringList allSynonymTargets();

/// The answer for a feature that people look for and Trammel lacks: "There are no muscles. …". Empty for others.
/// @param mayBegin whether the beginning of such a word is enough
QString missingFeatureAnswer(const QString& typed, bool mayBegin);

}  // namespace trammel::ui

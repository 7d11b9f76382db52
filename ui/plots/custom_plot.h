// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Includes QCustomPlot, which needs the Qt keywords disabled in this program.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/settle.h"
#include "tests/ui/window_rig.h"

namespace trammel::ui::testing {

/// Base of tests of legibility: each starts with a four-bar in a window as small as on a laptop.
class LegibilityRig : public QObject, protected WindowRig {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useOwnSettings(); }
    void init() {
        openWindow(SmallWindow);
        QVERIFY(window_->open(writeModel(folder_, QStringLiteral("four_bar.trammel"), fourBarText())));
        settle();
    }
    void cleanup() { closeWindow(); }

protected:
    static constexpr QSize SmallWindow{1280, 690};

    void settle() { testing::settle({window_.get(), session_.get()}); }
};

}  // namespace trammel::ui::testing

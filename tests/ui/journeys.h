// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>
#include <vector>

namespace trammel::ui::testing {

/// A class of tests that a program of journeys runs.
struct Journeys {
    const QMetaObject* type;
    std::unique_ptr<QObject> (*make)();
};

/// All journeys of the program, in link order.
std::vector<Journeys>& journeysOfProgram();

/// Adds class Test to the program that its source is linked into.
template <class Test>
struct AddJourneys {
    AddJourneys() {
        journeysOfProgram().push_back(
            {&Test::staticMetaObject, []() -> std::unique_ptr<QObject> { return std::make_unique<Test>(); }});
    }
};

}  // namespace trammel::ui::testing

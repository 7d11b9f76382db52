// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/journeys.h"

#include <QTest>
#include <algorithm>
#include <string_view>

#include "tests/ui/work_count.h"
#include "ui/viewport/viewport.h"
#include "ui/window/application.h"
#include "ui/window/text_undo_filter.h"

namespace trammel::ui::testing {

std::vector<Journeys>& journeysOfProgram() {
    static std::vector<Journeys> journeys;
    return journeys;
}

namespace {

bool hasSlot(const QMetaObject& type, std::string_view name) {
    const QByteArray signature = QByteArray(name.data(), int(name.size())) + "()";
    return type.indexOfSlot(signature) >= 0;
}

/// Qt Test's own options, and those of the slots asked for that class @p type has.
std::vector<char*> argumentsOf(const QMetaObject& type, const std::vector<char*>& options,
                               const std::vector<char*>& asked) {
    std::vector<char*> arguments = options;
    for (char* slot : asked)
        if (hasSlot(type, slot)) arguments.push_back(slot);
    return arguments;
}

/// Runs the slots named by the arguments that are not options, or all of them. Returns how many tests failed.
int runJourneys(int argc, char** argv) {
    std::vector<char*> options{argv[0]}, asked;
    for (int i = 1; i < argc; ++i) (argv[i][0] == '-' ? options : asked).push_back(argv[i]);
    for (const char* slot : asked) {
        const auto& all = journeysOfProgram();
        if (std::none_of(all.begin(), all.end(), [&](const Journeys& each) { return hasSlot(*each.type, slot); })) {
            qCritical("No journey is called %s", slot);
            return 1;
        }
    }
    int failed = 0;
    for (const Journeys& each : journeysOfProgram()) {
        const std::vector<char*> arguments = argumentsOf(*each.type, options, asked);
        if (!asked.empty() && arguments.size() == options.size()) continue;
        const std::unique_ptr<QObject> test = each.make();
        failed += QTest::qExec(test.get(), int(arguments.size()), const_cast<char**>(arguments.data()));
    }
    return failed;
}

}  // namespace
}  // namespace trammel::ui::testing

#ifdef JOURNEYS_OUTLIVE_EXCEPTIONS
using Program = trammel::ui::Application;
#else
/// Ends at an uncaught exception, and counts the work of events.
using Program = trammel::ui::testing::CountingApplication;
#endif

int main(int argc, char** argv) {
    trammel::ui::Viewport::prepareApplication();
    Program application(argc, argv);
    trammel::ui::TextUndoFilter undoFilter;
    application.installEventFilter(&undoFilter);
    return trammel::ui::testing::runJourneys(argc, argv);
}

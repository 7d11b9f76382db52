// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <memory>

#include "compile/catalog.h"
#include "tests/ui/test_models.h"
#include "ui/properties/units.h"
#include "ui/session/debugger.h"
#include "ui/session/edit_cost_log.h"
#include "ui/session/session.h"

namespace trammel::ui::testing {

/// A session with a debugger and an edit cost log, new for each test.
class DebuggerRig {
protected:
    void start(const QString& text) {
        session_ = std::make_unique<Session>(builtinCatalog());
        open(text);
        debugger_ = std::make_unique<Debugger>(*session_);
        costLog_ = std::make_unique<EditCostLog>(*session_);
    }
    void stop() {
        debugger_.reset();
        costLog_.reset();
        session_.reset();
    }
    void open(const QString& text) { QVERIFY(session_->open(writeModel(folder_, "model.trammel", text))); }

    /// The first row with this text at any level; null without one.
    static QTreeWidgetItem* find(QTreeWidget* tree, const QString& name) {
        const auto found = tree->findItems(name, Qt::MatchExactly | Qt::MatchRecursive);
        return found.empty() ? nullptr : found.front();
    }

    QTemporaryDir folder_;
    DisplayUnits units_;
    std::unique_ptr<Session> session_;
    std::unique_ptr<Debugger> debugger_;
    std::unique_ptr<EditCostLog> costLog_;
};

}  // namespace trammel::ui::testing

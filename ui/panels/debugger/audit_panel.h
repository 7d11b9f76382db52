// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>

#include "runtime/audit_task.h"
#include "ui/session/debugger.h"

class QLabel;
class QPushButton;
class QTreeWidget;

namespace trammel::ui {

struct PanelDescriptor;

/// Audits the cache: perturbs every variable, recomputes everything from scratch and compares. Works on copies on a
/// background thread.
class AuditPanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    explicit AuditPanel(Debugger& debugger, QWidget* parent = nullptr);
    ~AuditPanel() override;

    void start();
    bool isRunning() const { return task_ != nullptr; }
    /// Result of the last audit; null before the first, and once the system is rebuilt.
    const CacheAudit* audit() const { return audit_ ? &*audit_ : nullptr; }
    QString summary() const;
    QTreeWidget* findings() const { return findings_; }

private:
    void poll();
    void show(const CacheAudit& audit, const CompiledModelPtr& audited);
    void dropAudit();
    /// Ends an audit without waiting for it.
    void leaveTask();
    void updateButton();

    Debugger& debugger_;
    QPushButton* start_;
    QLabel* summary_;
    QTreeWidget* findings_;
    std::unique_ptr<AuditTask> task_;
    std::optional<CacheAudit> audit_;
    QTimer timer_{this};
};

}  // namespace trammel::ui

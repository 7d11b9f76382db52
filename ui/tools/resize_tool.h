// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "authoring/size_handles.h"
#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Resizes the selected body or shape by one handle per size, placed on its outline.
///
/// X, Y and Z choose a handle; a typed number sets the size. Drags snap to features of other elements; a box keeps the
/// opposite face in place. Ctrl snaps to increments, Shift moves at a tenth of the speed. The effect on the mechanism
/// is previewed. Each drag is one undo step.
class ResizeTool : public Tool {
public:
    ResizeTool(Session& session, const ToolHost& host, const DisplayUnits& units);

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;
    std::optional<Quantity> typedQuantity() const override;
    void setTyped(const std::optional<TypedNumber>& typed) override;
    void accept() override;
    bool back() override;
    QString letters() const override;
    void letter(QChar letter) override;
    bool beginDrag(const Pointer& pointer) override;
    void drag(const Pointer& pointer) override;
    void endDrag() override;
    bool takesFeature(const Feature& feature) const override;

private:
    /// Handles of the selected element in its current size.
    std::vector<SizeHandle> handles() const;
    int handleAt(const Pointer& pointer) const;
    /// A handle as drawn, from its base on the outline to its tip.
    std::pair<Vec3, Vec3> arrowOf(const SizeHandle& handle) const;
    void grip(const SizeHandle& handle);
    QString text(const SizeHandle& handle, Real value) const;
    Result<Edit> edit(const Document& document) const;
    void showEdited();
    void show();
    void commit();
    void release();

    Session& session_;
    const ToolHost& host_;
    const DisplayUnits& units_;
    ElementId under_;
    /// The active handle as it was when grabbed; empty if none.
    std::optional<SizeHandle> held_;
    int hovered_ = -1;
    bool dragging_ = false;
    std::optional<TypedNumber> typed_;
    /// m
    Real size_ = 0;
    Real grip_ = 0;
    QString problem_;
    QString snapped_;
};

}  // namespace trammel::ui

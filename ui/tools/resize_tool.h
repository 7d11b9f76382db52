// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compile/size_handles.h"
#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Makes the selected body or shape larger or smaller by handles where its outline ends: one for each of its sizes.
///
/// X, Y and Z choose a handle, and a number typed is the size itself. A drag ends at points of other elements that it
/// passes; a box keeps the face opposite where it is; Ctrl goes in round steps, Shift a tenth as far. What the change would do to the mechanism is shown at once. One
/// drag is one undo step.
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
    /// Those of the element that is meant, as it is.
    std::vector<SizeHandle> handles() const;
    int handleAt(const Pointer& pointer) const;
    /// Where a handle is drawn, from its foot on the outline to its tip.
    std::pair<Vec3, Vec3> arrowOf(const SizeHandle& handle) const;
    void grip(const SizeHandle& handle);
    QString text(const SizeHandle& handle, Real value) const;
    Result<Edit> edit(const Document& document) const;
    void showEdited();
    void show();
    void commit();
    void letGo();

    Session& session_;
    const ToolHost& host_;
    const DisplayUnits& units_;
    ElementId under_;
    /// The number of the handle in use, as it was when it was taken; none for none.
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

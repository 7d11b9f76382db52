// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compile/placed_element.h"
#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Adds an element of any type by picking what its sockets hold, one after the other: points of bodies, joints.
///
/// Empty space is Ground. A type with a direction asks for it last: X, Y, Z choose an axis of the world, F turns it
/// round, Enter or a click takes it; until then the model is shown as it would be. What cannot be picked in the view,
/// such as functions, is left to the properties.
class ElementTool : public Tool {
public:
    ElementTool(Session& session, const ToolHost& host, const DisplayUnits& units, const TypeDescriptor& type);

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;
    bool takesPlace() const override { return asksForBody(); }
    bool takesElement(ElementId element) const override;
    void accept() override;
    bool back() override;
    QString letters() const override;
    void letter(QChar letter) override;
    bool takesFeature(const Feature& feature) const override;
    int preference(const Feature& feature) const override;
    ElementId closedLoop() const override { return lastClosure_; }

private:
    bool isComplete() const { return picks_.size() == sockets_.size(); }
    bool asksForBody() const;
    bool asksForBodyAt(std::size_t socket) const;
    /// Ground is the invalid id.
    bool isPicked(ElementId body) const;
    /// What a body or joint is called that is picked now: "Parent", "Child".
    QString labelOf(const std::optional<SocketPick>& pick) const;
    /// What an element stands for as the next pick: itself, or a body for the joint that carries it; none if neither is asked for.
    ElementId meant(ElementId id) const;
    /// Why nothing can be picked where the pointer is.
    QString refusal() const;
    /// What the pointer means for the next socket; none if it cannot be plugged in.
    std::optional<SocketPick> pickAt(const Pointer& pointer) const;
    QString nameOf(const SocketPick& pick) const;
    void show();
    /// The axis as it is called at the pointer: "−X", "edge of Box".
    QString axisName() const;
    void add();

    Session& session_;
    const ToolHost& host_;
    const DisplayUnits& units_;
    const TypeDescriptor& type_;
    std::vector<const SocketDescriptor*> sockets_;
    bool hasAxis_ = false;
    std::vector<SocketPick> picks_;
    std::vector<Vec3> points_G_;
    std::vector<bool> inEmptySpace_;
    Vec3 axis_G_ = Vec3(0, 0, 1);
    /// The edge or axis that was picked last, for the axis to go along.
    std::optional<Vec3> edge_G_;
    QString edgeName_;
    Pointer pointer_;
    /// The model that what would be added was worked out for last.
    CompiledModelPtr shownFor_;
    ElementId lastClosure_;
};

}  // namespace trammel::ui

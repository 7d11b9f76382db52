// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "authoring/placed_element.h"
#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Adds an element of any type by picking points of bodies or joints for its sockets in turn.
///
/// Empty space is Ground. Where a type takes a contact group in place of a body, G takes that of the body at the pointer, and
/// a click in the tree any group. A type with a direction asks for it last: X, Y, Z choose a world axis, F flips it, Enter or a
/// click accepts; a preview shows the resulting model. Sockets that cannot be picked in the view, such as functions,
/// are set in the properties.
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
    /// The invalid id is Ground.
    bool isPicked(ElementId body) const;
    /// Role of the body or joint being picked: "Parent", "Child".
    QString labelOf(const std::optional<SocketPick>& pick) const;
    /// The element that a pick of @p id refers to: itself, a group in place of a body, or the joint's child body; empty if
    /// the socket accepts none.
    ElementId meant(ElementId id) const;
    /// The socket for a group in place of the body of a socket; null if the type takes none.
    const SocketDescriptor* groupSocketAt(std::size_t socket) const;
    /// The group offered in place of a body: that of the body at the pointer, or the one clicked in the tree.
    ElementId groupAt(const Pointer& pointer) const;
    /// Picks the element at the pointer; with @p asGroup its whole group.
    void take(const Pointer& pointer, bool asGroup);
    void take(const Pointer& pointer, const SocketPick& pick, bool asGroup);
    /// The picks, and the groups that replace bodies.
    std::vector<SocketPick> allPicks() const;
    /// Why the socket accepts nothing at the pointer.
    QString refusal() const;
    /// The pick for the next socket at the pointer; empty if it cannot connect.
    std::optional<SocketPick> pickAt(const Pointer& pointer) const;
    QString nameOf(const SocketPick& pick) const;
    /// Whether all picks of a joint between two bodies are made.
    bool joinsTwo() const;
    /// Whether the joint would join two distinct points.
    bool movesBody() const;
    /// Where the pick of a body is in the initial pose.
    Vec3 pointOf(const SocketPick& pick) const;
    /// Whether the body at the pointer can be joined at the first pick, by a joint or a constraint of two points.
    bool canJoinAtFirst() const;
    /// The first pick as a point of @p body.
    Place placeAtFirst(ElementId body) const;
    /// Joins both bodies at the first pick, so that neither moves; until it is picked, the second is the body at the
    /// pointer.
    void joinInPlace();
    void show();
    /// Offers the direction of an edge, axis or surface as the axis.
    void rememberDirection(const Feature& feature);
    /// Makes it the axis.
    void takeDirection();
    /// Turns the axis of a guide on a link along the link.
    void lieAlongLink();
    /// Name of the axis in the chip: "−X", "edge of Box".
    QString axisName() const;
    /// Source of the axis that E takes: "edge", "normal".
    QString edgeWord() const;
    void add();

    Session& session_;
    const ToolHost& host_;
    const DisplayUnits& units_;
    const TypeDescriptor& type_;
    std::vector<const SocketDescriptor*> sockets_;
    bool hasAxis_ = false;
    std::vector<SocketPick> picks_;
    /// By pick: the group in place of the body, if any.
    std::vector<ElementId> groups_;
    std::vector<Vec3> points_G_;
    std::vector<bool> inEmptySpace_;
    Vec3 axis_G_ = Vec3(0, 0, 1);
    /// The edge or axis picked last, offered as the direction.
    std::optional<Vec3> edge_G_;
    QString edgeName_;
    /// Source of an axis that is not an axis of the world: "along edge of Box".
    QString axisSource_;
    /// That direction is the normal of a surface.
    bool isOfSurface_ = false;
    Pointer pointer_;
    /// The model for which the preview was last computed.
    CompiledModelPtr shownFor_;
    ElementId lastClosure_;
};

}  // namespace trammel::ui

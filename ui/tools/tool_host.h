// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

#include "ui/tools/tool.h"

namespace trammel::ui {

/// A place that was typed instead of pointed at.
struct TypedPlace {
    Vec3 p_G;
    /// Where this was left open, as of "100, 0" in a plane: points of the model before and behind are meant as well. Else zero.
    Vec3 along_G = Vec3(0.);
};

/// Carries the tool in hand: gives meaning to pixels, and hands over what it is told.
///
/// Tools work on the model's start pose; taking one in hand puts the playhead there.
class ToolHost : public QObject {
    Q_OBJECT

public:
    /// @param view must outlive the host
    ToolHost(Session& session, const ViewGeometry& view, QObject* parent = nullptr);
    ~ToolHost() override;

    const ViewGeometry& view() const { return view_; }
    /// Null: selecting, as without any tool.
    Tool* tool() const { return tool_.get(); }
    /// Takes a tool in hand and lays down the one before; null: none.
    void take(std::unique_ptr<Tool> tool);
    void layDown() { take(nullptr); }

    void hover(const QPointF& position, Qt::KeyboardModifiers modifiers);
    void click(const QPointF& position, Qt::KeyboardModifiers modifiers);
    bool beginDrag(const QPointF& position, Qt::KeyboardModifiers modifiers);
    void drag(const QPointF& position, Qt::KeyboardModifiers modifiers);
    void endDrag();
    /// Where several features are at one place: the next of them is meant.
    void turnToNext();
    /// The same where a place is typed; false if nothing else is there.
    bool turnToNextAt(const TypedPlace& place);
    void turnToFirst() { turn_ = 0; }
    void setTyped(const std::optional<TypedNumber>& typed);
    /// A place that was typed instead of pointed at: shows what it means, or takes it. Points of the model that lie
    /// there are meant.
    void hoverPlace(const TypedPlace& place);
    void clickPlace(const TypedPlace& place, Qt::KeyboardModifiers modifiers);
    /// The coordinates that tell a place in the plane worked in, and those of all three axes: "100, 0", "100, 0, 50".
    /// None for another number of coordinates.
    std::optional<TypedPlace> placeOf(const std::vector<Real>& coordinates) const;
    /// An element clicked elsewhere than in the view; false if the tool in hand asks for no such thing.
    bool clickElement(ElementId element);
    /// Whether tools aim at points and axes of the model; by themselves they do.
    void setSnapping(bool snaps) { snaps_ = snaps; }
    void accept();
    void back();
    /// False when the tool has no meaning for it.
    bool letter(QChar letter);

    /// The normal of the plane worked in: of the world's axes the one seen best from here, z where it will do.
    Vec3 planeNormal() const;
    /// Distance of the grid's points here and now, m: some ten pixels, 1, 2 or 5 times a power of ten.
    Real gridStep() const;

Q_SIGNALS:
    /// Another tool, or none.
    void toolChanged();
    /// What the tool in hand shows or asks for.
    void previewChanged();

private:
    /// What @p position means to the tool in hand, with what of it has to be looked up in the picture.
    enum class Lookup { Nothing, Element, ElementAndSurface };
    /// What a typed place means.
    Pointer pointerAt(const TypedPlace& place, Qt::KeyboardModifiers modifiers) const;
    Pointer resolve(const QPointF& position, Qt::KeyboardModifiers modifiers, Lookup lookup) const;
    /// The pose that the tool leads the model through, realized to Position; none if it does not.
    std::optional<State> posedNow() const;
    /// Those of the model as it is shown.
    const std::vector<Feature>& features() const;
    std::vector<Feature> featuresAt(const QPointF& position, ElementId drawnThere, bool onGrid) const;
    /// The point of an axis under a pixel, along it in steps of the grid.
    Feature pointOnAxis(Feature axis, const QPointF& position, bool onGrid) const;

    Session& session_;
    const ViewGeometry& view_;
    std::unique_ptr<Tool> tool_;
    QPointF hovered_;
    bool snaps_ = true;
    std::size_t turn_ = 0;
    mutable const CompiledModel* featuresOf_ = nullptr;
    mutable std::vector<Feature> features_;
};

}  // namespace trammel::ui

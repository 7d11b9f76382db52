// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/properties/units.h"
#include "ui/tools/dimension_marks.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Shows the dimensions of the selection, or of the whole model, and sets them: a dimension is clicked, or N goes to the next
/// one, and its value is typed. Two pivots of one body give their distance. The changed mechanism is previewed; each value
/// is one undo step.
class DimensionTool : public Tool {
public:
    DimensionTool(Session& session, const ToolHost& host, const DisplayUnits& units);

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;
    std::optional<Quantity> typedQuantity() const override;
    void setTyped(const std::optional<TypedNumber>& typed) override;
    void accept() override;
    bool back() override;
    QString letters() const override { return QStringLiteral("N"); }
    void letter(QChar letter) override;
    bool takesFeature(const Feature& feature) const override { return feature.isPivot(); }

private:
    /// Dimensions shown.
    const std::vector<DrivingDimension>& dimensions();
    int dimensionAt(const QPointF& position);
    QString textOf(const DrivingDimension& dimension) const;
    /// Draws a dimension of @p model; the held one with the typed value.
    void draw(const DrivingDimension& dimension, bool lit, int rank);
    void drawAll();
    void previewTyped();
    void show();
    void hold(int index);
    void commit();
    void release();
    /// Releases elements that are no longer in the model, such as after an undo.
    void dropGone();

    Session& session_;
    const ToolHost& host_;
    const DisplayUnits& units_;
    std::weak_ptr<const CompiledModel> foundIn_;
    std::set<ElementId> foundOf_;
    std::vector<DrivingDimension> found_;
    std::vector<DimensionMark> drawn_;
    Pointer pointer_;
    int hovered_ = -1;
    /// The dimension that a typed number sets.
    std::optional<DrivingDimension> held_;
    /// The first of two pivots.
    std::optional<Feature> first_;
    std::optional<TypedNumber> typed_;
    QString problem_;
};

}  // namespace trammel::ui

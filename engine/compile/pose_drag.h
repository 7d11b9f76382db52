// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "compile/compiled_model.h"
#include "document/edit.h"

namespace trammel {

/// A mechanism taken by a point of one of its bodies and led after the pointer, through its constraints.
///
/// Loops stay closed and on their branch, locked joints stay where they are, everything else moves as little as it must.
/// Starts at the model's initial pose; nothing of the model changes. One thread at a time.
class PoseDrag {
public:
    /// @param grip_G the point of @p body that is held, in Ground
    PoseDrag(CompiledModelPtr model, ElementId body, const Vec3& grip_G);
    ~PoseDrag();

    /// Leads the grip as near to @p target_G as the mechanism goes. Allocates nothing after the first call.
    void moveTo(const Vec3& target_G);
    /// The pose reached, realized to Position.
    const State& getState() const;
    /// Where the grip is.
    Vec3 getGrip() const;
    /// Why nothing can move, one sentence that names what holds it; empty if something can.
    const std::string& whyHeld() const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// The document with property @p key of @p joint, one of those that give its coordinates, set to @p value, and with all
/// other joints moved so that the loops stay closed, on their branch and with the least motion. Where @p value cannot be
/// reached the loops are left open, as for any other property. Null @p value: the default.
Result<Edit> setCoordinate(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                           ElementId joint, const std::string& key, const std::optional<PropertyValue>& value);

/// Whether @p key of @p element is a coordinate of a joint.
bool isCoordinate(const CompiledModel& model, ElementId element, const std::string& key);

}  // namespace trammel

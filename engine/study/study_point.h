// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "study/study_definition.h"
#include "study/study_row.h"

namespace trammel {

/// Limits of a run that do not change its result.
struct PointLimits {
    /// Computing time, s; the run then is a result of its own, which another computer may not confirm.
    double seconds = Infinity;
    /// Called after each step: true abandons the run.
    std::function<bool()> isCanceled = {};
};

/// Computes run @p run of a study at a point: the model with these factors, its run, and the responses. The bits are a
/// function of the definition, the number and the point alone. No value if canceled; throws std::bad_alloc if memory runs out.
std::optional<StudyRow> computePoint(const StudyDefinition& study, std::size_t run, std::span<const Real> point,
                                     const PointLimits& limits = {});

/// Gives the row of a point that a search requests, by number; none to stop.
using ObtainRow = std::function<std::optional<StudyRow>(std::size_t run, std::span<const Real> point)>;
/// Start @p start of a study that searches.
void searchFrom(const StudyDefinition& study, std::size_t start, const ObtainRow& obtain);

/// Computes runs [from, to) of a plan, or starts [from, to) of a search, in order.
void computePart(const StudyDefinition& study, std::size_t from, std::size_t to, double secondsPerRun,
                 const std::function<void(StudyRow)>& take);

}  // namespace trammel

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <span>

#include "ui/plots/series.h"

namespace trammel::ui {

/// A function of outputs over time that a plot shows.
enum class CurveForm {
    Values,
    /// Derivative with respect to time: parabolas through three neighboring frames.
    Rate,
    /// Integral over time from the first frame: trapezoids, or steps.
    Integral,
    /// Low-pass filter without delay: Butterworth of second order, forward and backward.
    Filtered,
    /// Amplitudes over frequency, without the mean, by a Hann window: a steady oscillation has its own amplitude.
    Spectrum
};

/// A row per form, in the order of the enumeration.
struct CurveFormDescriptor {
    CurveForm form;
    const char* key;
    /// Menu entry.
    QString label;
    /// Name of a curve, with %1 for the output.
    QString name;
};
std::span<const CurveFormDescriptor> curveForms();
const CurveFormDescriptor& descriptorOf(CurveForm form);
/// The unit of a form of values in @p unit: "m/s" has the rate "m/s²" and the integral "m".
QString unitOf(CurveForm form, const QString& unit);

/// A form of one series, calculated again when the series has grown.
class DerivedSeries {
public:
    /// @param cutoff of Filtered, Hz
    DerivedSeries(CurveForm form, std::shared_ptr<const Series> times, std::shared_ptr<const Series> values,
                  bool inSteps, double cutoff);

    bool isOf(const Series& values) const { return source_.get() == &values; }
    /// Abscissas, s or Hz, and values. The same objects for life.
    const std::shared_ptr<Series>& abscissas() const { return abscissas_; }
    const std::shared_ptr<Series>& values() const { return derived_; }
    /// O(n) if the series has grown, O(n log n) for Spectrum, of at most the last 131072 frames.
    void update();

private:
    CurveForm form_;
    std::shared_ptr<const Series> times_, source_;
    bool inSteps_;
    double cutoff_;
    std::size_t done_ = 0;
    std::shared_ptr<Series> abscissas_ = std::make_shared<Series>(), derived_ = std::make_shared<Series>();
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/curve_form.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <tuple>
#include <vector>

#include "math/spectrum.h"

namespace trammel::ui {

namespace {

using Numbers = std::vector<double>;
constexpr std::size_t MostFrames = 131072;

QString tr(const char* text) { return QCoreApplication::translate("CurveForm", text); }

/// Slope of the parabola through three frames, at the middle one; of the line where two coincide or at an end.
Numbers ratesOf(const Numbers& t, const Numbers& y) {
    const std::size_t n = t.size();
    Numbers rates(n, 0);
    const auto slope = [&](std::size_t i, std::size_t j) { return (y[j] - y[i]) / (t[j] - t[i]); };
    for (std::size_t i = 0; i < n; ++i) {
        const bool hasBefore = i > 0 && t[i] > t[i - 1], hasAfter = i + 1 < n && t[i + 1] > t[i];
        if (hasBefore && hasAfter) {
            const double before = t[i] - t[i - 1], after = t[i + 1] - t[i];
            rates[i] = (after * slope(i - 1, i) + before * slope(i, i + 1)) / (before + after);
        } else if (hasBefore)
            rates[i] = slope(i - 1, i);
        else if (hasAfter)
            rates[i] = slope(i, i + 1);
    }
    return rates;
}

Numbers integralOf(const Numbers& t, const Numbers& y, bool inSteps) {
    Numbers sums(t.size(), 0);
    for (std::size_t i = 1; i < t.size(); ++i) {
        const double area = (t[i] - t[i - 1]) * (inSteps ? y[i - 1] : (y[i - 1] + y[i]) / 2);
        sums[i] = sums[i - 1] + (std::isnan(area) ? 0 : area);
    }
    return sums;
}

/// One pass in place of y'' + sqrt(2) w y' + w^2 y = w^2 x by the bilinear transform, started at rest at the first value.
void filterOnce(Numbers& y, double tangent) {
    const double square = tangent * tangent, first = std::numbers::sqrt2 * tangent;
    const double scale = 1 / (1 + first + square);
    const double b = square * scale, a1 = 2 * (square - 1) * scale, a2 = (1 - first + square) * scale;
    double x1 = y.front(), x2 = x1, y1 = x1, y2 = x1;
    for (double& each : y) {
        const double x0 = each;
        each = b * (x0 + 2 * x1 + x2) - a1 * y1 - a2 * y2;
        x2 = x1, x1 = x0, y2 = y1, y1 = each;
    }
}

/// Continues values beyond both ends by up to @p count, turned by half a turn about the end: its value and slope stay.
Numbers withReflectedEnds(const Numbers& y, std::size_t count) {
    count = std::min(count, y.size() - 1);
    Numbers extended;
    extended.reserve(y.size() + 2 * count);
    for (std::size_t i = count; i > 0; --i) extended.push_back(2 * y.front() - y[i]);
    extended.insert(extended.end(), y.begin(), y.end());
    for (std::size_t i = 1; i <= count; ++i) extended.push_back(2 * y.back() - y[y.size() - 1 - i]);
    return extended;
}

/// Periods of the cutoff after which the start of a pass is forgotten.
constexpr double PeriodsOfTransient = 3;

Numbers filtered(const Numbers& t, Numbers y, double cutoff) {
    if (t.size() < 3 || !(t.back() > t.front())) return y;
    const double rate = static_cast<double>(t.size() - 1) / (t.back() - t.front());
    // Above half the frame rate there is nothing to remove.
    if (!(cutoff > 0 && cutoff < rate / 2)) return y;
    // Both passes together halve the power at the cutoff.
    const double single = cutoff / std::pow(std::numbers::sqrt2 - 1, 0.25);
    const double tangent = std::tan(std::numbers::pi * std::min(single / rate, 0.499));
    const double transient = std::min(std::ceil(PeriodsOfTransient * rate / single), static_cast<double>(y.size()));
    Numbers extended = withReflectedEnds(y, static_cast<std::size_t>(transient));
    for (int pass = 0; pass < 2; ++pass) {
        filterOnce(extended, tangent);
        std::ranges::reverse(extended);
    }
    const auto margin = static_cast<std::ptrdiff_t>((extended.size() - y.size()) / 2);
    return {extended.begin() + margin, extended.end() - margin};
}

}  // namespace

std::span<const CurveFormDescriptor> curveForms() {
    static const std::array<CurveFormDescriptor, 5> forms{{
        {CurveForm::Values, "values", tr("&Values"), QStringLiteral("%1")},
        {CurveForm::Rate, "rate", tr("&Rate of change"), tr("%1 (rate)")},
        {CurveForm::Integral, "integral", tr("&Integral over time"), tr("%1 (integral)")},
        {CurveForm::Filtered, "filtered", tr("&Low-pass filter…"), tr("%1 (filtered)")},
        {CurveForm::Spectrum, "spectrum", tr("&Spectrum"), tr("%1 (amplitude)")},
    }};
    return forms;
}

const CurveFormDescriptor& descriptorOf(CurveForm form) { return curveForms()[static_cast<std::size_t>(form)]; }

QString unitOf(CurveForm form, const QString& unit) {
    const QString perSecond = QStringLiteral("/s"), perSquare = QStringLiteral("/s²");
    if (form == CurveForm::Rate) {
        if (unit.isEmpty()) return QStringLiteral("1/s");
        if (unit.endsWith(perSecond)) return unit + QStringLiteral("²");
        return unit.endsWith(perSquare) ? unit.chopped(1) + QStringLiteral("³") : unit + perSecond;
    }
    if (form == CurveForm::Integral) {
        if (unit.isEmpty()) return QStringLiteral("s");
        if (unit.endsWith(perSquare)) return unit.chopped(1);
        return unit.endsWith(perSecond) ? unit.chopped(2) : unit + QStringLiteral("·s");
    }
    return unit;
}

DerivedSeries::DerivedSeries(CurveForm form, std::shared_ptr<const Series> times, std::shared_ptr<const Series> values,
                             bool inSteps, double cutoff)
    : form_(form), times_(std::move(times)), source_(std::move(values)), inSteps_(inSteps), cutoff_(cutoff) {}

void DerivedSeries::update() {
    const std::size_t n = std::min(times_->size(), source_->size());
    if (n == done_) return;
    done_ = n;
    const std::size_t from = form_ == CurveForm::Spectrum && n > MostFrames ? n - MostFrames : 0;
    const auto part = [&](const Series& series) {
        const auto begin = series.values().begin();
        return Numbers(begin + static_cast<std::ptrdiff_t>(from), begin + static_cast<std::ptrdiff_t>(n));
    };
    const Numbers t = part(*times_), y = part(*source_);
    Numbers abscissas = t, derived;
    switch (form_) {
        case CurveForm::Values: derived = y; break;
        case CurveForm::Rate: derived = ratesOf(t, y); break;
        case CurveForm::Integral: derived = integralOf(t, y, inSteps_); break;
        case CurveForm::Filtered: derived = filtered(t, y, cutoff_); break;
        case CurveForm::Spectrum: std::tie(abscissas, derived) = calcAmplitudeSpectrum(t, y); break;
    }
    *abscissas_ = Series();
    abscissas_->append(abscissas);
    *derived_ = Series();
    derived_->append(derived);
}

}  // namespace trammel::ui

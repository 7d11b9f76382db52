// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>

#include "runtime/touch_history.h"
#include "ui/panels/plots/plot_data.h"

class QPainter;
class QRectF;

namespace trammel::ui {

/// Bars that show when contacts touch and stick in the current run: one for each pair while these are few, or for those
/// of the selected bodies; otherwise one for each contact.
class ContactBars : public QObject {
    Q_OBJECT

public:
    ContactBars(Session& session, PlotData& data, QObject* parent);
    ~ContactBars() override;

    static constexpr std::size_t MostBars = 5;
    std::size_t size() const { return bars_.size(); }
    /// Paints a bar, each pixel in the color of @p timeAt of its place.
    void paint(QPainter& painter, std::size_t bar, const QRectF& area, const std::function<Real(double)>& timeAt) const;
    /// "Box on Floor at 0.300 s: sticks".
    QString tip(std::size_t bar, Real time) const;

Q_SIGNALS:
    /// The number or content of the bars changed.
    void changed();

private:
    struct Search;
    /// Number of touching and sticking places of a contact, or whether a pair touches and sticks, in the current run.
    struct Bar {
        QString name;
        std::optional<PlotData::Trail> touching, sticking;
        std::optional<std::size_t> pair;
    };

    void follow();
    void advance();
    void listContacts();
    void choose();
    /// Number of known frames.
    std::size_t frames(const Bar& bar) const;
    /// The first frame from @p from on that is later than @p time.
    std::size_t firstAfter(const Bar& bar, Real time, std::size_t from) const;
    /// The maximum over the frames from @p from to before @p to.
    PairTouches::Touching most(const Bar& bar, std::size_t from, std::size_t to) const;

    Session& session_;
    PlotData& data_;
    std::shared_ptr<const SimulationRun> run_;
    std::vector<Bar> contacts_, bars_;
    RunId contactsOf_ = 0;
    std::vector<PairTouches> pairs_;
    /// Times of the frames of pairs_.
    std::vector<Real> times_;
    QTimer timer_{this};
    /// Last members: their threads end first. Canceled searches end without blocking the window.
    std::vector<std::unique_ptr<Search>> ending_;
    std::unique_ptr<Search> search_;
};

}  // namespace trammel::ui

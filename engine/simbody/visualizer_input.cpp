// SPDX-License-Identifier: Apache-2.0
#include "simbody/visualizer_input.h"

#include "simbody/visualizer_impl.h"

namespace SimTK {

namespace {

constexpr std::chrono::milliseconds LongWait(60000);

/// Removes the first of a queue.
template <class T>
std::optional<T> takeFirst(std::deque<T>& queue) {
    if (queue.empty()) return std::nullopt;
    T first = std::move(queue.front());
    queue.pop_front();
    return first;
}

}  // namespace

void Visualizer::InputSilo::look() const {
    if (const std::shared_ptr<Impl> source = source_.lock()) source->exchange();
}

void Visualizer::InputSilo::listen(const char* member) const {
    const std::shared_ptr<Impl> source = source_.lock();
    if (!source || !source->outlet.hasWindow())
        throw trammel::Exception(
            std::string("Visualizer::InputSilo::") + member +
            "(): no window is open, so that no input can come. Run the program where a display is.");
    if (source->isDelivering())
        throw trammel::Exception(std::string("Visualizer::InputSilo::") + member +
                                 "(): called by an input listener, which must return before further input comes. Wait "
                                 "outside of listeners.");
    source->exchange(LongWait);
}

bool Visualizer::InputSilo::isAnyUserInput() const {
    look();
    return !keys_.empty() || !picks_.empty() || !moves_.empty();
}
void Visualizer::InputSilo::waitForAnyUserInput() const {
    while (!isAnyUserInput()) listen("waitForAnyUserInput");
}

bool Visualizer::InputSilo::takeKeyHit(unsigned& key, unsigned& modifiers) {
    look();
    const std::optional<Key> first = takeFirst(keys_);
    key = first ? first->key : 0;
    modifiers = first ? first->modifiers : 0;
    return first.has_value();
}
bool Visualizer::InputSilo::takeMenuPick(int& menu, int& item) {
    look();
    const std::optional<Pick> first = takeFirst(picks_);
    menu = first ? first->menu : 0;
    item = first ? first->item : 0;
    return first.has_value();
}
bool Visualizer::InputSilo::takeSliderMove(int& slider, Real& value) {
    look();
    const std::optional<Move> first = takeFirst(moves_);
    slider = first ? first->slider : 0;
    value = first ? first->value : NaN;
    return first.has_value();
}
void Visualizer::InputSilo::waitForKeyHit(unsigned& key, unsigned& modifiers) {
    while (!takeKeyHit(key, modifiers)) listen("waitForKeyHit");
}
void Visualizer::InputSilo::waitForMenuPick(int& menu, int& item) {
    while (!takeMenuPick(menu, item)) listen("waitForMenuPick");
}
void Visualizer::InputSilo::waitForSliderMove(int& slider, Real& value) {
    while (!takeSliderMove(slider, value)) listen("waitForSliderMove");
}
void Visualizer::InputSilo::clear() {
    look();
    keys_.clear();
    picks_.clear();
    moves_.clear();
}

bool Visualizer::InputSilo::keyPressed(unsigned key, unsigned modifiers) {
    keys_.push_back({key, modifiers});
    return true;
}
bool Visualizer::InputSilo::menuSelected(int menu, int item) {
    picks_.push_back({menu, item});
    return true;
}
bool Visualizer::InputSilo::sliderMoved(int slider, Real value) {
    if (!moves_.empty() && moves_.back().slider == slider)
        moves_.back().value = value;
    else
        moves_.push_back({slider, value});
    return true;
}

}  // namespace SimTK

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>

#include "simbody/visualizer.h"

namespace SimTK {

/// Receives the user's input in the window. Members return true if the input is handled: later listeners do not get it.
class Visualizer::InputListener {
public:
    enum Modifier { ShiftIsDown = 0x01, ControlIsDown = 0x02, AltIsDown = 0x04, IsSpecialKey = 0xC0 };
    static constexpr unsigned SpecialKeyOffset = 0x100;
    /// Other keys have their ASCII codes.
    enum KeyCode {
        KeyControlC = 3,
        KeyBeep = 7,
        KeyBackspace = 8,
        KeyTab = 9,
        KeyLF = 10,
        KeyReturn = 13,
        KeyEnter = KeyReturn,
        KeyEsc = 27,
        KeyDelete = 127,
        KeyF1 = SpecialKeyOffset + 1,
        KeyF2,
        KeyF3,
        KeyF4,
        KeyF5,
        KeyF6,
        KeyF7,
        KeyF8,
        KeyF9,
        KeyF10,
        KeyF11,
        KeyF12,
        KeyLeftArrow = SpecialKeyOffset + 100,
        KeyUpArrow,
        KeyRightArrow,
        KeyDownArrow,
        KeyPageUp,
        KeyPageDown,
        KeyHome,
        KeyEnd,
        KeyInsert
    };

    virtual ~InputListener() = default;
    virtual bool keyPressed(unsigned key, unsigned modifiers) {
        (void)key;
        (void)modifiers;
        return false;
    }
    virtual bool menuSelected(int menu, int item) {
        (void)menu;
        (void)item;
        return false;
    }
    virtual bool sliderMoved(int slider, Real value) {
        (void)slider;
        (void)value;
        return false;
    }
};

/// Queues the user's input until the program reads it: keys, menu picks and slider moves. Of consecutive moves of a
/// slider only the last is kept.
///
/// Waiting throws Exception if there is no window, when it is closed, and within an InputListener: no input can come
/// then.
class Visualizer::InputSilo : public Visualizer::InputListener {
public:
    bool isAnyUserInput() const;
    void waitForAnyUserInput() const;
    /// Each of these returns false, and zeros (a slider value of NaN), if its queue is empty.
    bool takeKeyHit(unsigned& key, unsigned& modifiers);
    bool takeMenuPick(int& menu, int& item);
    bool takeSliderMove(int& slider, Real& value);
    void waitForKeyHit(unsigned& key, unsigned& modifiers);
    void waitForMenuPick(int& menu, int& item);
    void waitForSliderMove(int& slider, Real& value);
    void clear();

private:
    friend class Visualizer::Impl;
    bool keyPressed(unsigned key, unsigned modifiers) override;
    bool menuSelected(int menu, int item) override;
    bool sliderMoved(int slider, Real value) override;
    /// Waits for input, or only checks for it. @p member names the caller in messages.
    void listen(const char* member) const;
    void look() const;

    struct Key {
        unsigned key, modifiers;
    };
    struct Pick {
        int menu, item;
    };
    struct Move {
        int slider;
        Real value;
    };
    std::deque<Key> keys_;
    std::deque<Pick> picks_;
    std::deque<Move> moves_;
    std::weak_ptr<Visualizer::Impl> source_;
};

}  // namespace SimTK

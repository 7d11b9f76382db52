// SPDX-License-Identifier: Apache-2.0
#include "simbody/text_data_event_reporter.h"

#include <iostream>

namespace SimTK {

void TextDataEventReporter::handleEvent(const State& state) const {
    std::cout << state.getTime();
    if (number_) {
        std::cout << '\t' << number_->evaluate(system_, state);
    } else {
        const Vector values = numbers_->evaluate(system_, state);
        for (int i = 0; i < values.size(); ++i) std::cout << '\t' << values[i];
    }
    std::cout << std::endl;
}

}  // namespace SimTK

// SPDX-License-Identifier: Apache-2.0
// Builds the same mechanisms in the same states and prints their properties. Two programs: with the real Simbody, which
// chooses the states, and with Trammel, which reads them from the output of the first. oracle_simbody > theirs;
//
// oracle_trammel theirs > ours;
//
// compare.py theirs ours
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "model.h"

namespace oracle {
namespace {

constexpr int statesPerCase = 3;
constexpr Real time = 0.3;

/// Lines "case/state/q = numbers..." by their keys.
using Numbers = std::map<std::string, std::vector<double>>;

Numbers readStates(const char* file) {
    Numbers numbers;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string key, equals;
        words >> key >> equals;
        if (key.size() < 2 || (key.substr(key.size() - 2) != "/q" && key.substr(key.size() - 2) != "/u")) continue;
        std::vector<double>& list = numbers[key];
        for (double x; words >> x;) list.push_back(x);
    }
    return numbers;
}

void print(const std::string& key, const std::vector<double>& list) {
    std::cout << key << " =";
    for (double x : list) std::cout << ' ' << x;
    std::cout << "\n";
}

Vector take(const std::vector<double>& list, std::size_t& next, int n) {
    Vector v(n);
    for (int i = 0; i < n; ++i) v[i] = list.at(next++);
    return v;
}

void prepare(const Model& m, State& s) {
    s.setTime(time);
    for (const auto& setting : m.settings) setting(s);
}

/// A State of its own: the original may keep the force of gravity of the State that another was copied from.
State newState(const Model& m, const Case& c) {
    State s = m.system.getDefaultState();
    if (c.eulerAngles) m.matter.setUseEulerAngles(s, true);
    m.system.realizeModel(s);
    return s;
}

/// Random coordinates and speeds from which the constraints can be satisfied.
State chooseState(const Model& m, const Case& c, Dice& dice) {
    for (int attempt = 0; attempt < 200; ++attempt) {
        State s = newState(m, c);
        for (int b = 1; b < m.size(); ++b) {
            Vector q(m.body(b).getNumQ(s)), u(m.body(b).getNumU(s));
            for (int i = 0; i < q.size(); ++i) q[i] = c.range * dice.real();
            for (int i = 0; i < u.size(); ++i) u[i] = c.range * dice.real();
            if (m.matter.isUsingQuaternion(s, MobilizedBodyIndex(b))) {
                const Real length = std::sqrt(square(q[0]) + square(q[1]) + square(q[2]) + square(q[3]));
                for (int i = 0; i < 4; ++i) q[i] /= length;
            }
            m.body(b).setQFromVector(s, q);
            m.body(b).setUFromVector(s, u);
        }
        prepare(m, s);
        m.system.realize(s, Stage::Time);
        m.system.prescribe(s);
        if (m.constraints.empty()) return s;
        try {
            m.system.project(s, 1e-13);
            return s;
        } catch (const std::exception&) {
            continue;  // too far away
        }
    }
    throw std::runtime_error("no state satisfies the constraints of " + c.name);
}

void printState(const Model& m, const State& s, const std::string& prefix) {
    std::vector<double> q, u;
    for (int b = 1; b < m.size(); ++b) {
        const Vector qs = m.body(b).getQAsVector(s), us = m.body(b).getUAsVector(s);
        for (int i = 0; i < qs.size(); ++i) q.push_back(qs[i]);
        for (int i = 0; i < us.size(); ++i) u.push_back(us[i]);
    }
    print(prefix + "q", q);
    print(prefix + "u", u);
}

State takeState(const Model& m, const Case& c, const Numbers& states, const std::string& prefix) {
    State s = newState(m, c);
    std::size_t nextQ = 0, nextU = 0;
    for (int b = 1; b < m.size(); ++b) {
        m.body(b).setQFromVector(s, take(states.at(prefix + "q"), nextQ, m.body(b).getNumQ(s)));
        m.body(b).setUFromVector(s, take(states.at(prefix + "u"), nextU, m.body(b).getNumU(s)));
    }
    prepare(m, s);
    return s;
}

void runCase(const Case& c, unsigned seed, const Numbers* states) {
    Dice dice(seed);
    Model m;
    c.build(m, dice);
    m.system.realizeTopology();
    for (int k = 0; k < statesPerCase; ++k) {
        const std::string prefix = c.name + "/" + std::to_string(k) + "/";
        const State s = states ? takeState(m, c, *states, prefix) : chooseState(m, c, dice);
        m.system.realize(s, Stage::Acceleration);
        printState(m, s, prefix);
        report(m, s, prefix);
    }
}

}  // namespace
}  // namespace oracle

int main(int argc, char** argv) {
    using namespace oracle;
    std::cout.precision(17);
    std::vector<Case> cases;
    appendJointCases(cases);
    appendConstraintCases(cases);
    appendForceCases(cases);
    appendMotionCases(cases);
    appendContactCases(cases);
    Numbers states;
    if (argc > 1) states = readStates(argv[1]);
    int failures = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        try {
            runCase(cases[i], unsigned(i + 1), argc > 1 ? &states : nullptr);
        } catch (const std::exception& problem) {
            std::cout << cases[i].name << "/exception = 1\n";
            std::cerr << cases[i].name << ": " << problem.what() << "\n";
            ++failures;
        }
        std::cout.flush();
    }
    return failures == 0 ? 0 : 1;
}

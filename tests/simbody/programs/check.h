// SPDX-License-Identifier: Apache-2.0
#ifndef TRAMMEL_TESTS_SIMBODY_PROGRAMS_CHECK_H
#define TRAMMEL_TESTS_SIMBODY_PROGRAMS_CHECK_H

#include <cmath>
#include <exception>
#include <iostream>
#include <type_traits>

/// The whole test vocabulary of the programs in this folder. A failed check prints its line and the program continues;
/// `CHECK_MAIN(run)` turns the count, or an exception that escapes, into the exit status.
namespace check {

inline int& failures() {
    static int count = 0;
    return count;
}

inline void fail(const char* file, int line, const char* what) {
    ++failures();
    std::cerr << file << ":" << line << ": check failed: " << what << std::endl;
}

template <class A, class B>
double distance(const A& a, const B& b) {
    if constexpr (std::is_arithmetic_v<A> && std::is_arithmetic_v<B>) {
        return std::abs(double(a) - double(b));
    } else {
        return (a - b).norm();
    }
}

template <class A, class B>
void near(const A& a, const B& b, double tolerance, const char* file, int line, const char* what) {
    const double d = distance(a, b);
    if (!(d <= tolerance)) {  // written so that NaN fails
        fail(file, line, what);
        std::cerr << "    " << a << "  against  " << b << "  differ by " << d << std::endl;
    }
}

template <class Body>
void throws(Body body, const char* file, int line, const char* what) {
    try {
        body();
    } catch (const std::exception& e) {
        if (*e.what() == '\0') fail(file, line, "the exception has no text");
        return;
    }
    fail(file, line, what);
}

inline int run(void (*program)()) {
    try {
        program();
    } catch (const std::exception& e) {
        std::cerr << "escaped exception: " << e.what() << std::endl;
        ++failures();
    }
    if (failures() == 0) std::cout << "passed" << std::endl;
    return failures() == 0 ? 0 : 1;
}

}  // namespace check

#define CHECK(condition)                                               \
    do {                                                               \
        if (!(condition)) check::fail(__FILE__, __LINE__, #condition); \
    } while (false)
#define CHECK_NEAR(a, b, tolerance) check::near((a), (b), (tolerance), __FILE__, __LINE__, #a " == " #b)
#define CHECK_THROWS(expression) check::throws([&]() { (void)(expression); }, __FILE__, __LINE__, #expression " throws")
#define CHECK_MAIN(program) \
    int main() { return check::run(program); }

#endif

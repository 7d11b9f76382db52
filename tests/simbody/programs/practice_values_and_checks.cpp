// SPDX-License-Identifier: Apache-2.0
// Utilities: clocks, checks, file names, copies of values, views of arrays.
#include "SimTKcommon/internal/Subsystem.h"
#include "Simbody.h"
#include "check.h"
#include "simmath/RungeKuttaMersonIntegrator.h"
using namespace SimTK;

static void clocks() {
    const double cpu = cpuTime(), real = realTime();
    const long long ns = realTimeInNs();
    sleepInSec(0);
    CHECK(cpu >= 0 && cpuTime() >= cpu && realTime() >= real && realTimeInNs() >= ns);
    CHECK_NEAR(nsToSec(secToNs(1.5)), 1.5, 1e-9);
    timespec time;
    nsToTimespec(2'500'000'000, time);
    CHECK(time.tv_sec == 2 && time.tv_nsec == 500'000'000 && timespecToNs(time) == 2'500'000'000);
}

static void checkNumbers(bool fine) { SimTK_ERRCHK2_ALWAYS(fine, "here()", "%d and %s", 1, "two"); }
static void checkText() { SimTK_ERRCHK_ALWAYS(false, "here()", "text"); }
static void checkArgument() { SimTK_APIARGCHECK1_ALWAYS(false, "Class", "method", "value %g", 2.5); }

struct OldBase {
    virtual ~OldBase() {}
    virtual int number() const { return 1; }
};
struct OldDerived FINAL_11 : OldBase {
    int number() const OVERRIDE_11 { return 2; }
};

static void checks() {
    CHECK(OldDerived().number() == 2);
    checkNumbers(true);
    CHECK_THROWS((checkNumbers(false), 0));
    CHECK_THROWS((checkText(), 0));
    CHECK_THROWS((checkArgument(), 0));
    try {
        checkNumbers(false);
    } catch (const std::exception& e) {
        const std::string text = e.what();
        CHECK(text.find("1 and two") != std::string::npos && text.find("here()") != std::string::npos);
    }
}

static void files() {
    bool absolute;
    std::string folder, name, extension;
    Pathname::deconstructPathname("/a/b.c/d.txt", absolute, folder, name, extension);
    CHECK(absolute && folder == "/a/b.c/" && name == "d" && extension == ".txt");
    Pathname::deconstructPathname("b/c.obj", absolute, folder, name, extension);
    CHECK(!absolute && folder == "b/" && name == "c" && extension == ".obj");
    CHECK(Pathname::getAbsolutePathname("x") == Pathname::getCurrentWorkingDirectory() + "x");
    CHECK(Pathname::fileExists("/") && !Pathname::fileExists("/no such file"));
    CHECK(Pathname::fileExists(Pathname::getThisExecutablePath()));
}

static void valuesAndStages() {
    Value<int> one(1);
    AbstractValue* copy = one.clone();
    CHECK(Value<int>::downcast(*copy).get() == 1);
    AbstractValue& target = *copy;
    target = Value<int>(7);
    CHECK(Value<int>::downcast(*copy).get() == 7 && one.get() == 1);
    delete copy;

    Stage stage = Stage::Velocity;
    stage.invalidate(Stage::Dynamics);
    CHECK(stage == Stage::Velocity);
    stage.invalidate(Stage::Time);
    CHECK(stage == Stage::Instance && int(Stage::NRuntime) == 8);
}

static Real sumOf(const ArrayViewConst_<Real>& view) {
    Real sum = 0;
    for (int i = 0; i < int(view.size()); ++i) sum += view[i];
    return sum;
}
static void vectorsAndArrays() {
    const Real numbers[] = {1, 2, 3};
    CHECK(sumOf(ArrayViewConst_<Real>(numbers, numbers + 3)) == 6);
    const Vec3 points[] = {Vec3(1), Vec3(2)};
    const Vector_<Vec3> list(2, points);
    CHECK(list[1] == Vec3(2));
    Vector v(3, Real(2));
    CHECK_NEAR((v + 1.)[2], 3, 0);
    CHECK_NEAR(((v + 1.) * 2. - 1.)[0], 5, 0);
    CHECK(max(abs(Vector(-v))) == 2);
    Matrix m(2, 2, Real(1));
    const Matrix difference = 1 - m;
    CHECK(difference(0, 0) == 0 && difference(0, 1) == -1);
    CHECK(Vector(m(1)).size() == 2 && int(CoordinateDirection(+XAxis).getDirection()) == 1);
    CHECK_NEAR(String("1 2 3").convertTo<Vec3>(), Vec3(1, 2, 3), 0);
    CHECK(NTraits<Real>::getEps() == Eps);
    Random::Gaussian random(0, 1);
    const Real a = random.getValue(), b = random.getValue();
    CHECK(a != b);
    random.setMean(5);
    random.setStdDev(1e-9);
    CHECK(random.getMean() == 5 && random.getStdDev() == 1e-9);
    CHECK_NEAR(random.getValue(), 5, 1e-7);
    Random::Uniform uniform;
    uniform.setMin(2);
    uniform.setMax(3);
    const Real within = uniform.getValue();
    CHECK(uniform.getMin() == 2 && uniform.getMax() == 3 && within >= 2 && within < 3);
}

static void run() {
    clocks();
    checks();
    files();
    valuesAndStages();
    vectorsAndArrays();
}

CHECK_MAIN(run)

// SPDX-License-Identifier: Apache-2.0
// Value<T> holds one object of any type; AbstractValue is its type-erased interface.
#include <memory>
#include <sstream>

#include "Simbody.h"
#include "check.h"
using namespace SimTK;

struct Label {
    std::string text;
    int size;
};

static void run() {
    Value<Real> real(2.5);
    CHECK(real.get() == 2.5 && real == 2.5);
    real = 3;
    CHECK(real.get() == 3);
    real.upd() += 1;
    CHECK(real == 4);
    real.set(7);
    const Real plain = real;  // converts
    CHECK(plain == 7);

    const Value<Label> label(Label{"big", 12});
    CHECK(label.get().size == 12);

    // Through the abstract base.
    std::unique_ptr<AbstractValue> any(label.clone());
    CHECK(Value<Label>::isA(*any) && !Value<Real>::isA(*any));
    CHECK(Value<Label>::downcast(*any).get().text == "big");
    Value<Label>::updDowncast(*any).upd().size = 13;
    CHECK(Value<Label>::downcast(*any).get().size == 13 && label.get().size == 12);
    CHECK_THROWS(Value<Real>::downcast(*any));
    CHECK_THROWS(Value<int>::updDowncast(*any));

    // Assignment keeps the type.
    any->compatibleAssign(Value<Label>(Label{"small", 1}));
    CHECK(Value<Label>::downcast(*any).get().text == "small");
    CHECK(any->isCompatible(label) && !any->isCompatible(real));
    CHECK_THROWS(any->compatibleAssign(real));

    CHECK(!real.getTypeName().empty() && real.getTypeName() != any->getTypeName());
    std::ostringstream out;
    out << real;
    CHECK(!out.str().empty());

    // Containers and numeric types alike.
    Value<Array_<int>> list(Array_<int>(3, 5));
    list.upd().push_back(6);
    CHECK(list.get().size() == 4);
    Value<Vector> vector(Vector(2, Real(1)));
    vector.upd()[1] = 8;
    CHECK(vector.get().sum() == 9);
    Value<Transform> pose;
    CHECK(pose.get().p().norm() == 0);
}

CHECK_MAIN(run)

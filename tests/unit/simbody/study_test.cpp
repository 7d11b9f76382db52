// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "simbody/Simbody.h"

namespace {
using namespace SimTK;

TEST(Study, HasASystemAndAStateOfItsOwn) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    MobilizedBody::Pin pin(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(1))));
    system.realizeTopology();
    Study study(system);
    EXPECT_EQ(&study.getSystem(), &system);
    pin.setAngle(study.updState(), 0.5);

    Study copy(study);
    pin.setAngle(copy.updState(), 2);
    EXPECT_EQ(pin.getAngle(study.getState()), 0.5);
    EXPECT_FALSE(copy.isSameStudy(study));
    EXPECT_EQ(copy.getName(), study.getName());
}

TEST(Study, AnEmptyHandleThrows) {
    const Study empty;
    EXPECT_TRUE(empty.isEmptyHandle());
    EXPECT_FALSE(empty.hasGuts());
    EXPECT_THROW(empty.getState(), trammel::Exception);
    EXPECT_THROW(Study(new Study::Guts("search")).getSystem(), trammel::Exception);
}

TEST(PIMPLHandle, ReferencesOrCopiesByKind) {
    class Note;
    struct Data : PIMPLImplementation<Note, Data> {
        Data* clone() const { return new Data(*this); }
        int value = 1;
    };
    class Note : public PIMPLHandle<Note, Data, true> {
    public:
        Note() = default;
        explicit Note(Data* data) : PIMPLHandle(data) {}
    };
    Note note(new Data);
    const Note reference(note);
    note.updImpl().value = 2;
    EXPECT_EQ(reference.getImpl().value, 2);
    EXPECT_TRUE(reference.hasSameImplementation(note));
    EXPECT_FALSE(reference.isOwnerHandle());
    Note own;
    own.copyAssign(note);
    note.updImpl().value = 3;
    EXPECT_EQ(own.getImpl().value, 2);
    EXPECT_THROW(own.disown(note), trammel::Exception);
    own.clearHandle();
    EXPECT_THROW(own.getImpl(), trammel::Exception);
}

}  // namespace

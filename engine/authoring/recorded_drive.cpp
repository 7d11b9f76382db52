// SPDX-License-Identifier: Apache-2.0
#include "authoring/recorded_drive.h"

#include <algorithm>

#include "authoring/edit_series.h"
#include "authoring/pose_edit.h"
#include "formats/csv.h"

namespace trammel {

namespace {

/// The first type of @p family whose only inputs are a joint and a function, and that has property @p key.
const TypeDescriptor& typeByFunction(const std::string& family, const std::string& key) {
    const auto types = builtinCatalog().typesOf(family);
    return **std::ranges::find_if(types, [&](const TypeDescriptor* type) {
        return type->sockets.size() == 2 && type->findSocket("joint") && type->findSocket("function") &&
               type->findProperty(key);
    });
}
/// Motion of all coordinates of a joint by a function of time.
const TypeDescriptor& motorType() { return typeByFunction("motion", "level"); }
/// Constraint of one coordinate to a function of time.
const TypeDescriptor& prescriptionType() { return typeByFunction("constraint", "coordinate"); }
/// Function through samples, smoothed if wanted.
const TypeDescriptor& curveType() {
    const auto types = builtinCatalog().typesOf("function");
    return **std::ranges::find_if(types, [](const TypeDescriptor* type) { return type->findProperty("smoothing"); });
}

/// The points of a curve as the property of its type: "x y; x y".
std::string pointsOf(const std::vector<Real>& times, const std::vector<Real>& values) {
    std::string text;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (i > 0) text += "; ";
        text += toRoundTripText(times[i]) + " " + toRoundTripText(values[i]);
    }
    return text;
}

/// Chooses coordinates that can be prescribed together: their rates are independent in the initial pose, motors free.
class IndependentCoordinates {
public:
    explicit IndependentCoordinates(const Document& document) {
        const Result<CompiledModelPtr> model = compileDocument(document);
        if (model) motions_ = (*model)->calcWiggles((*model)->getInitialState());
        isKnown_ = bool(model);
    }

    /// Adds a coordinate; false if its rate follows from those added before.
    bool add(const NamedCoordinate& coordinate) {
        if (!isKnown_) return true;
        Vector rate(int(motions_.size()));
        for (std::size_t i = 0; i < motions_.size(); ++i) rate[int(i)] = motions_[i].qdot[coordinate.q];
        const Real whole = rate.norm();
        for (const Vector& other : chosen_) rate -= other.dot(rate) * other;
        constexpr Real dependent = 1e-6;
        const Real rest = rate.norm();
        if (!(rest > dependent * whole)) return false;
        chosen_.push_back(rate / rest);
        return true;
    }

private:
    bool isKnown_ = false;
    std::vector<WiggleReport> motions_;
    /// Orthonormal.
    std::vector<Vector> chosen_;
};

class RecordedDrive {
public:
    RecordedDrive(const Document& document, const RecordedCoordinates& record, Real smoothing)
        : record_(record), smoothing_(smoothing), edits_(document) {}

    Result<Edit> make() {
        for (const Column& column : record_.coordinates) prepare(column);
        if (edits_.isValid()) driveAll();
        setDuration();
        Result<Edit> result = edits_.take();
        result.diagnostics.append(notes_);
        if (!drivers_.empty()) return startThere(std::move(result));
        result.value.reset();
        result.diagnostics.error("the recording", "It has no coordinate that can be driven.",
                                 "Record angles and displacements of joints.");
        return result;
    }

private:
    using Column = RecordedCoordinates::OfCoordinate;
    struct Driver {
        const Column* column;
        const TypeDescriptor* type;
        /// The element of an earlier recording; invalid if not found.
        ElementId element;
    };

    const Element& elementOf(ElementId id) const { return edits_.document().get(id); }

    /// Makes the joint of a column free to follow it.
    void prepare(const Column& column) {
        const NamedCoordinate& coordinate = column.coordinate;
        if (coordinate.isOfQuaternion) {
            notes_.warning(column.column, "A component of a quaternion cannot be driven.",
                           "Select Euler angles in the settings, and record those.", coordinate.joint);
            return;
        }
        const TypeDescriptor& type = coordinate.count == 1 ? motorType() : prescriptionType();
        unlock(coordinate.joint);
        drivers_.push_back({&column, &type, findDriver(type, coordinate)});
    }

    void driveAll() {
        IndependentCoordinates independent(edits_.document());
        // Motors of an earlier recording are free there, its constraints are not.
        for (const Driver& driver : drivers_)
            if (driver.element.isValid() && driver.type == &motorType()) independent.add(driver.column->coordinate);
        for (const Driver& driver : drivers_) {
            if (driver.element.isValid() || independent.add(driver.column->coordinate))
                drive(driver);
            else
                notes_.note(driver.column->column, "It follows from the others by the constraints and is not driven.",
                            {}, driver.column->coordinate.joint);
        }
    }

    void drive(const Driver& driver) {
        const NamedCoordinate& coordinate = driver.column->coordinate;
        const std::string name = coordinate.recordedName.empty() ? coordinate.name : coordinate.recordedName;
        const ElementId curve = setCurve(driver.element, name, driver.column->values);
        if (driver.element.isValid()) return edits_.set(driver.element, "enabled", true);
        Element draft = Element::draft(driver.type->family, driver.type->key, name + " as recorded");
        if (driver.type->findProperty("coordinate")) draft.set("coordinate", std::int64_t{coordinate.index});
        draft.plug("joint", coordinate.joint).plug("function", curve);
        edits_.addElement(std::move(draft));
    }

    /// The curve that @p driver follows, or a new one.
    ElementId setCurve(ElementId driver, const std::string& name, const std::vector<Real>& values) {
        const TypeDescriptor& type = curveType();
        constexpr std::size_t enoughForSmooth = 6;
        Element draft = Element::draft(type.family, type.key, name + " recorded");
        draft.set("points", pointsOf(record_.times, values))
            .set("degree", std::string(record_.times.size() < enoughForSmooth ? "3" : "5"))
            .set("smoothing", smoothing_);
        if (driver.isValid())
            if (const Element* const present = edits_.document().find(elementOf(driver).reference("function"));
                present && present->type == type.key && edits_.document().dependentsOf(present->id).size() == 1) {
                const ElementId id = present->id;
                for (const Element::Property& property : draft.properties)
                    edits_.set(id, property.key.c_str(), property.value);
                return id;
            }
        const ElementId curve = edits_.addElement(std::move(draft));
        if (driver.isValid() && edits_.isValid())
            edits_.add(setReference(edits_.document(), builtinCatalog(), driver, "function", curve));
        return curve;
    }

    void unlock(ElementId joint) {
        if (!edits_.isValid()) return;
        const Element& element = elementOf(joint);
        const TypeDescriptor& type = typeOf(element);
        if (element.value(type, "locked") == type.findProperty("locked")->defaultValue) return;
        notes_.note(element.name, "It is no longer locked, since the recording drives it.", {}, joint);
        edits_.set(joint, "locked", type.findProperty("locked")->defaultValue);
    }

    /// The element of @p type that already drives the coordinate; removes other motors of its joint.
    ElementId findDriver(const TypeDescriptor& type, const NamedCoordinate& coordinate) {
        ElementId driver;
        if (!edits_.isValid()) return driver;
        for (const ElementId id : edits_.document().dependentsOf(coordinate.joint)) {
            const Element& element = elementOf(id);
            const TypeDescriptor* const own = findTypeOf(element);
            if (!own || element.reference("joint") != coordinate.joint) continue;
            if (own == &type && drives(element, *own, coordinate.index) && !driver.isValid()) {
                driver = id;
            } else if (element.family == "motion") {
                // A joint takes one motion.
                notes_.note(element.name, "It is removed, since the recording drives its joint.");
                edits_.add(removeElement(edits_.document(), builtinCatalog(), id));
                if (!edits_.isValid()) return {};
            }
        }
        return driver;
    }
    static bool drives(const Element& element, const TypeDescriptor& type, int coordinate) {
        if (type.family == "motion") return element.value(type, "level") == type.findProperty("level")->defaultValue;
        return element.valueAs<std::int64_t>(type, "coordinate") == coordinate;
    }

    void setDuration() {
        if (!edits_.isValid()) return;
        const auto all = edits_.document().elementsOf("settings");
        const TypeDescriptor& type = *builtinCatalog().typesOf("settings").front();
        const ElementId settings = all.empty() ? edits_.addElement(Element::draft(type.family, type.key)) : all.front();
        edits_.set(settings, "startTime", record_.times.front());
        edits_.set(settings, "duration", record_.times.back() - record_.times.front());
    }

    /// Makes the first pose of the recording the initial one.
    static Result<Edit> startThere(Result<Edit> result) {
        const Result<CompiledModelPtr> driven = result ? compileDocument(result->document) : Result<CompiledModelPtr>();
        if (!driven) return result;
        Result<Edit> posed = setInitialPose(result->document, builtinCatalog(), **driven, (*driven)->getInitialState());
        if (posed) result.value = std::move(posed.value);
        return result;
    }

    const RecordedCoordinates& record_;
    const Real smoothing_;
    EditSeries edits_;
    std::vector<Driver> drivers_;
    Diagnostics notes_;
};

}  // namespace

Result<Edit> driveByRecord(const Document& document, const CompiledModel& model, const RecordedCoordinates& record,
                           Real smoothing) {
    constexpr std::size_t fewest = 4;
    Result<Edit> failed;
    if (record.times.size() < fewest) {
        failed.diagnostics.error("the recording", "It has " + std::to_string(record.times.size()) + " times.",
                                 "At least four are required.");
        return failed;
    }
    if (!model.getDocument().sharesContentWith(document)) {
        failed.diagnostics.error("the model", "It changed while the recording was read.", "Read the recording again.");
        return failed;
    }
    return RecordedDrive(document, record, smoothing).make();
}

}  // namespace trammel

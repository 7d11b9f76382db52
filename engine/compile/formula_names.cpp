// SPDX-License-Identifier: Apache-2.0
#include "compile/formula_names.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "base/numerical_failure.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/events/event_part.h"
#include "compile/formula_value.h"
#include "compile/output_reading.h"
#include "document/edit.h"
#include "document/formulas.h"
#include "document/property_quantity.h"
#include "meta/units.h"
#include "multibody/body_type.h"

namespace trammel {

namespace {

using Kind = FormulaSource::Kind;
using Meaning = std::variant<FormulaName, std::string>;

constexpr int axes = 3;

/// Index of the axis in "x", "vx" or "wx"; -1 if @p key is not @p prefix and an axis.
int axisIn(const std::string& key, const std::string& prefix) {
    if (key.size() != prefix.size() + 1 || !key.starts_with(prefix)) return -1;
    const int axis = key.back() - 'x';
    return axis >= 0 && axis < axes ? axis : -1;
}

/// Gives each name in a formula its inputs.
class Binder {
public:
    Binder(const Document& document, const Element& element, const EngineIndices& indices)
        : document_(document), element_(element), type_(typeOf(element)), indices_(indices) {}

    Meaning resolve(const ExpressionName& name) {
        if (element_.family == "joint") return resolveInJoint(name);
        if (name.element == "t" && name.key.empty()) return number({Kind::Time}, Quantity::Time);
        if (const std::optional<MobilizedBodyIndex> body = findOwnPointBody(name.element))
            return resolvePoint(*body, name.element,
                                calcStation(document_, element_, ownPointBody(name.element), name.element), name.key,
                                name);
        if (const SocketDescriptor* const socket = type_.findSocket(name.element)) {
            const Element* const connected = document_.find(element_.reference(socket->key));
            if (connected) return resolveIn(*connected, name);
            if (std::ranges::count(socket->families, "body")) return resolveGround(name);
            return "Nothing is connected to " + socket->label + ".";
        }
        if (name.element == "this") return resolveNumber(element_, name);
        if (const Element* const other = document_.findByName(name.element)) return resolveIn(*other, name);
        if (name.element == groundName) return resolveGround(name);
        if (auto energy = indices_.built ? findEnergyReading(*indices_.built, name) : nullptr) {
            if (!readsOutputs()) return "'" + name.element + "' " + afterForces;
            return reading(std::move(energy), dimensionOf(Quantity::Energy));
        }
        const bool isUnit = name.key.empty() && std::ranges::any_of(allQuantities, [&](Quantity q) {
                                return q != Quantity::None && findUnit(q, name.element);
                            });
        if (isUnit) return "'" + name.element + "' is a unit. Write a number before it: 1 " + name.element + ".";
        return "There is no '" + name.element + "' in the model. Write t for time, or the name of an element: Pin.q, " +
               "Crank.tip.x.";
    }

    std::vector<FormulaSource> sources;
    FormulaNumbers numbers;

private:
    static constexpr const char* groundName = "Ground";
    static constexpr const char* afterForces =
        "can be read by measures and events only: forces are computed before it. Let a measure read it.";

    /// Measures and events are evaluated after forces.
    bool readsOutputs() const {
        return indices_.built &&
               (element_.family == measureFamily || element_.family == eventFamily || element_.family == actionFamily);
    }
    FormulaName reading(std::shared_ptr<const FormulaReading> what, const Dimension& dimension) {
        FormulaSource source{Kind::Reading};
        source.reading = std::move(what);
        FormulaName meaning;
        meaning.inputs[0] = input(source);
        meaning.dimension = dimension;
        return meaning;
    }

    /// A joint is defined before there are bodies: its formulas know its own coordinates, and numbers.
    Meaning resolveInJoint(const ExpressionName& name) {
        const std::string &word = name.element, coordinate = "q";
        const bool isCoordinate =
            name.key.empty() && word.size() == 2 && word.starts_with(coordinate) && word[1] >= '1' && word[1] <= '9';
        const int count = countOwnCoordinates(element_, type_).value_or(0);
        if (isCoordinate && count > 0) {
            const int i = word[1] - '0';
            if (i <= count)
                return number({Kind::Coordinate, MobilizedBodyIndex(0), i - 1},
                              quantityOf(document_, builtinCatalog(), element_, *type_.findProperty(word))
                                  .value_or(Quantity::None));
            return "The joint has " + std::to_string(count) + (count > 1 ? " coordinates" : " coordinate") + ", not " +
                   word + ". Increase their number first.";
        }
        if (const SocketDescriptor* const socket = type_.findSocket(word)) {
            const Element* const connected = document_.find(element_.reference(socket->key));
            return connected ? resolveNumber(*connected, name) : "Nothing is connected to " + socket->label + ".";
        }
        if (word == "this") return resolveNumber(element_, name);
        if (const Element* const other = document_.findByName(word)) return resolveNumber(*other, name);
        return "The formula of a joint has its coordinates q1, q2, ... and numbers of the model; '" + word +
               "' is neither.";
    }

    Meaning resolveIn(const Element& other, const ExpressionName& name) {
        const auto moved = indices_.joints.find(other.id);
        if (other.family == "joint" && moved != indices_.joints.end())
            if (auto coordinate = findCoordinate(moved->second, name)) return *coordinate;
        const auto body = indices_.bodies.find(other.id);
        if (other.family == "body" && body != indices_.bodies.end()) return resolveBody(other, body->second, name);
        if (indices_.measures && (name.key.empty() || name.key == "value"))
            if (const auto found = indices_.measures->find(other.id); found != indices_.measures->end()) {
                const BuiltMeasure& measure = *found->second;
                if (measure.getStage() > Stage::Velocity && element_.family != measureFamily)
                    return quotedName(other.name) + " depends on forces, and is known too late for this formula.";
                // Owned by the System.
                return reading(std::shared_ptr<const FormulaReading>(std::shared_ptr<void>(), &measure),
                               measure.getDimension());
            }
        if (other.family == measureFamily)
            return quotedName(other.name) + " is not measured yet: measures come first, in the order of the tree.";
        if (const TypeDescriptor* const type = findTypeOf(other);
            type && other.family == "trace" &&
            (name.key.empty() || axisIn(name.key, "") >= 0 || axisIn(name.key, "v") >= 0)) {
            const auto carrier = indices_.bodies.find(other.reference("body"));
            return resolvePoint(carrier == indices_.bodies.end() ? MobilizedBodyIndex(0) : carrier->second,
                                placeIn(other, "point"),
                                calcStation(document_, other, other.reference("body"), "point"), name.key, name);
        }
        return resolveOutput(other, name);
    }

    /// An output of another element, or a number of it.
    Meaning resolveOutput(const Element& other, const ExpressionName& name) {
        const TypeDescriptor* const type = findTypeOf(other);
        const auto output = type && indices_.built ? findOutputReading(*indices_.built, other, *type, name.key)
                                                   : std::optional<OutputName>();
        if (!output || findFormulaTarget(*type, name.key) || type->findDerived(name.key))
            return resolveNumber(other, name);
        const std::string text = "'" + quotedName(name.element) + "." + name.key + "' ";
        if (!output->why.empty()) return text + output->why;
        if (!readsOutputs()) return text + afterForces;
        if (output->reading->getStage() > Stage::Velocity && element_.family != measureFamily)
            return text + "is known too late for an event. Let a measure read it.";
        return reading(output->reading, output->dimension);
    }

    Meaning resolveBody(const Element& body, MobilizedBodyIndex index, const ExpressionName& name) {
        if (const int axis = axisIn(name.key, "w"); axis >= 0)
            return number({Kind::AngularVelocity, index, axis}, Quantity::AngularSpeed);
        if (const int axis = axisIn(name.key, "wdot"); axis >= 0)
            return acceleration({Kind::AngularAcceleration, index, axis}, Quantity::AngularAcceleration);
        const std::size_t point = name.key.find('.');
        const std::string place = name.key.substr(0, point);
        const std::string rest = point == std::string::npos ? std::string() : name.key.substr(point + 1);
        if (place == "tip" || place == "com" || place == "origin")
            return resolvePoint(index, placeIn(body, place), calcPlace(body, place), rest, name);
        if (const std::string axes3 = "XYZ", prefix = "axis"; place.size() == prefix.size() + 1 &&
                                                              place.starts_with(prefix) &&
                                                              axes3.find(place.back()) != std::string::npos) {
            const int component = axisIn(rest, "");
            if (component < 0) return "An axis has x, y and z: " + quotedName(body.name) + "." + place + ".x.";
            return resolveDirection(index, int(axes3.find(place.back())), component);
        }
        if (auto coordinate = findCoordinate(index, name)) return *coordinate;
        return resolveOutput(body, name);
    }

    /// The difference of two points at a distance of 1 m, so that forces on a direction are those on its points.
    FormulaName resolveDirection(MobilizedBodyIndex body, int axis, int component) {
        Vec3 end(0.);
        end[axis] = 1;
        FormulaName direction;
        direction.inputs[0] = input({Kind::Point, body, component, station(directionPlace(body, axis), end)});
        direction.minus = input({Kind::Point, body, component, station(directionPlace(body, -1), Vec3(0.))});
        return direction;
    }
    static std::string directionPlace(MobilizedBodyIndex body, int axis) {
        return "axis " + std::to_string(axis) + " of " + std::to_string(int(body));
    }

    Meaning resolveGround(const ExpressionName& name) {
        const std::string prefix = "origin";
        if (name.key == prefix || name.key.starts_with(prefix + "."))
            return resolvePoint(MobilizedBodyIndex(0), groundName, Vec3(0.),
                                name.key == prefix ? std::string() : name.key.substr(prefix.size() + 1), name);
        return std::string("Ground has the point Ground.origin only.");
    }

    static std::string placeIn(const Element& element, const std::string& point) {
        return std::to_string(element.id.value) + "." + point;
    }
    /// Location of a named point of a body in its frame.
    static Vec3 calcPlace(const Element& body, const std::string& place) {
        const auto* const type = dynamic_cast<const BodyType*>(typeOf(body).implementation.get());
        if (!type || place == "origin") return Vec3(0.);
        ElementInputs in;
        in.name = body.name;
        in.property = [&body](const std::string& key) { return body.value(typeOf(body), key); };
        return place == "tip" ? type->calcTip(in) : type->calcMassProperties(in).getMassCenter();
    }

    /// @param place identifies the point: equal locations may become different ones
    Meaning resolvePoint(MobilizedBodyIndex body, const std::string& place, const Vec3& p_BS, const std::string& key,
                         const ExpressionName& name) {
        const int station = this->station(place, p_BS);
        if (key.empty()) {
            FormulaName point;
            point.isPoint = true;
            for (int axis = 0; axis < axes; ++axis)
                point.inputs[std::size_t(axis)] = input({Kind::Point, body, axis, station});
            return point;
        }
        if (const int axis = axisIn(key, ""); axis >= 0)
            return number({Kind::Point, body, axis, station}, Quantity::Length);
        if (const int axis = axisIn(key, "v"); axis >= 0)
            return number({Kind::PointVelocity, body, axis, station}, Quantity::Speed);
        if (const int axis = axisIn(key, "a"); axis >= 0)
            return acceleration({Kind::PointAcceleration, body, axis, station}, Quantity::Acceleration);
        return "A point has x, y, z, vx, vy, vz, ax, ay and az, not '" + key + "': " + quotedName(name.element) + "." +
               name.key + ".";
    }

    int station(const std::string& place, const Vec3& p_BS) {
        const auto [known, isNew] = places_.try_emplace(place, int(numbers.stations.size()));
        if (isNew) numbers.stations.push_back(p_BS);
        return known->second;
    }

    /// "q", "u", "q2" of the joint that moves a body; none for other keys.
    std::optional<Meaning> findCoordinate(MobilizedBodyIndex body, const ExpressionName& name) {
        if (name.key.empty() || (name.key[0] != 'q' && name.key[0] != 'u')) return std::nullopt;
        const bool isRate = name.key.starts_with("udot");
        const std::string which = name.key.substr(isRate ? 4 : 1);
        if (which.size() > 1 || !std::ranges::all_of(which, [](char c) { return c >= '0' && c <= '9'; }))
            return std::nullopt;
        const Mobilizer& mobilizer = indices_.matter->getMobilizer(body);
        const bool isQ = name.key[0] == 'q';
        const int n = isQ ? mobilizer.getNQ() : mobilizer.getNU();
        const int i = which.empty() ? 1 : which[0] - '0';
        if (i < 1 || i > n || (which.empty() && n > 1)) {
            const std::string letter = isRate ? "udot" : name.key.substr(0, 1);
            return quotedName(name.element) + " has " + std::to_string(n) + " of these" +
                   (n > 0 ? ": write " + letter + "1 to " + letter + std::to_string(n) + "." : ".");
        }
        const Quantity quantity = isQ ? mobilizer.nameOfQ(i - 1).quantity : mobilizer.nameOfU(i - 1).quantity;
        if (isRate)
            return acceleration({Kind::SpeedRate, body, i - 1},
                                quantityOf(CoordinateRole::Acceleration, quantity).value_or(Quantity::None));
        return number({isQ ? Kind::Coordinate : Kind::Speed, body, i - 1}, quantity);
    }

    Meaning resolveNumber(const Element& other, const ExpressionName& name) {
        const NamedValue value = evaluateFormula(document_, builtinCatalog(),
                                                 quotedName(other.name) + (name.key.empty() ? "" : "." + name.key));
        if (const auto* const why = std::get_if<std::string>(&value)) return *why;
        const Measured& measured = std::get<Measured>(value);
        numbers.numbers.push_back(measured.value);
        FormulaName meaning;
        meaning.inputs[0] = input({Kind::Number, MobilizedBodyIndex(0), int(numbers.numbers.size()) - 1});
        meaning.dimension = measured.dimension;
        return meaning;
    }

    /// The body that carries a point of the element itself; none if it has no such point.
    std::optional<MobilizedBodyIndex> findOwnPointBody(const std::string& point) const {
        if (!type_.findProperty(point + "Anchor")) return std::nullopt;
        const auto body = indices_.bodies.find(ownPointBody(point));
        return body == indices_.bodies.end() ? MobilizedBodyIndex(0) : body->second;
    }
    /// "point2" lies on the body in input "body2".
    ElementId ownPointBody(const std::string& point) const {
        const std::string prefix = "point";
        return element_.reference("body" + (point.starts_with(prefix) ? point.substr(prefix.size()) : std::string()));
    }

    /// Forces do not depend on accelerations, which follow from them.
    Meaning acceleration(const FormulaSource& source, Quantity quantity) {
        if (element_.family == "constraint") return number(source, quantity);
        return std::string("Accelerations can be named by acceleration constraints only.");
    }

    FormulaName number(const FormulaSource& source, Quantity quantity) {
        FormulaName name;
        name.inputs[0] = input(source);
        name.dimension = dimensionOf(quantity);
        return name;
    }
    int input(const FormulaSource& source) {
        const auto known = std::ranges::find(sources, source);
        if (known != sources.end()) return int(known - sources.begin());
        sources.push_back(source);
        return int(sources.size()) - 1;
    }

    const Document& document_;
    const Element& element_;
    const TypeDescriptor& type_;
    const EngineIndices& indices_;
    std::map<std::string, int> places_;
};

/// The error if the dimension is not that of the property; empty if it is.
std::string describeMisfit(const Document& document, const Element& element, const PropertyDescriptor& property,
                           const FormulaProgram& program) {
    if (property.takesAnyUnit || program.isZero()) return {};
    const auto quantity = quantityOf(document, builtinCatalog(), element, property);
    if (!quantity || agree(program.getDimension(), dimensionOf(*quantity))) return {};
    return "The result is " + describe(program.getDimension()) + "; " + quantityName(*quantity) + " is required" +
           (program.getDimension().isNumber() ? ": write units, as in 3 " + siUnit(*quantity) + "." : ".");
}

}  // namespace

std::variant<BoundFormula, FormulaError> bindFormula(const Document& document, const Element& element,
                                                     const std::string& key, const std::string& text,
                                                     const EngineIndices& indices) {
    const PropertyDescriptor& property = *typeOf(element).findProperty(key);
    Binder binder(document, element, indices);
    auto compiled = FormulaProgram::compile(text, [&](const ExpressionName& name) { return binder.resolve(name); });
    if (auto* const error = std::get_if<FormulaError>(&compiled)) return *error;
    FormulaProgram& program = std::get<FormulaProgram>(compiled);
    if (const std::string misfit = describeMisfit(document, element, property, program); !misfit.empty())
        return FormulaError{misfit, 1};
    return BoundFormula{
        StateFormula(std::move(program), std::move(binder.sources),
                     "'" + element.name +
                         "': " + (property.label == "Formula" ? "its formula" : "the formula of " + property.label)),
        std::move(binder.numbers)};
}

namespace {
std::optional<std::variant<BoundFormula, FormulaError>> bindIn(const CompiledModel& model, const Document& document,
                                                               ElementId id, const std::string& key,
                                                               const std::string& text) {
    const Element* const element = document.find(id);
    if (!element) return std::nullopt;
    const EngineIndices indices = indicesIn(*model.getData().built, model.getData().functions);
    return bindFormula(document, *element, key, text, indices);
}

/// A formula of a joint that moves @p body, for a State: a joint is defined before it is known which body that is.
StateFormula formulaOfJoint(const StateFormula& formula, MobilizedBodyIndex body) {
    std::vector<FormulaSource> sources = formula.getSources();
    for (FormulaSource& source : sources)
        if (source.kind == FormulaSource::Kind::Coordinate) source.body = body;
    return StateFormula(formula.getProgram(), std::move(sources), {});
}

/// Keys of names, regardless of types.
std::vector<std::string> makeGeneralKeys() {
    std::vector<std::string> keys;
    const std::string xyz = "xyz";
    for (const std::string variable : {"q", "u", "udot"}) {
        keys.push_back(variable);
        for (int i = 1; i <= 6; ++i) keys.push_back(variable + std::to_string(i));
    }
    for (const std::string kind : {"", "v", "a", "w", "wdot"})
        for (const char axis : xyz) keys.push_back(kind + axis);
    for (const std::string point : {"tip", "com", "origin"}) {
        keys.push_back(point);
        for (const std::string kind : {"", "v", "a"})
            for (const char axis : xyz) keys.push_back(point + "." + kind + axis);
    }
    for (const std::string direction : {"axisX", "axisY", "axisZ"})
        for (const char axis : xyz) keys.push_back(direction + "." + axis);
    return keys;
}

std::vector<std::string> keysOf(const TypeDescriptor* type) {
    static const std::vector<std::string> general = makeGeneralKeys();
    std::vector<std::string> keys = general;
    if (!type) return keys;
    const auto add = [&keys](const std::string& key, bool isVector) {
        if (!isVector) return keys.push_back(key);
        for (const char* axis : {".x", ".y", ".z"}) keys.push_back(key + axis);
    };
    for (const PropertyDescriptor& p : type->properties) add(p.key, p.kind == ValueKind::Vec3);
    for (const DerivedNumber& d : type->derived) add(d.key, false);
    for (const OutputDescriptor& o : type->outputs) add(o.key, o.components == axes);
    return keys;
}

bool startsAlike(const std::string& name, const std::string& start) {
    return name.size() >= start.size() && std::equal(start.begin(), start.end(), name.begin(), [](char a, char b) {
               return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
           });
}
}  // namespace

std::vector<std::string> completeName(const CompiledModel& model, const Document& document, ElementId id,
                                      const std::string& start) {
    constexpr std::size_t most = 100;
    const Element* const element = document.find(id);
    if (!element) return {};
    const EngineIndices indices = indicesIn(*model.getData().built, model.getData().functions);
    Binder binder(document, *element, indices);
    const auto isName = [&](const std::string& name, const std::string& key) {
        return std::holds_alternative<FormulaName>(binder.resolve({name, key}));
    };
    // The element that a name stands for determines the keys.
    const auto keysUnder = [&](const std::string& name) {
        const SocketDescriptor* const socket = typeOf(*element).findSocket(name);
        const Element* const meant = name == "this" ? element
                                     : socket       ? document.find(element->reference(socket->key))
                                                    : document.findByName(name);
        return keysOf(meant ? findTypeOf(*meant) : nullptr);
    };
    const bool isQuoted = start.starts_with('\'');
    const std::size_t end = isQuoted ? start.find('\'', 1) : start.find('.');
    const std::string name = start.substr(isQuoted ? 1 : 0, end == std::string::npos ? end : end - (isQuoted ? 1 : 0));
    const std::size_t point = end == std::string::npos ? end : start.find('.', end);
    std::vector<std::string> found;
    const auto add = [&found](std::string each) {
        if (found.size() < most && std::ranges::find(found, each) == found.end()) found.push_back(std::move(each));
    };
    if (point != std::string::npos) {
        for (const std::string& key : keysUnder(name))
            if (startsAlike(key, start.substr(point + 1)) && isName(name, key)) add(quotedName(name) + "." + key);
        return found;
    }
    std::vector<std::string> names{"t", "this", "Ground", "kineticEnergy", "potentialEnergy"};
    for (int i = 1; i <= 6; ++i) names.push_back("q" + std::to_string(i));
    for (const SocketDescriptor& socket : typeOf(*element).sockets) names.push_back(socket.key);
    for (const PropertyDescriptor& p : typeOf(*element).properties) names.push_back(p.key);
    for (const ElementId each : document.treeOrder()) names.push_back(document.get(each).name);
    for (const std::string& each : names) {
        if (found.size() >= most || !startsAlike(each, name)) continue;
        if (isName(each, {})) add(quotedName(each));
        const auto keys = keysUnder(each);
        if (std::ranges::any_of(keys, [&](const std::string& key) { return isName(each, key); }))
            add(quotedName(each) + ".");
    }
    if (!name.empty() && !isQuoted)
        for (const std::string& function : Expression::getFunctions())
            if (startsAlike(function, name)) add(function + "(");
    std::ranges::sort(found);
    return found;
}

std::string explainFormula(const CompiledModel& model, const Document& document, ElementId id, const std::string& key,
                           const std::string& text) {
    const auto bound = bindIn(model, document, id, key, text);
    const auto* const error = bound ? std::get_if<FormulaError>(&*bound) : nullptr;
    return error ? error->toString() : std::string();
}

FormulaPreview previewFormula(const CompiledModel& model, const Document& document, ElementId id,
                              const std::string& key, const std::string& text, const State& state) {
    FormulaPreview preview;
    const auto bound = bindIn(model, document, id, key, text);
    if (!bound) return preview;
    if (const auto* const error = std::get_if<FormulaError>(&*bound)) {
        preview.error = error->toString();
        return preview;
    }
    auto [formula, numbers] = std::get<BoundFormula>(*bound);
    if (document.get(id).family == "joint") {
        preview.stage = formula.readsPositions() ? Stage::Position : Stage::Topology;
        const auto& joints = model.getData().built->joints;
        const auto moving = joints.find(id);
        if (moving == joints.end()) return preview;
        // While the document is compiled, the joint may still have fewer coordinates.
        const int n = model.getData().built->matter->getMobilizer(moving->second).getNQ();
        const auto isBeyond = [n](const FormulaSource& source) {
            return source.kind == FormulaSource::Kind::Coordinate && source.index >= n;
        };
        if (std::ranges::any_of(formula.getSources(), isBeyond)) return preview;
        formula = formulaOfJoint(formula, moving->second);
    } else {
        preview.stage = formula.readsAccelerations() ? Stage(Stage::Acceleration) : formula.getStage();
        if (formula.readsAccelerations()) return preview;
    }
    try {
        const Stage required = std::max(preview.stage, Stage(Stage::Position));
        std::optional<State> copy;
        if (state.getSystemStage() < required) model.getSystem().realize(copy.emplace(state), required);
        preview.value = Measured{calcValue(formula, numbers, *model.getData().built->matter, copy ? *copy : state),
                                 formula.getProgram().getDimension()};
    } catch (const NumericalFailure&) {
        // No finite value there: the formula may still be one for other poses.
    }
    return preview;
}

}  // namespace trammel

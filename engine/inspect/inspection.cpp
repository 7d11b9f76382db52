// SPDX-License-Identifier: Apache-2.0
#include "inspect/inspection.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

#include "multibody/matter/guts.h"
#include "multibody/matter_subsystem.h"
#include "multibody/multibody_system.h"
#include "system/value_text.h"

namespace trammel {

StateReport inspectState(const CompiledModel& model, const State& state) {
    return reportState(state, &model.getSystem());
}

bool realizeEntry(const CompiledModel& model, const State& state, const CacheEntryKey& key) {
    const CacheEntryInfo& entry = state.getCacheEntryInfo(key);
    const int latest = std::min<int>(entry.getComputedByStage(), Stage::HighestRuntime);
    const auto isValid = [&] { return state.getCacheValidity(key) == CacheValidity::Valid; };
    for (int stage = entry.getDependsOnStage(); stage <= latest && !isValid(); ++stage)
        model.getSystem().realize(state, Stage(stage));
    return isValid();
}

std::string textOfEntry(const State& state, const CacheEntryKey& key) {
    return state.getCacheEntryInfo(key).getValue().writeTextForPeople();
}

std::vector<ValueRow> rowsOfText(const CompiledModel& model, const std::string& text) {
    std::vector<ValueRow> rows = rowsOf(text);
    const MatterGuts& matter = model.getSystem().getMatterSubsystem().getGuts();
    const Tree& tree = model.getSystem().getMatterSubsystem().getTree(model.getInitialState());
    const auto nameOf = [&](std::string_view what, int i) -> std::string {
        if (what == "body" && i < tree.size()) return i == 0 ? "Ground" : tree[i].name;
        if (what == "u" && i < tree.nu) return matter.nameOfU(i);
        if (what == "constraint" && i < int(matter.constraints.size()))
            return matter.constraints[std::size_t(i)].element->getName();
        return {};
    };
    for (ValueRow& row : rows) {
        const std::size_t open = row.label.find('['), blank = row.label.find(' ', open),
                          close = row.label.find(']', open);
        if (open == std::string::npos || close == std::string::npos || blank > close) continue;
        int i = 0;
        const char* const end = row.label.data() + close;
        if (std::from_chars(row.label.data() + blank + 1, end, i).ptr != end || i < 0) continue;
        const std::string name = nameOf(std::string_view(row.label).substr(open + 1, blank - open - 1), i);
        if (!name.empty()) row.label.replace(open, close + 1 - open, open == 0 ? name : "of " + name);
    }
    return rows;
}

namespace {

/// Calls @p visit with each number among the words of @p text that is not quoted.
template <class Visit>
void forEachNumber(std::string_view text, Visit visit) {
    bool quoted = false;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '"') quoted = !quoted;
        if (text[at] == '\\' && quoted) ++at;
        if (quoted || text[at] == ' ' || text[at] == '"') {
            ++at;
            continue;
        }
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string_view word = text.substr(at, end - at);
        Real value = NaN;
        const auto [stopped, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        const bool isNumber = error == std::errc() && stopped == word.data() + word.size();
        if (isNumber || word.substr(0, 4) == "nan:") visit(isNumber ? value : NaN);
        at = end;
    }
}

std::vector<Real> numbersIn(std::string_view text) {
    std::vector<Real> numbers;
    forEachNumber(text, [&](Real x) { numbers.push_back(x); });
    return numbers;
}

Real relativeDifference(const std::vector<Real>& a, const std::vector<Real>& b) {
    constexpr Real smallest = 1e-12;
    if (a.size() != b.size() || a.empty()) return Infinity;
    Real worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) continue;
        const Real relative = std::abs(a[i] - b[i]) / std::max({std::abs(a[i]), std::abs(b[i]), smallest});
        worst = std::isnan(relative) ? Infinity : std::max(worst, relative);
    }
    // The bits differ although no number does: the text differs.
    return worst > 0 ? worst : Infinity;
}

template <class Visit>
void forEachEntry(const State& state, Visit visit) {
    for (int s = 0; s < state.getNumSubsystems(); ++s) {
        const std::size_t n = state.getPerSubsystemInfo(SubsystemIndex(s)).cacheEntries.size();
        for (std::size_t e = 0; e < n; ++e) visit(CacheEntryKey{SubsystemIndex(s), CacheEntryIndex(e)});
    }
}

/// An element of a vector available from a stage on; NaN below.
Real elementOr(const State& s, const Vector& (State::*get)() const, int i, Stage from) {
    return s.getSystemStage() >= from ? (s.*get)()[i] : NaN;
}

}  // namespace

std::vector<Real> numbersOf(const AbstractValue& value) {
    return value.hasText() ? numbersIn(value.writeText()) : std::vector<Real>();
}
std::vector<Real> numbersOfEntry(const State& state, const CacheEntryKey& key) {
    return numbersOf(state.getCacheEntryInfo(key).getValue());
}

// --- Variables and equations ---

std::vector<VariableReading> readVariables(const CompiledModel& model, const State& s) {
    using Kind = VariableReading::Kind;
    const System& system = model.getSystem();
    const int nq = s.getNQ(), nu = s.getNU();
    std::vector<VariableReading> all(std::size_t(s.getNY()));
    for (int i = 0; i < s.getNY(); ++i) {
        VariableReading& v = all[std::size_t(i)];
        v.kind = i < nq ? Kind::Q : i < nq + nu ? Kind::U : Kind::Z;
        v.index = i;
        v.name = system.describeY(s, i);
        v.value = s.getY()[i];
        if (v.kind == Kind::Q) {
            v.rate = elementOr(s, &State::getQDot, i, Stage::Velocity);
            v.acceleration = elementOr(s, &State::getQDotDot, i, Stage::Acceleration);
        } else if (v.kind == Kind::U) {
            v.rate = elementOr(s, &State::getUDot, i - nq, Stage::Acceleration);
            v.weight = s.getUWeights()[i - nq];
        } else {
            v.rate = elementOr(s, &State::getZDot, i - nq - nu, Stage::Acceleration);
            v.weight = s.getZWeights()[i - nq - nu];
        }
    }
    const MatterSubsystem& matter = model.getSystem().getMatterSubsystem();
    const SubsystemIndex m = matter.getMySubsystemIndex();
    const Tree& tree = matter.getTree(s);
    for (int b = 1; b < tree.size(); ++b) {
        const TreeNode& n = tree[b];
        const ElementId joint = matter.getGuts().bodies[std::size_t(b)].definition.jointElement;
        const auto put = [&](int at, Quantity quantity) {
            all[std::size_t(at)].quantity = quantity;
            all[std::size_t(at)].element = joint;
        };
        for (int i = 0; i < n.nq; ++i) put(int(s.getQStart(m)) + n.qStart + i, n.mobilizer->nameOfQ(i).quantity);
        for (int i = 0; i < n.nu; ++i) put(nq + int(s.getUStart(m)) + n.uStart + i, n.mobilizer->nameOfU(i).quantity);
    }
    return all;
}

std::vector<EquationReading> readEquations(const CompiledModel& model, const State& s) {
    const MatterSubsystem& matter = model.getSystem().getMatterSubsystem();
    const ConstraintLayout& layout = matter.getGuts().getLayout(s);
    std::vector<EquationReading> all(std::size_t(layout.size()));
    // Rows of multipliers: all position equations, then all velocity equations, then acceleration-only equations.
    const auto name = [&](int row, int equation, int count, const std::string& constraint) {
        all[std::size_t(row)].name =
            count == 1 ? constraint : constraint + ", " + std::to_string(equation + 1) + " of " + std::to_string(count);
    };
    for (std::size_t c = 0; c < layout.blocks.size(); ++c) {
        const ConstraintLayout::Block& block = layout.blocks[c];
        if (!block.enabled) continue;
        const ConstraintElement& e = matter.getConstraint(ConstraintIndex(c));
        const int p = block.count.position, v = block.count.velocity, a = block.count.acceleration;
        for (int i = 0; i < p; ++i) name(block.position + i, i, p + v + a, e.getName());
        for (int i = 0; i < v; ++i) name(layout.nPosition + block.velocity + i, p + i, p + v + a, e.getName());
        for (int i = 0; i < a; ++i)
            name(layout.nPosition + layout.nVelocity + block.acceleration + i, p + v + i, p + v + a, e.getName());
    }
    for (int i = 0; i < layout.size(); ++i) {
        EquationReading& e = all[std::size_t(i)];
        if (i < layout.nPosition) {
            e.positionError = elementOr(s, &State::getQErr, i, Stage::Position);
            e.positionWeight = s.getQErrWeights()[i];
        }
        if (i < s.getNUErr()) {
            e.velocityError = elementOr(s, &State::getUErr, i, Stage::Velocity);
            e.velocityWeight = s.getUErrWeights()[i];
        }
        e.accelerationError = elementOr(s, &State::getUDotErr, i, Stage::Acceleration);
        e.multiplier = elementOr(s, &State::getMultipliers, i, Stage::Acceleration);
    }
    for (const TreeNode& n : matter.getTree(s).nodes) {
        if (n.quaternion < 0) continue;
        EquationReading& e = all.emplace_back();
        e.name = "quaternion of " + n.jointName;
        e.positionError = elementOr(s, &State::getQErr, layout.nPosition + n.quaternion, Stage::Position);
        e.positionWeight = s.getQErrWeights()[layout.nPosition + n.quaternion];
    }
    return all;
}

void writeVariable(State& s, int index, Real value) {
    const int nq = s.getNQ(), nu = s.getNU();
    if (index < nq)
        s.updQ()[index] = value;
    else if (index < nq + nu)
        s.updU()[index - nq] = value;
    else
        s.updZ()[index - nq - nu] = value;
}

bool writeDiscrete(State& s, const DiscreteVarKey& key, const std::string& text) {
    const std::unique_ptr<AbstractValue> value = s.getDiscreteVarInfo(key).getValue().clone();
    if (!value->readText(text)) return false;
    s.setDiscreteVariable(key.subsystem, key.variable, *value);
    return true;
}

namespace {
bool sameBits(const Vector& a, const Vector& b) {
    return std::memcmp(a.data(), b.data(), std::size_t(a.size()) * sizeof(Real)) == 0;
}
bool sameBits(Real a, Real b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

template <class Field>
bool isEqualPart(const Field& a, const Field& b) {
    return a == b;
}
bool isEqualPart(const DecorativeShape& a, const DecorativeShape& b) {
    const auto hasFields = [&b]<class Shape>(const Shape& shape) {
        const auto* const other = std::get_if<Shape>(&b);
        return other && Shape::valueFields(shape) == Shape::valueFields(*other);
    };
    return std::visit(hasFields, a);
}
bool isEqualDecoration(const DecorativeGeometry& a, const DecorativeGeometry& b) {
    const auto ofA = DecorativeGeometry::valueFields(a), ofB = DecorativeGeometry::valueFields(b);
    const auto areEqual = [&]<std::size_t... I>(std::index_sequence<I...>) {
        return (isEqualPart(std::get<I>(ofA), std::get<I>(ofB)) && ...);
    };
    return areEqual(std::make_index_sequence<std::tuple_size_v<decltype(ofA)>>());
}

/// The numbers of a value as bits, all NaN equal.
class BitsOfParts final : public PartVisitor {
public:
    explicit BitsOfParts(std::vector<std::uint64_t>& bits) : PartVisitor(Access::Look), bits_(bits) { bits_.clear(); }
    void real(Real& x) override { bits_.push_back(std::bit_cast<std::uint64_t>(std::isnan(x) ? NaN : x)); }
    void flag(bool& x) override { bits_.push_back(x); }
    void integer(std::int64_t& x) override { bits_.push_back(std::uint64_t(x)); }
    void enumerator(std::int64_t& x) override { integer(x); }
    void count(std::int64_t& n, std::size_t) override { integer(n); }
    void alternative(std::int64_t& index) override { integer(index); }
    void presence(bool& isPresent) override { flag(isPresent); }

private:
    std::vector<std::uint64_t>& bits_;
};

/// Compares the values of two States of one System. AbstractValue::isIdentical() compares texts: those of the parameters and
/// decorations of a large model take longer to write than its image to draw.
class ValueComparison {
public:
    bool areIdentical(const AbstractValue& a, const AbstractValue& b) {
        using Decorations = Value<std::vector<DecorativeGeometry>>;
        // They may differ in the signs of zeros, which are drawn alike.
        if (Decorations::isA(a) && Decorations::isA(b) &&
            std::ranges::equal(Decorations::downcast(a).get(), Decorations::downcast(b).get(), isEqualDecoration))
            return true;
        if (const auto same = compareAs<MassProperties, JointFrames, JointLock>(a, b)) return *same;
        return a.isIdentical(b);
    }

private:
    /// None: they are of none of these types, whose parts are numbers in matrices of fixed size and in lists.
    template <class... T>
    std::optional<bool> compareAs(const AbstractValue& a, const AbstractValue& b) {
        std::optional<bool> same;
        const auto compare = [&]<class One>(const Value<One>*) {
            if (!Value<One>::isA(a) || !Value<One>::isA(b)) return false;
            read(Value<One>::downcast(a).get(), bitsOfA_);
            read(Value<One>::downcast(b).get(), bitsOfB_);
            same = bitsOfA_ == bitsOfB_;
            return true;
        };
        (compare(static_cast<const Value<T>*>(nullptr)) || ...);
        return same;
    }
    template <class T>
    static void read(const T& value, std::vector<std::uint64_t>& bits) {
        BitsOfParts reader(bits);
        value_parts::visitParts(reader, const_cast<T&>(value));
    }

    std::vector<std::uint64_t> bitsOfA_, bitsOfB_;
};

/// Discrete variables of @p from that differ in @p to.
std::vector<DiscreteVarKey> differingVariables(const State& to, const State& from) {
    std::vector<DiscreteVarKey> differing;
    ValueComparison comparison;
    for (int s = 0; s < from.getNumSubsystems(); ++s) {
        const auto& theirs = from.getPerSubsystemInfo(SubsystemIndex(s)).discreteVariables;
        const auto& ours = to.getPerSubsystemInfo(SubsystemIndex(s)).discreteVariables;
        for (std::size_t v = 0; v < std::min(theirs.size(), ours.size()); ++v)
            if (!comparison.areIdentical(theirs[v].getValue(), ours[v].getValue()))
                differing.push_back({SubsystemIndex(s), DiscreteVariableIndex(v)});
    }
    return differing;
}
}  // namespace

bool adoptVariables(State& to, const State& from) {
    const bool same = to.getSystemStage() >= Stage::Model && from.getSystemStage() >= Stage::Model &&
                      to.getNumSubsystems() == from.getNumSubsystems() && to.getNQ() == from.getNQ() &&
                      to.getNU() == from.getNU() && to.getNZ() == from.getNZ();
    if (!same) return false;
    const std::vector<DiscreteVarKey> differing = differingVariables(to, from);
    for (const DiscreteVarKey& key : differing)
        if (from.getDiscreteVarInfo(key).getInvalidatedStage() <= Stage::Model) return false;
    for (const DiscreteVarKey& key : differing) {
        const DiscreteVarInfo& theirs = from.getDiscreteVarInfo(key);
        to.restoreDiscreteVariable(key.subsystem, key.variable, theirs.getValue(), theirs.getTimeLastUpdated());
    }
    if (!sameBits(to.getTime(), from.getTime())) to.setTime(from.getTime());
    if (!sameBits(to.getQ(), from.getQ())) to.setQ(from.getQ());
    if (!sameBits(to.getU(), from.getU())) to.setU(from.getU());
    if (!sameBits(to.getZ(), from.getZ())) to.setZ(from.getZ());
    return true;
}

std::vector<CacheEntryKey> validEntries(const State& state) {
    std::vector<CacheEntryKey> valid;
    forEachEntry(state, [&](CacheEntryKey key) {
        if (state.getCacheValidity(key) == CacheValidity::Valid) valid.push_back(key);
    });
    return valid;
}

// --- Digests and differences ---

std::vector<EntryDigest> digestEntries(const State& state) {
    std::vector<EntryDigest> all;
    forEachEntry(state, [&](CacheEntryKey key) {
        EntryDigest& d = all.emplace_back();
        d.key = key;
        const AbstractValue& value = state.getCacheEntryInfo(key).getValue();
        if (!value.hasText() || state.getCacheValidity(key) != CacheValidity::Valid) return;
        // FNV-1a.
        d.digest = 14695981039346656037ull;
        for (const char c : value.writeText()) d.digest = (d.digest ^ std::uint8_t(c)) * 1099511628211ull;
    });
    return all;
}

std::vector<std::string> differingEntries(const State& state, const std::vector<EntryDigest>& a,
                                          const std::vector<EntryDigest>& b) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (a[i].digest != 0 && b[i].digest != 0 && a[i].digest != b[i].digest)
            names.push_back(nameOf(state, a[i].key));
    return names;
}

namespace {
/// The comparable contents of a State, by name.
struct Comparable {
    Stage stage;
    bool isEntry = false;
    std::string text;
    /// Null: one number.
    const AbstractValue* value = nullptr;
};
std::map<std::string, Comparable> comparablesOf(const CompiledModel& model, const State& s) {
    std::map<std::string, Comparable> all;
    const auto textOf = [](Real x) { return TextWriter().real(x).text(); };
    all["time"] = {Stage::Time, false, textOf(s.getTime())};
    const Stage stages[] = {Stage::Position, Stage::Velocity, Stage::Dynamics};
    for (const VariableReading& v : readVariables(model, s))
        all[v.name] = {stages[int(v.kind)], false, textOf(v.value)};
    for (int i = 0; i < s.getNumSubsystems(); ++i) {
        const auto& variables = s.getPerSubsystemInfo(SubsystemIndex(i)).discreteVariables;
        for (std::size_t v = 0; v < variables.size(); ++v)
            if (variables[v].getValue().hasText())
                all[nameOf(s, DiscreteVarKey{SubsystemIndex(i), DiscreteVariableIndex(v)})] = {
                    variables[v].getInvalidatedStage(), false, variables[v].getValue().writeText(),
                    &variables[v].getValue()};
    }
    forEachEntry(s, [&](CacheEntryKey key) {
        const CacheEntryInfo& info = s.getCacheEntryInfo(key);
        if (!info.getValue().hasText() || s.getCacheValidity(key) != CacheValidity::Valid) return;
        const Stage computedBy(std::min<int>(info.getComputedByStage(), Stage::HighestRuntime));
        all[nameOf(s, key)] = {computedBy, true, info.getValue().writeText(), &info.getValue()};
    });
    return all;
}

/// With all digits: two rows may differ in the last ones.
std::string wordsOf(const std::vector<Real>& numbers) {
    std::string words;
    for (const Real x : numbers) words += (words.empty() ? "" : ", ") + TextWriter().real(x).text();
    return words;
}

/// Finds the row with the largest difference of two values.
void findPlace(const CompiledModel& modelA, const AbstractValue& a, const CompiledModel& modelB, const AbstractValue& b,
               StateDifference& difference) {
    const auto rowsA = rowsOfText(modelA, a.writeTextForPeople()), rowsB = rowsOfText(modelB, b.writeTextForPeople());
    if (rowsA.size() != rowsB.size()) return;
    Real largest = 0;
    std::string label;
    for (std::size_t i = 0; i < rowsA.size(); ++i) {
        // Further rows of a matrix have no label.
        if (!rowsA[i].label.empty()) label = rowsA[i].label;
        if (rowsA[i].label != rowsB[i].label) return;
        const Real relative = relativeDifference(rowsA[i].numbers, rowsB[i].numbers);
        if (!(relative < Infinity) || relative <= largest) continue;
        largest = relative;
        difference.place = label;
        difference.thereA = wordsOf(rowsA[i].numbers);
        difference.thereB = wordsOf(rowsB[i].numbers);
    }
}
}  // namespace

std::vector<StateDifference> compareStates(const CompiledModel& modelA, const State& a, const CompiledModel& modelB,
                                           const State& b) {
    std::vector<StateDifference> all;
    const auto allA = comparablesOf(modelA, a), allB = comparablesOf(modelB, b);
    for (const auto& [name, inA] : allA) {
        const auto found = allB.find(name);
        if (found != allB.end() ? found->second.text == inA.text : inA.isEntry) continue;
        const std::string textB = found == allB.end() ? std::string() : found->second.text;
        const Real relative = relativeDifference(numbersIn(inA.text), numbersIn(textB));
        all.push_back({name, inA.isEntry, inA.stage, relative, inA.text, textB, {}, {}, {}});
        if (inA.value && found != allB.end() && found->second.value)
            findPlace(modelA, *inA.value, modelB, *found->second.value, all.back());
    }
    for (const auto& [name, inB] : allB)
        if (!inB.isEntry && !allA.count(name))
            all.push_back({name, false, inB.stage, Infinity, "", inB.text, {}, {}, {}});
    std::stable_sort(all.begin(), all.end(),
                     [](const StateDifference& x, const StateDifference& y) { return x.relative > y.relative; });
    return all;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "authoring/pattern_edit.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <optional>

#include "authoring/copied.h"
#include "authoring/displace.h"
#include "authoring/gear_pair.h"
#include "authoring/linked_copies.h"
#include "authoring/mirror.h"
#include "authoring/pattern_chain.h"
#include "authoring/pattern_filing.h"
#include "authoring/pattern_instances.h"
#include "compile/catalog.h"
#include "compile/group_type.h"
#include "compile/pattern_type.h"
#include "document/deferred_formulas.h"
#include "document/edit_rules.h"
#include "meta/expression.h"

namespace trammel {

namespace {

/// Places that differ by less are the same.
constexpr Real samePlace = 1e-12;

bool isGroup(const Element* element) { return element && element->family == groupFamily; }

/// Name for the copies: that of the first body, otherwise of the first element.
std::string nameOfCopied(const Document& document, const std::set<ElementId>& elements) {
    const Element* first = nullptr;
    for (const ElementId id : elements) {
        const Element* const element = document.find(id);
        if (element && (!first || (first->family != "body" && element->family == "body"))) first = element;
    }
    return first ? first->name : std::string();
}

/// The group that holds a pattern of @p elements: that of the first element, but never one within a pattern.
ElementId placeOfPattern(const Document& document, const std::set<ElementId>& elements) {
    for (const ElementId id : elements) {
        const Element* const element = document.find(id);
        if (!element) continue;
        const bool isFree =
            isGroup(document.find(element->parent)) && !findPattern(document, element->parent).isValid();
        return isFree ? element->parent : ElementId{};
    }
    return {};
}

/// Leaves out the links of what connects copies to each other.
void eraseConnections(std::vector<FormulaOf>& links, const PatternChain& chain,
                      const std::vector<std::vector<PatternInstance>>& instances) {
    std::map<ElementId, ElementId> sources;
    for (const std::vector<PatternInstance>& some : instances)
        for (const PatternInstance& instance : some)
            for (const auto& [source, copy] : instance.pairs) sources[copy] = source;
    std::erase_if(links, [&](const FormulaOf& link) { return chain.places(sources[link.element], link.key); });
}

MirrorPlane planeOf(const Element& mirrorImage) {
    const TypeDescriptor& type = typeOf(mirrorImage);
    return {mirrorImage.valueAs<Vec3>(type, "point"), mirrorImage.valueAs<Vec3>(type, "normal").normalized(),
            mirrorImage.valueAs<Vec3>(type, "shift")};
}

/// Adds, removes and moves the copies of a pattern.
class Rearranging {
public:
    /// @param was the previous pattern; @p document has the new one
    Rearranging(const Document& document, const CompiledModelPtr& current, const Element& was)
        : before_(document),
          current_(current),
          pattern_(was.id),
          from_(placesOf(was)),
          to_(placesOf(document.get(was.id))),
          wasConnected_(isConnected(was)),
          isConnected_(isConnected(document.get(was.id))),
          reflects_(to_.front().reflects()),
          instances_(instancesOf(document, was.id)),
          sources_(sourcesOf(instances_)),
          made_(document, nameOfCopied(document, sources_)) {
        std::erase_if(instances_, [](const PatternInstance& instance) { return instance.pairs.empty(); });
        if (!wasConnected_) return;
        // Slots that became pivots have no link.
        for (PatternInstance& instance : instances_)
            for (const ElementId id : withCarriers())
                if (const ElementId own = unlinkedCopyOf(before_, instance.members, instance.pairs, before_.get(id));
                    own.isValid())
                    instance.pairs.emplace_back(id, own);
    }

    /// Adds what the copies lack, too.
    void complete() {
        const std::vector<ElementId> belonging = belongingTo(before_, pattern_, sources_);
        for (const PatternInstance& instance : instances_)
            lacks_[instance.group] = lackOf(before_, belonging, sources_, instance);
    }

    Result<Edit> run() {
        Result<Edit> result;
        if (instances_.empty()) {
            const Element& pattern = before_.get(pattern_);
            result.diagnostics.error(pattern.name, "It has no copy that is linked to its source.",
                                     "Undo this, or create a new pattern.", pattern_);
            return result;
        }
        std::optional<DeferredFormulas> deferred;
        // The single copy of a mirror pattern reads numbers that the edit has changed before.
        if (!reflects_) deferred.emplace();
        findPlaces();
        removeSurplus();
        breakOldLinks();
        bringToSource();
        if (wasConnected_) disconnect();
        addMissing();
        const auto bringUpToDate = [&] {
            if (!failed() && deferred)
                made_.take(deferred->finish({Edit{made_.document(), pattern_, {}, {}, {}}, {}}, builtinCatalog()));
        };
        if (!reflects_ && !failed()) {
            // Places are those of the compiled model, which reads all numbers.
            bringUpToDate();
            deferred.emplace();
            if (!failed()) moveToPlaces();
        }
        if (!failed() && isConnected_) connect();
        bringUpToDate();
        if (!failed()) link();
        if (!failed() && isConnected_) makePivots(made_, current_, *chain_, pairsOfNew());
        if (!failed()) made_.take(meshCopies(made_.document(), current_, pairsOfMoved()));
        if (!failed() && !deleted_.empty() && to_.size() > from_.size())
            made_.diagnostics().note(before_.get(pattern_).name, "Deleted copies are not restored.",
                                     "To restore them, undo, or create a new pattern.", pattern_);
        result.diagnostics = made_.diagnostics();
        if (!failed()) result.value = Edit{made_.document(), pattern_, {}, {}, {}};
        return result;
    }

private:
    bool failed() { return made_.diagnostics().hasErrors(); }
    const State& state() const { return current_->getInitialState(); }

    /// How far the copies are from a place, m.
    Real distanceFrom(const Isometry& place, const PatternInstance& instance) const {
        Real sum = 0;
        for (const auto& [source, copy] : instance.pairs) {
            const auto own = findElementFrame(*current_, state(), source);
            const auto now = findElementFrame(*current_, state(), copy);
            if (own && now) sum += (place.ofPoint(own->p()) - now->p()).norm();
        }
        return sum;
    }
    /// Copies may have been deleted: each takes the nearest place. Those beyond the count, duplicates of copies, are
    /// ignored.
    void findPlaces() {
        std::set<std::size_t> taken;
        if (wasConnected_ && countAlongChain()) return;
        std::erase_if(instances_, [&](PatternInstance& instance) {
            Real least = std::numeric_limits<Real>::infinity();
            // Usually the first free one.
            constexpr Real there = 1e-9;
            for (std::size_t i = 0; i < from_.size() && !(least < there); ++i) {
                const Real distance = taken.contains(i) ? Infinity : distanceFrom(from_[i], instance);
                if (distance < least) least = distance, instance.place = i;
            }
            return !(least < Infinity && taken.insert(instance.place).second);
        });
        for (std::size_t i = 0; i < from_.size(); ++i)
            if (!taken.contains(i)) deleted_.insert(i);
    }
    /// Gives the copies of a chain their places in its order, wherever they lie; false if it has gaps or branches.
    bool countAlongChain() {
        const auto refersTo = [&](const PatternInstance& instance, const auto& isThere) {
            return std::ranges::any_of(instance.pairs, [&](const auto& pair) {
                return std::ranges::any_of(before_.get(pair.second).references,
                                           [&](const Element::Reference& held) { return isThere(held.target); });
            });
        };
        std::vector<std::size_t> order;
        for (std::size_t place = 0; place < instances_.size(); ++place) {
            const auto isBefore = [&](ElementId id) {
                return place == 0 ? sources_.contains(id) : instances_[order.back()].members.contains(id);
            };
            std::vector<std::size_t> next;
            for (std::size_t i = 0; i < instances_.size(); ++i)
                if (std::ranges::find(order, i) == order.end() && refersTo(instances_[i], isBefore)) next.push_back(i);
            if (next.size() != 1) return false;
            order.push_back(next.front());
        }
        if (order.size() != from_.size()) return false;
        for (std::size_t place = 0; place < order.size(); ++place) instances_[order[place]].place = place;
        return true;
    }
    void removeSurplus() {
        std::erase_if(instances_, [this](const PatternInstance& instance) {
            const bool isSurplus = instance.place >= to_.size();
            if (isSurplus) made_.take(removeElement(made_.document(), builtinCatalog(), instance.group));
            return isSurplus;
        });
    }
    std::set<ElementId> lackOfInstance(const PatternInstance& instance) const {
        const auto lack = lacks_.find(instance.group);
        return lack == lacks_.end() ? std::set<ElementId>{} : lack->second;
    }
    bool moves(const PatternInstance& instance) const {
        return wasConnected_ != isConnected_ || !from_[instance.place].equals(to_[instance.place], samePlace) ||
               !lackOfInstance(instance).empty();
    }

    /// Links broken by setting numbers by hand stay broken.
    void breakOldLinks() {
        std::vector<FormulaOf> broken;
        for (const PatternInstance& instance : instances_) {
            if (!moves(instance)) continue;
            std::set<std::pair<ElementId, std::string>> held;
            for (const ElementId id : instance.members)
                for (const Element::Formula& link : linksOf(before_, before_.get(id))) {
                    held.emplace(id, link.key);
                    broken.push_back({id, link.key, {}});
                }
            for (const FormulaOf& link : findLinks(before_, *current_, instance.pairs, from_[instance.place]))
                if (!held.contains({link.element, link.key})) set_.emplace(link.element, link.key);
        }
        if (!broken.empty()) made_.take(setFormulas(made_.document(), builtinCatalog(), broken));
    }

    /// Moves a mirror image from plane to plane.
    void bringToSource() {
        for (const PatternInstance& instance : instances_) {
            if (!moves(instance) || failed()) continue;
            if (reflects_ && from_.front().equals(to_.front(), samePlace)) continue;
            const Isometry back = from_[instance.place].inverse();
            displace(instance, *current_, reflects_ ? to_[instance.place].after(back) : back);
        }
    }
    void displace(const PatternInstance& instance, const CompiledModel& model, const Isometry& motion) {
        std::set<ElementId> known = instance.members;
        std::erase_if(known, [&](ElementId id) { return !model.getDocument().find(id); });
        const std::set<ElementId> movable = findMovable(model, known);
        if (movable.empty()) return;
        made_.take(
            displaceElements(made_.document(), builtinCatalog(), model, model.getInitialState(), movable, motion));
    }

    /// The connections that the first copy has, else those at its place, @p step from the source.
    PatternChain chainAt(const Isometry& step) const {
        const auto first = std::ranges::find(instances_, std::size_t(0), &PatternInstance::place);
        if (wasConnected_ && first != instances_.end())
            if (PatternChain held(before_, first->pairs); !held.isEmpty()) return held;
        return {*current_, withCarriers(), step};
    }
    void disconnect() {
        const PatternChain chain = chainAt(from_.front());
        for (const PatternInstance& instance : instances_)
            if (moves(instance) && !failed()) made_.take(chain.disconnect(made_.document(), instance.pairs));
    }
    void connect() {
        chain_ = chainAt(to_.front());
        std::vector<const PatternInstance*> all;
        for (const auto* const some : {&instances_, &new_})
            for (const PatternInstance& instance : *some) all.push_back(&instance);
        std::ranges::sort(all, {}, &PatternInstance::place);
        const LinkedPairs* before = nullptr;
        for (const PatternInstance* const instance : all) {
            const bool isNew = !before_.find(instance->group);
            if ((isNew || moves(*instance)) && !failed())
                made_.take(chain_->connect(made_.document(), instance->pairs, before ? *before : LinkedPairs{}));
            before = &instance->pairs;
        }
    }

    /// Copies of @p elements in place, with the values that they stand for.
    LinkedPairs paste(const std::set<ElementId>& elements, std::set<ElementId>& added) {
        const Fragment fragment = copyPlaced(*current_, state(), elements);
        made_.take(pasteElements(made_.document(), builtinCatalog(), fragment, added));
        LinkedPairs pairs;
        auto copy = added.begin();
        for (const ElementId id : fragment.document.treeOrder())
            if (fragment.elements.contains(id) && copy != added.end()) pairs.emplace_back(id, *copy++);
        return pairs;
    }
    void addMissing() {
        std::set<std::size_t> taken;
        for (PatternInstance& instance : instances_) {
            taken.insert(instance.place);
            if (const std::set<ElementId> lack = lackOfInstance(instance); !lack.empty() && !failed())
                completeInstance(instance, lack);
        }
        for (std::size_t place = 0; place < to_.size() && !failed() && !reflects_; ++place) {
            if (taken.contains(place) || deleted_.contains(place)) continue;
            PatternInstance instance;
            instance.place = place;
            instance.pairs = paste(withCarriers(), instance.members);
            if (!failed()) instance.group = made_.file(instance.members, pattern_, place);
            new_.push_back(std::move(instance));
        }
    }
    /// The sources, with the joints of their bodies.
    std::set<ElementId> withCarriers() const {
        std::set<ElementId> all = sources_;
        for (const ElementId joint : before_.elementsOf("joint"))
            if (sources_.contains(before_.get(joint).reference("child"))) all.insert(joint);
        return all;
    }
    /// Adds copies of @p lack that are connected to the instance.
    void completeInstance(PatternInstance& instance, const std::set<ElementId>& lack) {
        std::set<ElementId> added;
        const LinkedPairs pairs = reflects_ ? reflect(instance, lack, added) : pasteInto(instance, lack, added);
        if (failed()) return;
        std::set<ElementId> loose = added;
        std::erase_if(loose, [&](ElementId id) { return instance.members.contains(made_.document().get(id).parent); });
        made_.fileInto(loose, instance.group);
        instance.members.insert(added.begin(), added.end());
        std::ranges::copy(pairs, std::back_inserter(instance.pairs));
    }
    LinkedPairs reflect(const PatternInstance& instance, const std::set<ElementId>& lack, std::set<ElementId>& added) {
        LinkedPairs pairs;
        made_.take(
            addToMirrorImage(made_.document(), current_, lack, instance.pairs, planeOf(before_.get(pattern_)), pairs));
        for (const auto& [source, copy] : pairs) added.insert(copy);
        return pairs;
    }
    LinkedPairs pasteInto(const PatternInstance& instance, const std::set<ElementId>& lack,
                          std::set<ElementId>& added) {
        LinkedPairs pairs = paste(lack, added);
        for (const auto& [source, copy] : pairs) {
            if (failed()) break;
            const Element element = made_.document().get(copy);
            for (const Element::Reference& held : element.references)
                if (const ElementId target = instance.copyOf(held.target); target.isValid())
                    made_.take(setReference(made_.document(), builtinCatalog(), copy, held.key, target));
            for (const Element::Formula& formula : element.formulas)
                made_.take(setFormula(made_.document(), builtinCatalog(), copy, formula.key,
                                      withCopiesIn(instance, formula.text)));
            if (const ElementId parent = instance.copyOf(element.parent); parent.isValid())
                made_.take(moveElement(made_.document(), builtinCatalog(), copy, parent));
        }
        return pairs;
    }
    /// @p formula with the names of sources replaced by those of their copies.
    std::string withCopiesIn(const PatternInstance& instance, std::string formula) const {
        for (const auto& [source, copy] : instance.pairs) {
            const auto parsed = Expression::parse(formula);
            if (const auto* const expression = std::get_if<Expression>(&parsed))
                formula = withNewName(before_, *expression, before_.get(source).name, before_.get(copy).name);
        }
        return formula;
    }

    std::vector<LinkedPairs> pairsOfMoved() const {
        std::vector<LinkedPairs> all;
        for (const PatternInstance& instance : new_) all.push_back(instance.pairs);
        for (const PatternInstance& instance : instances_)
            if (moves(instance)) all.push_back(instance.pairs);
        return all;
    }
    std::vector<LinkedPairs> pairsOfNew() const {
        std::vector<LinkedPairs> all;
        for (const PatternInstance& instance : new_) all.push_back(instance.pairs);
        // In a pattern that becomes a chain, all copies.
        for (const PatternInstance& instance : instances_)
            if (!wasConnected_) all.push_back(instance.pairs);
        return all;
    }

    void moveToPlaces() {
        const Result<CompiledModelPtr> compiled = compileDocument(made_.document(), current_);
        if (!compiled) return made_.diagnostics().append(compiled.diagnostics);
        for (const auto* const some : {&instances_, &new_})
            for (const PatternInstance& instance : *some)
                if (!failed() && (some == &new_ || moves(instance)))
                    displace(instance, **compiled, to_[instance.place]);
    }
    void link() {
        std::vector<FormulaOf> links;
        for (const auto* const some : {&instances_, &new_})
            for (const PatternInstance& instance : *some)
                if (some == &new_ || moves(instance))
                    std::ranges::move(findLinks(made_.document(), *current_, instance.pairs, to_[instance.place]),
                                      std::back_inserter(links));
        std::erase_if(links, [this](const FormulaOf& link) { return set_.contains({link.element, link.key}); });
        if (chain_) eraseConnections(links, *chain_, {instances_, new_});
        if (!links.empty()) made_.take(setFormulas(made_.document(), builtinCatalog(), links));
    }

    const Document before_;
    const CompiledModelPtr current_;
    const ElementId pattern_;
    const std::vector<Isometry> from_, to_;
    const bool wasConnected_, isConnected_;
    const bool reflects_;
    std::vector<PatternInstance> instances_, new_;
    /// Places whose copies were deleted.
    std::set<std::size_t> deleted_;
    const std::set<ElementId> sources_;
    /// By group of the instance.
    std::map<ElementId, std::set<ElementId>> lacks_;
    /// Numbers of copies that were set by hand.
    std::set<std::pair<ElementId, std::string>> set_;
    std::optional<PatternChain> chain_;
    Filing made_;
};

Result<Edit> refusedWithoutModel(const Element& pattern) {
    Result<Edit> refused;
    refused.diagnostics.error(pattern.name, "Its copies cannot be placed while the model has errors.",
                              "Fix the problems listed first.", pattern.id);
    return refused;
}

bool isOf(const CompiledModelPtr& current, const Document& document) {
    return current && current->getDocument().sharesContentWith(document);
}

}  // namespace

Result<Edit> addLinkedPattern(const Document& document, const CompiledModelPtr& current,
                              const std::set<ElementId>& elements, Element draft) {
    const std::vector<Isometry> places = placesOf(draft);
    Result<Edit> result;
    std::optional<DeferredFormulas> deferred;
    Filing made(document, nameOfCopied(document, elements));
    std::vector<std::set<ElementId>> copies(1);
    CompiledModelPtr model;
    std::vector<LinkedPairs> pairs;
    if (places.front().reflects()) {
        made.take(addMirrored(document, current, elements, planeOf(draft), copies.front(), CopyKind::Linked));
        deferred.emplace();
    } else {
        deferred.emplace();
        Result<CopiedElements> copied = addCopies(document, current, elements, places.size());
        made.diagnostics().append(copied.diagnostics);
        if (copied) {
            made.take({copied->edit, {}});
            copies = copied->copies;
            model = copied->model;
            for (std::size_t i = 0; i < places.size(); ++i) pairs.push_back(pairsOf(*copied, i));
        }
    }
    result.diagnostics = made.diagnostics();
    if (result.diagnostics.hasErrors()) return result;
    if (copies.front().empty()) {
        result.diagnostics.error("", "No selected element can be copied.", "Select bodies, shapes or joints.");
        return result;
    }
    const bool connects = isConnected(draft);
    const ElementId pattern =
        made.take(addElement(made.document(), builtinCatalog(), std::move(draft), placeOfPattern(document, elements)));
    for (std::size_t i = 0; i < copies.size(); ++i) made.file(copies[i], pattern, i);
    for (std::size_t i = 0; i < pairs.size() && !made.diagnostics().hasErrors(); ++i)
        made.take(displaceElements(made.document(), builtinCatalog(), *model, model->getInitialState(),
                                   findMovable(*model, copies[i]), places[i]));
    // Links are found by numbers.
    made.take(deferred->finish({Edit{made.document(), pattern, {}, {}, {}}, {}}, builtinCatalog()));
    std::vector<FormulaOf> links;
    for (std::size_t i = 0; i < pairs.size() && !made.diagnostics().hasErrors(); ++i)
        std::ranges::move(findLinks(made.document(), *current, pairs[i], places[i]), std::back_inserter(links));
    DeferredFormulas linking;
    if (connects && !pairs.empty()) {
        std::vector<PatternInstance> instances;
        instances.reserve(pairs.size());
        for (const LinkedPairs& each : pairs) instances.push_back({{}, {}, each, 0});
        const PatternChain chain(*current, sourcesOf(instances), places.front());
        for (std::size_t i = 0; i < pairs.size(); ++i)
            made.take(chain.connect(made.document(), pairs[i], i == 0 ? LinkedPairs{} : pairs[i - 1]));
        eraseConnections(links, chain, {instances});
        made.take(linking.finish(setFormulas(made.document(), builtinCatalog(), links), builtinCatalog()));
        if (!made.diagnostics().hasErrors()) makePivots(made, current, chain, pairs);
    } else {
        made.take(linking.finish(setFormulas(made.document(), builtinCatalog(), links), builtinCatalog()));
    }
    if (!made.diagnostics().hasErrors()) made.take(meshCopies(made.document(), current, pairs));
    result.diagnostics = made.diagnostics();
    if (!result.diagnostics.hasErrors()) result.value = Edit{made.document(), pattern, {}, {}, {}};
    return result;
}

Result<Edit> followPatterns(const Document& before, Result<Edit> edit, const CompiledModelPtr& current) {
    if (!edit || edit->document.sharesContentWith(before)) return edit;
    CompiledModelPtr model = current;
    for (const ElementId id : before.elementsOf(groupFamily)) {
        const Element& was = before.get(id);
        const Element* const is = edit->document.find(id);
        if (!is || is == &was || is->type != was.type || !isPattern(was)) continue;
        const auto same = [](const Isometry& a, const Isometry& b) { return a.equals(b, samePlace); };
        if (std::ranges::equal(placesOf(was), placesOf(*is), same) && isConnected(was) == isConnected(*is)) continue;
        if (!isOf(model, before)) model = compileDocument(before, current).value.value_or(nullptr);
        if (!model) return refusedWithoutModel(was);
        Result<Edit> arranged = Rearranging(edit->document, model, was).run();
        arranged.diagnostics.append(edit.diagnostics);
        if (!arranged) return arranged;
        edit->document = std::move(arranged->document);
        edit.diagnostics = std::move(arranged.diagnostics);
    }
    return edit;
}

ElementId findPattern(const Document& document, ElementId id) {
    for (const Element* element = document.find(id); element; element = document.find(element->parent))
        if (isPattern(*element)) return element->id;
    return {};
}

std::set<ElementId> patternsOf(const Document& document, ElementId element) {
    std::set<ElementId> patterns;
    // Only formulas with the name are parsed: a pattern may have many thousands.
    std::string name = quotedName(document.get(element).name);
    if (name.starts_with('\'')) name = name.substr(1, name.size() - 2);
    const auto names = [&](const Element::Formula& formula) { return formula.text.find(name) != std::string::npos; };
    for (const ElementId id : document.elementsOf(groupFamily)) {
        if (!isPattern(document.get(id))) continue;
        const std::vector<ElementId> below = document.subtree(id);
        const std::set<ElementId> all(below.begin(), below.end());
        if (std::ranges::any_of(below, [&](ElementId copy) {
                const Element& held = document.get(copy);
                return std::ranges::any_of(held.formulas, names) && linkedSourceOf(document, held, all) == element;
            }))
            patterns.insert(id);
    }
    return patterns;
}

std::set<ElementId> findUncopied(const Document& document, ElementId pattern) {
    std::set<ElementId> all;
    const std::vector<PatternInstance> instances = instancesOf(document, pattern);
    const std::set<ElementId> sources = sourcesOf(instances);
    const std::vector<ElementId> belonging = belongingTo(document, pattern, sources);
    for (const PatternInstance& instance : instances) all.merge(lackOf(document, belonging, sources, instance));
    return all;
}

Result<Edit> updatePattern(const Document& document, const CompiledModelPtr& current, ElementId pattern) {
    if (!isOf(current, document)) return refusedWithoutModel(document.get(pattern));
    Rearranging arranging(document, current, document.get(pattern));
    arranging.complete();
    return arranging.run();
}

}  // namespace trammel

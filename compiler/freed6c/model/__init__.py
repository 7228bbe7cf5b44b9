"""The typed ruleset: entries with resolved references, and the facts derived from them.

`compiled.py` has the result of a compilation, which commands, editors and playgrounds work on.

The classes are those of `runtime/`, so no second set has to be kept in step. `type_hints.py` reads
what their fields are and can hold, `tree_values.py` visits every value of a merged tree with its
hint, and `mutations.py` moves each number, die code and duration a step. `suggested_examples.py`
writes an example that would notice, and `situation_changes.py` finds steps of situations that
cannot fail. `explanation.py` explains where a value comes from, `licenses.py` combines the licenses
of several packs, and `stories.py` fills the placeholders of examples that are told as prose, with
`told_steps` in `runtime/play/example_steps.py`. `freed6c test` lists values as unused unless play
notes them (`note` in `runtime/situation.py`); `_is_noticed` in `cli/mutating.py` decides what an
example notices. Packs that no other pack builds on are `Ruleset.topmost`: they answer for their
examples, as later packs can change everybody else's on purpose.

Code that loops over entries notes the current one, so that an internal error is reported there:
`for entry in noted(ruleset.of(Dice))`, or `with working_on(entry)` (`internal_errors.py`). Errors
are caught where a value or formula is read, an entry is built, a check or a backend runs.

In `runtime/play/`, effects are first settled (conditions decided, amounts computed) and then
happen; examples compare settled effects. Dice added to a whole number count as `Value.dice_count`
in `runtime/entries/world.py` says. `sizes_of` in `runtime/notation.py` lists the sizes of dice
that a pool can have.

Facts that follow from the rules alone are computed once, with `Rules.once`. Facts about a
character are computed again once its lists differ; no code announces a change. A saved effect is
identified by its verb and subject, never by position, and a saved character names its packs. A
purchase that would change nothing is refused before its ranks are paid; if it was named before
the roll, it is reported and not paid.

To add an effect verb: write a class in `runtime/effects.py` with `stands` and `in_words`, and add
it to `AnyEffect`. mypy then names the places that have to know it: `runtime/play/effects.py` for
what happens, `runtime/play/checks.py` for results. If `of` limits it, add a line to `LIMITED` in
`check/effect_limits.py`. Define it in `schemas/effect.schema.json`, and write its phrase in
`document/phrases/effects.py` (`reroll`, or `reroll.lowest-die` for a fixed word). If characters
other than the reader can do it, add `they.…` and a place in `SUBJECTS` of
`document/sentences/effects.py`; if a pattern isn't enough, a function in `TOLD` there. Add a row
to `docs/reference/effects.md`, the sentence to `tests/unit/test_phrases.py`, and a
case to `tests/unit/test_play_verbs.py`, which plays it wherever packs can write it.

To add a dice primitive: write a class in `runtime/entries/dice.py`, whose `works_on` says if it
needs dice before or after they are rolled, and a line in `PRIMITIVES` there. Write its action in
`runtime/dice/steps.py`, with a line in `ACTIONS`, and the same action for the roller of a site in
`emit/html/static/scripts/roller/`. Define it in `schemas/entries/step.schema.json`, and write its
phrase in `document/phrases/rules.py` (`step.keep-highest`), or a function in `TOLD` of
`document/describe/dice.py`. Add a step to `tests/unit/dice_cases.py`. Odds enumerate it until the
action describes its effect on dice (`StepAction.items`). `tests/site/test_roller.py` compares
both rollers.

To add a name that formulas know somewhere: write an entry in `model/local_names.py`, and its
value in play: for a check, in `runtime/play/checks.py` and, for examples, in
`runtime/play/examples.py`. If it depends on a setting, mypy asks for a case in `link/names.py`
and in `document/sentences/formulas.py`.
"""

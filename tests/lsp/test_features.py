"""What the server tells of names and ids: hover, completion, definition, references, rename, outline, colours, lenses, hints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from lsp.desk import Desk
from lsp.editor import project
from rulewright.lsp import (
    colours,
    completion,
    definition,
    fixes,
    folding,
    formatting,
    hover,
    inlay,
    lenses,
    references,
    rename,
    signature,
    symbols,
)
from rulewright.lsp.checking import as_shown
from rulewright.lsp.homes import home_of
from rulewright.tools import reach
from rulewright.tools.cache import Cache
from rulewright.tools.project import Project, Target

PLAY = "connect_four/play.rules"
GAME = "connect_four/game.rules"
TM = "terra_mystica/actions.rules"


@pytest.fixture(scope="module")
def desk() -> Desk:
    made = Desk()
    for name in (PLAY, GAME, "connect_four/examples/examples.rules"):
        made.open(name)
    made.understand("connect_four")
    return made


@pytest.fixture(scope="module")
def heavy() -> Desk:
    made = Desk()
    for name in (TM, "terra_mystica/factions.rules", "terra_mystica/components.rules"):
        made.open(name)
    made.understand("terra_mystica")
    return made


def hovered(desk: Desk, name: str, marked: str) -> str:
    found = hover.hover(desk.session, lsp.HoverParams(**desk.at(name, marked)))  # type: ignore[arg-type]
    assert found is not None
    assert isinstance(found.contents, lsp.MarkupContent)
    return found.contents.value


def completed(desk: Desk, name: str, marked: str) -> list[lsp.CompletionItem]:
    before = desk.session.open[desk.rules / name].text.text
    position = desk.typed(name, marked)
    document = lsp.TextDocumentIdentifier(desk.uri(name))
    try:
        found = completion.completion(desk.session, lsp.CompletionParams(document, position))
    finally:
        desk.open(name, before)
    assert found is not None
    return sorted(found.items, key=lambda item: item.sort_text or item.label)


def labels(items: list[lsp.CompletionItem]) -> list[str]:
    return [item.label for item in items]


def text_at(desk: Desk, where: lsp.Location) -> str:
    for buffer in desk.session.open.values():
        if buffer.uri == where.uri:
            text = buffer.text
            return text.text[text.offset_of(where.range.start) : text.offset_of(where.range.end)]
    return Path(where.uri.removeprefix("file://")).name


# ---------------------------------------------------------------- hover


def test_an_id_is_told_by_its_sentence(desk: Desk) -> None:
    assert hovered(desk, PLAY, "[C4-2.^1]").startswith("**C4-2.1** ")


def test_a_define_tells_its_type_and_what_it_cites(desk: Desk) -> None:
    text = hovered(desk, PLAY, "where is_^open(it)")
    assert "define is_open(n) = frame(1, n).disc is none" in text
    assert "given `n`: `number`" in text
    assert "gives `flag`" in text
    assert "**C4-2.4**" in text


def test_a_constant_tells_its_value(desk: Desk) -> None:
    assert "**7**" in hovered(desk, PLAY, "1..wid^th where is_open")


def test_a_local_tells_its_type(desk: Desk) -> None:
    assert "`frame" in hovered(desk, PLAY, "in_line(ce^ll): end")


def test_a_member_tells_its_row(heavy: Desk) -> None:
    text = hovered(heavy, "terra_mystica/factions.rules", "dark^lings")
    assert "a member of `faction`" in text
    assert "| home |" in text
    assert "| swamp |" in text


def test_a_rule_tells_who_changes_it(heavy: Desk) -> None:
    home = home_of(heavy.rules / TM)
    context = heavy.session.analyses[home][""].context
    assert context is not None
    target = next(c.target for c in context.game.overrides if c.target in context.game.functions)
    names = heavy.session.names(home)
    from rulewright.lsp.declared import Symbol
    from rulewright.lsp.describe import facts

    assert any(f.startswith("overridden by ") for f in facts(names, Symbol("function", "", target)))


def test_you_is_explained(desk: Desk) -> None:
    assert "the player who acts" in hovered(desk, PLAY, "disc = yo^u")


# ---------------------------------------------------------------- completion


def test_fields_stand_behind_a_dot(desk: Desk) -> None:
    text = desk.session.open[desk.rules / PLAY].text.text
    found = completed(desk, PLAY, text.replace("        cell.disc = you", "        cell.^"))
    assert "disc" in labels(found)
    assert "is_open" not in labels(found)


def test_fields_stand_behind_a_dot_in_a_condition(desk: Desk) -> None:
    found = completed(desk, PLAY, "rule other\n    choose c from frame where it.^")
    assert labels(found)[0] == "disc"


def test_names_in_scope_come_with_their_types(desk: Desk) -> None:
    text = desk.session.open[desk.rules / PLAY].text.text
    found = completed(desk, PLAY, text.replace("        cell.disc = you", "        ^"))
    by_name = {item.label: item for item in found}
    assert by_name["cell"].detail == "frame or none"
    assert by_name["column"].detail == "number"
    assert {"landing", "frame", "you", "choose", "size"} <= set(by_name)
    assert "n" not in by_name  # a parameter of another define


def test_members_of_the_wanted_kind_come_first(heavy: Desk) -> None:
    found = completed(heavy, TM, "rule x(p: player)\n    if p.faction is ^")
    members = {"auren", "witches", "darklings", "giants"}
    assert members <= set(labels(found)[:20])
    found = completed(heavy, TM, "rule x(hex: land)\n    if hex.terrain is ^")
    assert {"swamp", "desert"} <= set(labels(found)[:9])


def test_your_offers_what_players_have(heavy: Desk) -> None:
    assert {"coin", "faction", "passed"} <= set(labels(completed(heavy, TM, "rule x\n    if your ^")))


def test_ids_come_with_their_sentences(desk: Desk) -> None:
    found = completed(desk, PLAY, "rule x   [C4-^")
    by_id = {item.label: item for item in found}
    assert by_id["C4-2.4"].detail


def test_declarations_begin_at_the_margin(desk: Desk) -> None:
    found = labels(completed(desk, PLAY, "ru^"))
    assert {"rule", "define", "kind", "example"} <= set(found)
    assert "without" not in found


def test_types_stand_after_a_colon(heavy: Desk) -> None:
    found = labels(completed(heavy, TM, "player\n    wins: ^"))
    assert {"number", "faction", "set of"} <= set(found)


def test_nothing_is_offered_inside_a_text(desk: Desk) -> None:
    assert completed(desk, PLAY, 'rule x\n    say "the ^') == []
    assert "line_length" in labels(completed(desk, PLAY, 'rule x\n    say "the {^'))


# ---------------------------------------------------------------- definition, references


def test_a_name_leads_to_its_declaration(desk: Desk) -> None:
    (found,) = definition.definition(desk.session, lsp.DefinitionParams(**desk.at(PLAY, "1..wid^th where is_open"))) or []  # type: ignore[arg-type]
    assert found.uri.endswith("connect_four/game.rules")
    assert text_at(desk, found) == "width"


def test_an_id_leads_to_the_rulebook(desk: Desk) -> None:
    (found,) = definition.definition(desk.session, lsp.DefinitionParams(**desk.at(PLAY, "[C4-2.^1]"))) or []  # type: ignore[arg-type]
    assert found.uri.endswith("connect_four/RULEBOOK.md")


def test_references_are_found_in_all_files_and_variants(desk: Desk) -> None:
    context = lsp.ReferenceContext(include_declaration=True)
    at = desk.at(GAME, "define wid^th")
    found = references.references(desk.session, lsp.ReferenceParams(context=context, **at)) or []  # type: ignore[arg-type]
    files = {where.uri.rpartition("connect_four/")[2] for where in found}
    assert {"game.rules", "play.rules", "house/five.rules"} <= files


def test_references_are_all_places_of_a_name(heavy: Desk) -> None:
    context = lsp.ReferenceContext(include_declaration=True)
    at = heavy.at(TM, "power_b^ridge")
    found = references.references(heavy.session, lsp.ReferenceParams(context=context, **at)) or []  # type: ignore[arg-type]
    files = [path.read_text(encoding="utf-8") for path in (heavy.rules / "terra_mystica").rglob("*.rules")]
    assert len(found) == sum(len(re.findall(r"\bpower_bridge\b", text)) for text in files)


# ---------------------------------------------------------------- rename


def renamed(desk: Desk, name: str, marked: str, new: str) -> dict[str, str]:
    """The texts of the files that change, by the end of their paths."""
    edit = rename.rename(desk.session, lsp.RenameParams(new_name=new, **desk.at(name, marked)))  # type: ignore[arg-type]
    assert edit is not None
    assert edit.changes is not None
    home = home_of(desk.rules / name)
    names = desk.session.names(home)
    texts = {n: desk.session.text(home, n, names.moment.sources) for n in names.files}
    by_name = {n: list(edit.changes.get(desk.session.uri(home, n), [])) for n in texts}
    after = rename.applied(texts, by_name)
    return {n.partition("connect_four/")[2]: after[n] for n in texts if by_name[n]}


def test_rename_reaches_variants_and_examples(desk: Desk) -> None:
    after = renamed(desk, GAME, "define wid^th", "breadth")
    assert {"game.rules", "play.rules", "house/five.rules"} <= set(after)
    assert "1..breadth where is_open(it)" in after["play.rules"]
    assert "width" not in after["play.rules"]


def test_rename_of_a_local_reaches_the_holes_of_texts_and_translations(desk: Desk) -> None:
    after = renamed(desk, PLAY, "choose col^umn from", "lane")
    assert '"{you} drops a disc into column {lane}"' in after["play.rules"]
    assert "landing(lane)" in after["play.rules"]
    assert (
        '"{you} drops a disc into column {lane}" = "{you}: żeton do kolumny {lane}"'
        in after["labels/pl.rules"]
    )
    assert "column(frame, n)" in after["play.rules"]  # the library's function of that name


@pytest.mark.parametrize("new", ["you", "two words", "2", "landing", "cell"])
def test_a_name_that_would_change_the_rules_is_refused(desk: Desk, new: str) -> None:
    with pytest.raises(JsonRpcInvalidParams):
        renamed(desk, PLAY, "choose col^umn from", new)


# ---------------------------------------------------------------- the rest


def document(desk: Desk, name: str) -> lsp.TextDocumentIdentifier:
    return lsp.TextDocumentIdentifier(desk.uri(name))


def test_the_outline_has_what_a_file_declares(heavy: Desk) -> None:
    found = (
        symbols.outline(
            heavy.session, lsp.DocumentSymbolParams(document(heavy, "terra_mystica/factions.rules"))
        )
        or []
    )
    kind = next(s for s in found if s.name == "kind faction")
    assert "darklings" in [child.name for child in kind.children or []]


def test_declarations_of_all_games_are_found(desk: Desk) -> None:
    found = symbols.search(desk.session, lsp.WorkspaceSymbolParams("takturn"))
    assert {s.container_name for s in found if s.name == "take_turn"} >= {"connect_four", "tic_tac_toe"}


def test_blocks_and_comments_fold() -> None:
    found = folding.folds(["# a", "# b", "rule x", "    if y:", "        stop", "", "rule z", "    stop"])
    assert [(f.start_line, f.end_line) for f in found] == [(0, 1), (2, 4), (3, 4), (6, 7)]


def test_names_have_the_colour_of_what_they_are(desk: Desk) -> None:
    found = colours.colours(desk.session, lsp.SemanticTokensParams(document(desk, PLAY)))
    assert found is not None
    text = desk.session.open[desk.rules / PLAY].text.text.split("\n")
    line = character = 0
    seen: dict[str, str] = {}
    for down, right, length, type, _ in zip(*[iter(found.data)] * 5, strict=True):
        line, character = line + down, right + (character if not down else 0)
        seen[text[line][character : character + length]] = colours.TYPES[type]
    assert seen["take_turn"] == "function"
    assert seen["cell"] == "variable"
    assert seen["disc"] == "property"
    assert seen["frame"] == "class"


def test_formatting_is_that_of_fmt(desk: Desk) -> None:
    text = desk.session.open[desk.rules / PLAY].text.text
    desk.open(PLAY, text.replace("cell.disc = you", "cell.disc   =you"))
    try:
        options = lsp.FormattingOptions(4, True)
        (edit,) = (
            formatting.formatting(desk.session, lsp.DocumentFormattingParams(document(desk, PLAY), options))
            or []
        )
        buffer = desk.session.open[desk.rules / PLAY].text
        start, end = buffer.offset_of(edit.range.start), buffer.offset_of(edit.range.end)
        assert buffer.text[:start] + edit.new_text + buffer.text[end:] == text
        assert end - start < 20
    finally:
        desk.open(PLAY, text)


def test_a_call_shows_its_values(desk: Desk) -> None:
    at = desk.at(PLAY, "let cell = landing(^column)")
    found = signature.signature(desk.session, lsp.SignatureHelpParams(**at))  # type: ignore[arg-type]
    assert found is not None
    assert found.signatures[0].label.startswith("landing(n: number)")
    at = desk.at(PLAY, "lines_through(cell, ^line")
    found = signature.signature(desk.session, lsp.SignatureHelpParams(**at))  # type: ignore[arg-type]
    assert found is not None
    assert found.active_parameter == 1


def test_lenses_tell_how_well_a_rule_is_tested(desk: Desk) -> None:
    found = lenses.lenses(desk.session, lsp.CodeLensParams(document(desk, PLAY))) or []
    assert found[0].command is not None
    assert found[0].command.title.startswith("tested by ")
    found = (
        lenses.lenses(
            desk.session, lsp.CodeLensParams(document(desk, "connect_four/examples/examples.rules"))
        )
        or []
    )
    assert [lens.command.title for lens in found[:2] if lens.command] == [
        "run this example",
        "play from here",
    ]


def test_lenses_tell_what_games_reached(tmp_path: Path) -> None:
    folder = project(tmp_path, "connect_four")
    rules = Project(folder, folder / "generated")
    desk = Desk(folder)
    text = desk.open(PLAY)
    desk.understand("connect_four")

    def words() -> list[str]:
        found = lenses.lenses(desk.session, lsp.CodeLensParams(document(desk, PLAY))) or []
        return [lens.command.title for lens in found if lens.command]

    assert [title for title in words() if "reach" in title] == ["what do games reach?"]
    reach.keep(Cache(rules.cache), reach.measured(rules, [Target("connect_four", "")], 1))
    known = words()
    assert any(" · reached by games · run" in title for title in known)
    assert "what do games reach?" not in known
    desk.open(PLAY, f"# lines move\n\n{text}")
    assert words() == known


def test_inferred_types_are_shown(desk: Desk) -> None:
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
    found = inlay.inlay(desk.session, lsp.InlayHintParams(document(desk, PLAY), whole)) or []
    text = desk.session.open[desk.rules / PLAY].text.text.split("\n")
    shown = {text[h.position.line][: h.position.character].split()[-1] + str(h.label) for h in found}
    assert "cell: frame or none" in shown
    assert any(s.endswith("(n: number") for s in shown)


# ---------------------------------------------------------------- fixes

MISTAKES = [
    ("{column}", "{colum}", "{column}"),
    ("is none", "== none", "= none"),
    ("line_length)", "line_lenght)", "line_length)"),
    ("cell.disc = you", "cell.disk = you", "cell.disc = you"),
    ("repeat until full:", "repeat until full", "repeat until full:"),
    ("[C4-2.1]", "[C4-2.11]", "[C4-2.1]"),
    ('column {column}"', "column {column}", 'column {column}"'),
]


@pytest.mark.parametrize(("right", "wrong", "fixed"), MISTAKES)
def test_a_hint_that_is_a_change_of_text_can_be_made(
    tmp_path: Path, right: str, wrong: str, fixed: str
) -> None:
    desk = Desk(project(tmp_path, "connect_four"))
    before = desk.open(PLAY)
    at = before.index(right)
    desk.open(PLAY, before[:at] + wrong + before[at + len(right) :])
    home = home_of(desk.rules / PLAY)
    moment = desk.session.moment(home)
    found = moment.first_findings()
    if not any(d.severity == "error" for d in found):
        from rulewright.lsp.analysis import analysed

        found += analysed(moment.read.files, "").diagnostics
    text = desk.session.open[desk.rules / PLAY].text
    shown = [as_shown(d, text) for d in found if d.span.path.endswith("play.rules")]
    context = lsp.CodeActionContext(shown)
    params = lsp.CodeActionParams(document(desk, PLAY), text.whole(), context)
    actions = fixes.fixes(desk.session, params) or []
    assert actions
    assert actions[0].edit is not None
    assert actions[0].edit.changes is not None
    (edit,) = actions[0].edit.changes[desk.uri(PLAY)]
    start, end = text.offset_of(edit.range.start), text.offset_of(edit.range.end)
    assert (
        text.text[:start] + edit.new_text + text.text[end:] == before[:at] + fixed + before[at + len(right) :]
    )

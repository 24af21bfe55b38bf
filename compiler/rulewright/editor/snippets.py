"""Snippets: the beginnings of declarations, with places to fill in."""

from __future__ import annotations

BODIES = {
    "game": ['game ${1:name} "${2:Title}"', "    players: ${3:2..4}", "$0"],
    "rule": ["rule ${1:name}  [${2:ID}]", "    $0"],
    "define": ["define ${1:name}(${2:n}) = $0"],
    "action": ['action ${1:name} "${2:in words}" in ${3:turn}  [${4:ID}]', "    $0"],
    "kind": ["kind ${1:name} | ${2:column}", "    ${3:member} | $0"],
    "board": ["board ${1:name}: ${2:grid(rows: 8, columns: 8)}", "    ${3:field}: ${0:player or none}"],
    "when": ["when ${1:happened}", "    $0"],
    "instead": ["instead ${1:name}", "    $0"],
    "choose": ["choose ${1:x} from ${2:S} where ${3:condition}:", "    $0"],
    "variant": ['variant ${1:name} of ${2:game} "${3:Title}"', "    $0"],
    "example": [
        'example "${1:what it shows}"  [${2:ID}]',
        "    players ${3:red}, ${4:blue}",
        "    given:",
        "        ${5:field} = ${6:value}",
        "    when: ${3:red}: ${7:answer}",
        "    then:",
        "        $0",
    ],
}


def snippets() -> dict[str, dict[str, object]]:
    """As VS Code reads them."""
    return {word: {"prefix": word, "body": body, "description": f"{word} …"} for word, body in BODIES.items()}

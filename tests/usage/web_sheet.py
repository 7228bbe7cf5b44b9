"""A web server for character sheets: `GET` one, `PUT` one, `POST` what somebody does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from freed6_core import RULES, Character, kinds
from freed6_core.play import CharacterError, Choices, RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment

SHEETS: dict[str, Character] = {}


def answer(method: str, path: str, body: bytes) -> tuple[str, object]:
    """The status and the data of an answer. `/rules` lists what a sheet may have."""
    name, _, action = path.strip("/").partition("/")
    try:
        match method:
            case "GET" if name == "rules":
                skills = (
                    one for one in RULES.every("skill") if isinstance(one, kinds.Skill)
                )
                return "200 OK", {one.id: f"{one} ({one.ability})" for one in skills}
            case "PUT":
                sheet = json.loads(body)
                SHEETS[name] = Character(
                    sheet["ratings"], name=name, values=sheet["values"]
                )
            case _ if name not in SHEETS:
                return "404 Not Found", {"problems": [f"nobody is called {name}"]}
            case "POST":
                asked = json.loads(body)
                done = SHEETS[name].act(
                    action,
                    SHEETS.get(asked.get("target")),
                    choices=Choices(given=asked["facts"]),
                )
                return "200 OK", {"told": str(done).splitlines()}
            case _:
                pass
        return "200 OK", SHEETS[name].to_dict()
    except CharacterError as unfit:
        return "422 Unprocessable Content", {"problems": unfit.problems}
    except RefusedError as refused:
        return "409 Conflict", {"problems": refused.reasons}


def application(environ: WSGIEnvironment, begin: StartResponse) -> Iterable[bytes]:
    """The same for any server that speaks WSGI: `wsgiref.simple_server`, gunicorn, waitress."""
    size = int(environ.get("CONTENT_LENGTH") or 0)
    body = environ["wsgi.input"].read(size)
    status, data = answer(environ["REQUEST_METHOD"], environ["PATH_INFO"], body)
    begin(status, [("Content-Type", "application/json; charset=utf-8")])
    return [json.dumps(data, ensure_ascii=False).encode()]


def main() -> None:
    """Ask it a few things, without a network."""
    rick = b'{"ratings": {"wits": "3D", "taunt": "1D"}, "values": {"move": "30 ft"}}'
    goon = b'{"ratings": {"wits": "2D"}, "values": {}}'
    taunt = b'{"target": "goon", "facts": {}}'
    assert answer("PUT", "/rick", rick.replace(b"taunt", b"tount"))[0].startswith("422")
    for name, sheet in (("rick", rick), ("goon", goon)):
        assert answer("PUT", f"/{name}", sheet)[0] == "200 OK"
    assert answer("POST", "/rick/taunt", taunt)[0] == "200 OK"
    assert answer("POST", "/rick/taunt", taunt)[0].startswith("409")
    _, rules = answer("GET", "/rules", b"")
    assert isinstance(rules, dict)
    assert rules["skill.brawling"] == "Brawling (Strength)"


if __name__ == "__main__":
    main()

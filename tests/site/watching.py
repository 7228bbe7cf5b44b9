"""What goes wrong in a browser: errors, violations of the policy, failed and foreign requests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from hosts import PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import (
        BrowserContext,
        ConsoleMessage,
        Page,
        Request,
        Response,
    )

    Visit = Callable[..., Page]


@dataclass
class Watch:
    """Gathers it from every page of a context; a violated policy is an error in the console.

    Without slots: Playwright leaves a mark on who listens.
    """

    found: list[str] = field(default_factory=list)

    def over(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", lambda error: self._say("script", error.error))
        context.on("request", self._request)
        context.on("requestfailed", self._failed)
        context.on("response", self._response)

    def _say(self, what: str, words: object) -> None:
        self.found.append(f"{what}: {words}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._say(message.type, message.text)

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        ours = address.hostname in {"127.0.0.1", PLAIN}
        if address.scheme in {"http", "https"} and not ours:
            self._say("foreign", request.url)

    def _failed(self, request: Request) -> None:
        """What a page still waited for when it was left is no failure."""
        if request.failure != "net::ERR_ABORTED":
            self._say("failed", f"{request.url} {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._say(str(response.status), response.url)

"""What the windows of these tests notice: without this, a clean run would say nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from watching import Watch

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


@pytest.mark.parametrize(
    ("script", "noticed"),
    [
        ("fetch('https://example.org/').catch(() => 0)", "Content Security Policy"),
        ("document.body.append('nothing wrong with that')", ""),
        ("document.body.insertAdjacentHTML('beforeend', '<p style=top:0>')", "style"),
        ("setTimeout(() => { throw new Error('dropped') })", "script: dropped"),
        ("document.body.append(Object.assign(new Image(), {src: 'no.png'}))", "failed"),
    ],
)
def test_trouble_is_noticed(
    browser: Browser, core: Path, script: str, noticed: str
) -> None:
    context = browser.new_context()
    watch = Watch()
    watch.over(context)
    page = context.new_page()
    page.goto((core / "index.html").as_uri())
    page.evaluate(f"() => {{ {script} }}")
    page.wait_for_timeout(50)
    context.close()
    assert noticed in "\n".join(watch.found)
    assert bool(watch.found) is bool(noticed)

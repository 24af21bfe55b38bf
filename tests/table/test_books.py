"""Books at the table: a rule id shows its sentence, and from there its place in the book."""

from __future__ import annotations

import urllib.request

from table.browsing import Browser
from table.serving import Server


def test_a_rule_id_leads_into_the_book(server: Server, browser: Browser) -> None:
    links = server.table("connect_four", "person", "open", seed=3)
    browser.open(server.base + links[0]["path"])
    browser.until(lambda: browser.state().get("moment"), "the table")
    browser.clicks(".rule")
    browser.until(
        lambda: "You cannot choose a column that is full" in browser.text("#dialog"), "the sentence"
    )
    address = str(browser.run("return document.querySelector('#dialog a').href"))
    assert address.endswith("/book/connect_four/index.html#C4-2.4")
    browser.driver.get(address)
    browser.run("document.querySelector('.rule:target .behind').open = true")
    browser.until(lambda: browser.run("return !!document.querySelector('.inside .example')"), "its examples")
    browser.run("document.querySelector('.inside .example').open = true")
    browser.until(lambda: browser.run("return document.querySelectorAll('.drawn').length"), "a drawing")
    assert browser.complaints() == []  # nothing that the server's policy forbids


def test_pages_that_are_not_there_are_refused(server: Server) -> None:
    assert server.refusal("/book/connect_four/../../etc/passwd")[0] == 404
    assert server.refusal("/book/ludo/index.html")[0] == 404
    with urllib.request.urlopen(f"{server.base}/book/connect_four/book.css", timeout=90) as answer:
        assert answer.headers["content-type"].startswith("text/css")

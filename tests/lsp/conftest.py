"""A server and a client for each test that asks for them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
import pytest_lsp
from lsprotocol import types as lsp
from pygls import uris
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities, make_test_lsp_client

from lsp.editor import SERVER, Editor, project


def new_client() -> LanguageClient:
    """A client that also lets the server watch files."""
    made = make_test_lsp_client()

    @made.feature(lsp.CLIENT_REGISTER_CAPABILITY)
    def registered(params: lsp.RegistrationParams) -> None:
        made.watched = params.registrations

    return made


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, client_factory=new_client))
async def client(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    """A client that has said hello, with the games that most tests need."""
    folder = project(tmp_path, "connect_four", "tic_tac_toe")
    uri = uris.from_fs_path(str(folder)) or ""
    params = lsp.InitializeParams(
        capabilities=client_capabilities("visual-studio-code"),
        root_uri=uri,
        workspace_folders=[lsp.WorkspaceFolder(uri, "project")],
    )
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


@pytest_asyncio.fixture
async def editor(client: LanguageClient, tmp_path: Path) -> Editor:
    return Editor(client, tmp_path)

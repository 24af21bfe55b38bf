// A language client: tells the server what is open, and asks it whenever VS Code wants to know something.
"use strict";

const { Connection } = require("./rpc");
const { conversions } = require("./convert");

const LANGUAGE = "rulewright";

class Client {
  constructor(vscode, command, folder, output) {
    this.vscode = vscode;
    this.to = conversions(vscode);
    this.output = output;
    this.diagnostics = vscode.languages.createDiagnosticCollection(LANGUAGE);
    this.subscriptions = [this.diagnostics];
    this.connection = new Connection(command, ["lsp"], { cwd: folder }, {
      onNotification: (method, params) => this.hear(method, params),
      onRequest: () => null,
      onLog: (text) => output.append(text),
      onEnd: (error) => this.ended(error),
    });
  }

  ended(error) {
    this.diagnostics.clear();
    this.output.appendLine(`rulewright lsp: ${error.message}`);
    if (!this.stopping) {
      this.vscode.window.showErrorMessage(
        `Rulewright: ${error.message}. Is rulewright installed? The setting "rulewright.command" says how it is started.`,
      );
    }
  }

  async start() {
    const folders = this.vscode.workspace.workspaceFolders ?? [];
    const answer = await this.connection.request("initialize", {
      processId: process.pid,
      rootUri: folders[0]?.uri.toString() ?? null,
      workspaceFolders: folders.map((f) => ({ uri: f.uri.toString(), name: f.name })),
      capabilities: {
        general: { positionEncodings: ["utf-16"] },
        textDocument: { publishDiagnostics: { dataSupport: true, tagSupport: { valueSet: [1, 2] } }, rename: { prepareSupport: true } },
      },
    });
    this.legend = answer.capabilities.semanticTokensProvider?.legend;
    this.connection.notify("initialized", {});
    this.follow();
    this.provide();
    for (const document of this.vscode.workspace.textDocuments) this.opened(document);
  }

  hear(method, params) {
    if (method === "textDocument/publishDiagnostics") {
      this.diagnostics.set(this.vscode.Uri.parse(params.uri), params.diagnostics.map(this.to.diagnostic));
    } else if (method === "window/showMessage") {
      this.vscode.window.showInformationMessage(params.message);
    } else if (method === "window/logMessage") {
      this.output.appendLine(params.message);
    }
  }

  // ------------------------------------------------------------ texts

  is(document) {
    return document.languageId === LANGUAGE;
  }

  opened(document) {
    if (!this.is(document)) return;
    this.connection.notify("textDocument/didOpen", {
      textDocument: { uri: document.uri.toString(), languageId: LANGUAGE, version: document.version, text: document.getText() },
    });
  }

  follow() {
    const { workspace } = this.vscode;
    const watcher = workspace.createFileSystemWatcher("**/{*.rules,RULEBOOK.md}");
    const changed = (type) => (uri) =>
      this.connection.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uri.toString(), type }] });
    this.subscriptions.push(
      watcher,
      watcher.onDidCreate(changed(1)),
      watcher.onDidChange(changed(2)),
      watcher.onDidDelete(changed(3)),
      workspace.onDidOpenTextDocument((document) => this.opened(document)),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (!this.is(document)) return;
        this.connection.notify("textDocument/didChange", {
          textDocument: { uri: document.uri.toString(), version: document.version },
          contentChanges: [{ text: document.getText() }],
        });
      }),
      workspace.onDidCloseTextDocument((document) => {
        if (this.is(document)) {
          this.connection.notify("textDocument/didClose", { textDocument: { uri: document.uri.toString() } });
        }
      }),
      workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const named = (some) => some.map((f) => ({ uri: f.uri.toString(), name: f.name }));
        this.connection.notify("workspace/didChangeWorkspaceFolders", { event: { added: named(added), removed: named(removed) } });
      }),
    );
  }

  // ------------------------------------------------------------ questions

  /** Asks about a document, perhaps at a place in it; null if the server cannot tell. */
  async ask(method, document, place, more = {}, token = undefined) {
    const params = { textDocument: { uri: document.uri.toString() }, ...more };
    if (place) params.position = { line: place.line, character: place.character };
    try {
      return await this.connection.request(method, params, token);
    } catch (error) {
      this.output.appendLine(`${method}: ${error.message}`);
      return null;
    }
  }

  provide() {
    const { languages } = this.vscode;
    const to = this.to;
    const here = { language: LANGUAGE };
    const each = (some, convert) => (some ?? []).map(convert);
    this.subscriptions.push(
      languages.registerHoverProvider(here, {
        provideHover: async (d, p) => {
          const found = await this.ask("textDocument/hover", d, p);
          return found && new this.vscode.Hover(to.markdown(found.contents), found.range && to.range(found.range));
        },
      }),
      languages.registerCompletionItemProvider(
        here,
        { provideCompletionItems: async (d, p, token) => each((await this.ask("textDocument/completion", d, p, {}, token))?.items, to.completion) },
        ".", "[", " ",
      ),
      languages.registerDefinitionProvider(here, {
        provideDefinition: async (d, p) => each(await this.ask("textDocument/definition", d, p), to.location),
      }),
      languages.registerReferenceProvider(here, {
        provideReferences: async (d, p, context) =>
          each(await this.ask("textDocument/references", d, p, { context: { includeDeclaration: context.includeDeclaration } }), to.location),
      }),
      languages.registerDocumentHighlightProvider(here, {
        provideDocumentHighlights: async (d, p) =>
          each(await this.ask("textDocument/documentHighlight", d, p), (h) => new this.vscode.DocumentHighlight(to.range(h.range), (h.kind ?? 1) - 1)),
      }),
      languages.registerRenameProvider(here, {
        provideRenameEdits: async (d, p, newName) => {
          const params = { textDocument: { uri: d.uri.toString() }, position: { line: p.line, character: p.character }, newName };
          return to.workspaceEdit(await this.connection.request("textDocument/rename", params)); // a refusal is shown as it is
        },
        prepareRename: async (d, p) => {
          const found = await this.ask("textDocument/prepareRename", d, p);
          if (!found) throw new Error("nothing can be renamed here");
          return { range: to.range(found.range), placeholder: found.placeholder };
        },
      }),
      languages.registerDocumentSymbolProvider(here, {
        provideDocumentSymbols: async (d) => each(await this.ask("textDocument/documentSymbol", d), to.symbol),
      }),
      languages.registerWorkspaceSymbolProvider({
        provideWorkspaceSymbols: async (query) =>
          each(await this.connection.request("workspace/symbol", { query }), (s) =>
            new this.vscode.SymbolInformation(s.name, s.kind - 1, s.containerName ?? "", to.location(s.location))),
      }),
      languages.registerFoldingRangeProvider(here, {
        provideFoldingRanges: async (d) =>
          each(await this.ask("textDocument/foldingRange", d), (f) =>
            new this.vscode.FoldingRange(f.startLine, f.endLine, f.kind === "comment" ? this.vscode.FoldingRangeKind.Comment : undefined)),
      }),
      languages.registerDocumentFormattingEditProvider(here, {
        provideDocumentFormattingEdits: async (d) =>
          to.edits(await this.ask("textDocument/formatting", d, undefined, { options: { tabSize: 4, insertSpaces: true } })),
      }),
      languages.registerCodeActionsProvider(here, {
        provideCodeActions: async (d, range, context) => {
          const more = { range: plain(range), context: { diagnostics: context.diagnostics.map(to.asSent) } };
          return each(await this.ask("textDocument/codeAction", d, undefined, more), (a) => {
            const made = new this.vscode.CodeAction(a.title, this.vscode.CodeActionKind.QuickFix);
            made.edit = to.workspaceEdit(a.edit);
            made.diagnostics = context.diagnostics.filter((x) => a.diagnostics?.some((y) => y.code === x.code));
            made.isPreferred = a.isPreferred;
            return made;
          });
        },
      }),
      languages.registerCodeLensProvider(here, {
        provideCodeLenses: async (d) =>
          each(await this.ask("textDocument/codeLens", d), (l) => new this.vscode.CodeLens(to.range(l.range), to.command(l.command))),
      }),
      languages.registerInlayHintsProvider(here, {
        provideInlayHints: async (d, range) =>
          each(await this.ask("textDocument/inlayHint", d, undefined, { range: plain(range) }), (h) => {
            const made = new this.vscode.InlayHint(to.position(h.position), h.label, h.kind);
            made.tooltip = h.tooltip;
            return made;
          }),
      }),
      languages.registerSignatureHelpProvider(
        here,
        {
          provideSignatureHelp: async (d, p) => {
            const found = await this.ask("textDocument/signatureHelp", d, p);
            if (!found) return null;
            const made = new this.vscode.SignatureHelp();
            made.signatures = found.signatures.map((s) => {
              const one = new this.vscode.SignatureInformation(s.label, s.documentation);
              one.parameters = each(s.parameters, (x) => new this.vscode.ParameterInformation(x.label));
              return one;
            });
            made.activeSignature = found.activeSignature ?? 0;
            made.activeParameter = found.activeParameter ?? 0;
            return made;
          },
        },
        "(", ",",
      ),
    );
    if (this.legend) {
      this.subscriptions.push(
        languages.registerDocumentSemanticTokensProvider(
          here,
          {
            provideDocumentSemanticTokens: async (d) => {
              const found = await this.ask("textDocument/semanticTokens/full", d);
              return found && new this.vscode.SemanticTokens(new Uint32Array(found.data));
            },
          },
          new this.vscode.SemanticTokensLegend(this.legend.tokenTypes, this.legend.tokenModifiers),
        ),
      );
    }
  }

  stop() {
    this.stopping = true;
    for (const each of this.subscriptions) each.dispose();
    this.connection.stop();
  }
}

function plain(range) {
  const at = (p) => ({ line: p.line, character: p.character });
  return { start: at(range.start), end: at(range.end) };
}

module.exports = { Client };

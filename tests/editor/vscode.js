// A stand-in for the `vscode` module: it keeps what the extension registers and says, and has documents to open and edit.
"use strict";

const { pathToFileURL, fileURLToPath } = require("node:url");

class Uri {
  constructor(text) { this.text = text; this.fsPath = text.startsWith("file:") ? fileURLToPath(text) : text; }
  static parse(text) { return new Uri(text); }
  static file(path) { return new Uri(pathToFileURL(path).href); }
  with({ scheme }) { return new Uri(this.text.replace(/^\w+:/, scheme + ":")); }
  toString() { return this.text; }
}
class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(start, end) { Object.assign(this, { start, end }); } }
/** A class that keeps what it was made of. */
const keeping = (...names) => class { constructor(...values) { names.forEach((n, i) => { this[n] = values[i]; }); } };

const providers = {};
const listeners = {};
const registered = {};
const diagnostics = new Map();
const terminals = [];
const said = [];
const disposable = { dispose() {} };
const on = (name) => (run) => { listeners[name] = run; return disposable; };
const provider = (name) => (...given) => { providers[name] = given.find((g) => g && Object.values(g).some((x) => typeof x === "function")); return disposable; };

const languages = { createDiagnosticCollection: () => ({
  set: (uri, some) => diagnostics.set(uri.toString(), some), clear: () => diagnostics.clear(), dispose() {} }) };
for (const name of ["Hover", "CompletionItem", "Definition", "Reference", "DocumentHighlight", "Rename", "DocumentSymbol", "WorkspaceSymbol",
  "FoldingRange", "DocumentFormattingEdit", "CodeActions", "CodeLens", "InlayHints", "SignatureHelp", "DocumentSemanticTokens"]) {
  languages[`register${name}Provider`] = provider(name);
}

module.exports = {
  Uri, Position, Range, languages,
  Location: keeping("uri", "range"), TextEdit: keeping("range", "newText"), MarkdownString: keeping("value"),
  Diagnostic: keeping("range", "message", "severity"), CompletionItem: keeping("label", "kind"), Hover: keeping("contents", "range"),
  DocumentSymbol: keeping("name", "detail", "kind", "range", "selectionRange"), SymbolInformation: keeping("name", "kind", "containerName", "location"),
  FoldingRange: keeping("start", "end", "kind"), FoldingRangeKind: { Comment: 1 }, CodeAction: keeping("title", "kind"),
  CodeActionKind: { QuickFix: "quickfix" }, CodeLens: keeping("range", "command"), InlayHint: keeping("position", "label", "kind"),
  SignatureHelp: keeping(), SignatureInformation: keeping("label", "documentation"), ParameterInformation: keeping("label"),
  SemanticTokens: keeping("data"), SemanticTokensLegend: keeping("types", "modifiers"), DocumentHighlight: keeping("range", "kind"),
  WorkspaceEdit: class { constructor() { this.edits = new Map(); } set(uri, edits) { this.edits.set(uri.toString(), edits); } },
  workspace: {
    workspaceFolders: [], textDocuments: [],
    getConfiguration: () => ({ get: () => process.env.RULEWRIGHT_COMMAND }),
    createFileSystemWatcher: () => ({ onDidCreate: on("created"), onDidChange: on("touched"), onDidDelete: on("deleted"), dispose() {} }),
    onDidOpenTextDocument: on("open"), onDidChangeTextDocument: on("change"), onDidCloseTextDocument: on("close"),
    onDidChangeWorkspaceFolders: on("folders"), saveAll: async () => true, registerTextDocumentContentProvider: () => disposable,
  },
  window: {
    terminals, activeTextEditor: undefined,
    createOutputChannel: () => ({ append: (t) => said.push(t), appendLine: (t) => said.push(t), dispose() {} }),
    showErrorMessage: (t) => said.push(t), showInformationMessage: (t) => said.push(t),
    createTerminal: ({ name }) => { const made = { name, lines: [], show() {}, sendText(t) { this.lines.push(t); } }; terminals.push(made); return made; },
  },
  commands: { registerCommand: (id, run) => { registered[id] = run; return disposable; }, executeCommand: async (...given) => said.push(given.join(" ")) },
  test: { providers, listeners, registered, diagnostics, terminals, said },
};

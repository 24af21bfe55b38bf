// Plays an editor: loads the extension from a folder, opens and edits a rules file, asks everything once, prints what came as JSON.
"use strict";

const Module = require("node:module");
const path = require("node:path");
const fs = require("node:fs");

const [extension, project, file] = process.argv.slice(2);
const stand = require("./vscode.js");
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? stand : load(name, ...rest));
const { activate, deactivate } = require(path.join(extension, "extension.js"));

const { providers, listeners, registered, diagnostics, terminals, said } = stand.test;
const text = fs.readFileSync(file, "utf8");
const document = { uri: stand.Uri.file(file), languageId: "rulewright", version: 1, text, getText() { return this.text; } };
const key = document.uri.toString();

function write(now) {
  document.text = now;
  document.version += 1;
  listeners.change({ document });
}
function at(marked) {
  const [before, after] = marked.split("^");
  const offset = document.text.indexOf(before + after) + before.length;
  const lines = document.text.slice(0, offset).split("\n");
  return new stand.Position(lines.length - 1, lines[lines.length - 1].length);
}
async function until(holds) {
  const end = Date.now() + 60000;
  while (!holds()) {
    if (Date.now() > end) throw new Error("waited in vain; said: " + said.join("\n"));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function main() {
  stand.workspace.workspaceFolders = [{ uri: stand.Uri.file(project), name: "project" }];
  stand.workspace.textDocuments = [document];
  const context = { subscriptions: [] };
  await activate(context);
  await until(() => diagnostics.get(key)?.length === 0);
  const result = { clean: diagnostics.get(key) };
  write(text.replace("{column}", "{colum}"));
  await until(() => diagnostics.get(key)?.length === 1);
  result.wrong = diagnostics.get(key).map((d) => [d.code, d.severity, d.message]);
  const whole = new stand.Range(new stand.Position(0, 0), new stand.Position(99, 0));
  const actions = await providers.CodeActions.provideCodeActions(document, whole, { diagnostics: diagnostics.get(key) });
  result.fix = [actions[0].title, actions[0].edit.edits.get(key)[0].newText];
  write(text);
  await until(() => diagnostics.get(key)?.length === 0);
  const position = at("where is_^open(it)");
  result.hover = (await providers.Hover.provideHover(document, position)).contents.value;
  result.definition = (await providers.Definition.provideDefinition(document, position)).map((l) => l.range.start.line);
  result.references = (await providers.Reference.provideReferences(document, position, { includeDeclaration: true })).length;
  result.symbols = (await providers.DocumentSymbol.provideDocumentSymbols(document)).map((s) => s.name);
  result.folds = (await providers.FoldingRange.provideFoldingRanges(document)).length;
  result.tokens = (await providers.DocumentSemanticTokens.provideDocumentSemanticTokens(document)).data.length % 5;
  result.lenses = (await providers.CodeLens.provideCodeLenses(document)).map((l) => l.command.title);
  result.inlay = (await providers.InlayHints.provideInlayHints(document, whole)).map((h) => h.label);
  result.completion = (await providers.CompletionItem.provideCompletionItems(document, at("cell.^disc = you"))).map((i) => i.label);
  result.signature = (await providers.SignatureHelp.provideSignatureHelp(document, at("landing(^column)"))).signatures[0].label;
  const renamed = await providers.Rename.provideRenameEdits(document, position, "has_room");
  result.renamed = [...renamed.edits.values()].flat().map((e) => e.newText);
  result.refused = await providers.Rename.provideRenameEdits(document, position, "two words").catch((error) => error.message);
  write(text.replace("cell.disc = you", "cell.disc   =   you"));
  result.formatted = (await providers.DocumentFormattingEdit.provideDocumentFormattingEdits(document)).length;
  await registered["rulewright.playFrom"](key, ["it's a draw"]);
  result.terminal = terminals[0].lines;
  result.commands = Object.keys(registered);
  deactivate();
  console.log(JSON.stringify(result));
  setTimeout(() => process.exit(0), 500);
}

main().catch((error) => { console.error(error); process.exit(1); });

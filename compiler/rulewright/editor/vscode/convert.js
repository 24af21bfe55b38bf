// Between what the server says and what VS Code wants: places, texts, symbols, edits.
"use strict";

/** Conversions for one `vscode` module. */
function conversions(vscode) {
  const position = (p) => new vscode.Position(p.line, p.character);
  const range = (r) => new vscode.Range(position(r.start), position(r.end));
  const location = (l) => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));
  const edits = (some) => (some ?? []).map((e) => new vscode.TextEdit(range(e.range), e.newText));

  function markdown(text) {
    return new vscode.MarkdownString(typeof text === "string" ? text : text.value);
  }

  function workspaceEdit(edit) {
    const made = new vscode.WorkspaceEdit();
    for (const [uri, some] of Object.entries(edit?.changes ?? {})) made.set(vscode.Uri.parse(uri), edits(some));
    return made;
  }

  function diagnostic(d) {
    // The protocol counts severities from 1, VS Code from 0.
    const made = new vscode.Diagnostic(range(d.range), d.message, (d.severity ?? 1) - 1);
    made.code = d.code;
    made.source = d.source;
    made.tags = d.tags;
    made.data = d.data;
    return made;
  }

  function asSent(d) {
    return { range: d.range, message: d.message, severity: d.severity + 1, code: d.code, source: d.source, data: d.data };
  }

  function completion(item) {
    const made = new vscode.CompletionItem(item.label, (item.kind ?? 1) - 1);
    made.detail = item.detail;
    made.documentation = item.documentation && markdown(item.documentation);
    made.sortText = item.sortText;
    return made;
  }

  function symbol(s) {
    const made = new vscode.DocumentSymbol(s.name, "", s.kind - 1, range(s.range), range(s.selectionRange));
    made.children = (s.children ?? []).map(symbol);
    return made;
  }

  function command(c) {
    return c && { title: c.title, command: c.command, arguments: c.arguments };
  }

  return { position, range, location, edits, markdown, workspaceEdit, diagnostic, asSent, completion, symbol, command };
}

module.exports = { conversions };

// The extension: starts the server, and has the commands that need a terminal.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");
const { Client } = require("./client");

let client;
let output;

async function activate(context) {
  output = vscode.window.createOutputChannel("Rulewright");
  const commands = {
    "rulewright.build": () => inTerminal("build"),
    "rulewright.test": () => inTerminal("test"),
    "rulewright.play": () => inTerminal("play"),
    "rulewright.table": () => inTerminal("table"),
    "rulewright.diff": compareWithSaved,
    "rulewright.restart": restart,
    "rulewright.runExamples": (uri, titles) =>
      inTerminal("test", titles.length === 1 ? ["--only", titles[0]] : [], vscode.Uri.parse(uri)),
    "rulewright.reach": (uri) => inTerminal("trace", ["--runs", "3"], vscode.Uri.parse(uri)),
    "rulewright.playFrom": (uri, titles) => inTerminal("play", ["--example", titles[0]], vscode.Uri.parse(uri)),
  };
  for (const [id, run] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(id, run));
  }
  context.subscriptions.push(output, { dispose: () => client?.stop() });
  await restart();
}

async function restart() {
  client?.stop();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  client = new Client(vscode, program(folder), folder, output);
  try {
    await client.start();
  } catch (error) {
    output.appendLine(String(error));
  }
}

/** How rulewright is started: as the settings say, from the folder's own environment, or from the path. */
function program(folder) {
  const set = vscode.workspace.getConfiguration("rulewright").get("command");
  if (set) return set;
  for (const own of [".venv/bin/rulewright", ".venv/Scripts/rulewright.exe"]) {
    if (folder && fs.existsSync(path.join(folder, own))) return path.join(folder, own);
  }
  return "rulewright";
}

/** The game of a file, and the folder of its project: what stands around `rules`. */
function gameOf(file) {
  const parts = file.split(/[\\/]/);
  const at = parts.lastIndexOf("rules", parts.length - 2);
  if (at < 0) return null;
  for (let end = at + 2; end < parts.length; end++) {
    const folder = parts.slice(0, end).join(path.sep);
    if (fs.existsSync(folder) && fs.readdirSync(folder).some((name) => name.endsWith(".rules"))) {
      return { game: parts[end - 1], root: parts.slice(0, at).join(path.sep) };
    }
  }
  return null;
}

/** A word as a shell takes it, whatever stands in it. */
function quoted(word) {
  if (/^[\w@%+=:,./\\-]+$/.test(word)) return word;
  return process.platform === "win32" ? `"${word.replaceAll('"', '""')}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

async function inTerminal(command, more = [], uri = vscode.window.activeTextEditor?.document.uri) {
  const found = uri && gameOf(uri.fsPath);
  if (!found) {
    vscode.window.showInformationMessage("Open a rules file of a game, in rules/GAME/.");
    return;
  }
  await vscode.workspace.saveAll(false);
  const terminal =
    vscode.window.terminals.find((t) => t.name === "rulewright") ??
    vscode.window.createTerminal({ name: "rulewright", cwd: found.root });
  terminal.show(true);
  terminal.sendText([program(found.root), command, found.game, "--project", found.root, ...more].map(quoted).join(" "));
}

async function compareWithSaved() {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const { uri } = editor.document;
  const saved = uri.with({ scheme: "rulewright-saved" });
  const shown = { provideTextDocumentContent: () => fs.readFileSync(uri.fsPath, "utf8") };
  const registered = vscode.workspace.registerTextDocumentContentProvider("rulewright-saved", shown);
  await vscode.commands.executeCommand("vscode.diff", saved, uri, `${path.basename(uri.fsPath)}: saved and now`);
  registered.dispose();
}

function deactivate() {
  client?.stop();
}

module.exports = { activate, deactivate };

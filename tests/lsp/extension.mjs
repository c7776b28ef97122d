// The bundle of the VS Code extension against a stub of the `vscode` API: it starts the server, answers a hover through
// the client of VS Code's library, and its panel shows the page and follows the cursor. Exit status 77 without a bundle:
// ctest counts the test as skipped. Usage: node extension.mjs STRIDESCOPE
import assert from 'node:assert/strict';
import fs from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { spawnSync } from 'node:child_process';

const program = path.resolve(process.argv[2]);
const folder = path.resolve(import.meta.dirname, '../../editor/vscode');
const bundle = path.join(folder, 'dist/extension.js');
if (!fs.existsSync(bundle)) {
  console.log('SKIPPED: the extension is not built; expected `./dev package` before');
  process.exit(77);
}

// --- The stub --------------------------------------------------------------------------------------------------------

class Disposable {
  constructor(end = () => {}) { this.dispose = end; }
  static from(...all) { return new Disposable(() => all.forEach((one) => one.dispose())); }
}
class EventEmitter {
  #listeners = new Set();
  event = (listen, self) => {
    const one = self ? listen.bind(self) : listen;
    this.#listeners.add(one);
    return new Disposable(() => this.#listeners.delete(one));
  };
  fire(value) { for (const one of [...this.#listeners]) one(value); }
  dispose() { this.#listeners.clear(); }
}
class Uri {
  constructor(text) { this.text = text; }
  static parse(text) { return new Uri(text); }
  static file(name) { return new Uri(`file://${name}`); }
  get scheme() { return this.text.split(':')[0]; }
  get fsPath() { return this.text.replace(/^file:\/\//, ''); }
  get path() { return this.fsPath; }
  toString() { return this.text; }
}
class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
}
class Range {
  constructor(...all) {
    const [start, end] = all.length === 4 ? [new Position(all[0], all[1]), new Position(all[2], all[3])] : all;
    Object.assign(this, { start, end });
  }
}
class CancellationTokenSource {
  #emitter = new EventEmitter();
  token = { isCancellationRequested: false, onCancellationRequested: this.#emitter.event };
  cancel() { this.token.isCancellationRequested = true; this.#emitter.fire(); }
  dispose() {}
}
const events = {};
const event = (name) => (events[name] ??= new EventEmitter()).event;
const settings = { 'server.path': program, page: '', integers: 'cute' };
const registered = { commands: {}, providers: {} };
const errors = [];
const panels = [];
const documents = [];
const diagnostics = new Map();
const provider = (name) => (...given) => { registered.providers[name] = given; return new Disposable(); };

/** Answers any other member: a class that can also be called. */
const anything = (known = {}) => new Proxy(known, { get: (all, name) => (name in all || typeof name === 'symbol' ? all[name] : (all[name] = function Unknown() {})) });

const vscode = anything({
  version: '1.90.0',
  Disposable, EventEmitter, Uri, Position, Range, CancellationTokenSource,
  ViewColumn: { Beside: -2 },
  env: anything({ asExternalUri: async (uri) => uri, language: 'en', appName: 'stub', appHost: 'desktop' }),
  l10n: { t: (text, ...given) => text.replace(/\{(\d)\}/g, (_, i) => given[i]) },
  commands: {
    registerCommand: (name, run) => { registered.commands[name] = run; return new Disposable(); },
    executeCommand: async () => undefined,
  },
  workspace: anything({
    textDocuments: documents,
    workspaceFolders: undefined,
    getConfiguration: () => ({ get: (name, otherwise) => settings[name] ?? otherwise }),
    onDidChangeConfiguration: event('configuration'),
    onDidOpenTextDocument: event('open'),
    onDidCloseTextDocument: event('close'),
    onDidChangeTextDocument: event('change'),
    onDidSaveTextDocument: event('save'),
    onWillSaveTextDocument: event('willSave'),
    onDidChangeWorkspaceFolders: event('folders'),
    onDidCreateFiles: event('create'), onDidRenameFiles: event('rename'), onDidDeleteFiles: event('delete'),
    onWillCreateFiles: event('willCreate'), onWillRenameFiles: event('willRename'), onWillDeleteFiles: event('willDelete'),
    createFileSystemWatcher: () => anything({ onDidCreate: event('a'), onDidChange: event('b'), onDidDelete: event('c'), dispose() {} }),
  }),
  window: anything({
    activeTextEditor: undefined,
    visibleTextEditors: [],
    tabGroups: { all: [], onDidChangeTabs: event('tabs'), onDidChangeTabGroups: event('tabGroups') },
    onDidChangeActiveTextEditor: event('active'),
    onDidChangeTextEditorSelection: event('selection'),
    onDidChangeVisibleTextEditors: event('visible'),
    createOutputChannel: () => anything({ append() {}, appendLine() {}, show() {}, dispose() {} }),
    showErrorMessage: async (text) => { errors.push(text); },
    createWebviewPanel: (...given) => {
      const panel = { given, title: given[1], sent: [], reveal() {}, onDidDispose: event('disposed'), dispose() { events.disposed.fire(); } };
      panel.webview = { html: '', postMessage: async (message) => { panel.sent.push(message); return true; } };
      panels.push(panel);
      return panel;
    },
  }),
  languages: anything({
    match: (selector, document) => ([].concat(selector).some(({ language }) => language === document.languageId) ? 10 : 0),
    createDiagnosticCollection: () => ({ set: (uri, found) => diagnostics.set(String(uri), found), delete() {}, clear() {}, dispose() {} }),
    registerHoverProvider: provider('hover'),
    registerInlayHintsProvider: provider('hints'),
    registerCompletionItemProvider: provider('completion'),
    registerSignatureHelpProvider: provider('signature'),
    registerCodeActionsProvider: provider('actions'),
  }),
  // The classes that the client makes.
  Hover: class { constructor(contents, range) { Object.assign(this, { contents: [].concat(contents), range }); } },
  MarkdownString: class { constructor(value = '') { this.value = value; } appendCodeblock(text) { this.value += text; return this; } },
  Diagnostic: class { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } },
  InlayHint: class { constructor(position, label, kind) { Object.assign(this, { position, label, kind }); } },
  SnippetString: class {},
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  CodeActionKind: Object.assign(class CodeActionKind { constructor(value) { this.value = value; } append(more) { return new vscode.CodeActionKind(`${this.value}.${more}`); } }, {}),
  CompletionItemKind: {}, CompletionItemTag: {}, SymbolKind: {}, SymbolTag: {}, DiagnosticTag: {}, CodeActionTriggerKind: {}, SignatureHelpTriggerKind: {}, CompletionTriggerKind: {}, InlayHintKind: { Type: 1, Parameter: 2 },
  TextDocumentSaveReason: {}, TextDocumentChangeReason: {}, FoldingRangeKind: {}, ProgressLocation: {}, DocumentHighlightKind: {}, StatusBarAlignment: {},
});
for (const kind of ['QuickFix', 'Refactor', 'RefactorExtract', 'RefactorInline', 'RefactorRewrite', 'Source', 'SourceOrganizeImports', 'Empty'])
  vscode.CodeActionKind[kind] = new vscode.CodeActionKind(kind.toLowerCase());

const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));

// --- The test --------------------------------------------------------------------------------------------------------

const until = async (what, holds) => {
  for (let i = 0; i < 1000; ++i) {
    const value = await holds();
    if (value) return value;
    await new Promise((resolve) => { setTimeout(resolve, 10); });
  }
  return assert.fail(`no ${what}`);
};
const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
assert.equal(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.match(/\d+\.\d+\.\d+/)[0], manifest.version);

// Both languages have each text of the manifest.
const texts = (name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
const named = [...JSON.stringify(manifest).matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key).sort();
for (const name of ['package.nls.json', 'package.nls.zh-cn.json']) assert.deepEqual(Object.keys(texts(name)).sort(), named, name);
const said = fs.readdirSync(path.join(folder, 'src')).flatMap((name) => [...fs.readFileSync(path.join(folder, 'src', name), 'utf8').matchAll(/l10n\.t\((["'])(.*?)\1[,)]/g)].map(([, , text]) => text)).sort();
assert.deepEqual(Object.keys(texts('l10n/bundle.l10n.zh-cn.json')).sort(), said);

const text = 'A = (4,8):(8,_1)\nR = compositon(A, 4:2)\n';
const document = {
  uri: Uri.file('/tmp/a.stride'), languageId: 'stride', version: 1, isClosed: false, isDirty: false, fileName: '/tmp/a.stride',
  getText: () => text, lineCount: 3,
};
documents.push(document);

const extension = createRequire(import.meta.url)(bundle);
const context = { subscriptions: [], extensionUri: Uri.file(folder), extensionPath: folder };
await extension.activate(context);
assert.deepEqual(errors, []);
assert.deepEqual(Object.keys(registered.commands).sort(), manifest.contributes.commands.map(({ command }) => command).sort());
for (const name of ['hover', 'hints', 'completion', 'signature', 'actions']) await until(name, () => registered.providers[name]);
const [, hovers] = registered.providers.hover;
const token = new CancellationTokenSource().token;
const hover = await until('hover', () => hovers.provideHover(document, new Position(0, 0), token));
assert.match(hover.contents[0].value, /A = \(4,8\):\(8,_1\)/); // the setting `integers`
const [found] = await until('diagnostics', () => diagnostics.get('file:///tmp/a.stride'));
assert.match(found.message, /compositon/);

// The panel: the page of this extension, then the picture at the cursor.
const editor = { document, selection: { active: new Position(0, 1) } };
vscode.window.activeTextEditor = editor;
await registered.commands['stridescope.showPage']();
const [panel] = panels;
const [, address, fragment] = panel.webview.html.match(/src="(http:\/\/127\.0\.0\.1:\d+\/)(#z=[\w-]+)"/);
assert.equal(spawnSync(program, ['link', '--read', fragment], { encoding: 'utf8' }).stdout.trim(), 'A = (4,8):(8,_1)');
const page = await fetch(address);
if (fs.existsSync(path.join(folder, 'page/index.html'))) assert.match(await page.text(), /<title>|<script/);
assert.equal((await fetch(new URL('../../package.json', address))).status, 404);
assert.equal((await fetch(`${address}%2e%2e%2fpackage.json`)).status, 404);
assert.equal((await fetch(address, { method: 'POST' })).status, 405);
editor.selection = { active: new Position(1, 4) };
editor.document = { ...document };
events.selection.fire({ textEditor: editor });
await new Promise((resolve) => { setTimeout(resolve, 500); });
assert.equal(panel.sent.length, 0); // no value there: the picture stays
const text2 = 'A = (4,8):(8,_1)\nR = composition(A, 4:2)\n';
Object.assign(document, { getText: () => text2, version: 2 });
events.change.fire({ document, contentChanges: [{ range: new Range(1, 4, 1, 14), rangeLength: 10, rangeOffset: 21, text: 'composition' }] });
const [{ fragment: second }] = await until('picture', () => panel.sent.length > 0 && panel.sent);
assert.equal(spawnSync(program, ['link', '--read', second], { encoding: 'utf8' }).stdout.trim(), text2.trim());
assert.equal(panel.title, 'Stridescope: R');

// Another page by the settings, and a server that does not exist.
settings.page = 'http://elsewhere/';
events.configuration.fire({ affectsConfiguration: () => true });
await until('page', () => panel.webview.html.includes('src="http://elsewhere/#z='));
settings['server.path'] = '/nowhere/stridescope';
await registered.commands['stridescope.restart']();
assert.ok(errors.some((text) => text.includes("'/nowhere/stridescope lsp' does not start")), errors.join('\n'));

for (const one of context.subscriptions) one.dispose();
await extension.deactivate();
console.log('the extension works against the stub of VS Code');
process.exit(0);

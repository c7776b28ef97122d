// A panel with the page of Stridescope, which shows the value at the cursor. The page is the one of the setting, or the
// copy in this extension, served on this machine alone.
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Picture } from './extension';
import { PageServer } from './page_server';

/** Milliseconds without a move of the cursor, before its picture is asked for. */
const settle = 150;

const titleOf = (picture: Picture | null): string => (picture?.name ? `Stridescope: ${picture.name}` : 'Stridescope');
const attribute = (text: string): string => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The document around the page: it changes the page's fragment, which opens another program without loading it again. */
function documentOf(page: string, fragment: string): string {
  const { origin } = new URL(page);
  const nonce = Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join('');
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; frame-src ${attribute(origin)}; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<style nonce="${nonce}">html, body { height: 100%; margin: 0; padding: 0; overflow: hidden } iframe { width: 100%; height: 100%; border: 0; display: block; background: #fff }</style>
</head>
<body>
<iframe title="Stridescope" src="${attribute(page + fragment)}" allow="clipboard-write"></iframe>
<script nonce="${nonce}">
  const page = ${JSON.stringify(page).replaceAll('<', '\\u003c')};
  addEventListener('message', ({ data }) => {
    if (typeof data?.fragment === 'string') document.querySelector('iframe').src = page + data.fragment;
  });
</script>
</body>
</html>`;
}

export class Panel implements vscode.Disposable {
  #panel: vscode.WebviewPanel | undefined;
  #server: PageServer | undefined;
  #shown = '';
  #timer: NodeJS.Timeout | undefined;
  readonly #listeners: vscode.Disposable[];

  constructor(
    private readonly extension: vscode.Uri,
    private readonly address: () => string,
    private readonly pictureAt: (editor: vscode.TextEditor) => Promise<Picture | null>,
  ) {
    this.#listeners = [
      vscode.window.onDidChangeTextEditorSelection(() => this.#followSoon()),
      vscode.window.onDidChangeActiveTextEditor(() => this.#followSoon()),
      vscode.workspace.onDidChangeTextDocument(() => this.#followSoon()),
    ];
  }

  async show(): Promise<void> {
    if (this.#panel) {
      this.#panel.reveal(undefined, true);
      return;
    }
    this.#panel = vscode.window.createWebviewPanel(
      'stridescope', 'Stridescope', { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, retainContextWhenHidden: true },
    );
    this.#panel.onDidDispose(() => { this.#panel = undefined; });
    await this.reload();
  }

  /** Loads the page, which the settings may have changed. */
  async reload(): Promise<void> {
    if (!this.#panel) return;
    const page = await this.#page();
    const picture = await this.#current();
    this.#shown = picture?.fragment ?? '';
    if (!this.#panel) return; // closed by now
    this.#panel.title = titleOf(picture);
    this.#panel.webview.html = documentOf(page, this.#shown);
  }

  async #page(): Promise<string> {
    const address = this.address();
    if (address) return address.replace(/#.*$/, '');
    this.#server ??= await PageServer.start(path.join(this.extension.fsPath, 'page'));
    // Of a remote machine: the editor forwards the port.
    const outside = await vscode.env.asExternalUri(vscode.Uri.parse(this.#server.address));
    return outside.toString(true);
  }

  async #current(): Promise<Picture | null> {
    const editor = vscode.window.activeTextEditor;
    return editor ? this.pictureAt(editor).catch(() => null) : null;
  }

  #followSoon(): void {
    clearTimeout(this.#timer);
    if (this.#panel) this.#timer = setTimeout(() => void this.#follow(), settle);
  }

  async #follow(): Promise<void> {
    const picture = await this.#current();
    // Without any value the last picture stays.
    if (!picture || !this.#panel || picture.fragment === this.#shown) return;
    this.#shown = picture.fragment;
    this.#panel.title = titleOf(picture);
    await this.#panel.webview.postMessage({ fragment: picture.fragment });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const one of this.#listeners) one.dispose();
    this.#panel?.dispose();
    this.#server?.stop();
  }
}

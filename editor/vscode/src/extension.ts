// Starts `stridescope lsp` for programs and sources, and shows the page next to the editor.
import * as vscode from 'vscode';
import { LanguageClient, type Executable } from 'vscode-languageclient/node';
import { Panel } from './panel';

const languages = ['stride', 'cpp', 'cuda-cpp', 'python', 'mlir'];

let client: LanguageClient | undefined;

interface Settings {
  program: string;
  page: string;
  integers: string;
}
function settings(): Settings {
  const all = vscode.workspace.getConfiguration('stridescope');
  return {
    program: all.get('server.path', 'stridescope') || 'stridescope',
    page: all.get('page', ''),
    integers: all.get('integers', 'teaching'),
  };
}

async function start(): Promise<void> {
  const { program, page, integers } = settings();
  const server: Executable = { command: program, args: ['lsp'] };
  const started = new LanguageClient('stridescope', 'Stridescope', server, {
    documentSelector: languages.map((language) => ({ language })),
    initializationOptions: { page, ints: integers },
  });
  client = started;
  try {
    await started.start();
  } catch (error) {
    if (client === started) client = undefined;
    const choice = await vscode.window.showErrorMessage(
      vscode.l10n.t("The server '{0} lsp' does not start: {1}", program, error instanceof Error ? error.message : String(error)),
      vscode.l10n.t('Set the Path'),
    );
    if (choice) await vscode.commands.executeCommand('workbench.action.openSettings', 'stridescope.server.path');
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop().catch(() => undefined); // it may not have started
}

/** The picture at a place, as the server answers it. */
export interface Picture {
  name: string;
  fragment: string;
}
async function pictureAt(editor: vscode.TextEditor): Promise<Picture | null> {
  if (!client?.isRunning() || !languages.includes(editor.document.languageId)) return null;
  return client.sendRequest<Picture | null>('stridescope/picture', {
    textDocument: { uri: client.code2ProtocolConverter.asUri(editor.document.uri) },
    position: client.code2ProtocolConverter.asPosition(editor.selection.active),
  });
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const panel = new Panel(context.extensionUri, () => settings().page, pictureAt);
  context.subscriptions.push(
    panel,
    vscode.commands.registerCommand('stridescope.showPage', () => panel.show()),
    vscode.commands.registerCommand('stridescope.restart', async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (!event.affectsConfiguration('stridescope')) return;
      await stop();
      await start();
      await panel.reload();
    }),
  );
  await start();
}

export const deactivate = stop;

// `stridescope mcp` with the official client, in the newest revision and in those that begin with `initialize`: the
// client checks each message against the protocol, and each answer against the schema of its tool.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';

const command = new URL('../../build/native/bin/stridescope', import.meta.url).pathname;

async function withClient(mode: 'auto' | 'legacy', use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command, args: ['mcp', '--page', 'http://explorer/'] }));
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

test.skipIf(!existsSync(command)).each([['auto', '2026-07-28'], ['legacy', '2025-11-25']] as const)('the official client, %s', async (mode, version) => {
  await withClient(mode, async (client) => {
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()?.name).toBe('stridescope');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['evaluate', 'verdict', 'equal', 'owner', 'conflicts', 'tma_box', 'lint', 'explain', 'render']);
    const ask = (name: string, given: Record<string, unknown>) => client.callTool({ name, arguments: given });
    const claim = async (name: string, given: Record<string, unknown>) => (await ask(name, given)).structuredContent as { status: string; picture: string };
    expect(await claim('equal', { a: '(4,8):(1,4)', b: '32:1' })).toMatchObject({ status: 'proved' });
    const differs = await claim('equal', { a: '(4,8):(1,4)', b: '(4,8):(8,1)' });
    expect(differs).toMatchObject({ status: 'false', counterexample: { at: 1, natural: '(1,0)', got: '1', expected: '8' } });
    expect(differs.picture).toMatch(/^http:\/\/explorer\/#z=/);
    expect((await ask('evaluate', { program: 'A = (4,8):(8,1)\nA o 4:2' })).structuredContent).toMatchObject({ values: [{ name: 'A' }, { text: '(2,2):(16,1)' }] });
    const refused = await ask('evaluate', { program: '(4,8' });
    expect(refused.isError).toBe(true);
    const drawn = await ask('render', { program: '(4,8):(8,1)', format: 'svg' });
    expect(JSON.stringify(drawn.content)).toContain('<svg');
    expect(await claim('lint', { text: 'auto L = Layout<Shape<_4,_8>>{};' })).toMatchObject({ status: 'unknown' });
    await expect(ask('compile', {})).rejects.toThrow(/unknown tool 'compile'/);
  });
});

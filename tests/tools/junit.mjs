// JUnit reports, as ctest and doctest write them.
import fs from 'node:fs';
import path from 'node:path';

const unescape = (text) =>
  text.replace(/&(lt|gt|quot|apos|amp|#x?[0-9a-fA-F]+);/g, (whole, name) => {
    const named = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }[name];
    return named ?? String.fromCodePoint(name[1] === 'x' ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10));
  });

// The test cases of a JUnit file: {name, status, failed, details}.
export function junitCases(file) {
  const xml = fs.readFileSync(file, 'utf8');
  const attribute = (text, name) => unescape(new RegExp(`\\s${name}="([^"]*)"`).exec(text)?.[1] ?? '');
  // All elements of these names in a text, each as [, attributes, content]. Attributes may hold a bare `>`.
  const attributes = String.raw`((?:\s+[\w:.-]+="[^"]*")*)\s*`;
  const elements = (text, names) =>
    text.matchAll(new RegExp(String.raw`<(?:${names})${attributes}(?:/>|>([\s\S]*?)</(?:${names})>)`, 'g'));
  const cases = [];
  for (const [, head, body = ''] of elements(xml, 'testcase')) {
    const problems = [...elements(body, 'failure|error')];
    const output = /<system-out>([\s\S]*?)<\/system-out>/.exec(body)?.[1] ?? '';
    const texts = problems.map(([, head, text]) => unescape(text ?? '').trim() || attribute(head, 'message'));
    cases.push({
      name: attribute(head, 'name'),
      status: attribute(head, 'status'),
      failed: problems.length > 0 || attribute(head, 'status') !== 'run',
      details: [...texts, unescape(output)].join('\n').trim(),
    });
  }
  return cases;
}

// The report of a test of ctest's that is a doctest program: its cases are counted one by one. Null for other tests.
export const unitReport = (folder, name) => (/^unit_\d+$/.test(name) ? path.join(folder, `${name}.junit.xml`) : null);

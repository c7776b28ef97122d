// Writes the outlines of all lessons in each language, from the core's parser; the page shows them before it has loaded
// the text of a lesson.
// Usage: node lessons.mjs FOLDER_OF_THE_WHOLE LESSONS OUT
import fs from 'node:fs';
import path from 'node:path';
import { startModule } from './module.mjs';

const [from, folder, out] = process.argv.slice(2);
const core = await startModule(path.join(from, 'stridescope.mjs'), path.join(from, 'stridescope.wasm'));

function outline(file) {
  const answer = JSON.parse(core.ask('lesson', { text: fs.readFileSync(path.join(folder, file), 'utf8') }));
  if (answer.error) throw new Error(`${file}: ${answer.error.message}`);
  return answer;
}

const all = fs.readdirSync(folder);
const languagesOf = (file) => all.flatMap((name) => (name.startsWith(`${file}.`) ? [/\.(\w+)\.md$/.exec(name)[1]] : []));
const files = all.filter((file) => file.endsWith('.en.md')).sort().map((file) => file.replace('.en.md', ''));
const lessons = files.map((file) => ({
  file,
  // The quiz before the lessons and the final questions have no number.
  number: Number.parseInt(file, 10) || 0,
  outlines: Object.fromEntries(languagesOf(file).map((language) => [language, outline(`${file}.${language}.md`)])),
}));
fs.mkdirSync(path.dirname(out), { recursive: true });
fs.writeFileSync(out, JSON.stringify(lessons));
console.log(`${lessons.length} lessons`);

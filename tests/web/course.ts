// Shared parts of the tests of the course: its lessons as they are built, a step, a question and its answer.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { LessonOutline } from '../../web/src/core/door';

const wasm = process.env['STRIDESCOPE_WASM'] ?? fileURLToPath(new URL('../../build/wasm/web', import.meta.url));
export const lessons = JSON.parse(readFileSync(`${wasm}/lessons.json`, 'utf8')) as { number: number; outlines: { en: LessonOutline; zh: LessonOutline } }[];

export const step = (page: Page, title: string): Promise<unknown> => page.waitForSelector(`.lesson h2:has-text("${title}")`);
export const exercise = (id: string): string => `[data-exercise="${id}"]`;

export async function answer(page: Page, id: string, text: string): Promise<void> {
  await page.fill(`${exercise(id)} input`, text);
  await page.click(`${exercise(id)} .primary`);
}

// The reference: found from everywhere, a place of its own, and one search over functions, lessons and the gallery.
import { describe, expect, test } from 'vitest';
import { card, fragment, useSite } from './browser';

const site = useSite();
const found = (place: string): string => `[data-found="${place}"]`;

describe('the reference', () => {
  test('is opened from the header, searched, and leads to pages, lessons and examples', async () => {
    const { page } = await site.open();
    await page.click('.open-reference');
    await page.waitForSelector(found('function:coalesce'));
    await page.fill('.reference input', 'coalesce');
    await page.waitForSelector(found('lesson:coalesce'));
    await expect.poll(() => page.getAttribute('.found li button', 'data-found')).toBe('function:coalesce');
    await page.click(found('function:coalesce'));
    await page.waitForSelector('.reference-page .drawing svg');
    await page.waitForFunction(() => location.hash === '#reference=coalesce');
    await page.click('.reference-page .taught .link >> nth=0');
    await page.waitForSelector('.lesson h2');
    await expect.poll(() => page.locator('dialog.reference').count()).toBe(0);
  });

  test('a page of it is a link, and its example opens as a program', async () => {
    const { page } = await site.open('#reference=logical_divide');
    await page.waitForSelector('.reference-page h2:has-text("logical_divide")');
    await page.click('.reference-page .primary');
    await page.waitForFunction(() => !document.querySelector('dialog.reference') && document.querySelectorAll('.cards .card').length > 0);
    await page.waitForFunction(() => !location.hash.startsWith('#reference'));
  });

  test('what an example comes to follows what is typed, and its own comes back', async () => {
    const { page } = await site.open('#reference=size');
    const typed = '.reference-page textarea';
    await page.waitForSelector('.reference-page .outcome code');
    const own = await page.inputValue(typed);
    await page.fill(typed, 'size((3,5))');
    await page.waitForSelector('.reference-page .outcome code:has-text("15")');
    await page.fill(typed, 'size((3,5)');
    await page.waitForSelector('.reference-page .outcome em');
    await page.click('.reference-page .quiet');
    await page.waitForSelector('.reference-page .outcome code');
    await expect.poll(() => page.inputValue(typed)).toBe(own);
  });

  test('F1 opens the page of the name at the caret', async () => {
    const { page } = await site.open(fragment('A = coalesce((2,4):(1,2))'));
    await page.click('.cm-content');
    await page.keyboard.press('Home');
    for (let i = 0; i < 6; ++i) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('F1');
    await page.waitForSelector('.reference-page h2:has-text("coalesce")');
  });

  test('speaks Chinese, and finds in Chinese', async () => {
    const { page } = await site.open('#reference');
    await page.waitForSelector(found('notation:layout_of_shape'));
    await page.keyboard.press('Escape');
    await page.click('.language [lang="zh-CN"]');
    await page.click('.open-reference');
    await page.fill('.reference input', '复合');
    await page.waitForSelector(found('notation:composed'));
    await page.click(found('notation:composed'));
    await page.waitForSelector('.reference-page .told:has-text("先 B，后 A")');
  });

  test('a function that is not there is refused, and the way back is offered', async () => {
    const { page } = await site.open('#reference=nonsense');
    await page.waitForSelector('.reference-page [role="alert"]');
    await page.click(found('function:coalesce'));
    await page.waitForSelector('.reference-page .drawing svg');
    // On a narrow screen the list takes its place.
    await page.setViewportSize({ width: 390, height: 800 });
    await page.click('.reference-page .back');
    await page.waitForSelector(found('function:coalesce'));
  });

  test('closing it brings the program back into the address', async () => {
    const { page } = await site.open();
    await page.click('.open-reference');
    await page.waitForFunction(() => location.hash.startsWith('#reference'));
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !location.hash.startsWith('#reference'));
    await page.waitForSelector(card('R'));
  });
});

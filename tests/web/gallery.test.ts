// The gallery in the page: searching, opening, and that entries are drawn in the views that they name.
import { expect, test } from 'vitest';
import { card, fragment, printed, stage, useSite } from './browser';
import { galleryEntries } from './gallery_entries';

const site = useSite();

test('words find programs; one is picked by its picture, and its values are seen in the pictures that it names', async () => {
  const { page } = await site.open();
  await page.click('.open-gallery');
  await page.waitForSelector('.gallery .thumbnail svg');
  const all = await page.locator('.shelf button').count();
  expect(all).toBeGreaterThan(30);
  expect(await page.locator('.shelves h3').count()).toBeGreaterThan(2);
  await page.fill('.gallery input', 'swizzle xor');
  await expect.poll(() => page.locator('.shelf button').count()).toBeLessThan(all);
  expect(await page.locator('.shelf button').first().textContent()).toContain('Swizzle');
  await page.fill('.gallery input', 'no such thing');
  await expect.poll(() => page.locator('.shelf button').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.gallery'));
  await page.click('.open-gallery');
  await page.waitForSelector('.gallery .thumbnail svg');
  // A picture too small for letters has no letters.
  const lettered = () => page.$$eval('.thumbnail svg', (all) => all.map((svg) => svg.querySelectorAll('text').length > 0));
  await expect.poll(lettered).toEqual(expect.arrayContaining([true, false]));
  await page.locator('.shelf button:has-text("Divide into tiles")').first().click();
  await page.waitForSelector(card('T'));
  expect(await page.locator('.gallery').count()).toBe(0);
  expect(await printed(page, 'T')).toBe('((4,3),(2,4)):((12,1),(48,3))');
  await page.waitForSelector(`${card('T')} .kinds [aria-pressed="true"]:text-is("place in M")`);
});

const kindOf = (view: string): string | undefined => /kind=(\w+)/.exec(view)?.[1];

// A test of the core checks that every entry evaluates and can be drawn; here the first of each kind of picture goes
// the whole way.
test('entries evaluate without an error, and their pictures are those that they name', async () => {
  const { page } = await site.open();
  await page.waitForSelector(card('R'));
  const all = galleryEntries();
  expect(all.length).toBeGreaterThan(45);
  const kinds = new Set<string | undefined>();
  const isNew = (kind: string | undefined): boolean => !kinds.has(kind) && Boolean(kinds.add(kind));
  for (const { title, program, choices } of all.filter((entry) => Object.values(entry.choices).filter((view) => isNew(kindOf(view))).length)) {
    await page.evaluate((hash) => { location.hash = hash; }, fragment(program, 't', choices));
    await page.waitForFunction((text) => document.querySelector('.cm-content')?.textContent?.includes(text)
      && document.querySelector('.cards')?.getAttribute('aria-busy') === 'false', program.trim().split('\n')[0]!);
    expect(await page.locator('.trouble').allTextContents(), title).toEqual([]);
    for (const [name, view] of Object.entries(choices)) {
      const chosen = page.locator(`${card(name)} .views`);
      // An entry with the same first line as the one before may not be there yet.
      if (await page.locator(card(name)).count()) await stage(page, name);
      if (await chosen.count()) await expect.poll(() => chosen.first().getAttribute('data-kind'), { message: `${title}: ${name}` }).toBe(kindOf(view));
    }
  }
}, 60_000);

// Questions to thread-value layouts, and what may be chosen of a kernel: forms of the core.
import { expect, test } from 'vitest';
import { card, fragment, useSite } from './browser';

const site = useSite();
const layouts = 'TV = ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))\nU = ((_4,_8),(_2,_2)):((_16,_1),(_8,_64))\ntile = (_16,_8):(_1,_16)\n';

async function open(program: string) {
  const { page } = await site.show(fragment(program, 'c'));
  await page.waitForSelector(card(program.slice(0, program.indexOf(' '))));
  await page.keyboard.press('Control+k');
  await page.fill('.dialog.palette input', 'thread owner');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.dialog.questions');
  return page;
}

test('a question is a form, its answers follow each field, and what is worth a card becomes one', async () => {
  const page = await open(layouts);
  const answers = page.locator('.dialog.questions .answers');
  // The form begins with the value on the stage.
  expect(await page.inputValue('.dialog.questions select[name="of"]')).toBe('tile');
  await page.selectOption('.dialog.questions select[name="of"]', 'TV');
  await page.waitForFunction(() => document.querySelector('.dialog.questions .answers')?.textContent?.includes('T0 V0'));
  await page.fill('.dialog.questions input[type="number"] >> nth=2', '17');
  await page.waitForFunction(() => document.querySelector('.dialog.questions .answers')?.textContent?.includes('T4 V1'));
  await page.click('.dialog.questions .segmented button:has-text("Is everything covered?")');
  await page.waitForSelector('.dialog.questions .drawing svg');
  await page.click('.dialog.questions .segmented button:has-text("Bank conflicts")');
  await page.selectOption('.dialog.questions select[name="a"]', 'tile');
  await page.selectOption('.dialog.questions select[name="b"]', 'TV');
  await page.waitForFunction(() => document.querySelector('.dialog.questions .answers')?.textContent?.includes('way'));
  expect(await answers.textContent()).not.toContain('undefined');
  await page.click('.dialog.questions .form button.primary');
  await page.waitForSelector(card('banks'));
  expect(await page.textContent('.cm-content')).toContain('banks = bank_conflicts<16>(tile, TV)');
});

test('without anything to ask about the page says what to write, and adds it', async () => {
  const page = await open('n = 4\n');
  await page.click('.dialog.questions button.primary');
  await page.waitForSelector(card('TV'));
});

test('size and type of a kernel are chosen on its card, and the program says them', async () => {
  const { page } = await site.show(fragment('K = copy_kernel((64,64):(64,1), (64,64):(1,64), (_64,_16):(_16,_1), tile=(32,32))\n', 'c'));
  await page.waitForSelector(`.on-stage ${card('K')}`);
  const gpu = `${card('K')} details:has(.gpu), ${card('K')} .gpu`;
  if (!await page.locator(`${card('K')} select[name="size"]`).count()) await page.click(`${card('K')} summary:has-text("GPU")`);
  await page.waitForSelector(gpu);
  await page.selectOption(`${card('K')} select[name="size"]`, '256');
  await page.waitForFunction(() => document.querySelector('.cm-content')?.textContent?.includes('(256,256):(1,256)'));
  await page.selectOption(`${card('K')} select[name="dtype"]`, 'half_t');
  await page.waitForFunction(() => document.querySelector('.cm-content')?.textContent?.includes('dtype="half_t"'));
  await page.waitForFunction((select) => document.querySelector<HTMLSelectElement>(select)?.value === '256', `${card('K')} select[name="size"]`);
});

// Questions of the course: asked, answered wrong and right, kept, and drawn again.
import { describe, expect, test } from 'vitest';
import { useSite } from './browser';
import { answer, exercise, lessons, step } from './course';

const site = useSite();

// Right answers of the lesson on hierarchy, of its own instances.
const solutions: Readonly<Record<string, string>> = {
  'block-offset': '19', 'walk-position': '13', 'even-odd': '(4,2):(2,1)', 'missing-stride': '2', 'depth-of': '3',
};

test('a lesson is solved whole: of each exercise a wrong answer gets a hint, the right one counts', async () => {
  const { page } = await site.open('#lesson=hierarchy');
  await step(page, 'Columns in blocks');
  const { outlines: { en } } = lessons.find(({ outlines }) => outlines.en.id === 'hierarchy')!;
  let solved = 0;
  for (const [at, { exercises }] of en.steps.entries()) {
    await page.locator('.lesson .steps button').nth(at).click();
    for (const one of exercises) {
      await page.waitForSelector(`${exercise(one.id)} input`);
      await answer(page, one.id, '17777');
      await page.waitForSelector(`${exercise(one.id)} .wrong .hint-text`);
      await answer(page, one.id, solutions[one.id]!);
      await page.waitForSelector(`${exercise(one.id)} .right`);
      ++solved;
    }
  }
  await page.click('.open-learn');
  await page.waitForSelector(`[data-lesson="hierarchy"] small:has-text("${solved} of ${solved}")`);
});

describe('an exercise', () => {
  test.each([
    ['predict', 'hierarchy', 'depth-of', '2', '3'],
    ['fill', 'hierarchy', 'missing-stride', '3', '2'],
    ['build', 'hierarchy', 'even-odd', '8:1', '(4,2):(2,1)'],
    ['find', 'leading-dimension', 'where-is', '(3,3)', '(2,3)'],
    ['swizzle', 'swizzles', 'find-swizzle', 'Sw<2,3,3>', 'Sw<3,3,3>'],
    ['repair', 'leading-dimension', 'transposed', '(1,4)', '(6,1)'],
  ])('to %s: a wrong answer gets a reason and a hint, a right one is kept', async (_, lesson, id, wrong, right) => {
    const { steps } = lessons.find(({ outlines }) => outlines.en.id === lesson)!.outlines.en;
    const { id: at, exercises } = steps.find(({ exercises }) => exercises.some((one) => one.id === id))!;
    const { page } = await site.open(`#lesson=${lesson}/${at}`);
    const turn = exercises.findIndex((one) => one.id === id);
    if (turn > 0) await page.click(`.turns button >> nth=${turn}`);
    await answer(page, id, wrong);
    await page.waitForSelector(`${exercise(id)} .wrong`);
    expect(await page.textContent(`${exercise(id)} .wrong`)).toContain('Hint 1 of 3');
    await answer(page, id, right);
    await page.waitForSelector(`${exercise(id)} .right`);
    const asProgram = page.locator(`${exercise(id)} button:text-is("Open as a program")`);
    if (await asProgram.count()) {
      await asProgram.click();
      await page.waitForSelector('.lesson .back');
      await page.waitForFunction(() => !document.querySelector('.trouble') && document.querySelectorAll('.cards .card').length > 0);
      await page.click('.lesson .back button');
      // The address changes a moment later.
      await page.waitForFunction(() => location.hash.startsWith('#lesson='));
    }
    await page.reload();
    await page.waitForSelector(`${exercise(id)} .solved`, { state: 'attached' });
  });

  test('names a foreseen mistake, takes no hint for a typing error, and gives the reason of a right answer', async () => {
    const { page } = await site.open('#lesson=leading-dimension/leading');
    await page.waitForSelector(exercise('pitch'));
    await answer(page, 'pitch', '(');
    await page.waitForSelector(`${exercise('pitch')} .wrong`);
    expect(await page.locator(`${exercise('pitch')} .hint-text`).count()).toBe(0);
    await answer(page, 'pitch', '6');
    await page.waitForSelector(`${exercise('pitch')} .wrong:has-text("part of a larger one")`);
    expect(await page.textContent(`${exercise('pitch')} .wrong`)).toContain('Hint 1 of 3');
    await answer(page, 'pitch', '8');
    await page.waitForSelector(`${exercise('pitch')} [role="status"]:has(.right):has-text("leading dimension")`);
  });

  test('has hints for the asking, and after the last one the answer', async () => {
    const { page } = await site.open('#lesson=leading-dimension/leading');
    for (const number of [1, 2, 3]) {
      await page.click(`${exercise('pitch')} .hint`);
      await page.waitForSelector(`${exercise('pitch')} .hint-text:has-text("Hint ${number} of 3")`);
    }
    await page.click(`${exercise('pitch')} .answer`);
    await expect.poll(() => page.inputValue(`${exercise('pitch')} input`)).toBe('8');
    await page.click(`${exercise('pitch')} .primary`);
    await page.waitForSelector(`${exercise('pitch')} .right`);
  });

  test('is there again as it was left, of the instance that it was about', async () => {
    const { page } = await site.open('#lesson=hierarchy/blocks');
    await page.waitForSelector(exercise('block-offset'));
    await page.click(`${exercise('block-offset')} .another`);
    await answer(page, 'block-offset', '4711');
    await page.waitForSelector(`${exercise('block-offset')} .wrong`);
    const question = await page.textContent(`${exercise('block-offset')} .prose`);
    await page.locator('.lesson .steps button').nth(1).click();
    await step(page, 'The walk');
    await page.reload();
    await page.locator('.lesson .steps button').nth(0).click();
    await page.waitForSelector(`${exercise('block-offset')} input`);
    await expect.poll(() => page.inputValue(`${exercise('block-offset')} input`)).toBe('4711');
    await expect.poll(() => page.textContent(`${exercise('block-offset')} .prose`)).toBe(question);
  });

  test('has another one', async () => {
    const { page } = await site.open('#lesson=hierarchy/blocks');
    const question = (): Promise<string | null> => page.textContent(exercise('block-offset'));
    await page.waitForSelector(exercise('block-offset'));
    const first = await question();
    // It is drawn by lot: the same one may come again.
    for (let tries = 0; tries < 8 && await question() === first; ++tries) {
      await page.click(`${exercise('block-offset')} .another`);
      await expect.poll(question).not.toBe(first).catch(() => {});
    }
    expect(await question()).not.toBe(first);
  });
});

test('the quiz tells where to begin', async () => {
  const { page } = await site.open();
  await page.click('.open-learn');
  await page.click('.course-doors .quiet >> nth=0');
  await page.waitForSelector(exercise('offset'));
  await page.click('.lesson footer .primary:has-text("Begin with")');
  await page.waitForSelector('.lesson .lesson-name:has-text("Lesson 1 of")');
});

test('all exercises are a page, with a solution behind a click', async () => {
  const { page } = await site.open();
  await page.click('.open-learn');
  await page.click('.course-doors button >> nth=3');
  await page.click('.exercises [data-lesson="composition"] summary');
  await page.waitForSelector('.exercises .exercise');
  expect(await page.locator('.exercises .solution').count()).toBe(0);
  await page.click('.exercises .exercise .quiet >> nth=0');
  await page.waitForSelector('.exercises .solution');
  expect((await page.textContent('.exercises .solution'))!.length).toBeGreaterThan(0);
});

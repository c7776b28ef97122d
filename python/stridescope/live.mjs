// Pictures in a notebook: the cell under the pointer is described, and it is marked with the cells that it comes from
// and those that come from it, in every picture of the page.
(() => {
  if (window.stridescopeLive) return;
  window.stridescopeLive = true;
  const style = document.createElement('style');
  style.textContent =
    '.ss-live{display:inline-block;background:#fff;color:#16181d;padding:6px;margin:2px}' +
    '.ss-live output{display:block;font:12px monospace;min-height:1.4em}' +
    '.ss-live .ss-lit rect{stroke:#c0264b;stroke-width:2.5px}';
  document.head.append(style);

  const text = (box) => box.querySelector('script[type="application/json"]')?.textContent ?? 'null';
  const facts = (box) => (box.stridescope ??= JSON.parse(text(box)));
  /** Cells that come from a cell, by identity/cell, and the boxes by identity. */
  function index() {
    const into = new Map();
    const boxes = new Map();
    for (const box of document.querySelectorAll('.ss-live')) {
      const own = facts(box);
      if (!own) continue;
      boxes.set(own.id, [...(boxes.get(own.id) ?? []), box]);
      for (const [cell, list] of Object.entries(own.sources)) {
        for (const [id, at] of list) into.set(`${id}/${at}`, [...(into.get(`${id}/${at}`) ?? []), [own.id, +cell]]);
      }
    }
    return { into, boxes };
  }
  function follow(start, next) {
    const seen = new Map([[start.join('/'), start]]);
    for (const place of seen.values()) {
      for (const found of next(place) ?? []) if (!seen.has(found.join('/'))) seen.set(found.join('/'), found);
    }
    return [...seen.values()];
  }

  document.addEventListener('mouseover', (event) => {
    const cell = event.target.closest?.('.ss-live [data-cell]');
    for (const lit of document.querySelectorAll('.ss-lit')) {
      lit.classList.remove('ss-lit');
      lit.closest('.ss-live').querySelector('output').textContent = '\u00a0';
    }
    const own = cell && facts(cell.closest('.ss-live'));
    if (!own) return;
    const { into, boxes } = index();
    const start = [own.id, +cell.dataset.cell];
    const down = follow(start, ([id, at]) => boxes.get(id) && facts(boxes.get(id)[0]).sources[at]);
    const up = follow(start, ([id, at]) => into.get(`${id}/${at}`));
    for (const [id, at] of [...down, ...up]) {
      for (const box of boxes.get(id) ?? []) {
        box.querySelectorAll(`[data-cell="${at}"]`).forEach((found) => found.classList.add('ss-lit'));
        box.querySelector('output').textContent = facts(box).texts[at] ?? '';
      }
    }
  });
})();

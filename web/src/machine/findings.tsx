// The answer for all orders of the warps; and the findings of the checks: errors first, each with its instructions, which
// lead to their lines and instants.
import type { FindingPart, FindingRow } from '../core/door';
import { t } from '../words/words';
import { act, busy, findings, form, orders, playOrder, searchOrders, shownLine, state, view } from './machine';

function Part({ text, line }: FindingPart) {
  return <li>{line ? <button type="button" onClick={() => { shownLine.value = line; }}>{text}</button> : text}</li>;
}

function Finding({ finding: { severity, title, parts, times = 1, line, warp, instant }, leads }: { finding: FindingRow; leads: boolean }) {
  function go(): void {
    view.value = 'state';
    void act({ warp, instant });
  }
  return (
    <article class="finding" data-severity={severity}>
      <header>
        <b>{title}</b>
        {times > 1 && <span class="note">{t('machine.times', { times })}</span>}
        {leads && line > 0 && <button type="button" onClick={go}>{t('machine.show', { line, instant })}</button>}
      </header>
      <ul>{parts.map((part, index) => <Part key={index} {...part} />)}</ul>
    </article>
  );
}

export function Findings() {
  const answer = orders.value;
  return (
    <div class="machine-findings" aria-busy={busy.value}>
      <section>
        <header>
          <h3>{t('machine.orders')}</h3>
          <button type="button" disabled={busy.value} onClick={() => void searchOrders()}>{busy.value ? t('machine.running') : t('machine.searchOrders')}</button>
        </header>
        {!answer ? <p class="note">{t('machine.ordersAbout')}</p> : <>
          <p class="order-answer" data-verdict={answer.verdict} role="status">{answer.answer}</p>
          {answer.order && <p><button type="button" onClick={() => void playOrder(answer.order)}>{t('machine.playOrder')}</button> <code>{answer.order}</code></p>}
          {(answer.order ? form.value?.order !== answer.order : !findings.value.length) && answer.findings.map((finding, index) => <Finding key={index} finding={finding} leads={false} />)}
          {answer.doubts.length > 0 && <ul class="doubts">{answer.doubts.map((part, index) => <Part key={index} {...part} />)}</ul>}
        </>}
      </section>
      <section>
        <p class="note">{!state.value?.checked ? t('machine.unchecked') : findings.value.length ? t('machine.found', { count: findings.value.length }) : t('machine.noFindings')}</p>
        {findings.value.map((finding, index) => <Finding key={index} finding={finding} leads />)}
      </section>
    </div>
  );
}

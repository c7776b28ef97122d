// How a value came about, step by step: what is done, its equation, and why. A rule is told where it is first used.
import type { Step } from '../core/door';
import { documentationOf, t } from '../words/words';

export function Derivation({ step }: { step: Step }) {
  return <Steps steps={[...(step.operands ?? []), step]} told={new Set()} />;
}

function Steps({ steps, told }: { steps: readonly Step[]; told: Set<string> }) {
  return (
    <ol class="steps">
      {steps.map((step, index) => <OneStep key={index} step={step} told={told} />)}
    </ol>
  );
}

function OneStep({ step, told }: { step: Step; told: Set<string> }) {
  const { rule, statement, expression, value, why, steps, cut } = step;
  const isNew = !told.has(rule);
  told.add(rule);
  return (
    <li>
      <p class="equation"><code>{expression}</code> <code>= {value}</code></p>
      <p class="rule"><b>{rule}</b>{isNew && statement && `: ${documentationOf(rule, statement)}`}</p>
      {why && <p class="why">{why}</p>}
      {steps.length > 0 && <Steps steps={steps} told={told} />}
      {cut && <p class="why">{t('derivation.cut')}</p>}
    </li>
  );
}

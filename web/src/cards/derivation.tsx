// The derivation of a value, step by step: the operation, its equation, and the reason. A rule is shown at its first
// use. The player is loaded on demand.
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Step } from '../core/door';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { t } from '../words/words';

interface DerivationProps {
  step: Step;
  card: Card;
  session: Session;
}

type Player = FunctionComponent<Pick<DerivationProps, 'card' | 'session'>>;

export function Derivation({ step, card, session }: DerivationProps) {
  const [loaded, setLoaded] = useState<{ Player: Player }>();
  const plays = session.playing.value === card.key;
  useEffect(() => {
    if (plays && !loaded) void import('../derivation/player').then(({ DerivationPlayer }) => setLoaded({ Player: DerivationPlayer }));
  }, [plays]);
  const operands = step.operands ?? [];
  const playable = step.steps.length + operands.length > 0;
  const Player = plays && loaded?.Player;
  return (
    <>
      {playable && (
        <button type="button" class="link play" aria-pressed={plays} onClick={() => { session.playing.value = plays ? '' : card.key; }}>
          {t(plays ? 'derivation.all' : 'derivation.play')}
        </button>
      )}
      {Player ? <Player card={card} session={session} /> : <Steps steps={[...operands, step]} told={new Set()} />}
    </>
  );
}

export function Steps({ steps, told }: { steps: readonly Step[]; told: Set<string> }) {
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
      <p class="rule"><b>{rule}</b>{isNew && statement && `: ${statement}`}</p>
      {why && <p class="why">{why}</p>}
      {steps.length > 0 && <Steps steps={steps} told={told} />}
      {cut && <p class="why">{t('derivation.cut')}</p>}
    </li>
  );
}

// Plays the derivation of a value: step after step, each with its pictures from the core.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PlayedStep } from '../core/door';
import { Drawing } from '../pictures/drawing';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { language, t, type Word } from '../words/words';
import '../style/derivation.css';

/** Duration of a step: enough to read an equation and look at a picture. */
const pause = 2600;

export function DerivationPlayer({ card, session }: { card: Card; session: Session }) {
  const [at, setAt] = useState(0);
  const [step, setStep] = useState<PlayedStep>();
  const [playing, setPlaying] = useState(true);
  const shown = useRef<HTMLDivElement>(null);
  const { value: spoken } = language;
  const last = (step?.count ?? 1) - 1;

  useEffect(() => {
    let current = true;
    void session.askOf(card, 'played_step', { at }).then((given) => {
      if (!current) return;
      if (given?.answer) setStep(given.answer);
      // The value now has fewer steps.
      else if (at > 0) setAt(0);
    });
    return () => {
      current = false;
    };
  }, [at, card.binding, spoken]);
  useEffect(() => {
    if (!playing) return;
    if (at >= last && step) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setAt(at + 1), pause);
    return () => clearTimeout(timer);
  }, [playing, at, step]);
  useEffect(() => shown.current?.focus({ preventScroll: true }), []);

  const go = (to: number): void => {
    setPlaying(false);
    setAt(Math.min(last, Math.max(0, to)));
  };
  function play(): void {
    if (!playing && at >= last) setAt(0);
    setPlaying(!playing);
  }
  function press(event: KeyboardEvent): void {
    if (event.target instanceof HTMLElement && event.target.closest('input, button') && event.key === ' ') return;
    if (event.key === 'ArrowRight') go(at + 1);
    else if (event.key === 'ArrowLeft') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(last);
    else if (event.key === ' ') play();
    else return;
    event.preventDefault();
  }

  return (
    <div class="played" role="group" tabIndex={0} ref={shown} aria-label={t('derivation')} onKeyDown={press}>
      <div class="player">
        <Key name="player.first" sign="❙◀" onClick={() => go(0)} />
        <Key name="player.back" sign="◀" onClick={() => go(at - 1)} />
        <Key name={playing ? 'player.pause' : 'player.play'} sign={playing ? '❚❚' : '▶'} onClick={play} />
        <Key name="player.next" sign="▶❙" onClick={() => go(at + 1)} />
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label={t('derivation.step')}
          aria-valuetext={t('derivation.at', { at: at + 1, count: last + 1 })}
          onInput={(event) => go(event.currentTarget.valueAsNumber)}
        />
        <output>{at + 1} / {last + 1}</output>
      </div>
      {step && <Told step={step} />}
    </div>
  );
}

function Told({ step: { expression, value, asks, rule, statement, why, depth, pictures } }: { step: PlayedStep }) {
  return (
    <>
      <div class="told" aria-live="polite" style={{ '--depth': String(depth) }}>
        <p class="equation"><code>{expression}</code> <code class={asks ? 'asked' : ''}>= {asks ? '?' : value}</code></p>
        <p class="rule"><b>{rule}</b>{statement && `: ${statement}`}</p>
        {why && <p class="why">{why}</p>}
      </div>
      {pictures.length > 0 && (
        <div class="shown">
          {pictures.map(({ of, svg }) => (
            <figure key={of}>
              <figcaption><code>{of}</code></figcaption>
              <Drawing svg={svg} />
            </figure>
          ))}
        </div>
      )}
    </>
  );
}

function Key({ name, sign, onClick }: { name: Word; sign: string; onClick: () => void }) {
  return <button type="button" title={t(name)} aria-label={t(name)} onClick={onClick}><span aria-hidden="true">{sign}</span></button>;
}

// The cost of every swizzle of the tile for its accesses: a click writes it into the program.
import { useState } from 'preact/hooks';
import type { SwizzleTrials } from '../core/door';
import type { Session } from '../session/session';
import { t } from '../words/words';

/** Number shown at first. */
const few = 6;

type Candidate = SwizzleTrials['candidates'][number];

export function Swizzles({ trials, session }: { trials: SwizzleTrials; session: Session }) {
  const [all, setAll] = useState(false);
  const { candidates, span, rest, wavefronts, told, paddingTold } = trials;
  const best = candidates[0];
  if (!best) return null;
  const most = Math.max(...candidates.map((one) => one.wavefronts), 1);
  const shown = all ? candidates : candidates.filter((one, index) => index < few || one.current || !one.name);
  const take = ({ prefix }: Candidate): void => session.replace(span, prefix + rest);
  const nameOf = ({ name }: Candidate): string => name || t('swizzles.none');
  return (
    <div class="swizzles">
      <p>{told}</p>
      {best.wavefronts < wavefronts
        ? <button type="button" class="primary best" onClick={() => take(best)}>{t('swizzles.best', { name: nameOf(best) })}</button>
        : <p class="good">✓ {t('swizzles.isBest')}</p>}
      <ul>
        {shown.map((one) => (
          <li key={one.name}>
            <button type="button" aria-pressed={one.current} onClick={() => take(one)}>
              <code>{nameOf(one)}</code>
              <span class="bar-of"><i style={{ width: `${Math.max(1, (100 * one.wavefronts) / most)}%` }} /></span>
              <output>{one.wavefronts}</output>
              <small>{one.hardware && one.name ? t('swizzles.hardware') : ''}</small>
            </button>
          </li>
        ))}
      </ul>
      {shown.length < candidates.length && (
        <button type="button" class="link" onClick={() => setAll(true)}>{t('swizzles.more')}</button>
      )}
      {paddingTold && <p class="note">{paddingTold}</p>}
    </div>
  );
}

// A value as a function and in memory: sections of rows and tables from the core.
import type { Analysis } from '../core/door';
import type { Session } from '../session/session';
import { t } from '../words/words';

export function AnalysisView({ analysis }: { analysis: Analysis }) {
  return (
    <div class="facts">
      {analysis.sections.map(({ id, title, rows, text }) => (
        <section key={id}>
          <h3>{title}</h3>
          {rows.length > 0 && (
            <dl>
              {rows.map(({ name, value, explanation }) => (
                <div key={name}>
                  {name && <dt>{name}</dt>}
                  <dd>{value}{explanation && <span> {explanation}</span>}</dd>
                </div>
              ))}
            </dl>
          )}
          {text && <pre tabIndex={0} aria-label={title}>{text}</pre>}
        </section>
      ))}
    </div>
  );
}

export function ElementType({ session }: { session: Session }) {
  return (
    <label class="choice element-type">
      <span>{t('analysis.type')}</span>
      <select value={session.elementType.value} onChange={(event) => void session.setElementType(event.currentTarget.value)}>
        {session.elementTypes.value.map((type) => <option key={type} value={type}>{type || t('analysis.noType')}</option>)}
      </select>
    </label>
  );
}

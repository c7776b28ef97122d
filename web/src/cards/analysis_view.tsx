// What a value is as a function: sections of rows and tables, as the core has them.
import type { Analysis } from '../core/contract';

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
                  <dt>{name}</dt>
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

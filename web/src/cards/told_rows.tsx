// A value in sentences: a name, the result, and the reason.
import type { AnalysisRow } from '../core/door';

/** A value that prints sentences, in the user's language. */
export function ToldRows({ rows }: { rows: readonly AnalysisRow[] }) {
  // A sentence above named rows is their summary.
  const heads = rows.some(({ name }) => name);
  return (
    <span class="told-rows">
      {rows.map(({ name, value, explanation }, index) => (
        <span key={index}>
          {name && <b>{name} </b>}
          {name
            ? <><span>{value} </span>{explanation && <i>{explanation}{'\n'}</i>}</>
            : <span class={heads && index === 0 ? 'all gist' : 'all'}>{value}{explanation && <i>: {explanation}</i>}{' '}</span>}
        </span>
      ))}
    </span>
  );
}

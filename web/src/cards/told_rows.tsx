// A value in sentences: a name, the result, and the reason.
import type { AnalysisRow } from '../core/door';

/** What a value prints in words, in those of the reader. */
export function ToldRows({ rows }: { rows: readonly AnalysisRow[] }) {
  // A sentence above rows with names is what they come to.
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

// A field of a form: the core defines the choices and the current value.
import type { FormField } from '../core/door';

interface FieldProps {
  field: FormField;
  change: (values: string[]) => void;
}

/** By the core's definition: a flag, one of several, or numbers; if it cannot be changed, the reason. */
export function Field({ field: { id, kind, title, values, options = [], least, most, mayBeEmpty = false, note }, change }: FieldProps) {
  if (note) return <p class="note">{note}</p>;
  if (kind === 'flag') {
    return (
      <label class="choice check">
        <input type="checkbox" name={id} checked={values[0] !== ''} onChange={(event) => change([event.currentTarget.checked ? 'on' : ''])} />
        <span>{title}</span>
      </label>
    );
  }
  if (kind === 'choice') {
    return (
      <label class="choice">
        <span>{title}</span>
        <select name={id} value={values[0]} onChange={(event) => change([event.currentTarget.value])}>
          {options.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
        </select>
      </label>
    );
  }
  return (
    <fieldset>
      <legend>{title}</legend>
      {values.map((value, index) => (
        <input
          key={index}
          type="number"
          min={least}
          max={most}
          aria-label={`${title} ${index + 1}`}
          value={value}
          onInput={(event) => {
            const typed = event.currentTarget.value;
            if (typed !== '' || mayBeEmpty) change(values.map((old, at) => (at === index ? typed : old)));
          }}
        />
      ))}
    </fieldset>
  );
}

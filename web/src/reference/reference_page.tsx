// The page of a function, a notation or an atom. Its example can be edited: the result follows.
import { useEffect, useState } from 'preact/hooks';
import type { Library, ReferencePage as Page } from '../core/door';
import { Steps } from '../cards/derivation';
import { Drawing } from '../pictures/drawing';
import { openLesson } from '../session/course';
import type { Session } from '../session/session';
import { language, t } from '../words/words';

/** Waits for a pause in typing. */
const settle = 120;

interface PageProps {
  session: Session;
  name: string;
  library: Library;
  back: () => void;
  close: () => void;
}

export function ReferencePage({ session, name, library, back, close }: PageProps) {
  const [page, setPage] = useState<Page>();
  const [refused, setRefused] = useState('');
  /** The user's version of the example; undefined: unchanged. */
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      void session.ask('page_on', { name, library, ...(typed?.trim() && { example: typed }) }).then((given) => {
        if (!current) return;
        setPage(given?.answer);
        setRefused(given?.refused ?? '');
      });
    }, typed === undefined ? 0 : settle);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [name, typed, language.value]);

  const toAll = <button type="button" class="link back" onClick={back}>← {t('reference.all')}</button>;
  if (!page) return <article class="reference-page">{toAll}{refused && <p class="problem" role="alert">{refused}</p>}</article>;
  const { title, signature, documentation, law, outcomes, forms, svg, derivation, taught } = page;
  const example = typed ?? page.example;
  const facts = [
    ['verdict.static', forms?.static, true], ['verdict.dynamic', forms?.dynamic, true], ['verdict.differ', forms?.why, false],
    ['verdict.law', law, true],
  ] as const;
  return (
    <article class="reference-page">
      {toAll}
      <h2><code>{title}</code></h2>
      {signature !== title && <pre class="signature">{signature}</pre>}
      <p class="told">{documentation}</p>
      <section>
        <h3>{t('reference.theExample')}</h3>
        <textarea
          spellcheck={false}
          autocapitalize="off"
          aria-label={t('reference.theExample')}
          rows={example.split('\n').length}
          value={example}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <div class="outcomes" aria-live="polite">
          {outcomes.map(({ mode, text, refused: why }) => (
            <p key={mode} class="outcome">
              {outcomes.length > 1 && <span>{t(`mode.${mode}`)}</span>}
              {why ? <em>{why}</em> : <code>{text}</code>}
            </p>
          ))}
        </div>
        <dl class="facts">
          {facts.map(([name, value, isCode]) => value && (
            <div key={name}><dt>{t(name)}</dt><dd>{isCode ? <code>{value}</code> : value}</dd></div>
          ))}
        </dl>
        {svg && <Drawing svg={svg} />}
        <p class="doors">
          <button
            type="button"
            class="primary"
            onClick={() => {
              session.open({ program: `${example.trimEnd()}\n` });
              close();
            }}
          >
            {t('reference.open')}
          </button>
          {typed !== undefined && <button type="button" class="quiet" onClick={() => setTyped(undefined)}>{t('reference.restore')}</button>}
        </p>
      </section>
      {derivation && (
        <section class="derivation">
          <h3>{t('derivation')}</h3>
          <Steps steps={[...(derivation.operands ?? []), derivation]} told={new Set()} />
        </section>
      )}
      {taught.length > 0 && (
        <section>
          <h3>{t('reference.taught')}</h3>
          <ul class="taught">
            {taught.map(({ lesson, lessonTitle, step, stepTitle }) => (
              <li key={`${lesson}/${step}`}>
                <button
                  type="button"
                  class="link"
                  onClick={() => {
                    openLesson(lesson, step);
                    close();
                  }}
                >
                  {lessonTitle}: {stepTitle}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

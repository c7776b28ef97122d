// The page's top line: title, integer mode, sharing, theme, language, and the menu of dialogs.
import { theme, toggleTheme } from '../base/theme';
import { show, type DialogName } from '../parts/dialogs';
import { LinkIcon, Logo, MenuIcon, ThemeIcon } from '../parts/icons';
import { Menu } from '../parts/menu';
import { place } from '../session/course';
import type { Mode } from '../session/link';
import type { Session } from '../session/session';
import { language, languages, speak, t } from '../words/words';
import { copyEmbed, copyLink } from './share';

const modes = [
  { mode: 'teaching', label: 'mode.teaching', title: 'mode.teachingTitle' },
  { mode: 'cute', label: 'mode.cute', title: 'mode.cuteTitle' },
] as const satisfies readonly { mode: Mode; label: string; title: string }[];

const paletteKey = /Mac|iP(hone|ad|od)/.test(navigator.platform) ? '⌘K' : 'Ctrl K';

const openers = ['learn', 'reference', 'gallery', 'atoms', 'paste'] as const satisfies readonly DialogName[];

/** For the keyboard: the first stop of the page leads past its header, to the question of a lesson or to the program. */
function Skip() {
  const target = place.value ? '.lesson .exercise input, .lesson footer .primary' : '.cm-content';
  return <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>(target)?.focus()}>{t(place.value ? 'skip.question' : 'skip.program')}</button>;
}

export function Header({ session }: { session: Session }) {
  const other = t(theme.value === 'dark' ? 'theme.light' : 'theme.dark');
  const toTheme = t('theme.switch', { theme: other });
  return (
    <header class="bar top">
      <Skip />
      <h1><Logo /><span>Stridescope</span></h1>
      {openers.map((name) => (
        <button key={name} type="button" class={`opener open-${name}`} aria-haspopup="dialog" onClick={() => void show(name)}>{t(name)}</button>
      ))}
      <div class="spring" />
      <div class="segmented" role="group" aria-label={t('integers')}>
        {modes.map(({ mode, label, title }) => (
          <button
            key={mode}
            type="button"
            title={t(title)}
            aria-pressed={session.mode.value === mode}
            onClick={() => session.setMode(mode)}
          >
            {t(label)}
          </button>
        ))}
      </div>
      <div class="segmented language" role="group" aria-label={t('language')}>
        {languages.map(({ code, label, tag }) => (
          <button key={code} type="button" lang={tag} aria-pressed={language.value === code} onClick={() => void speak(code)}>{label}</button>
        ))}
      </div>
      <button type="button" class="tool theme" title={toTheme} aria-label={toTheme} onClick={toggleTheme}>
        <ThemeIcon />
      </button>
      <Menu class="share" label={<LinkIcon />} title={t('share')}>{() => <>
        <button type="button" onClick={() => copyLink(session)}>{t('share.link')}</button>
        <button type="button" onClick={() => copyEmbed(session)}>{t('share.embed')}</button>
        <p class="hint">{t('share.image')}</p>
      </>}</Menu>
      <button type="button" class="opener palette-opener" title={t('palette')} aria-label={`${paletteKey} ${t('palette')}`} onClick={() => void show('palette')}>{paletteKey}</button>
      <Menu class="narrow" label={<MenuIcon />} title={t('menu')}>{() => <>
        {(['reference', 'gallery', 'atoms', 'questions', 'paste', 'machine', 'gpu', 'palette', 'shortcuts'] as const).map((name) => (
          <button key={name} type="button" onClick={() => void show(name)}>{t(name === 'gpu' ? 'gpu.title' : name)}</button>
        ))}
        {languages.filter(({ code }) => code !== language.value).map(({ code, name, tag }) => (
          <button key={code} type="button" lang={tag} onClick={() => void speak(code)}>{name}</button>
        ))}
        <button type="button" onClick={toggleTheme}>{toTheme}</button>
      </>}</Menu>
    </header>
  );
}

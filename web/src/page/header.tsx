import { useState } from 'preact/hooks';
import type { Mode } from '../core/contract';
import { encodeLink } from '../session/link';
import type { Session } from '../session/session';
import { copyText } from './clipboard';
import type { Gallery as GalleryPage } from './gallery';
import { LinkIcon, Logo, ThemeIcon } from './icons';
import { theme, toggleTheme } from './theme';

const modes: readonly { mode: Mode; label: string; title: string }[] = [
  { mode: 'teaching', label: 'teaching', title: 'Every integer is static: 4 and _4 mean the same' },
  { mode: 'cute', label: 'CuTe', title: 'As in CuTe: _4 is static, 4 is dynamic' },
];

export function Header({ session }: { session: Session }) {
  const [Gallery, setGallery] = useState<typeof GalleryPage>();
  async function openGallery(): Promise<void> {
    const loaded = await import('./gallery');
    setGallery(() => loaded.Gallery);
  }

  const other = theme.value === 'dark' ? 'light' : 'dark';
  return (
    <header class="bar top">
      <h1><Logo /><span>Stridescope</span></h1>
      <button type="button" class="opener" aria-haspopup="dialog" onClick={() => void openGallery()}>Gallery</button>
      {Gallery && <Gallery session={session} close={() => setGallery(undefined)} />}
      <div class="spring" />
      <div class="segmented" role="group" aria-label="Integers">
        {modes.map(({ mode, label, title }) => (
          <button
            key={mode}
            type="button"
            title={title}
            aria-pressed={session.mode.value === mode}
            onClick={() => session.setMode(mode)}
          >
            {label}
          </button>
        ))}
      </div>
      <button type="button" class="tool" title={`Switch to ${other}`} aria-label={`Switch to ${other}`} onClick={toggleTheme}>
        <ThemeIcon />
      </button>
      <button type="button" class="tool" title="Copy a link to this program" aria-label="Copy a link" onClick={() => share(session)}>
        <LinkIcon />
      </button>
    </header>
  );
}

function share(session: Session): void {
  const link = new URL(encodeLink(session.link()), location.href);
  void copyText(session, link.href, 'a link to this program');
}

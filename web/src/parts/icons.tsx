// Drawn on a 16×16 grid in the text's color; the enclosing control has the name.
import type { ComponentChildren } from 'preact';

function Icon({ children }: { children: ComponentChildren }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {children}
    </svg>
  );
}

export const CopyIcon = () => (
  <Icon>
    <rect x="5.75" y="5.75" width="7.5" height="8" rx="1.5" />
    <path d="M10.5 3.4v-.15c0-.55-.45-1-1-1H3.75c-.55 0-1 .45-1 1V10c0 .55.45 1 1 1h.15" />
  </Icon>
);

export const PinIcon = () => (
  <Icon>
    <path d="M6 2.5h4M6.6 2.5v4L4.8 9h6.4L9.4 6.500V2.5M8 9v4.500" />
  </Icon>
);

export const EnlargeIcon = () => (
  <Icon>
    <path d="M9.5 2.5h4v4M6.500 13.500h-4v-4M13.300 2.700 9.300 6.700M2.700 13.300l4-4" />
  </Icon>
);

export const ExpandIcon = () => (
  <Icon>
    <path d="m4 6.500 4 4 4-4" />
  </Icon>
);

export const MenuIcon = () => (
  <Icon>
    <path d="M2.500 4.500h11M2.500 8h11M2.500 11.500h11" />
  </Icon>
);

/** A screen for an audience. */
export const PresentIcon = () => (
  <Icon>
    <path d="M2 2.500h12M3 2.500v7.500h10V2.500M8 10v2M5.500 14 8 12l2.500 2" />
  </Icon>
);

export const ThemeIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="5.5" />
    <path d="M8 2.5a5.5 5.5 0 0 1 0 11z" class="filled" />
  </Icon>
);

export const LinkIcon = () => (
  <Icon>
    <path d="M6.6 9.4a2.6 2.6 0 0 0 3.7 0l2.1-2.1a2.6 2.6 0 0 0-3.7-3.7l-.7.7" />
    <path d="M9.4 6.6a2.6 2.6 0 0 0-3.7 0L3.6 8.7a2.6 2.6 0 0 0 3.7 3.7l.7-.7" />
  </Icon>
);

/** A 3×3 layout with one cell outlined. */
export const Logo = () => (
  <svg class="logo" viewBox="0 0 22 22" width="22" height="22" aria-hidden="true">
    {[0, 1, 2].flatMap((row) => [0, 1, 2].map((col) => (
      <rect key={row * 3 + col} x={1 + col * 7} y={1 + row * 7} width="6" height="6" rx="1.4" class={`l${(row + 2 * col) % 4}`} />
    )))}
    <rect x="8" y="8" width="6" height="6" rx="1.4" class="eye" />
  </svg>
);

import { render } from 'preact';
import './style/main.css';
import { firstProgram } from './first_program';
import { Page } from './page/page';
import { followSystemTheme } from './page/theme';
import { followAddress, readAddress } from './session/address';
import type { Link } from './session/link';
import { Session } from './session/session';

const unreadable = 'The link could not be read, so this is the program that the page opens with.';

const session = new Session();

function openLink(link: Link | 'malformed' | undefined): void {
  if (link === 'malformed') session.open({ program: firstProgram, mode: 'teaching' }, unreadable);
  else session.open(link ?? { program: firstProgram });
}

openLink(readAddress());
followAddress(() => session.link(), openLink);
followSystemTheme();
render(<Page session={session} />, document.getElementById('page')!);

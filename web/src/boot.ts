// The page's entry: the worker starts, the core is compiled and the reader's language is fetched, while the page's own
// script is still being read.
import { begin } from './core/start';
import './style/main.css';
import { wantedWords } from './words/wanted';

// A link's program hardly ever does with the first part, nor does another language.
begin(location.hash !== '' || wantedWords !== undefined);
void import('./main');

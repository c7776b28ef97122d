// The page's entry: the worker starts, the core is compiled and the reader's language is fetched, while the page's own
// script is still being read.
import './core/start';
import './style/main.css';
import './words/wanted';

void import('./main');

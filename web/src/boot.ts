// The page's entry: starts the worker, compiles the core and fetches the user's language, while the page's own script
// is still loading.
import './core/start';
import './style/main.css';
import './words/wanted';

void import('./main');

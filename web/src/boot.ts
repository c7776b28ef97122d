// The page's entry: the worker starts, and the core is compiled, while the page's own script is still being read.
import './core/start';
import './style/main.css';

void import('./main');

// A media query, followed while a part of the page is shown.
import { useEffect, useState } from 'preact/hooks';

export function useMatch(query: MediaQueryList): boolean {
  const [matches, setMatches] = useState(query.matches);
  useEffect(() => {
    const follow = (): void => setMatches(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, [query]);
  return matches;
}

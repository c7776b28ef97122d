// Faults of links: a file or an anchor that a page leads to and that is not there. Links that leave the site are not
// followed.
import path from 'node:path';

/** `files` are the pages by their paths on the site, `others` the paths of all other files. */
export function brokenLinks(files: ReadonlyMap<string, string>, others: ReadonlySet<string>): string[] {
  const ids = new Map([...files].map(([name, html]) => [name, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!))]));
  const faults: string[] = [];
  for (const [name, html] of files) {
    for (const [, target] of html.matchAll(/<(?:a|link|img|script|source)\b[^>]*?\s(?:href|src)="([^"]*)"/g)) {
      if (/^(?:https?:|data:)/.test(target!)) continue;
      const [file, anchor] = target!.replaceAll('&amp;', '&').split('#') as [string, string?];
      const to = file === '' ? name : path.posix.join(path.posix.dirname(name), decodeURI(file));
      if (to.startsWith('..') || path.posix.isAbsolute(to)) faults.push(`${name}: ${target} is outside of the site`);
      else if (!files.has(to) && !others.has(to)) faults.push(`${name}: ${target} leads to ${to}, which does not exist`);
      // The explorer reads the fragment itself.
      else if (anchor && files.has(to) && !ids.get(to)!.has(decodeURIComponent(anchor))) faults.push(`${name}: ${target} leads to ${to}, which does not have the anchor ${anchor}`);
    }
  }
  return [...new Set(faults)];
}

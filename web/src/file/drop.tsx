// A file that is dragged over the page or pasted: where it can be dropped, and what it becomes.
import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../session/session';
import { t } from '../words/words';
import { isPtx } from './ptx';
import { takeFile, takeText } from './take';

/** Characters of a text that is pasted into the program. */
const longest = 1 << 18;

export function DropTarget({ session }: { session: Session }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const carries = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    function drag(event: DragEvent): void {
      if (!carries(event)) return;
      event.preventDefault();
      setOver(true);
    }
    function leave(event: DragEvent): void {
      if (!event.relatedTarget) setOver(false);
    }
    function drop(event: DragEvent): void {
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      event.stopPropagation();
      void takeFile(session, file);
    }
    // A file, PTX, or more text than a program can have.
    function paste(event: ClipboardEvent): void {
      const file = event.clipboardData?.files[0];
      const text = event.clipboardData?.getData('text') ?? '';
      const isField = event.target instanceof Element && event.target.closest('input, textarea');
      if (!file && text.length <= longest && (isField || !isPtx(text))) return;
      event.preventDefault();
      event.stopPropagation();
      void (file ? takeFile(session, file) : takeText(session, t('paste'), text, true));
    }
    // Before the editor, which would insert the text of the file.
    addEventListener('dragover', drag, true);
    addEventListener('dragleave', leave, true);
    addEventListener('drop', drop, true);
    addEventListener('paste', paste, true);
    return () => {
      removeEventListener('dragover', drag, true);
      removeEventListener('dragleave', leave, true);
      removeEventListener('drop', drop, true);
      removeEventListener('paste', paste, true);
    };
  }, []);
  return over ? <div class="drop-target"><p>{t('file.drop')}</p></div> : null;
}

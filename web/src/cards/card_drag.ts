// Moves cards: drag a card by its name before or after another card of its group, among the pinned or the other cards,
// or onto the stage; with the keyboard, Alt and an arrow key move the focused card.
import { signal } from '@preact/signals';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';

/** The key of the dragged card; empty: none. */
const dragged = signal('');
/** The card's place if it were released now. */
export const landing = signal<{ key: string; after: boolean } | undefined>(undefined);

const cardOf = (target: EventTarget | null): HTMLElement | null => (target instanceof Element ? target.closest<HTMLElement>('article[data-card]') : null);
/** Attributes of the name by which a card is dragged. */
export function handle(session: Session, card: Card): object {
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      dragged.value = card.key;
      event.dataTransfer?.setData('text/plain', card.binding.name || card.binding.source);
      if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move';
    },
    onDragEnd: () => {
      dragged.value = '';
      landing.value = undefined;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const by = !event.altKey ? 0 : ['ArrowDown', 'ArrowRight'].includes(event.key) ? 1 : ['ArrowUp', 'ArrowLeft'].includes(event.key) ? -1 : 0;
      const element = cardOf(event.target);
      if (!by || !element) return;
      event.preventDefault();
      // An element that moves in the page loses the focus.
      void session.moveCard(card.key, by).then(() => element.querySelector<HTMLElement>('h2 button')?.focus());
    },
  };
}

/** True if the dragged card can be released on this card. */
function takes(session: Session, { group }: Card): boolean {
  return session.cards.value.find(({ key }) => key === dragged.value)?.landing.includes(group) ?? false;
}

/** Attributes of a card on which another one can be released. */
export function target(session: Session, card: Card): object {
  return {
    onDragOver: (event: DragEvent) => {
      const element = cardOf(event.target);
      if (!element || !takes(session, card)) return;
      event.preventDefault();
      const after = card.place !== 'stage' && isBehind(element, event);
      if (landing.value?.key !== card.key || landing.value.after !== after) landing.value = { key: card.key, after };
    },
    onDragLeave: (event: DragEvent) => {
      if (cardOf(event.relatedTarget)?.dataset['card'] !== card.key) landing.value = undefined;
    },
    onDrop: (event: DragEvent) => {
      const element = cardOf(event.target);
      const key = dragged.value;
      if (!key || !element) return;
      event.preventDefault();
      landing.value = undefined;
      const moved = session.cards.value.find((one) => one.key === key);
      if (card.place === 'stage') session.reveal.value = moved && { span: moved.binding.span };
      else if (key !== card.key) void session.arrange(key, card.key, isBehind(element, event));
    },
  };
}

/** True in the second half of the card: horizontally if cards are side by side, otherwise vertically. */
function isBehind(element: HTMLElement, { clientX, clientY }: DragEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const neighbour = (element.nextElementSibling ?? element.previousElementSibling)?.getBoundingClientRect();
  const beside = neighbour && neighbour.top < bottom && neighbour.bottom > top;
  return beside ? clientX > (left + right) / 2 : clientY > (top + bottom) / 2;
}

// Keys that work wherever the focus is, but where somebody types.

export const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && (target.matches('input:not([type=checkbox]),textarea,select') || target.isContentEditable);

/** Whether a key is for the view: alone, and not typed into anything or meant for a dialog. */
export const isForView = (event: KeyboardEvent) => !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey
  && !isTyping(event) && !document.querySelector('dialog[open], .shell[data-menu="true"]');

/** Whether a key sends a dialog: Control and Enter, Enter in a line of text, or what saves elsewhere. */
export const isSending = ({ key, target, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing }: KeyboardEvent) => {
  if (altKey || shiftKey || repeat || isComposing || !(target instanceof HTMLElement)) return false;
  if (ctrlKey || metaKey) return key === 'Enter' || (key === 's' && target.matches('input,textarea,select'));
  // A form sends itself.
  return key === 'Enter' && target.matches('input[type=text]') && !target.closest('form');
};

// Keys that work wherever the focus is, but where somebody types.

export const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && (target.matches('input:not([type=checkbox]),textarea,select') || target.isContentEditable);

/** Whether a key is for the view: alone, and not typed into anything or meant for a dialog. */
export const isForView = (event: KeyboardEvent) => !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey
  && !isTyping(event) && !document.querySelector('dialog[open], .shell[data-menu="true"]');

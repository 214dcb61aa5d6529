/** Forms, dialogs and single fields in which something was entered since the page was loaded */
const typed = new Set<Element>()

/** Notes what is entered; once, at the start of the client. */
export function watchTyping(): void {
  addEventListener('input', note, true)
  addEventListener('change', note, true)
  // radio-cards and checkboxes are buttons
  addEventListener('click', (event) => isIn(event, '[role=radio], [role=checkbox]') && note(event), true)
}

function note(event: Event): void {
  // a search text is quickly typed again
  if (!(event.target instanceof Element) || isIn(event, '[type=search]')) return
  typed.add(event.target.closest('form, [role=dialog]') ?? event.target)
}

function isIn({ target }: Event, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

/** Whether something was entered that is still on the page, and would be lost with it. */
export function isAnythingTyped(): boolean {
  for (const element of typed) if (!element.isConnected) typed.delete(element)
  return typed.size > 0
}

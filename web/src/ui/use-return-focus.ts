import { useRef } from 'react'

/**
 * Gives the focus back to what had it before a dialog opened. Radix gives it to the dialog's trigger, but these dialogs are opened by
 * state and have none.
 * @returns the handlers of a dialog's content
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
    },
  }
}

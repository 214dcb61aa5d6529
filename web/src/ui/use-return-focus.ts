import { useRef } from 'react'

/**
 * Gives the focus back to what had it before a dialog opened. Radix gives it to the dialog's trigger, but these dialogs are opened by
 * state and have none.
 * A field with `data-autofocus` has it while the dialog is open. An opener that is busy cannot take it: the dialog around it does.
 * @returns the handlers of a dialog's content
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus(event: Event) {
      opener.current = document.activeElement
      const field =
        event.currentTarget instanceof Element && event.currentTarget.querySelector('[data-autofocus]')
      if (!(field instanceof HTMLElement)) return
      event.preventDefault()
      field.focus()
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      const { current } = opener
      const target = current?.matches(':disabled') ? current.closest('[role="dialog"]') : current
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    },
  }
}

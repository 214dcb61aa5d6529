import { useEffect, useEffectEvent, useRef } from 'react'

/** How the dialogs that are open are closed, the topmost last */
const open: (() => unknown)[] = []

/** While the caller is mounted, or `isOpen`, Escape closes it before a toast that came later. */
export function useOpenDialog(close: () => unknown, isOpen = true): void {
  const onClose = useEffectEvent(() => void close())
  useEffect(() => {
    if (!isOpen) return
    const entry = () => onClose()
    open.push(entry)
    return () => void open.splice(open.indexOf(entry), 1)
  }, [isOpen])
}

/** @returns false if none is open */
export function closeTopDialog(): boolean {
  const close = open.at(-1)
  close?.()
  return close !== undefined
}

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

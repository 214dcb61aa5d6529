import { useEffect, useEffectEvent } from 'react'
import { createStoredSetting } from '@/lib/storage'

/** Whether single keys act. People who dictate, or whose keys repeat, turn them off (WCAG 2.1.4). */
export const shortcutsEnabled = createStoredSetting('shortcuts', (stored) => stored !== false)

/** Where a key is text, or moves within what is open. */
const ownsKeys =
  'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]'

/**
 * Calls `act` with a key that is pressed alone, outside of text fields, menus and dialogs. A key that is held acts once.
 * @param act @returns true if the key meant something
 */
export function useShortcuts(act: (key: string) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!shortcutsEnabled.get() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
      return
    const isMove = event.key === 'j' || event.key === 'k'
    if (event.repeat && !isMove) return
    const target = event.target instanceof Element ? event.target : document.body
    if (target.closest(ownsKeys) || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    if (act(event.key)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/**
 * Presses the button that says it has this key (`aria-keyshortcuts`).
 * @returns whether there is one that can be pressed
 */
export function pressShortcut(key: string, within: ParentNode = document): boolean {
  const button = within.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]:not(:disabled)`)
  if (!button) return false
  if (button instanceof HTMLInputElement && button.type !== 'checkbox') {
    button.focus()
    button.select()
  } else button.click()
  return true
}

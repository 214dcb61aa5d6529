import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { RowsHandle } from '@/components/list/paged-list'
import { createStoredSetting } from '@/lib/storage'

/** The keys of staff lists. Buttons name theirs with aria-keyshortcuts, and are pressed by it in the focused row. */
export const keys = {
  search: '/',
  nextRow: 'j',
  previousRow: 'k',
  open: 'Enter',
  assign: 'a',
  advance: 'u',
  select: 'x',
  report: 'r',
  help: '?',
} as const

export type ListKey = keyof typeof keys

/** Whether single keys act. People who dictate, or whose keys repeat, turn them off (WCAG 2.1.4). */
export const shortcutsEnabled = createStoredSetting('shortcuts', (stored) => stored !== false)

/** Elements in which a key is text, or moves within something that is open */
const ownsKeys =
  'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]'

/**
 * Calls `act` with a key that is pressed alone, outside of text fields, menus and dialogs. A key that is held acts once.
 * @param act @returns true if the key meant something
 */
function useShortcuts(act: (key: string) => boolean): void {
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
function pressShortcut(key: string, within: ParentNode = document): boolean {
  const button = within.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]:not(:disabled)`)
  if (!button) return false
  if (button instanceof HTMLInputElement && button.type !== 'checkbox') {
    button.focus()
    button.select()
  } else button.click()
  return true
}

/** The keys that press a button of the focused row */
const rowKeys: readonly string[] = [keys.assign, keys.advance, keys.select, keys.report]

const openDialogs = '[role="dialog"], [role="alertdialog"]'

type ListKeysOptions = {
  rows: readonly { id: string }[]
  handle: RefObject<RowsHandle | null>
  onOpen: (id: string) => void
  onHelp: () => void
}

/**
 * The keys of a staff list: they move the focus from row to row, and press what its row offers. If a row leaves the list while it has
 * the focus, because of its own action, the row that takes its place gets it.
 * @returns the handler of the element around the list
 */
export function useListKeys({ rows, handle, onOpen, onHelp }: ListKeysOptions) {
  const last = useRef({ id: '', index: -1 })

  function focusRow(index: number): boolean {
    const row = rows[index]
    if (!row) return false
    last.current = { id: row.id, index }
    handle.current?.focusRow(index)
    return true
  }

  useEffect(() => {
    const { id, index } = last.current
    if (index < 0 || rows.some((row) => row.id === id)) return
    const next = Math.min(index, rows.length - 1)
    const row = rows[next]
    last.current = { id: row?.id ?? '', index: next }
    // somebody who has scrolled away is not taken back
    if (!row || !document.querySelector(`[data-row="${row.id}"]`)) return
    let frame = 0
    // a dialog gives its focus back when it closes
    function restore() {
      if (document.querySelector(openDialogs)) frame = requestAnimationFrame(restore)
      else if (document.activeElement === document.body) handle.current?.focusRow(next)
    }
    frame = requestAnimationFrame(restore)
    return () => cancelAnimationFrame(frame)
  }, [rows, handle])

  useShortcuts((key) => {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]')
    const index = row ? rows.findIndex(({ id }) => id === row.dataset.row) : last.current.index
    switch (key) {
      case keys.nextRow:
        return focusRow(row ? Math.min(index + 1, rows.length - 1) : Math.max(index, 0))
      case keys.previousRow:
        return focusRow(Math.max(index - 1, 0))
      case keys.search:
        return pressShortcut(key)
      case keys.help:
        onHelp()
        return true
      case keys.open: {
        // on a button or link of the row, Enter presses that
        if (!row?.dataset.row || document.activeElement !== row) return false
        onOpen(row.dataset.row)
        return true
      }
      default:
        return row !== null && row !== undefined && rowKeys.includes(key) && pressShortcut(key, row)
    }
  })

  function onFocus({ target }: FocusEvent) {
    const id = target.closest<HTMLElement>('[data-row]')?.dataset.row
    if (id) last.current = { id, index: rows.findIndex((row) => row.id === id) }
  }

  return onFocus
}

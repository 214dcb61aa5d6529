import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import type { RowsHandle } from '@/components/list/paged-list'
import { keys } from './shortcut-keys'
import { pressShortcut, useShortcuts } from './shortcuts'

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
    // who has scrolled away is not taken back
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

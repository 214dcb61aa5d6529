import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { useEffect, useState } from 'react'

type List = { rows: readonly BookingView[] }

/**
 * A list that is worked down: what was dealt with leaves it at once, and the focus goes to the main button of the next one. What still
 * needs attention after a change comes back with the list's next answer, because its position is a later one then.
 */
export function useInbox<Pages extends List>(list: Pages, onHandled: () => unknown) {
  const [handled, setHandled] = useState<ReadonlyMap<string, number>>(new Map())
  const [next, setNext] = useState<string>()
  const rows = list.rows.filter(({ id, position }) => (handled.get(id) ?? -1) < position)

  // what was put off comes back with the same position
  useEffect(() => {
    const listed = new Set(list.rows.map(({ id }) => id))
    setHandled((before) => {
      const kept = [...before].filter(([id]) => listed.has(id))
      return kept.length === before.size ? before : new Map(kept)
    })
  }, [list.rows])

  // after the dialog or menu of the action has given its focus back
  useEffect(() => {
    if (next === undefined) return
    const timer = setTimeout(() => {
      const row = document.querySelector(`[data-row="${next}"]`)
      row?.querySelector<HTMLElement>('button:not(:disabled, [role="checkbox"])')?.focus()
      setNext(undefined)
    })
    return () => clearTimeout(timer)
  }, [next])

  function handle({ id, position }: BookingView): void {
    const index = rows.findIndex((row) => row.id === id)
    setHandled((before) => new Map(before).set(id, position))
    setNext((rows[index + 1] ?? rows[index - 1])?.id)
    onHandled()
  }

  return { list: { ...list, rows }, handle }
}

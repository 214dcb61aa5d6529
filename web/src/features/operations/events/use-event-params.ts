import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { EventFilter } from '@/lib/resources/operations/events'
import { useDebounced } from '@/lib/timing'

const names = ['type', 'stream', 'actor', 'from', 'to'] as const

/** The filter of the events, as parameters of the address: a link shows what its sender saw. */
export function useEventParams() {
  const [search, setSearch] = useSearchParams()
  const [type, stream, actor, from, to] = names.map((name) => search.get(name) ?? '')
  const typed = useDebounced(stream as string)
  const filter = useMemo(
    () => ({ type, stream: typed, actor, from: instantOf(from), to: instantOf(to) }) as EventFilter,
    [type, typed, actor, from, to],
  )

  function change(changes: Partial<EventFilter>) {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setSearch(next, { replace: true, preventScrollReset: true })
  }

  return {
    filter,
    isFiltered: names.some((name) => search.get(name)),
    change,
    clear: () => change(Object.fromEntries(names.map((name) => [name, '']))),
  }
}

/** @param local '2026-11-21T04:20' in India @returns the instant; '' for none */
function instantOf(local: string | undefined): string {
  const at = new Date(`${local}+05:30`)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

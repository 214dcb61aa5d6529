import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

/** A change is a new entry of the history, to which Back returns, or takes the place of the present one. */
type HistoryChange = 'push' | 'replace'

/**
 * The state of a page in the query of its address: it survives a reload, can be sent to somebody, and Back returns to it.
 * @param defaults the names with the values that the address leaves out; must not change
 */
export function useAddressState<const Name extends string>(defaults: Readonly<Record<Name, string>>) {
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const names = Object.keys(defaults) as Name[]
  const entries = names.map((name) => [name, search.get(name) ?? defaults[name]])
  const state = Object.fromEntries(entries) as Record<Name, string>

  function set(change: Readonly<Partial<Record<Name, string>>>, how: HistoryChange = 'push'): void {
    // the user has left for a page that is still loading: a text that was typed before must not lead back
    if (window.history.state?.idx !== undefined && window.location.pathname !== pathname) return
    setSearch((before) => withValues(before, change, defaults), {
      replace: how === 'replace',
      preventScrollReset: true,
    })
  }

  return [state, set] as const
}

function withValues(
  before: URLSearchParams,
  change: Readonly<Record<string, string | undefined>>,
  defaults: Readonly<Record<string, string>>,
): URLSearchParams {
  const next = new URLSearchParams(before)
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === defaults[name]) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/**
 * A text that shows each key at once and takes effect when no key was pressed for `delayMs`. It follows `value` if that changes
 * elsewhere, for example by Back.
 * @returns the text to show, and the setter for what is typed
 */
export function useTypedText(
  value: string,
  commit: (text: string) => void,
  delayMs = 250,
): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState(value)
  const committed = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(commit)

  useEffect(() => {
    latest.current = commit
  })

  useEffect(() => {
    if (value === committed.current) return
    committed.current = value
    clearTimeout(timer.current)
    setTyped(value)
  }, [value])

  useEffect(() => () => clearTimeout(timer.current), [])

  const type = useCallback(
    (text: string) => {
      setTyped(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        committed.current = text
        latest.current(text)
      }, delayMs)
    },
    [delayMs],
  )
  return [typed, type]
}

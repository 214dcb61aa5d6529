import { useSyncExternalStore } from 'react'

let text = ''
let made = 0
const listeners = new Set<() => void>()

/** Says something to screen readers, politely. */
export function announce(message: string): void {
  made += 1
  text = message
  for (const listener of listeners) listener()
}

export function Announcer() {
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => made,
    () => 0,
  )
  return (
    <div role="status" aria-live="polite" className="sr-only">
      <span key={made}>{text}</span>
    </div>
  )
}

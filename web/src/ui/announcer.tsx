import { useSyncExternalStore } from 'react'

let text = ''
let sequence = 0
const listeners = new Set<() => void>()

/** Announces a message to screen readers once they are idle (`aria-live="polite"`). */
export function announce(message: string): void {
  sequence += 1
  text = message
  for (const listener of listeners) listener()
}

export function Announcer() {
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => sequence,
    () => 0,
  )
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {/* The key replaces the element, so that the same message is announced twice */}
      <span key={sequence}>{text}</span>
    </div>
  )
}

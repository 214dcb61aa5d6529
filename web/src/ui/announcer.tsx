import { createStore, useStore } from '@/lib/store'

const store = createStore({ text: '', sequence: 0 })

/** Announces a message to screen readers once they are idle (`aria-live="polite"`). */
export function announce(text: string): void {
  store.set({ text, sequence: store.get().sequence + 1 })
}

export function Announcer() {
  const { text, sequence } = useStore(store)
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {/* The key replaces the element, so that the same message is announced twice */}
      <span key={sequence}>{text}</span>
    </div>
  )
}

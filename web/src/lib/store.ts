import { useSyncExternalStore } from 'react'

export type Store<T> = {
  get: () => T
  set: (next: T) => void
  /** @returns stops it */
  subscribe: (listener: () => void) => () => void
  /** The value in a prerendered page */
  initial: () => T
}

/** A value of the whole client, outside of React. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    initial: () => initial,
  }
}

/** Resolves when the value is one that is waited for. */
export async function waitForValue<T>(store: Store<T>, isWanted: (value: T) => boolean): Promise<void> {
  if (isWanted(store.get())) return
  await new Promise<void>((resolve) => {
    const stop = store.subscribe(() => {
      if (!isWanted(store.get())) return
      stop()
      resolve()
    })
  })
}

export function useStore<T>({ subscribe, get, initial }: Store<T>): T {
  return useSyncExternalStore(subscribe, get, initial)
}

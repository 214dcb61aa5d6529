import { createStore, type Store } from './store'

type Area = 'localStorage' | 'sessionStorage'

/** @returns what was stored under a name; null if there is nothing, if it cannot be read, or if the storage is blocked */
export function readStored(name: string, area: Area = 'localStorage'): unknown {
  try {
    return JSON.parse(globalThis[area].getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a value as JSON, unless the storage is blocked or full. @param value null removes what is stored */
export function writeStored(name: string, value: unknown, area: Area = 'localStorage'): void {
  try {
    if (value === null) globalThis[area].removeItem(name)
    else globalThis[area].setItem(name, JSON.stringify(value))
  } catch {
    // the value lasts until the page is closed, where the caller keeps it
  }
}

/**
 * A choice of this browser's user that lasts: in localStorage, as JSON.
 * `null` is not stored.
 * @param parse reads a value that any release may have stored. @returns the setting, or the initial one if the value makes no sense
 */
export function createStoredSetting<T>(name: string, parse: (stored: unknown) => T): Store<T> {
  const store = createStore(parse(readStored(name)))
  return {
    ...store,
    set(next) {
      store.set(next)
      writeStored(name, next)
    },
  }
}

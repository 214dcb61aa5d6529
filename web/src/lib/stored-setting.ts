import { createStore, type Store } from './store'

/**
 * A choice of this browser's user that lasts: in localStorage, as JSON.
 * `null` is not stored.
 * @param parse what was stored, by whichever release. @returns the setting, or the initial one for what makes no sense
 */
export function createStoredSetting<T>(name: string, parse: (stored: unknown) => T): Store<T> {
  const store = createStore(parse(read(name)))
  return {
    ...store,
    set(next) {
      store.set(next)
      try {
        if (next === null) localStorage.removeItem(name)
        else localStorage.setItem(name, JSON.stringify(next))
      } catch {
        // blocked or full: the choice lasts until the page is closed
      }
    },
  }
}

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    // blocked, not JSON, or there is no browser
    return null
  }
}

import { readStored, writeStored } from './storage'
import { createStore, type Store } from './store'

/**
 * A choice of this browser's user that lasts: in localStorage, as JSON.
 * `null` is not stored.
 * @param parse what was stored, by whichever release. @returns the setting, or the initial one for what makes no sense
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

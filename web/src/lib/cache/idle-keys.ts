import { SWRConfig } from 'swr'
import { forgetPages } from './list-pages'
import { forgetKey } from './live-cache'
import { isMounted } from './mounted'

/** Each search text, filter and opened booking is a key. Changes are applied to every cached list, so they must not pile up. */
const maxIdleKeys = 50

/** Keys that no component shows, the one that was shown first comes first */
const idleKeys = new Set<string>()

/** Keeps the data of a key that no component shows any more, for a return to it, and soon drops that of the oldest ones. */
export function keepIdle(key: string): void {
  idleKeys.delete(key)
  idleKeys.add(key)
  // Later: the keys of the next screen, which may be the oldest ones, are not mounted yet when those of the last one unmount.
  setTimeout(dropOldest)
}

function dropOldest(): void {
  for (const oldest of idleKeys) {
    if (idleKeys.size <= maxIdleKeys) return
    idleKeys.delete(oldest)
    if (isMounted(oldest)) continue
    forgetKey(oldest)
    forgetPages(oldest)
    SWRConfig.defaultValue.cache.delete(oldest)
  }
}

import type { Method } from '@jaanch/contracts/http/route'
import { useEffect, useState } from 'react'
import type { KeyedPath, OptionsAt, Path } from '../http/contract'
import { urlOf } from '../http/url'
import { useUser } from '../session/session-context'
import type { Entry } from './database'
import { addEntry, dismiss, flush, watchEntries } from './outbox'

type About = {
  /** The id of the visit or booking: what was refused is shown there */
  subject: string
  /** When it was done, by the clock of the device (ISO) */
  at: string
  /** See `Entry` */
  isKept?: boolean
  about?: string
}

/**
 * The outbox of the user who is signed in: commands are stored at once, also without a network, and sent in order. A refused one stays
 * until it is dismissed. It does not stop later ones of the same subject: the server decides on each by itself, so a command that
 * makes no sense without the refused one is refused, too.
 */
export function useOutbox() {
  const { id: userId } = useUser()
  const [kept, setKept] = useState<{ userId: string; entries: Entry[] }>()

  useEffect(() => {
    flush()
    return watchEntries(userId, (entries) => setKept({ userId, entries }))
  }, [userId])

  /** Those of another user are not shown until they have gone */
  const entries = kept?.userId === userId ? kept.entries : []
  const refused = entries.filter(({ state }) => state === 'refused')
  return {
    /** Waiting and refused ones, in order; empty while they are read */
    entries,
    /** How many are not sent yet */
    waiting: entries.filter(({ state }) => state === 'waiting').length,
    refused,
    /** Stores a command under a new Idempotency-Key and sends it in its turn. @throws if the browser has no storage for it */
    add<M extends Method, P extends Path>(
      method: M,
      path: P & KeyedPath<M, P>,
      { subject, at, about, isKept = false, ...options }: Omit<OptionsAt<M, P>, 'idempotencyKey'> & About,
    ): Promise<void> {
      const { params, body } = options as { params?: { id: string }; body?: unknown }
      return addEntry({
        userId,
        method,
        path: urlOf(path, params),
        body,
        at,
        subject,
        isKept,
        ...(about && { about }),
      })
    },
    /** @param key the key of a refused entry */
    dismiss: (key: string) => dismiss(userId, key),
    /** Tries at once, without waiting for the network to come back or a pause to end */
    flush,
  }
}

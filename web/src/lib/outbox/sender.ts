import type { ErrorCode } from '@jaanch/contracts/errors'
import { endsSession, isClientError, serverText, waitMsOf } from '../http/api-error'
import type { Entry, OutboxDatabase } from './database'

const firstPauseMs = 1_000
const maxPauseMs = 60_000

/** @property isEnded the server ended it: it hands in what was done before */
type Session = { userId: string; token: string; isEnded?: boolean }
type SenderParts = {
  database: OutboxDatabase
  /** The signed-in user, and the user whose session the server ended: only entries of these users are sent, each with the user's own token */
  sessions: () => readonly Session[]
  /** The server takes nothing with this token any more, or nothing waits for it */
  forget: (session: Session) => void
  /** @throws ApiError if it was answered with a refusal, anything else if it is not known whether it was done */
  post: (entry: Entry, token: string) => Promise<unknown>
  /** Runs while no other tab does. A tab that is killed ends its turn */
  alone: (run: () => Promise<void>) => Promise<void>
  isOnline: () => boolean
  /** @returns withdraws it */
  later: (run: () => void, ms: number) => () => void
}

/**
 * Sends what waits, in order and one at a time: an entry is deleted when the server has done it, and the next one is sent when this one
 * is answered. A refused entry stays for the person to see, and does not stop those after it, also of the same subject: the server
 * decides on each by itself. Without an answer, after a fault of the server, while it is busy and where it does not know the call,
 * everything waits for growing pauses; without a session, for the next login of the same user.
 *
 * Several tabs may flush at once. The lock saves requests; that an entry has one effect follows from its key alone.
 */
export function createSender({ database, sessions, forget, post, alone, isOnline, later }: SenderParts) {
  let running: Promise<void> | undefined
  let isWanted = false
  let failures = 0
  let withdraw = () => {}

  /** Sends what waits. @returns when all is sent, or it has to wait */
  function flush(): Promise<void> {
    isWanted = true
    withdraw()
    running ??= run()
    return running
  }

  async function run(): Promise<void> {
    let pauseMs: number | undefined
    try {
      while (isWanted) {
        isWanted = false
        await alone(async () => {
          pauseMs = await drain()
        })
      }
    } catch (error) {
      console.warn('What is not sent yet is kept, and sent later', error)
      pauseMs = pauseAfter(error)
    } finally {
      running = undefined
    }
    if (pauseMs !== undefined) withdraw = later(() => void flush(), pauseMs)
  }

  /** @returns after how long to go on, ms; undefined if all is sent, or there is no network or session */
  async function drain(): Promise<number | undefined> {
    const refused = new Set<string>()
    for (;;) {
      if (!isOnline()) return undefined
      const next = await nextOf(sessions().filter(({ token }) => !refused.has(token)))
      if (!next) return undefined
      const { entry, session } = next
      try {
        await post(entry, session.token)
        failures = 0
      } catch (error) {
        if (endsSession(error)) {
          // another tab may have changed the password meanwhile
          refused.add(session.token)
          if (session.isEnded) forget(session)
          continue
        }
        const refusal = refusalOf(error)
        if (!refusal) return pauseAfter(error)
        failures = 0
        await database.entries.update(entry.seq, { state: 'refused', refusal })
        continue
      }
      // nobody sees the round of a session that has ended, perhaps while the server answered
      if (entry.isKept && isSignedIn(entry.userId))
        await database.entries.update(entry.seq, { state: 'sent' })
      else await database.entries.delete(entry.seq)
    }
  }

  function isSignedIn(userId: string): boolean {
    return sessions().some((session) => session.userId === userId && !session.isEnded)
  }

  /** @returns the first entry that one of these sessions can send; undefined: there is none */
  async function nextOf(open: readonly Session[]): Promise<{ entry: Entry; session: Session } | undefined> {
    for (const session of open) {
      const entry = await database.entries.where({ userId: session.userId, state: 'waiting' }).first()
      if (entry) return { entry, session }
      if (session.isEnded) forget(session)
    }
    return undefined
  }

  /** A random wait: the phones that a failure stopped must not all come back at once */
  function pauseAfter(error: unknown): number {
    const pauseMs = Math.min(firstPauseMs * 2 ** failures, maxPauseMs)
    failures += 1
    return Math.max(waitMsOf(error), pauseMs * (0.5 + Math.random() / 2))
  }

  return { flush }
}

/**
 * The command may still be done: there was a change at the same time, the order has no number yet, or the server is of an older
 * release than this page
 */
const passing: readonly ErrorCode[] = ['conflict', 'order-number-pending', 'unknown-route']

/** @returns undefined if the same command may still be done */
function refusalOf(error: unknown): Entry['refusal'] {
  const text = serverText(error)
  // an answer without our text is that of a proxy, or of the login page of a network
  if (!isClientError(error) || text === undefined || passing.includes(error.code)) return undefined
  return { code: error.code, text }
}

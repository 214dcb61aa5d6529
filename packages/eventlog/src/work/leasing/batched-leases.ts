import type { Log } from '@jaanch/platform/logging'
import { backoff, type RetryPolicy } from '@jaanch/platform/run-loop'
import { batchCalls } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import { UnreadableEventError } from '../../read.ts'
import { NewerReleaseError } from '../handler.ts'
import { type Lease, type LeasedTable, type Limits, lostMessage, type NewDeadLetter } from './leased-table.ts'

let last: Promise<unknown> = Promise.resolve()

/** Calls one after the other, in their order, whatever table their rows are of: what ends the process ends it for one row only. */
function runAlone<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}

/** Long enough that a worker of an older release costs little, short enough for the newer one that waits for the row, ms */
const newerReleasePauseMs = 5_000

/** The last attempts ended with their processes, and another one might end this process too. */
export class LostAttemptError extends Error {
  override name = 'LostAttemptError'

  constructor() {
    super(lostMessage)
  }
}

export type Failure = Omit<NewDeadLetter, 'attempts'> & {
  /** The error that was thrown */
  cause: unknown
  /** Another attempt would fail as well */
  isPermanent?: boolean
  /** The shortest pause, ms */
  minPauseMs?: number
  /** For the log only */
  details?: object
}

export type LeaseOptions<Row extends Lease, Key extends string, Scope extends string> = {
  table: LeasedTable<Row, Key, Scope>
  pool: pg.Pool
  retryPolicy: RetryPolicy
  /** Log messages after a failed attempt, and after the last one */
  messages: { failed: string; dead: string }
  log: Log
  /** The clock of due times, for tests; the clock of Postgres by default */
  now?: () => Date
}

/** The leases of one process on one table. */
export type BatchedLeases<Row extends Lease, Key extends string, Scope extends string> = {
  /** Calls made at the same time share one statement. @returns undefined when the row is done, not due or leased elsewhere */
  lease(key: Record<Key, string>): Promise<Row | undefined>
  leaseDue(limits: Limits<Scope>): Promise<Row[]>
  /**
   * Runs `handle` and renews the lease until it ends. An attempt that was lost with its process counts like a failed one. After the
   * first, the row is handled as any other, since most processes that end were ended by others. After the second it is handled
   * alone among such rows: those that were lost with a row that ends the process succeed then, and only this one does not.
   */
  hold(lease: Row, handle: () => Promise<void>): Promise<void>
  /** False when the process could not renew the lease in time (it was frozen, or Postgres unreachable): another may have it */
  isHeld(lease: Row): boolean
  /** To be called before a row is handled. @throws LostAttemptError if the last attempt was lost, to be recorded as a failure */
  assertAttemptLeft(lease: Row): void
  /** Ends the leases of the rows that are still being handled, so that others begin them anew; no attempt is counted. */
  release(): Promise<void>
  /**
   * The one policy after a failed attempt: another attempt after a pause, or a dead letter. A row that only a newer release can
   * handle is given back: due after a pause, and no attempt is counted.
   */
  recordFailure(lease: Row, failure: Failure): Promise<void>
  /** Ends the renewal. To be called when no row is being handled any more. */
  close(): void
}

/**
 * Twenty streams at a time took 1,700 streams a second on two cores with a statement for each, 5,000 with shared statements;
 * more than 100 rows in a statement gain nothing.
 */
const batchSize = 100

export function createBatchedLeases<Row extends Lease, Key extends string, Scope extends string>(
  options: LeaseOptions<Row, Key, Scope>,
): BatchedLeases<Row, Key, Scope> {
  const { table, pool, retryPolicy, messages, log, now } = options
  /** By token: the lease, and when its last lease or renewal was sent at the latest */
  const held = new Map<string, { lease: Row; since: number }>()
  /** Types that this release does not know, each consumer and type logged once */
  const logged = new Set<string>()

  function add(leases: readonly (Row | undefined)[], since: number): void {
    for (const lease of leases) if (lease) held.set(lease.leaseToken, { lease, since })
  }

  const lease = batchCalls(async (keys: Record<Key, string>[]) => {
    const since = performance.now()
    const leases = await table.lease(pool, keys, { now: now?.() })
    add(leases, since)
    return leases
  }, batchSize)

  const postpone = batchCalls(async (leases: Row[]) => {
    await table.postpone(pool, leases)
    return leases.map(() => undefined)
  }, batchSize)

  async function giveBack(
    lease: Row,
    { cause, consumer, details }: Failure & { cause: NewerRelease },
  ): Promise<void> {
    const what = `${consumer} ${cause.type}`
    if (!logged.has(what))
      log.warn(
        { ...details, err: cause, consumer },
        'what only a newer release can handle is left to its workers',
      )
    logged.add(what)
    const { attempts } = lease
    const pauseMs = newerReleasePauseMs
    await table.retryLater(pool, lease, { attempts, pauseMs, error: cause.message, now: now?.() })
  }

  async function renew(): Promise<void> {
    if (held.size === 0) return
    const since = performance.now()
    const tokens = await table.renew(
      pool,
      Array.from(held.values(), (each) => each.lease),
    )
    for (const token of tokens) {
      const entry = held.get(token)
      if (entry) entry.since = since
    }
  }
  // often enough that one failed renewal does not lose the lease
  const renewing = setInterval(
    () => void renew().catch((error) => log.debug({ err: error }, 'the leases were not renewed')),
    table.leaseMs / 3,
  )

  return {
    lease,
    async leaseDue(limits) {
      const since = performance.now()
      const leases = await table.leaseDue(pool, limits, { now: now?.() })
      add(leases, since)
      return leases
    },
    async hold(lease, handle) {
      try {
        if (!lease.wasLost || lease.attempts < 2) return await handle()
        await postpone(lease).catch(() => {})
        await runAlone(async () => {
          if (await table.begin(pool, lease)) await handle()
        })
      } finally {
        held.delete(lease.leaseToken)
      }
    },
    isHeld({ leaseToken }) {
      const entry = held.get(leaseToken)
      return entry !== undefined && performance.now() - entry.since < table.leaseMs
    },
    assertAttemptLeft({ wasLost, attempts }) {
      if (wasLost && attempts >= retryPolicy.attempts) throw new LostAttemptError()
    },
    async release() {
      const leases = Array.from(held.values(), (each) => each.lease)
      held.clear()
      if (leases.length > 0) await table.giveBack(pool, leases)
    },
    async recordFailure(failed, failure) {
      const { cause, isPermanent, minPauseMs = 0, details } = failure
      if (isOfNewerRelease(cause)) return giveBack(failed, { ...failure, cause })
      // Postgres stores no text with this character: the failure could never be recorded
      const error = failure.error.replaceAll('\0', '')
      // an attempt that was lost is counted already, and there was none since
      const attempts = failed.attempts + (cause instanceof LostAttemptError ? 0 : 1)
      if (isPermanent || attempts >= retryPolicy.attempts) {
        log.error({ ...details, attempts }, messages.dead)
        const { consumer, streamId, position } = failure
        await table.deadLetter(pool, failed, { consumer, streamId, position, error, attempts })
        return
      }
      const pauseMs = Math.max(backoff(attempts, retryPolicy), minPauseMs)
      log.warn({ ...details, attempts, pauseMs }, messages.failed)
      await table.retryLater(pool, failed, { attempts, pauseMs, error, now: now?.() })
    },
    close: () => clearInterval(renewing),
  }
}

/** This release does not know an event or a kind of message that a newer one wrote. */
type NewerRelease = NewerReleaseError | UnreadableEventError

/** Another attempt of this process would fail as well, one of the release that wrote or wants it will not. */
function isOfNewerRelease(error: unknown): error is NewerRelease {
  return error instanceof NewerReleaseError || (error instanceof UnreadableEventError && error.isNewer)
}

import type { Log } from '@jaanch/platform/logging'
import { backoff } from '@jaanch/platform/run-loop'
import type pg from 'pg'
import { createFeed, type Feed, type ReadEvents, StoppedError } from './feed.ts'

type Stop = { error: StoppedError; failures: number; until: number }

const nothing = { hasMoved: false, mayHaveMore: false }

export type Feeder = {
  /** @returns whether events were applied, and whether there may be more */
  feed(generation: number): Promise<{ hasMoved: boolean; mayHaveMore: boolean }>
  /** Forgets all others, which were dropped or belong to another projector */
  keepOnly(generations: readonly number[]): void
  /** @throws StoppedError if a generation stands before an event that newer code wrote */
  throwIfUnknown(): void
}

/**
 * Feeds generations independently: one that stopped before an event that cannot be applied does not block the others. It is
 * tried again with backoff, and each failure is logged as an error.
 */
export function createFeeder(client: pg.ClientBase, log: Log, readEvents?: ReadEvents): Feeder {
  const stops = new Map<number, Stop>()
  const feeds = new Map<number, Feed>()

  function feedOf(generation: number): Feed {
    const feed = feeds.get(generation) ?? createFeed(client, generation, readEvents)
    feeds.set(generation, feed)
    return feed
  }

  return {
    async feed(generation) {
      if (Date.now() < (stops.get(generation)?.until ?? 0)) return nothing
      try {
        const applied = await feedOf(generation).next()
        if (applied && stops.delete(generation)) log.info({ generation }, 'projecting again')
        return applied ? { hasMoved: true, mayHaveMore: applied.mayHaveMore } : nothing
      } catch (error) {
        if (!(error instanceof StoppedError)) throw error
        const failures = (stops.get(generation)?.failures ?? 0) + 1
        const pause = backoff(failures, { baseMs: 1_000, maxMs: 30_000 })
        stops.set(generation, { error, failures, until: Date.now() + pause })
        await recordStop(client, log, generation, error)
        return nothing
      }
    },
    keepOnly(generations) {
      for (const known of [stops, feeds]) {
        for (const generation of known.keys()) if (!generations.includes(generation)) known.delete(generation)
      }
    },
    throwIfUnknown() {
      for (const { error } of stops.values()) if (error.isUnknown) throw error
    },
  }
}

/** Stores the stop for `ops status`; the next batch that succeeds clears it. */
async function recordStop(
  client: pg.ClientBase,
  log: Log,
  generation: number,
  { position, type, message, cause }: StoppedError,
): Promise<void> {
  const { rowCount } = await client.query(
    `update read_generations
        set stopped_since = case when stopped_at = $2 then stopped_since else clock_timestamp() end,
            stopped_at = $2, stopped_type = $3, stopped_why = $4
      where generation = $1 and state <> 'dropped'`,
    [generation, position, type, message.slice(0, 500)],
  )
  if (rowCount === 0) return
  log.error(
    { err: cause, generation, position, type },
    `the projector stopped: event ${position} (${type}) cannot be applied`,
  )
}

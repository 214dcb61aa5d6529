import { setTimeout } from 'node:timers/promises'
import { type ConsumerName, consumers, type Doorbell } from '@jaanch/contracts/consumers'
import type { EventType } from '@jaanch/contracts/events/registry'
import { readEventHeaders } from '@jaanch/eventlog/read'
import type { Log } from '@jaanch/platform/logging'
import { inTransaction } from '@jaanch/platform/postgres'
import { backoff } from '@jaanch/platform/retry'
import type { WakeSignal } from '@jaanch/platform/wake-signal'
import type pg from 'pg'

export type RelayOptions = {
  pool: pg.Pool
  /** Rung when something may have been appended */
  wakeSignal: WakeSignal
  /** Tells the workers; may fail, for they look by themselves as well */
  ring: (doorbells: Doorbell[]) => Promise<void>
  log: Log
  signal: AbortSignal
}

const batch = 1_000
const pollEvery = 1_000

/**
 * Queues the consequences of events. For each consumer, in one transaction: the events behind its cursor become work rows
 * and the cursor moves on; only then the doorbell rings. Dying in between costs nothing: before the commit nothing
 * happened, after it the sweeper finds the rows.
 */
export async function runRelay({ pool, wakeSignal, ring, log, signal }: RelayOptions): Promise<void> {
  const names = Object.keys(consumers) as ConsumerName[]
  for (let failures = 0; !signal.aborted; ) {
    try {
      let moved = false
      for (const name of names) {
        const { doorbells, more } = await relay(pool, name)
        // not waited for: a Redis that answers nothing must not keep the log waiting
        if (doorbells.length > 0)
          void ring(doorbells).catch((error) => log.debug({ err: error }, 'no bell rang'))
        moved ||= more
      }
      failures = 0
      if (!moved) await wakeSignal.wait(pollEvery, signal)
    } catch (error) {
      failures += 1
      log.warn({ err: error }, 'relaying failed, trying again')
      await setTimeout(backoff(failures, { maxMs: 2_000 }), undefined, { signal }).catch(() => {})
    }
  }
}

/** Moves one consumer on by a batch. Another process that has its row in hand makes this one pass. */
export async function relay(
  pool: pg.Pool,
  name: ConsumerName,
): Promise<{ doorbells: Doorbell[]; more: boolean }> {
  await registerConsumers(pool)
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ cursor: number }>(
      'select cursor from work_consumers where name = $1 for update skip locked',
      [name],
    )
    const [consumer] = rows
    if (!consumer) return { doorbells: [], more: false }

    const events = await readEventHeaders(client, consumer.cursor, batch)
    const last = events.at(-1)
    if (!last) return { doorbells: [], more: false }

    const wanted: readonly EventType[] = consumers[name].events
    const spans = new Map<string, { stream_id: string; since: number; upto: number }>()
    for (const { position, streamId, type } of events) {
      if (!wanted.includes(type)) continue
      spans.set(streamId, {
        stream_id: streamId,
        since: spans.get(streamId)?.since ?? position - 1,
        upto: position,
      })
    }
    if (spans.size > 0) {
      await client.query(
        `insert into work (consumer, stream_id, since, upto)
         select $1, s.stream_id, s.since, s.upto
           from jsonb_to_recordset($2) as s (stream_id text, since bigint, upto bigint)
          order by s.stream_id
         on conflict (consumer, stream_id) do update set upto = greatest(work.upto, excluded.upto)`,
        [name, JSON.stringify([...spans.values()])],
      )
    }
    await client.query('update work_consumers set cursor = $2 where name = $1', [name, last.position])
    return {
      doorbells: [...spans.keys()].map((streamId) => ({ consumer: name, streamId })),
      more: events.length === batch,
    }
  })
}

const registered = new WeakSet<pg.Pool>()

/**
 * A new consumer begins where the contracts say. To be done before anybody can append: to one that begins at the head,
 * whatever came before is history.
 */
export async function registerConsumers(pool: pg.Pool): Promise<void> {
  if (registered.has(pool)) return
  await pool.query(
    `insert into work_consumers (name, cursor)
     select name, case when beginning = 'head' then (select coalesce(max(position), 0) from log.events) else 0 end
       from unnest($1::text[], $2::text[]) as c (name, beginning)
     on conflict (name) do nothing`,
    [Object.keys(consumers), Object.values(consumers).map(({ from }) => from)],
  )
  registered.add(pool)
}

import { messagesTriedDays } from '@jaanch/messages/delivery/outbox-sender'
import type { Log } from '@jaanch/platform/logging'
import { runLoop } from '@jaanch/platform/run-loop'
import { count } from '@jaanch/platform/telemetry/metrics'
import type pg from 'pg'
import { tryEach } from './delete-old-rows.ts'

const everyMs = 60_000
/** Rows of a statement, so that no other waits long */
const batchSize = 1_000

const isFree = '(leased_until is null or leased_until < clock_timestamp())'
const isTooOld = `statement_timestamp() - interval '${messagesTriedDays} days'`

/** Each gives the channels of the messages that it ended; $1: the most rows. A message that a worker sends now is left to it. */
const statements = [
  // codes and links that are void: what waits is never sent, and none is stored any longer
  `with void as (
     select ctid, outcome is null as was_open from outbox
      where expires_at <= statement_timestamp() and body is not null and ${isFree}
      limit $1 for update skip locked)
   update outbox o
      set body = null, outcome = coalesce(outcome, 'skipped'), lease_token = null, leased_until = null,
          last_error = case when was_open then 'expired: the code or link in it is void' else last_error end
     from void where o.ctid = void.ctid returning o.channel, void.was_open as "hasEnded"`,
  `update outbox
      set body = null, outcome = 'skipped', lease_token = null, leased_until = null,
          last_error = 'expired: it waited for ${messagesTriedDays} days'
    where ctid = any(array(
      select ctid from outbox
       where outcome is null and channel in ('email', 'sms') and due_at <= ${isTooOld} and ${isFree}
       limit $1 for update skip locked))
   returning channel, true as "hasEnded"`,
  // the row before its letter, as operators and workers do
  `with ended as (
     update outbox
        set body = null, outcome = 'skipped',
            last_error = concat_ws(': ', 'expired: dead for ${messagesTriedDays} days', last_error)
      where ctid = any(array(
        select ctid from outbox where outcome = 'dead' and created_at <= ${isTooOld} limit $1 for update skip locked))
     returning id, channel),
   answered as (
     update dead_letters set resolution = 'skipped', reason = 'older than ${messagesTriedDays} days',
            resolved_by = 'system:workers', resolved_at = clock_timestamp()
      where resolution is null and message_id in (select id from ended) returning 1)
   select channel, true as "hasEnded" from ended, (select count(*) from answered) first`,
]

/**
 * Ends the messages that are of no use any more, whether or not a provider is there, and blanks the texts of codes and links that are
 * void. Each statement is one step: workers that sweep at the same time end each message once, and what a process that dies left is
 * ended by the next sweep.
 * @param progress called after each batch
 * @returns the number of messages that ended
 */
export async function endOldMessages(pool: pg.Pool, progress = () => {}): Promise<number> {
  let ended = 0
  await tryEach(statements, async (statement) => {
    for (let rowCount = batchSize; rowCount === batchSize; ) {
      const { rows } = await pool.query<{ channel: string; hasEnded: boolean }>(statement, [batchSize])
      for (const { channel } of rows.filter(({ hasEnded }) => hasEnded)) {
        count('jaanch_deliveries_total', 1, { channel, outcome: 'expired' })
        ended += 1
      }
      rowCount = rows.length
      progress()
    }
  })
  return ended
}

/** Sweeps every minute until the signal aborts. */
export function endOldMessagesRegularly(pool: pg.Pool, log: Log, signal: AbortSignal): Promise<void> {
  return runLoop({
    name: 'the end of old messages',
    async pass(progress) {
      const ended = await endOldMessages(pool, progress)
      if (ended > 0) log.info({ ended }, 'messages expired before they could be sent')
      return false
    },
    pollMs: everyMs,
    onError: (error) => log.warn({ err: error }, 'old messages cannot be ended, trying again'),
    signal,
  })
}

const sweepHoldsEveryMs = 30_000

/**
 * Deletes the expired holds of all dates, each date in a transaction of its own. An expired hold takes no place in any case; deleting it
 * tells those who look at the slots. Workers that sweep at the same time do the same once.
 * @returns the number of dates
 */
export async function sweepHolds(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ date: string }>(
    'select distinct date from visit_places where expires_at is not null and expires_at <= clock_timestamp()',
  )
  await tryEach(rows, async ({ date }) => {
    // One statement: a process that freezes between two would keep the date locked, and with it every append that waits for it. Nor
    // does it wait for the disk, as the commits of others wait for one that notifies
    await pool.query(
      `with unflushed as materialized (select set_config('synchronous_commit', 'off', true))
       select lock_places($1), drop_expired($1, clock_timestamp()) from unflushed`,
      [date],
    )
  })
  return rows.length
}

/** Sweeps every 30 s until the signal aborts. */
export function sweepHoldsRegularly(pool: pg.Pool, log: Log, signal: AbortSignal): Promise<void> {
  return runLoop({
    name: 'the sweep of holds',
    async pass() {
      await sweepHolds(pool)
      return false
    },
    pollMs: sweepHoldsEveryMs,
    onError: (error) => log.warn({ err: error }, 'expired holds cannot be deleted, trying again'),
    signal,
  })
}

import { type Origin, readOrigins } from '@jaanch/eventlog/read'
import type { DeliveryJob } from '@jaanch/eventlog/work/jobs'
import {
  createBatchedLeases,
  type Failure,
  LostAttemptError,
} from '@jaanch/eventlog/work/leasing/batched-leases'
import { createLeasedTable, endLease, type Lease } from '@jaanch/eventlog/work/leasing/leased-table'
import { type RowConsumer, runLeaseLoop } from '@jaanch/eventlog/work/leasing/row-consumer'
import type { Log } from '@jaanch/platform/logging'
import { isTransient } from '@jaanch/platform/postgres'
import { backoff, createWakeSignal, pause, type RetryPolicy } from '@jaanch/platform/run-loop'
import { batchCalls } from '@jaanch/platform/share-calls'
import { count, isMeasuring, record } from '@jaanch/platform/telemetry/metrics'
import { isTracing, recordSpan } from '@jaanch/platform/telemetry/traces'
import type pg from 'pg'
import {
  audiences,
  type Channel,
  channels,
  DeliveryError,
  type RenderedMessage,
  type Sender,
  type StoredMessage,
} from '../message.ts'
/** How long a message is tried, also one that waits for a provider or an operator, days: after that its news is no news */
export const messagesTriedDays = 30

/** A message to send. */
export type OutboxMessage = Lease & StoredMessage & { isExpired: boolean; isOld: boolean }

const inList = (column: string, values: readonly string[]) =>
  `${column} in (${values.map((value) => `'${value}'`).join(', ')})`

/** @param kinds of notifications that this release can render */
export function createOutboxTable(kinds: readonly string[], leaseSeconds = 5) {
  return createLeasedTable<OutboxMessage, 'id', Channel>({
    table: 'outbox',
    key: { id: { column: 'id', type: 'uuid' } },
    columns: `channel, recipient_user_id as "recipientUserId",
    case when position is not null then jsonb_build_object(
      'kind', notification_kind, 'audience', audience, 'position', position, 'streamId', stream_id) end as about,
    case when position is null and body is not null then jsonb_build_object(
      'subject', coalesce(subject, ''), 'body', body) end as text,
    coalesce(expires_at, created_at + interval '${messagesTriedDays} days') <= clock_timestamp() as "isExpired",
    created_at < clock_timestamp() - interval '1 day' as "isOld"`,
    // other notifications are for workers of a newer release
    isOpen: `outcome is null and (position is null or
    ${inList('notification_kind', kinds)} and ${inList('audience', audiences)})`,
    markDead: `outcome = 'dead'`,
    leaseSeconds,
    scope: 'channel',
    isPausable: true,
    deadLetterColumn: 'message_id',
  })
}

export type SettledMessage = {
  lease: OutboxMessage
  outcome: 'sent' | 'skipped'
  /** It was skipped because it came too late */
  isExpired?: boolean
  /** Why it was skipped */
  reason: string | null
  /** The text, where no provider has it; null: no text is stored */
  text: { subject: string; body: string } | null
}

/** Records the outcomes of messages. A message whose lease was lost is left to the worker that has it now. */
export async function settleMessages(
  pool: pg.Pool,
  settled: readonly SettledMessage[],
): Promise<undefined[]> {
  await pool.query({
    name: 'settle messages',
    text: `update outbox o
        set outcome = s.outcome, ${endLease}, last_error = s.reason, attempts = o.attempts + 1,
            sent_at = case when s.outcome = 'sent' then clock_timestamp() end,
            subject = case when o.position is null then o.subject else s.stored ->> 'subject' end,
            -- a text of its own holds a secret: it is stored only where no provider has it, and not if it became void
            body = case when s.stored is null or o.body is null and o.position is null then null
                        else s.stored ->> 'body' end
       from jsonb_to_recordset($1) as s (id uuid, lease_token uuid, outcome text, reason text, stored jsonb)
      where o.id = s.id and o.lease_token = s.lease_token`,
    values: [
      JSON.stringify(
        settled.map(({ lease, outcome, reason, text }) => ({
          id: lease.id,
          lease_token: lease.leaseToken,
          outcome,
          reason,
          stored: text,
        })),
      ),
    ],
  })
  return settled.map(() => undefined)
}

/** @returns why a message is not sent; undefined: it is */
export type Admit = (
  message: Pick<OutboxMessage, 'channel' | 'attempts' | 'isOld' | 'about'>,
) => Promise<string | undefined>

const outcomes = ['sent', 'skipped', 'expired', 'failed'] as const
type Outcome = (typeof outcomes)[number]

/** Measures one attempt that ended just now. @param startedAt instant of `performance.now()` */
type MeasureDelivery = (message: OutboxMessage, outcome: Outcome, startedAt: number) => void

/** A message names its event by the position: when that was appended is looked up, and nobody waits for it. */
function createMeasureDelivery(pool: pg.Pool): MeasureDelivery {
  const originOf = batchCalls(async (positions: readonly number[]): Promise<(Origin | Error)[]> => {
    const origins = await readOrigins(pool, positions)
    return positions.map((position) => origins.get(position) ?? new Error('No such event'))
  })

  // from the beginning, or a rate would miss the first ones
  for (const channel of channels)
    for (const outcome of outcomes) count('jaanch_deliveries_total', 0, { channel, outcome })

  return ({ channel, about }, outcome, startedAt) => {
    count('jaanch_deliveries_total', 1, { channel, outcome })
    if (!about || !(isMeasuring() || isTracing())) return
    const [endedAt, at] = [performance.now(), Date.now()]
    originOf(about.position).then(
      (origin) => {
        const delay = Math.max(0, at - origin.at.getTime()) / 1_000
        if (outcome === 'sent') record('jaanch_delivery_delay_seconds', delay, { channel })
        const span = { name: `deliver ${channel}`, startedAt, endedAt, hasFailed: outcome === 'failed' }
        recordSpan(origin.correlationId, { ...span, attributes: { outcome, position: about.position } })
      },
      () => {},
    )
  }
}

/** About two hours in all: longer than most outages of a mail server. */
export const deliveryRetryPolicy: RetryPolicy = { attempts: 20, baseMs: 1_000, maxMs: 600_000 }

/** Messages of a channel that one process hands to the provider at the same time. */
export const channelConcurrency = 20

/** The same without a provider: the messages only share statements. */
const localConcurrency = 300

/** At a hundred bookings a second, ten share the statements of their messages; nobody sees that a mail leaves so much later. */
const gatherMs = 100

type OutboxSenderOptions = {
  pool: pg.Pool
  /** Messages of a channel without one wait */
  senders: Partial<Record<Channel, Sender>>
  /** The kinds of notifications that `render` knows: the others are for workers of a newer release */
  kinds: readonly string[]
  render: (message: OutboxMessage) => Promise<RenderedMessage>
  /** Asked just before a message is sent; default: all are */
  admit?: Admit | undefined
  retryPolicy: RetryPolicy
  /** How long a worker may be silent before another one takes its rows */
  leaseSeconds?: number | undefined
  /** Called when a message was sent and settled */
  onSent?: (channel: Channel) => void
  log: Log
}

/**
 * Sends the messages of the outbox, in effect once:
 *
 *  1. lease    after a job or by polling; one process has a message at a time
 *  2. render   from the present data; a disabled account, or one that declined such messages, receives none
 *  3. send     under the message's id, as Message-ID or Idempotency-Key
 *  4. settle   if the process dies before this, another one sends the same message again under the same id after the lease
 *
 * A provider that hangs delays its own channel only, because each channel has its own capacity. Messages of a channel that has no sender
 * or is paused are not leased: their number costs nothing, and they are sent in their order later, except those that have expired.
 */
export function createOutboxSender(options: OutboxSenderOptions): RowConsumer<DeliveryJob> {
  const { pool, senders, kinds, render, admit, retryPolicy, leaseSeconds, onSent, log } = options
  const leases = createBatchedLeases({
    table: createOutboxTable(kinds, leaseSeconds),
    pool,
    retryPolicy,
    messages: {
      failed: 'a message was not delivered',
      dead: 'a message could not be delivered: it waits for an operator',
    },
    log,
  })
  const sending = channels.filter((channel) => senders[channel])
  const settle = batchCalls((settled: SettledMessage[]) => settleMessages(pool, settled))
  const wakeSignal = createWakeSignal()
  const measureDelivery = createMeasureDelivery(pool)

  function deliver(lease: OutboxMessage): Promise<void> {
    return leases.hold(lease, async () => {
      const startedAt = performance.now()
      let settled: SettledMessage | undefined
      try {
        leases.assertAttemptLeft(lease)
        settled = await send(lease)
      } catch (error) {
        measureDelivery(lease, 'failed', startedAt)
        return leases.recordFailure(lease, failureOf(lease, error))
      }
      if (!settled) return
      measureDelivery(lease, settled.isExpired ? 'expired' : settled.outcome, startedAt)
      await settleWithRetries(settled)
      if (settled.outcome === 'sent') onSent?.(lease.channel)
    })
  }

  /** @returns undefined when the lease was lost before the message was sent */
  async function send(lease: OutboxMessage): Promise<SettledMessage | undefined> {
    const sender = senders[lease.channel]
    if (!sender) return undefined
    const rendered = lease.isExpired ? { expired: 'it came too late' } : await render(lease)
    if (!leases.isHeld(lease)) return undefined
    const skip = (reason: string) => ({ lease, outcome: 'skipped' as const, reason, text: null })
    if ('expired' in rendered) return { ...skip(`expired: ${rendered.expired}`), isExpired: true }
    if ('skipped' in rendered) return skip(rendered.skipped)
    const refusal = await admit?.(lease)
    if (!leases.isHeld(lease)) return undefined
    if (refusal) return skip(refusal)
    const { message } = rendered
    try {
      await sender.send(message)
    } catch (error) {
      if (!(error instanceof DeliveryError) || !error.isBounce) throw error
      // before the message is settled: if the process dies between, it bounces again
      await recordBounce(pool, lease.recipientUserId, message.to)
      return skip(`bounced: ${error.message}`)
    }
    const text = sender.storesText ? { subject: message.subject, body: message.text } : null
    return { lease, outcome: 'sent', reason: null, text }
  }

  /** A message that is not settled would be sent a second time. */
  async function settleWithRetries(settled: SettledMessage): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await settle(settled)
      } catch (error) {
        if (!isTransient(error) || attempt === 6) throw error
        await pause(backoff(attempt))
      }
    }
  }

  return {
    queue: 'delivery',
    jobConcurrency: 1,
    handleJob: async () => wakeSignal.notify(),
    poll: (polling) =>
      runLeaseLoop({
        ...polling,
        scopes: () => sending,
        scopeOf: ({ channel }) => channel,
        capacityOf: (channel) => (senders[channel]?.storesText ? localConcurrency : channelConcurrency),
        lease: leases.leaseDue,
        handle: deliver,
        gatherMs,
        wakeSignal,
        what: 'messages',
        log,
      }),
    release: leases.release,
    close: leases.close,
  }
}

function failureOf(lease: OutboxMessage, cause: unknown): Failure {
  const { id, channel, about, recipientUserId } = lease
  const known = cause instanceof DeliveryError ? cause : undefined
  // the text of an unknown error may contain anything, an address too
  const { name, code } = cause as { name: string; code?: string }
  const own = cause instanceof LostAttemptError ? cause : known
  const error = own?.message ?? `It could not be rendered or sent: ${[name, code].filter(Boolean).join(' ')}`
  return {
    consumer: channel,
    streamId: about?.streamId ?? `user-${recipientUserId}`,
    position: about?.position ?? 0,
    error,
    cause,
    isPermanent: known?.isPermanent ?? false,
    minPauseMs: known?.retryAfterMs ?? 0,
    details: { messageId: id, channel, error },
  }
}

/**
 * An address without a mailbox is unproven from now on, so that only codes and links are still tried, until its owner proves it again or
 * has another one. An address that was changed meanwhile stays as it is.
 */
export async function recordBounce(pool: pg.Pool, userId: string, email: string): Promise<void> {
  await pool.query(
    `update users set email_proven_at = null, email_bounced_at = clock_timestamp()
      where id = $1 and lower(email) = lower($2)`,
    [userId, email],
  )
}

import { setTimeout } from 'node:timers/promises'
import type { DeliveryJob } from '@jaanch/contracts/jobs'
import { type Channel, channels } from '@jaanch/contracts/notification-kinds'
import type { Log } from '@jaanch/platform/logging'
import { isTransient } from '@jaanch/platform/postgres'
import { createJobConsumer, type JobConsumer, type QueuePrefix } from '@jaanch/platform/queues'
import { backoff, type RetryPolicy } from '@jaanch/platform/retry'
import type { Redis } from 'ioredis'
import type pg from 'pg'
import { batchCalls } from '../batch-calls.ts'
import { pollDueRows } from '../leasing/poll-due-rows.ts'
import { DeliveryError, type Message, type Sender } from './message.ts'
import {
  deadLetterMessage,
  leaseDueMessages,
  leaseMessages,
  leaseMs,
  type OutboxMessage,
  releaseMessages,
  renewEvery,
  renewMessages,
  retryMessageLater,
  type Settled,
  settleMessages,
} from './outbox-messages.ts'

/** Some two hours in all: longer than most absences of a mail server. */
export const deliveryRetryPolicy: RetryPolicy = { attempts: 20, baseMs: 1_000, maxMs: 600_000 }

/** Messages of a channel that one process sends at once: those that a bell rang for, and those that it found. */
const jobConcurrency = 5
const pollConcurrency = 20
export const places = jobConcurrency + pollConcurrency

/** Found beyond those at one look: a look for each message costs more than sending it. */
const ahead = 100

/** What is to be sent, or why it is not. */
export type RenderedMessage = { message: Message } | { skipped: string }

export type OutboxSenderOptions = {
  pool: pg.Pool
  senders: Record<Channel, Sender>
  render: (intent: OutboxMessage) => Promise<RenderedMessage>
  retryPolicy: RetryPolicy
  log: Log
}

export type OutboxSender = {
  consumeJobs(redis: Redis, prefix: QueuePrefix): JobConsumer
  pollDueRows(signal: AbortSignal): Promise<void>
  /** To be called when nothing is under way any more: until then leases are renewed. */
  close(): void
}

/**
 * Sends what is in the outbox, in effect once:
 *
 *  1. lease    by the bell or by looking; of several processes, one has an intent in hand
 *  2. render  from what is true now; who was disabled or wants no more such messages is not written to
 *  3. send     under the intent's id, as Message-ID or Idempotency-Key
 *  4. record   a process that dies before this leaves the intent to another once its lease is over, which sends it again
 *              under the same id: the same message, never another and never none
 *
 * A provider that hangs keeps only its own channel waiting: each has its own places in hand, and a bell that finds none
 * free leaves its intent to the sweeper.
 */
export function createOutboxSender(options: OutboxSenderOptions): OutboxSender {
  const { pool, senders, render, retryPolicy, log } = options
  const take = batchCalls((ids: string[]) => leaseMessages(pool, ids))
  const settle = batchCalls((settled: Settled[]) => settleMessages(pool, settled))
  /** What this process has leased, and since when at the latest, by id */
  const leased = new Map<string, number>()
  const running: Record<Channel, number> = { email: 0, sms: 0 }

  /** A process that was frozen, or cut off from Postgres, has lost what it had in hand: others may have sent it. */
  function isOurs(id: string): boolean {
    return performance.now() - (leased.get(id) ?? Number.NEGATIVE_INFINITY) < leaseMs
  }

  async function renew(): Promise<void> {
    const ours = [...leased.keys()].filter(isOurs)
    if (ours.length === 0) return
    const since = performance.now()
    for (const id of await renewMessages(pool, ours)) if (leased.has(id)) leased.set(id, since)
  }

  const renewing = setInterval(
    () => void renew().catch((error) => log.debug({ err: error }, 'no lease renewed')),
    renewEvery,
  )

  async function deliver(intent: OutboxMessage): Promise<void> {
    try {
      const settled = await send(intent).catch((error) => recordFailure(intent, error))
      if (settled) await record(settled)
    } finally {
      leased.delete(intent.id)
    }
  }

  /** Tried again for a while: what is not recorded is sent a second time. */
  async function record(settled: Settled): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await settle(settled)
      } catch (error) {
        if (!isTransient(error) || attempt === 6) throw error
        await setTimeout(backoff(attempt))
      }
    }
  }

  async function find(channel: Channel, most: number): Promise<OutboxMessage[]> {
    const since = performance.now()
    const intents = await leaseDueMessages(pool, channel, most)
    for (const { id } of intents) leased.set(id, since)
    return intents
  }

  /** @returns undefined where it is left to whoever has it in hand by now */
  async function send(intent: OutboxMessage): Promise<Settled | undefined> {
    const rendered = await render(intent)
    const { id, channel } = intent
    if (!isOurs(id)) return undefined
    if ('skipped' in rendered) return { id, outcome: 'skipped', reason: rendered.skipped, kept: null }
    const { message } = rendered
    const sender = senders[channel]
    await sender.send(message)
    const kept = sender.keepsText ? { subject: message.subject, body: message.text } : null
    return { id, outcome: 'sent', reason: null, kept }
  }

  async function recordFailure(intent: OutboxMessage, failure: unknown): Promise<undefined> {
    const known = failure instanceof DeliveryError ? failure : undefined
    const attempt = intent.attempts + 1
    // what we do not know may hold anything, an address too
    const { name, code } = failure as { name: string; code?: string }
    const error =
      known?.message ?? `It could not be written or handed over: ${[name, code].filter(Boolean).join(' ')}`
    const about = { intentId: intent.id, channel: intent.channel, attempt, error }
    if (known?.isPermanent || attempt >= retryPolicy.attempts) {
      log.error(about, 'a message could not be delivered: it waits for an operator')
      await deadLetterMessage(pool, intent, error)
      return
    }
    const pause = Math.max(backoff(attempt, retryPolicy), known?.retryAfter ?? 0)
    log.warn({ ...about, pause }, 'a message was not delivered')
    await retryMessageLater(pool, intent, { pause, error })
  }

  async function handleJob({ messageId, channel }: DeliveryJob): Promise<void> {
    if (running[channel] >= jobConcurrency) return
    running[channel] += 1
    try {
      const since = performance.now()
      const intent = await take(messageId)
      if (!intent) return
      leased.set(messageId, since)
      await deliver(intent)
    } finally {
      running[channel] -= 1
    }
  }

  return {
    consumeJobs: (redis, prefix) =>
      createJobConsumer<DeliveryJob>({
        redis,
        prefix,
        queue: 'delivery',
        // one more than all places, so that the job of a full channel ends at once
        concurrency: channels.length * jobConcurrency + 1,
        handle: handleJob,
        log,
      }),
    async pollDueRows(signal) {
      await Promise.all(
        channels.map((channel) =>
          pollDueRows({
            take: (most) => find(channel, most),
            handle: deliver,
            concurrency: pollConcurrency,
            ahead,
            release: (intents) => {
              for (const { id } of intents) leased.delete(id)
              return releaseMessages(pool, intents)
            },
            what: channel,
            log,
            signal,
          }),
        ),
      )
    },
    close: () => clearInterval(renewing),
  }
}

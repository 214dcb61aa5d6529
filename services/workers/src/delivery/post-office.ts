import { setTimeout } from 'node:timers/promises'
import type { DeliveryJob } from '@jaanch/contracts/jobs'
import { type Channel, channels } from '@jaanch/contracts/notification-kinds'
import type { Log } from '@jaanch/platform/logging'
import { isTransient } from '@jaanch/platform/postgres'
import { createJobConsumer, type JobConsumer, type QueuePrefix } from '@jaanch/platform/queues'
import { backoff, type RetryPolicy } from '@jaanch/platform/retry'
import type { Redis } from 'ioredis'
import type pg from 'pg'
import { gather } from '../work/gather.ts'
import { sweep } from '../work/sweeper.ts'
import {
  buryIntent,
  giveBackIntents,
  type Intent,
  leaseMs,
  postponeIntent,
  renewEvery,
  renewIntents,
  type Settled,
  settleIntents,
  takeForgottenIntents,
  takeIntents,
} from './intents.ts'
import { DeliveryError, type Message, type Sender } from './message.ts'

/** Some two hours in all: longer than most absences of a mail server. */
export const deliveryRetryPolicy: RetryPolicy = { attempts: 20, baseMs: 1_000, maxMs: 600_000 }

/** Messages of a channel that one process sends at once: those that a bell rang for, and those that it found. */
const bellPlaces = 5
const sweeperPlaces = 20
export const places = bellPlaces + sweeperPlaces

/** Found beyond those at one look: a look for each message costs more than sending it. */
const ahead = 100

/** What is to be sent, or why it is not. */
export type Composed = { message: Message } | { skipped: string }

export type PostOfficeOptions = {
  pool: pg.Pool
  senders: Record<Channel, Sender>
  compose: (intent: Intent) => Promise<Composed>
  retryPolicy: RetryPolicy
  log: Log
}

export type PostOffice = {
  consumeJobs(redis: Redis, prefix: QueuePrefix): JobConsumer
  sweep(signal: AbortSignal): Promise<void>
  /** To be called when nothing is under way any more: until then leases are renewed. */
  close(): void
}

/**
 * Sends what is in the outbox, in effect once:
 *
 *  1. lease    by the bell or by looking; of several processes, one has an intent in hand
 *  2. compose  from what is true now; who was disabled or wants no more such messages is not written to
 *  3. send     under the intent's id, as Message-ID or Idempotency-Key
 *  4. record   a process that dies before this leaves the intent to another once its lease is over, which sends it again
 *              under the same id: the same message, never another and never none
 *
 * A provider that hangs keeps only its own channel waiting: each has its own places in hand, and a bell that finds none
 * free leaves its intent to the sweeper.
 */
export function openPostOffice(options: PostOfficeOptions): PostOffice {
  const { pool, senders, compose, retryPolicy, log } = options
  const take = gather((ids: string[]) => takeIntents(pool, ids))
  const settle = gather((settled: Settled[]) => settleIntents(pool, settled))
  /** What this process has leased, and since when at the latest, by id */
  const inHand = new Map<string, number>()
  const rung: Record<Channel, number> = { email: 0, sms: 0 }

  /** A process that was frozen, or cut off from Postgres, has lost what it had in hand: others may have sent it. */
  function isOurs(id: string): boolean {
    return performance.now() - (inHand.get(id) ?? Number.NEGATIVE_INFINITY) < leaseMs
  }

  async function renew(): Promise<void> {
    const ours = [...inHand.keys()].filter(isOurs)
    if (ours.length === 0) return
    const since = performance.now()
    for (const id of await renewIntents(pool, ours)) if (inHand.has(id)) inHand.set(id, since)
  }

  const renewing = setInterval(
    () => void renew().catch((error) => log.debug({ err: error }, 'no lease renewed')),
    renewEvery,
  )

  async function deliver(intent: Intent): Promise<void> {
    try {
      const settled = await send(intent).catch((error) => putAside(intent, error))
      if (settled) await record(settled)
    } finally {
      inHand.delete(intent.id)
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

  async function find(channel: Channel, most: number): Promise<Intent[]> {
    const since = performance.now()
    const intents = await takeForgottenIntents(pool, channel, most)
    for (const { id } of intents) inHand.set(id, since)
    return intents
  }

  /** @returns undefined where it is left to whoever has it in hand by now */
  async function send(intent: Intent): Promise<Settled | undefined> {
    const composed = await compose(intent)
    const { id, channel } = intent
    if (!isOurs(id)) return undefined
    if ('skipped' in composed) return { id, outcome: 'skipped', reason: composed.skipped, kept: null }
    const { message } = composed
    const sender = senders[channel]
    await sender.send(message)
    const kept = sender.keepsText ? { subject: message.subject, body: message.text } : null
    return { id, outcome: 'sent', reason: null, kept }
  }

  async function putAside(intent: Intent, failure: unknown): Promise<undefined> {
    const known = failure instanceof DeliveryError ? failure : undefined
    const attempt = intent.attempts + 1
    // what we do not know may hold anything, an address too
    const { name, code } = failure as { name: string; code?: string }
    const error =
      known?.message ?? `It could not be written or handed over: ${[name, code].filter(Boolean).join(' ')}`
    const about = { intentId: intent.id, channel: intent.channel, attempt, error }
    if (known?.isPermanent || attempt >= retryPolicy.attempts) {
      log.error(about, 'a message could not be delivered: it waits for an operator')
      await buryIntent(pool, intent, error)
      return
    }
    const pause = Math.max(backoff(attempt, retryPolicy), known?.retryAfter ?? 0)
    log.warn({ ...about, pause }, 'a message was not delivered')
    await postponeIntent(pool, intent, { pause, error })
  }

  async function handleJob({ messageId, channel }: DeliveryJob): Promise<void> {
    if (rung[channel] >= bellPlaces) return
    rung[channel] += 1
    try {
      const since = performance.now()
      const intent = await take(messageId)
      if (!intent) return
      inHand.set(messageId, since)
      await deliver(intent)
    } finally {
      rung[channel] -= 1
    }
  }

  return {
    consumeJobs: (redis, prefix) =>
      createJobConsumer<DeliveryJob>({
        redis,
        prefix,
        queue: 'delivery',
        // one more than all places, so that the job of a full channel ends at once
        concurrency: channels.length * bellPlaces + 1,
        handle: handleJob,
        log,
      }),
    async sweep(signal) {
      await Promise.all(
        channels.map((channel) =>
          sweep({
            take: (most) => find(channel, most),
            handle: deliver,
            atOnce: sweeperPlaces,
            ahead,
            giveBack: (intents) => {
              for (const { id } of intents) inHand.delete(id)
              return giveBackIntents(pool, intents)
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

import type { Audience, Channel, NotificationKind } from '@jaanch/contracts/notification-kinds'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'

/** How long a sender may be silent before another takes its intents, seconds. */
const leaseSeconds = 5
export const leaseMs = leaseSeconds * 1_000
/** How often a sender that is still at it says so, ms */
export const renewEvery = leaseMs / 3

/** A message that is to be sent: of an event, or with a text that came with it. */
export type OutboxMessage = {
  id: string
  channel: Channel
  recipientUserId: string
  attempts: number
  about: { notice: NotificationKind; audience: Audience; position: number; streamId: string } | null
  /** Of one that is about no event; null once it held a secret that is void */
  text: { subject: string; body: string } | null
}

type OutboxRow = {
  id: string
  channel: Channel
  recipient_user_id: string
  attempts: number
  notice: NotificationKind | null
  audience: Audience
  position: number
  stream_id: string
  subject: string | null
  body: string | null
}

const leased = `begun_at = clock_timestamp(), leased_until = clock_timestamp() + interval '${leaseSeconds} seconds'`
const isDue = `outcome is null and due_at <= clock_timestamp()
  and (leased_until is null or leased_until < clock_timestamp())`
const returning = `returning outbox.id, outbox.channel, recipient_user_id, attempts, notice, audience, position, stream_id,
  subject, body`

function messageOf(row: OutboxRow): OutboxMessage {
  const { id, channel, attempts, notice, audience, position } = row
  return {
    id,
    channel,
    recipientUserId: row.recipient_user_id,
    attempts,
    about: notice && { notice, audience, position, streamId: row.stream_id },
    text: notice || row.body === null ? null : { subject: row.subject ?? '', body: row.body },
  }
}

/** Takes the intents that a bell rang for; undefined where one is done, not due, or in another's hands. */
export async function leaseMessages(
  pool: pg.Pool,
  ids: readonly string[],
): Promise<(OutboxMessage | undefined)[]> {
  const { rows } = await pool.query<OutboxRow>(
    `update outbox set ${leased}
      where id in (select id from outbox where id = any($1) and ${isDue} order by id for update skip locked) ${returning}`,
    [ids],
  )
  const taken = new Map(rows.map((row) => [row.id, messageOf(row)]))
  // two bells may have running for the same: one of them gets it
  return ids.map((id) => {
    const intent = taken.get(id)
    taken.delete(id)
    return intent
  })
}

/** Takes due intents that no bell rang for: Redis was away, a sender was killed, or a pause is over. */
export async function leaseDueMessages(
  pool: pg.Pool,
  channel: Channel,
  limit: number,
): Promise<OutboxMessage[]> {
  const { rows } = await pool.query<OutboxRow>(
    `update outbox set ${leased}
      where id in (
        select id from outbox
         where channel = $1 and ${isDue}
           -- a new one's bell may be on its way; nobody rings for what comes again
           and (attempts > 0 or due_at < clock_timestamp() - interval '1 second')
         order by due_at limit $2 for update skip locked)
     ${returning}`,
    [channel, limit],
  )
  return rows.map(messageOf)
}

/** Keeps intents whose sending takes longer than a lease in the hands that have them. @returns those that were kept */
export async function renewMessages(pool: pg.Pool, ids: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `update outbox set leased_until = clock_timestamp() + interval '${leaseSeconds} seconds'
      where id in (
        -- what is just being recorded needs no lease, and waiting for it could become waiting for each other
        select id from outbox where id = any($1) and outcome is null and leased_until is not null
           for update skip locked)
     returning id`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

/** Lets others take at once what an orderly stop leaves unbegun. */
export async function releaseMessages(pool: pg.Pool, intents: readonly OutboxMessage[]): Promise<void> {
  await pool.query('update outbox set leased_until = null where id = any($1) and outcome is null', [
    intents.map(({ id }) => id),
  ])
}

export type Settled = {
  id: string
  outcome: 'sent' | 'skipped'
  /** Why it was skipped */
  reason: string | null
  /** What it said, where nobody but us has it; null: nothing is kept */
  kept: { subject: string; body: string } | null
}

/** Records what became of intents. What has an outcome keeps it. */
export async function settleMessages(pool: pg.Pool, settled: readonly Settled[]): Promise<undefined[]> {
  await pool.query(
    `update outbox o
        set outcome = s.outcome, leased_until = null, last_error = s.reason, attempts = o.attempts + 1,
            sent_at = case when s.outcome = 'sent' then clock_timestamp() end,
            subject = case when o.notice is null then o.subject else s.kept ->> 'subject' end,
            -- a text that came with its intent holds a secret: it stays where people read it, and only there
            body = case when s.kept is null or o.body is null and o.notice is null then null else s.kept ->> 'body' end
       from jsonb_to_recordset($1) as s (id uuid, outcome text, reason text, kept jsonb)
      where o.id = s.id and o.outcome is null`,
    [JSON.stringify(settled)],
  )
  return settled.map(() => undefined)
}

/** Puts an intent back to be tried again. @param pause ms @param error free of personal data */
export async function retryMessageLater(
  pool: pg.Pool,
  { id, attempts }: OutboxMessage,
  { pause, error }: { pause: number; error: string },
): Promise<void> {
  await pool.query(
    `update outbox set attempts = $2, leased_until = null, last_error = $3,
            due_at = clock_timestamp() + make_interval(secs => $4)
      where id = $1 and outcome is null`,
    [id, attempts + 1, error, pause / 1_000],
  )
}

/** Gives an intent up until an operator decides. @param error free of personal data */
export async function deadLetterMessage(pool: pg.Pool, intent: OutboxMessage, error: string): Promise<void> {
  const { id, attempts, channel, about, recipientUserId } = intent
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update outbox set attempts = $2, leased_until = null, last_error = $3, outcome = 'dead'
        where id = $1 and outcome is null`,
      [id, attempts + 1, error],
    )
    if (rowCount === 0) return
    await client.query(
      `insert into dead_letters (consumer, stream_id, position, intent_id, attempts, error)
       values ($1, $2, $3, $4, $5, $6)`,
      [channel, about?.streamId ?? `user-${recipientUserId}`, about?.position ?? 0, id, attempts + 1, error],
    )
  })
}

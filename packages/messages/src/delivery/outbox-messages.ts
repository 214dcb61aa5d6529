import { endLease } from '@jaanch/eventlog/work/leasing/lease-statements'
import { createLeasedTable, type Lease } from '@jaanch/eventlog/work/leasing/leased-table'
import type pg from 'pg'
import { audiences, type Channel, notificationKinds } from '../kinds.ts'
import type { StoredMessage } from '../message.ts'

/** How long a message is tried, also one that waits for a provider or an operator, days: after that its news is no news */
export const messagesTriedDays = 30

/** A message to send. */
export type OutboxMessage = Lease & StoredMessage & { isExpired: boolean; isOld: boolean }

const inList = (column: string, values: readonly string[]) =>
  `${column} in (${values.map((value) => `'${value}'`).join(', ')})`

export function createOutboxTable(leaseSeconds = 5) {
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
    ${inList('notification_kind', notificationKinds)} and ${inList('audience', audiences)})`,
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

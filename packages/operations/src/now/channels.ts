import type { Queryable } from '@jaanch/eventlog/read'
import { type Channel, channels } from '@jaanch/messages/message'
import { aliveSeconds } from '@jaanch/platform/heartbeat'

export type ChannelHold = {
  channel: Channel
  /** Workers run, and none has a provider for it */
  lacksProvider: boolean
  isPaused: boolean
}

export type ChannelState = ChannelHold & {
  /** Messages that are to be sent, at most 10,001 */
  waiting: number
}

/** The settings that name the providers. */
export const providerSettings: Readonly<Record<Channel, string>> = {
  email: 'SMTP_URL',
  sms: 'SMS_GATEWAY',
}

/** As many are counted: an outage may leave a million */
const countUpTo = 10_001

/** Reads why the messages of each channel are not sent. */
export async function readHolds(db: Queryable): Promise<ChannelHold[]> {
  const { rows } = await db.query<ChannelHold>({
    name: 'channel holds',
    text: `select c.channel,
             coalesce((select bool_and(coalesce(not details -> 'sends' ? c.channel, false)) from processes
                where service = 'workers' and seen_at > clock_timestamp() - make_interval(secs => $2)), false) as "lacksProvider",
             exists (select from pauses where name = c.channel and continued_at is null) as "isPaused"
        from unnest($1::text[]) c (channel)`,
    values: [channels, aliveSeconds],
  })
  return rows
}

/** The same, with how many messages wait. */
export async function readChannels(db: Queryable): Promise<ChannelState[]> {
  const holds = await readHolds(db)
  const { rows } = await db.query<{ channel: Channel; waiting: number }>({
    name: 'waiting messages',
    text: `select c.channel, (select count(*)::int from (
             select from outbox where channel = c.channel and outcome is null limit ${countUpTo}) open) as waiting
             from unnest($1::text[]) c (channel)`,
    values: [channels],
  })
  const waiting = new Map(rows.map((row) => [row.channel, row.waiting]))
  return holds.map((hold) => ({ ...hold, waiting: waiting.get(hold.channel) ?? 0 }))
}

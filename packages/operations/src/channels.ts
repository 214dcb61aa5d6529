import { type Channel, channels } from '@jaanch/contracts/notification-kinds'
import type { Queryable } from '@jaanch/eventlog/read'
import { aliveSeconds } from '@jaanch/platform/heartbeat'

export type ChannelState = {
  channel: Channel
  /** Messages that are to be sent, at most 10,001 */
  waiting: number
  /** Workers run, and none has a provider for it */
  lacksProvider: boolean
  isPaused: boolean
}

/** The settings that name the providers. */
export const providerSettings: Readonly<Record<Channel, string>> = {
  email: 'SMTP_URL',
  sms: 'SMS_GATEWAY',
}

/** As many are counted: an outage may leave a million */
const countUpTo = 10_001

/** What keeps the messages of each channel from being sent. A worker of an earlier release may have a provider. */
export async function readChannels(db: Queryable): Promise<ChannelState[]> {
  const { rows } = await db.query<ChannelState>({
    name: 'channels',
    text: `select c.channel,
             (select count(*)::int from (
                select from outbox where channel = c.channel and outcome is null limit ${countUpTo}) open) as waiting,
             coalesce((select bool_and(coalesce(not details -> 'sends' ? c.channel, false)) from processes
                where service = 'workers' and seen_at > clock_timestamp() - make_interval(secs => $2)), false) as "lacksProvider",
             exists (select from pauses where name = c.channel and continued_at is null) as "isPaused"
        from unnest($1::text[]) c (channel)`,
    values: [channels, aliveSeconds],
  })
  return rows
}

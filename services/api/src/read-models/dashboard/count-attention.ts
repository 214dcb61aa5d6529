import { attentions, maxAttentionCount } from '@jaanch/contracts/booking-tabs'
import type { AnalyticsView } from '@jaanch/contracts/http/analytics'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { readTable } from '../../reads/read-tables.ts'
import { attentionCondition, isSnoozed } from '../bookings/attention.ts'

const countRow = z.object({ attention: z.enum(attentions), n: z.number() })

const waitingRow = z.object({ n: z.number() })

/** The number of labs that wait for an admin's consent. It reads what labs declared: a row of each. */
export async function countWaitingLabs(db: CommonQueryMethods): Promise<number> {
  const { n } = await db.one(sql.type(waitingRow)`
    select count(*) as n
      from (select 1 from lab_capacities c
              join lab_partners l on l.id = c.lab_partner_id
              join users u on u.id = l.user_id
             where waits_for_consent(c) and u.is_active limit ${maxAttentionCount}) waiting`)
  return n
}

type Counts = Record<(typeof attentions)[number], number>

function countsOf(rows: readonly z.output<typeof countRow>[]): Counts {
  const byReason = new Map(rows.map((row) => [row.attention, row.n]))
  return Object.fromEntries(attentions.map((each) => [each, byReason.get(each) ?? 0])) as Counts
}

/** The number of bookings that were put off, per reason: what needs attention still does while nothing happens to it. */
export async function countSnoozed(
  db: CommonQueryMethods,
  { generation, now }: { generation: number; now: Date },
): Promise<Counts> {
  return countsOf(
    await db.any(sql.type(countRow)`
      select s.attention, count(*) as n
        from attention_snoozes s join ${readTable({ generation }, 'bookings')} b on b.id = s.booking_id
       where s.until > ${now.toISOString()}::timestamptz and s.booking_position >= b.position
       group by s.attention`),
  )
}

/** The number of bookings that need attention, per reason. It changes with time alone, so it is counted on each read. */
export async function countAttention(
  db: CommonQueryMethods,
  { generation, now }: { generation: number; now: Date },
): Promise<AnalyticsView['needsAttention']> {
  const counts = attentions.map(
    (attention) => sql.fragment`
      select ${attention} as attention, count(*) as n
        from (select 1 from ${readTable({ generation }, 'bookings')}
               where ${attentionCondition(attention, now)} and not ${isSnoozed(attention, now)} limit ${maxAttentionCount}) late`,
  )
  const rows = await db.any(sql.type(countRow)`${sql.join(counts, sql.fragment` union all `)}`)
  return countsOf(rows)
}

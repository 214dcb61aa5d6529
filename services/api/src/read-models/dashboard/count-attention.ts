import { attentions, maxAttentionCount } from '@jaanch/contracts/booking-tabs'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { readTable } from '../../reads/read-tables.ts'
import { attentionCondition, isSnoozed } from '../bookings/attention.ts'

const countRow = z.object({ attention: z.enum(attentions), n: z.number() })

type Counts = Record<(typeof attentions)[number], number>
/** Which bookings are counted, and the time from which they are late */
type Attention = { generation: number; now: Date }

/** SQL: the number of labs that wait for an admin's consent. It reads what labs declared: a row of each. */
export const waitingLabs = sql.fragment`
  (select count(*)
     from (select 1 from lab_capacities c
             join lab_partners l on l.id = c.lab_partner_id
             join users u on u.id = l.user_id
            where waits_for_consent(c) and u.is_active limit ${maxAttentionCount}) waiting)`

/** SQL: the number of bookings that were put off, per reason: what needs attention still does while nothing happens to it. */
export function snoozedCounts({ generation, now }: Attention): FragmentSqlToken {
  return sql.fragment`
    select s.attention, count(*) as n
      from attention_snoozes s join ${readTable({ generation }, 'bookings')} b on b.id = s.booking_id
     where s.until > ${now.toISOString()}::timestamptz and s.booking_position >= b.position
     group by s.attention`
}

/** SQL: the number of bookings that need attention, per reason. It changes with time alone, so it is counted on each read. */
export function attentionCounts({ generation, now }: Attention): FragmentSqlToken {
  const counts = attentions.map(
    (attention) => sql.fragment`
      select ${attention} as attention, count(*) as n
        from (select 1 from ${readTable({ generation }, 'bookings')}
               where ${attentionCondition(attention, now)} and not ${isSnoozed(attention, now)} limit ${maxAttentionCount}) late`,
  )
  return sql.fragment`${sql.join(counts, sql.fragment` union all `)}`
}

/** @param rows of `attentionCounts` or `snoozedCounts` */
export function countsOf(rows: readonly z.output<typeof countRow>[]): Counts {
  const byReason = new Map(rows.map((row) => [row.attention, row.n]))
  return Object.fromEntries(attentions.map((each) => [each, byReason.get(each) ?? 0])) as Counts
}

export async function countAttention(db: CommonQueryMethods, of: Attention): Promise<Counts> {
  return countsOf(await db.any(sql.type(countRow)`${attentionCounts(of)}`))
}

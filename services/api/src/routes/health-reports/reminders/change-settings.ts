import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { healthReminderRoutes } from '@jaanch/contracts/http/health-reminders'
import type { FastifyInstance } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { refuseWithoutConsent } from '../consent.ts'
import { familyMemberOf, refuseStranger } from './measured-person.ts'

export function registerChangeReminderSettings(
  app: FastifyInstance,
  parts: { db: DatabasePool; now: () => Date },
): void {
  const { db, now } = parts

  app.serve(healthReminderRoutes.changeReminderSettings, async ({ body: { person, isOn }, caller }) => {
    const familyMemberId = familyMemberOf(person)
    await refuseStranger(parts, caller, familyMemberId)
    const personId = familyMemberId ?? caller.userId
    if (isOn) {
      await refuseWithoutConsent(parts, caller, familyMemberId)
      await switchOn(db, { customerId: caller.userId, personId, now: now() })
    } else {
      await db.query(sql.unsafe`
        update retest_reminders set opted_in_at = null where customer_id = ${caller.userId} and person_id = ${personId}`)
    }
    return { isOn }
  })
}

type SwitchedOn = { customerId: string; personId: string; now: Date }

/** What the person was told before stays known: switched off and on again, nobody is reminded twice. */
async function switchOn(db: DatabasePool, { customerId, personId, now }: SwitchedOn): Promise<void> {
  // an erasure under way is waited for, and leaves no row
  const { rowCount } = await db.query(sql.unsafe`
    with account as (select id from users where id = ${customerId} and erased_at is null for key share)
    insert into retest_reminders as stored (customer_id, person_id, opted_in_at, look_on)
    select id, ${personId}::uuid, ${now.toISOString()}::timestamptz, ${istDate(now)}::date from account
    on conflict (customer_id, person_id) do update
       set opted_in_at = coalesce(stored.opted_in_at, excluded.opted_in_at),
           look_on = case when stored.opted_in_at is null then excluded.look_on else stored.look_on end`)
  if (rowCount === 0) throw new AppError('not-signed-in')
}

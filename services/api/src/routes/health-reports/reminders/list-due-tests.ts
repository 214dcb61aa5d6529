import { type DueTest, healthReminderRoutes } from '@jaanch/contracts/http/health-reminders'
import { type Due, dueOf, tooSoonOf } from '@jaanch/domain/report/retest'
import type { FastifyInstance } from 'fastify'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { presentPrice, pricedPackages } from '../../../read-models/listed-price.ts'
import { onOffer } from '../../../read-models/packages.ts'
import { familyMemberOf, measuredPerson, type PersonParts } from './measured-person.ts'

const testRow = z.object({ id: z.uuid(), name: z.string(), parameterCodes: z.array(z.string()) })
type Test = z.output<typeof testRow>
const settingRow = z.object({ isOn: z.boolean() })

export function registerListDueTests(app: FastifyInstance, parts: PersonParts): void {
  const { db } = parts

  app.serveUnplaced(healthReminderRoutes.listDueTests, async ({ query: { person }, caller, reply }) => {
    const { measurements, who, today } = await measuredPerson(parts, { caller, reply, person })
    const due = dueOf(measurements, who)
    const [tests, setting] = await Promise.all([
      readTests(db, due),
      db.maybeOne(sql.type(settingRow)`
        select opted_in_at is not null as is_on from retest_reminders
         where customer_id = ${caller.userId} and person_id = ${familyMemberOf(person) ?? caller.userId}`),
    ])
    return {
      isOn: setting?.isOn ?? false,
      tests: due
        .flatMap(({ codes, lastOn, from, reason, sources }): DueTest[] => {
          const test = tests.find((each) => codes.every((code) => each.parameterCodes.includes(code)))
          if (!test) return []
          const tooSoon = tooSoonOf(test.parameterCodes, measurements, who, today)
          return [
            {
              ...{ packageId: test.id, name: test.name, lastOn, dueFrom: from, isDue: from <= today },
              ...{ tooSoonUntil: tooSoon?.until ?? null, reason, sources },
            },
          ]
        })
        .toSorted((a, b) => a.dueFrom.localeCompare(b.dueFrom) || a.name.localeCompare(b.name)),
    }
  })

  app.serveUnplaced(healthReminderRoutes.listRetestHints, async ({ query, caller, reply }) => {
    const { measurements, who, today } = await measuredPerson(parts, { caller, reply, person: query.person })
    const chosen = await db.any(sql.type(testRow)`
      select id, name, parameter_codes from packages
       where id = any(${sql.array(query.packageIds, 'uuid')}) and ${onOffer} order by name, id`)
    return chosen.flatMap(({ id, parameterCodes }) => {
      const tooSoon = tooSoonOf(parameterCodes, measurements, who, today)
      if (!tooSoon) return []
      const { lastOn, until, sources } = tooSoon
      return [{ packageId: id, lastOn, tooSoonUntil: until, sources }]
    })
  })
}

/** @returns the single tests on offer that measure something of it, the cheapest first */
async function readTests(db: CommonQueryMethods, due: readonly Due[]): Promise<readonly Test[]> {
  const codes = [...new Set(due.flatMap((each) => each.codes))]
  if (codes.length === 0) return []
  return db.any(sql.type(testRow)`
    select id, name, parameter_codes from ${pricedPackages}
     where kind = 'test' and ${onOffer} and parameter_codes && ${sql.array(codes, 'text')} order by ${presentPrice}, id`)
}

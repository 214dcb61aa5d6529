import { type DueTest, healthReminderRoutes } from '@jaanch/contracts/http/health-reminders'
import { type Analyte, analyteOf, loincsOf } from '@jaanch/domain/report/analytes'
import { type Due, dueOf, tooSoonOf } from '@jaanch/domain/report/retest'
import type { FastifyInstance } from 'fastify'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { presentPrice, pricedPackages } from '../../../read-models/listed-price.ts'
import { onOffer } from '../../../read-models/packages.ts'
import { familyMemberOf, measuredPerson, type PersonParts } from './measured-person.ts'

const testRow = z.object({
  id: z.uuid(),
  name: z.string(),
  parameters: z.array(z.object({ name: z.string(), loinc: z.string().nullable() })),
})
type Test = z.output<typeof testRow>
/** SQL: the columns of `testRow`, from `packages` */
const testColumns = sql.fragment`id, name,
  (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'loinc', p.loinc)), '[]')
     from parameters p where p.code = any (parameter_codes)) as parameters`
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
        .flatMap(({ analytes, lastOn, from, reason, sources }): DueTest[] => {
          const test = tests.find((each) => analytes.every((one) => analytesOf(each).includes(one)))
          if (!test) return []
          const tooSoon = tooSoonOf(analytesOf(test), measurements, who, today)
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
      select ${testColumns} from packages
       where id = any(${sql.array(query.packageIds, 'uuid')}) and ${onOffer} order by name, id`)
    return chosen.flatMap((test) => {
      const tooSoon = tooSoonOf(analytesOf(test), measurements, who, today)
      if (!tooSoon) return []
      const { lastOn, until, sources } = tooSoon
      return [{ packageId: test.id, lastOn, tooSoonUntil: until, sources }]
    })
  })
}

/** @returns the single tests on offer that measure something of it, the cheapest first */
async function readTests(db: CommonQueryMethods, due: readonly Due[]): Promise<readonly Test[]> {
  const loincs = [...new Set(due.flatMap(({ analytes }) => analytes.flatMap(loincsOf)))]
  if (loincs.length === 0) return []
  return db.any(sql.type(testRow)`
    select ${testColumns} from ${pricedPackages}
     where kind = 'test' and ${onOffer}
       and parameter_codes && array(select code from parameters where loinc = any(${sql.array(loincs, 'text')})) order by ${presentPrice}, id`)
}

/** @returns one for each parameter; null: what it measures is not known */
function analytesOf({ parameters }: Test): (Analyte | null)[] {
  return parameters.map(analyteOf)
}

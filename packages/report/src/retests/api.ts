/** When a test is worth repeating, and the reminders of it. */

import { date, packageIdList } from '@jaanch/contracts/http/fields'
import { route } from '@jaanch/contracts/http/route'
import { z } from 'zod'

/** `self`: the customer; otherwise a member of the family */
const person = z.union([z.literal('self'), z.uuid()])

const source = z.object({ title: z.string(), url: z.string() })

const dueTest = z.object({
  /** The cheapest test on offer that measures it */
  packageId: z.uuid(),
  name: z.string(),
  /** When it was measured last, IST date of the collection */
  lastOn: date,
  /** From this IST date on it is due */
  dueFrom: date,
  isDue: z.boolean(),
  /** Until this IST date a repetition tells nothing new; null: it is over, or not known */
  tooSoonUntil: date.nullable(),
  /** How often it is usually measured, and why: one sentence */
  reason: z.string(),
  sources: z.array(source),
})
export type DueTest = z.output<typeof dueTest>

const dueTests = z.object({
  /** Whether the customer is reminded of this person's tests */
  isOn: z.boolean(),
  /** The test that is due first comes first. Tests that never measured anything of the person are not among them */
  tests: z.array(dueTest),
})
export type DueTests = z.output<typeof dueTests>

const retestHint = z.object({
  packageId: z.uuid(),
  lastOn: date,
  tooSoonUntil: date,
  sources: z.array(source),
})
export type RetestHint = z.output<typeof retestHint>

export const healthReminderCalls = {
  listDueTests: route({
    method: 'GET',
    path: '/api/health-reminders',
    access: ['customer'],
    summary: 'When what a person had measured is usually measured again, after public sources; no advice',
    query: z.object({ person: person.default('self') }),
    response: dueTests,
  }),
  listRetestHints: route({
    method: 'GET',
    path: '/api/health-reminders/hints',
    access: ['customer'],
    summary: 'Which of the chosen tests would tell nothing new about a person yet',
    query: z.object({ person: person.default('self'), packageIds: packageIdList }),
    response: z.array(retestHint),
  }),
  changeReminderSettings: route({
    method: 'PUT',
    path: '/api/health-reminders/settings',
    access: ['customer'],
    summary: "Switch the reminders of a person's due tests on or off; they name neither tests nor people",
    body: z.object({ person, isOn: z.boolean() }),
    response: z.object({ isOn: z.boolean() }),
  }),
}

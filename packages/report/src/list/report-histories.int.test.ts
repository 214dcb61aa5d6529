/** Runs generated histories of a report in a lab with a pathologist, and compares each with a table of the latest value of each result. */
import { randomUUID } from 'node:crypto'
import { createParameters } from '@jaanch/tests/support/parameters'
import { createApprovedLab, createLabPerson, createPackage, type Person } from '@jaanch/tests/support/people'
import { createBookingInStatus, reportInput } from '@jaanch/tests/support/reports'
import { stackTest } from '@jaanch/tests/support/test'
import { untilWorkDone } from '@jaanch/tests/support/work'
import fc from 'fast-check'
import { expect } from 'vitest'
import { healthReportCalls } from '../api.ts'
import { criticalValueCalls } from '../critical/api.ts'
import { reportFormCalls } from '../entry/api.ts'
import { reportPageCalls } from '../page/api.ts'
import { reportSignOffCalls } from '../sign-off/api.ts'

const { releaseHealthReport, listHealthReports } = healthReportCalls
const { signReport, returnReport } = reportSignOffCalls

/** The values that the acts send, as the report shows them. The first of each is critical */
const levels = {
  HGB: ['6.1', '13.0', '14.0'],
  K: ['7.5', '4.0', '4.5'],
  NA: ['110', '140', '141'],
  PLT: ['10', '200', '210'],
} as const
type Code = keyof typeof levels
const codes = Object.keys(levels) as Code[]

type Results = ReadonlyMap<Code, string>
type Sent = { values: Results; withdrawn: readonly Code[]; hasFile: boolean }

const results = fc
  .subarray(codes, { minLength: 1 })
  .chain((some) =>
    fc.tuple(...some.map((code) => fc.constantFrom(...levels[code]).map((text) => [code, text] as const))),
  )
  .map((entries): Results => new Map(entries))
const added = results.map((values): Sent => ({ values, withdrawn: [], hasFile: false }))
const withdrawal = fc
  .subarray(codes, { minLength: 1, maxLength: 2 })
  .map((withdrawn): Sent => ({ values: new Map(), withdrawn, hasFile: false }))
const sent = fc.oneof(
  { weight: 5, arbitrary: added },
  { weight: 2, arbitrary: withdrawal },
  { weight: 1, arbitrary: fc.constant<Sent>({ values: new Map(), withdrawn: [], hasFile: true }) },
)
const who = fc.constantFrom('technician' as const, 'pathologist' as const)
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('send' as const), who, sent }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('at-once' as const), first: added, second: added }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('sign' as const), draft: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('return' as const) }) },
)

type Version = { id: string | null; results: Results; isReturned?: boolean }
/** The state of the lab: the drafts since the last signature, the newest last, and how many calls there should be */
type Table = { released: Version; drafts: readonly Version[]; calls: number }

const presentOf = ({ released, drafts }: Table): Version => drafts.at(-1) ?? released

function applied(before: Results, { values, withdrawn }: Sent): Results {
  const after = new Map(before)
  for (const code of withdrawn) after.delete(code)
  for (const [code, text] of values) after.set(code, text)
  return after
}

const isCritical = ([code, text]: readonly [Code, string]) => text === levels[code][0]

/** A critical result needs a call when it is new, not while it stays the same. */
function newCalls(before: Results, after: Results): number {
  return [...after].some((one) => isCritical(one) && before.get(one[0]) !== one[1]) ? 1 : 0
}

const isSame = (a: Results, b: Results) =>
  a.size === b.size && [...a].every(([code, text]) => b.get(code) === text)

const it = stackTest()

it('after any history of drafts, withdrawals, files and signatures, some of them concurrent, the customer sees the signed results and each critical result has one call', async ({
  stack,
  admin,
  customer,
}) => {
  await createParameters(stack.database)
  const packageId = await createPackage(stack.database, { name: 'Blood count and electrolytes' })
  await stack.database.asOwner('update packages set parameter_codes = $2 where id = $1', [packageId, codes])
  const lab = await createApprovedLab(stack.url, admin)
  const [technician, pathologist] = [
    await createLabPerson(stack, lab, 'technician'),
    await createLabPerson(stack, lab, 'pathologist'),
  ]
  const people = { technician, pathologist }

  /** Sends results, and confirms whatever is asked. @returns the id of the report; undefined if nothing was to be recorded */
  async function send(by: Person, id: string, { values, withdrawn, hasFile }: Sent) {
    const content = hasFile
      ? reportInput()
      : { values: [...values].map(([code, value]) => ({ code, value })), withdrawn: [...withdrawn] }
    let confirmed: { confirm: string[]; follows: string | null } = { confirm: [], follows: null }
    for (;;) {
      const { status, body } = await by.client.ask(releaseHealthReport, {
        params: { id },
        body: { ...content, ...confirmed } as never,
        idempotencyKey: randomUUID(),
      })
      const answer = body as unknown as {
        id: string
        code?: string
        follows: string | null
        questions?: { code: string }[]
      }
      if (status === 201) return answer.id
      if (answer.code === 'invalid') return undefined
      expect(answer).toMatchObject({ code: 'confirmation-needed' })
      const asked = (answer.questions ?? []).map(({ code }) => code)
      confirmed = { confirm: [...new Set([...confirmed.confirm, ...asked])], follows: answer.follows }
    }
  }

  async function read(id: string): Promise<Version> {
    const { reportId, results } = await technician.client.call(reportFormCalls.getRecordedResults, {
      params: { id },
    })
    return { id: reportId, results: new Map(results.map(({ code, text }) => [code as Code, text])) }
  }

  function after(table: Table, by: keyof typeof people, one: Sent, id: string | undefined): Table {
    if (id === undefined) return table
    const { released, drafts } = table
    const before = presentOf(table)
    const results = applied(before.results, one)
    const calls = table.calls + newCalls(before.results, results)
    if (by === 'pathologist') return { released: { id, results }, drafts: [], calls }
    // the answer to results that change nothing is the report that has them
    const isThere = [released, ...drafts].some((version) => version.id === id)
    return isThere ? table : { released, drafts: [...drafts, { id, results }], calls }
  }

  const lives: { id: string; table: Table; acts: string }[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 6 }), async (acts) => {
      const id = await createBookingInStatus('lab-processing', { customer, lab, admin, packageId })
      let table: Table = { released: { id: null, results: new Map() }, drafts: [], calls: 0 }
      for (const one of acts) {
        switch (one.act) {
          case 'send':
            table = after(table, one.who, one.sent, await send(people[one.who], id, one.sent))
            break
          case 'at-once': {
            const both = await Promise.all(
              [one.first, one.second].map(async (sent) => [sent, await send(technician, id, sent)] as const),
            )
            const found = await read(id)
            const either = [both, both.toReversed()].map((inOrder) =>
              inOrder.reduce(
                (before, [sent, reportId]) => after(before, 'technician', sent, reportId),
                table,
              ),
            )
            const fitting = either.find((each) => {
              const { id: newest, results } = presentOf(each)
              return newest === found.id && isSame(results, found.results)
            })
            expect(fitting, fc.stringify(acts)).toBeDefined()
            table = fitting ?? table
            break
          }
          case 'sign': {
            const index = table.drafts.length - 1 - one.draft
            const draft = table.drafts[index]
            if (!draft) break
            const params = { id, reportId: draft.id as string }
            const { status } = await pathologist.client.ask(signReport, { params })
            const later = table.drafts.slice(index + 1)
            if (status === 200) table = { ...table, released: draft, drafts: later }
            else expect([status, one.draft > 0 || draft.isReturned]).toEqual([409, true])
            break
          }
          case 'return': {
            const draft = table.drafts.at(-1)
            if (!draft) break
            const params = { id, reportId: draft.id as string }
            await pathologist.client.ask(returnReport, { params, body: { reason: 'Please repeat.' } })
            table = { ...table, drafts: [...table.drafts.slice(0, -1), { ...draft, isReturned: true }] }
          }
        }
        expect(await read(id)).toMatchObject({ results: presentOf(table).results })
      }
      lives.push({ id, table, acts: fc.stringify(acts) })
    }),
    { numRuns: 5, seed: 38, endOnFailure: true },
  )

  await untilWorkDone(stack.database)
  const all = { query: { limit: 500 } }
  const reports = await customer.client.call(listHealthReports, all)
  const calls = await technician.client.call(criticalValueCalls.listCriticalCalls, all)
  for (const { id, table, acts } of lives) {
    const report = reports.find(({ booking }) => booking.id === id)
    const page =
      report && (await customer.client.call(reportPageCalls.getHealthReport, { params: { id: report.id } }))
    const shown = page?.sections.flatMap(({ results }) =>
      results.map(({ code, text }) => [code, text] as const),
    )
    expect(new Map(shown), acts).toEqual(table.released.results)
    expect(
      calls.filter(({ bookingId }) => bookingId === id),
      acts,
    ).toHaveLength(table.calls)
  }
})

import { addDays, istDate } from '@jaanch/contracts/calendar'
import {
  applyAsLab,
  createAdmin,
  createApprovedLab,
  type Lab,
  type Person,
} from '@jaanch/tests/support/people'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'
import { capacityCalls } from './api.ts'

const it = stackTest({ workers: false }).extend('ours', { scope: 'file' }, ({ stack, admin }) =>
  createApprovedLab(stack.url, admin),
)

afterEach(closeSockets)

const today = istDate(new Date())
// PIN codes that no address of another test has: these files share a stack
const morning = {
  pincodes: ['396001', '396191'],
  cities: ['Valsad'],
  weekdays: [1, 2, 3, 4, 5, 6],
  slots: { '06:00-08:00': 4, '08:00-10:00': 3 },
  instant: true,
  daysOff: [addDays(today, 3)],
}
const slots = {
  '06:00-08:00': 4,
  '08:00-10:00': 3,
  '10:00-12:00': 0,
  '12:00-14:00': 0,
  '14:00-16:00': 0,
  '16:00-18:00': 0,
}

const declare = ({ client }: Person, { labPartnerId }: Pick<Lab, 'labPartnerId'>, body: unknown) =>
  client.ask(capacityCalls.declareCapacity, { params: { id: labPartnerId }, body })
const read = ({ client }: Person, { labPartnerId }: Pick<Lab, 'labPartnerId'>) =>
  client.ask(capacityCalls.getCapacity, { params: { id: labPartnerId } })

async function changesOf({ database }: Stack, { labPartnerId }: Lab) {
  const { rows } = await database.pool.query(
    `select data ->> 'capacity' as capacity, actor from log.events
      where stream_id = $1 and type = 'LabDetailsChanged' order by version`,
    [`lab-${labPartnerId}`],
  )
  return rows as { capacity: string; actor: string }[]
}

async function auditOf({ database }: Stack, { labPartnerId }: Lab) {
  const { rows } = await database.asOwner(
    `select action, actor, user_id, details from audit where action ^@ 'capacity-' and object = $1 order by id`,
    [`lab:${labPartnerId}`],
  )
  return rows
}

describe("a lab's capacity", () => {
  it('is empty at first, and then what the lab declared, for the lab and for admins; a slot that is missing has no visits', async ({
    admin,
    packageId,
    ours,
  }) => {
    const nothing = {
      pincodes: [],
      cities: [],
      weekdays: [],
      daysOff: [],
      isDeclared: false,
      changedAt: null,
    }
    expect((await read(ours, ours)).body).toMatchObject(nothing)
    const answer = await declare(ours, ours, { ...morning, excludedPackageIds: [packageId] })
    expect(answer).toMatchObject({
      status: 200,
      body: { ...morning, slots, excludedPackageIds: [packageId], isDeclared: true },
    })
    expect((await read(ours, ours)).body).toEqual(answer.body)
    expect((await read(admin, ours)).body).toEqual(answer.body)
  })

  it('declared by two at once is that of the last entry in the log', async ({ stack, admin }) => {
    const lab = await createApprovedLab(stack.url, admin)
    const answers = await Promise.all([
      declare(lab, lab, { ...morning, slots: { '06:00-08:00': 1 } }),
      declare(admin, lab, { ...morning, slots: { '06:00-08:00': 2 } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const changes = await changesOf(stack, lab)
    expect(changes).toHaveLength(2)
    const last = changes[1]?.actor === `admin:${admin.id}` ? 2 : 1
    expect((await read(lab, lab)).body).toMatchObject({ slots: { '06:00-08:00': last } })
  })

  it('is changed by an admin too and taken back, each time with an entry in the log and in the audit trail; the same again in another order is no change', async ({
    stack,
    admin,
  }) => {
    const lab = await createApprovedLab(stack.url, admin)
    const { body: first } = await declare(lab, lab, morning)
    const again = await declare(lab, lab, {
      ...morning,
      pincodes: morning.pincodes.toReversed(),
      weekdays: [6, 6, 5, 4, 3, 2, 1],
      daysOff: [...morning.daysOff, addDays(today, -1)],
    })
    expect(again.body).toEqual(first)
    const { body } = await declare(admin, lab, { ...morning, slots: { '16:00-18:00': 2 } })
    const withdrawn = await declare(lab, lab, { ...body, isDeclared: false })
    expect(withdrawn).toMatchObject({ status: 200, body: { pincodes: [], isDeclared: false } })
    await declare(lab, lab, { ...body, isDeclared: false })
    const [byLab, byAdmin] = [`lab-partner:${lab.id}`, `admin:${admin.id}`]
    expect(await changesOf(stack, lab)).toEqual([
      { capacity: 'declared', actor: byLab },
      { capacity: 'declared', actor: byAdmin },
      { capacity: 'removed', actor: byLab },
    ])
    const declared = { action: 'capacity-declared', user_id: lab.id }
    expect(await auditOf(stack, lab)).toMatchObject([
      { ...declared, actor: byLab, details: { visits: 7 } },
      { ...declared, actor: byAdmin, details: { visits: 2 } },
      { action: 'capacity-removed' },
    ])
    const { rows } = await stack.database.asOwner(
      `select from labs_of_area('396001', 'Valsad')
      where lab_partner_id = $1`,
      [lab.labPartnerId],
    )
    expect(rows).toEqual([])
  })

  it('is announced to every process, and to admins as a change of the lab', async ({ stack, admin }) => {
    const lab = await createApprovedLab(stack.url, admin)
    const client = await stack.database.pool.connect()
    try {
      let announced = 0
      client.on('notification', () => {
        announced += 1
      })
      await client.query('listen capacities')
      const hears = listenTo(stack.url, { token: (await createAdmin(stack)).token })
      await hears.first('caught-up')
      await declare(lab, lab, morning)
      await expect.poll(() => announced).toBeGreaterThan(0)
      await expect
        .poll(() =>
          hears.messages.some(
            (message) => message.event === 'lab' && message.labPartner.id === lab.labPartnerId,
          ),
        )
        .toBe(true)
    } finally {
      client.release(true)
    }
  })

  it.for([
    [{ pincodes: ['396001', '999999'] }, '999999 is not a PIN code that we know.'],
    [{ cities: ['Surat', 'Gotham'] }, 'Gotham is not a city that we know.'],
    [
      { excludedPackageIds: ['00000000-0000-4000-8000-000000000001'] },
      'One of the tests that are not done does not exist.',
    ],
  ] as const)('is refused with %o', async ([bad, sentence], { ours }) => {
    const answer = await declare(ours, ours, { ...morning, ...bad })
    expect(answer).toMatchObject({ status: 422, body: { error: sentence } })
  })

  it('is declared by approved labs only', async ({ stack, admin }) => {
    const applicant = { labPartnerId: (await applyAsLab(stack.url)).id }
    expect(await declare(admin, applicant, morning)).toMatchObject({
      status: 409,
      body: { error: 'Only an approved lab can declare what it collects.' },
    })
  })
})

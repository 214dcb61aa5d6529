import { addDays, istDate } from '@jaanch/contracts/calendar'
import { capacityRoutes } from '@jaanch/contracts/http/capacity'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { refusal } from '@jaanch/tests/support/client'
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
  client.ask(capacityRoutes.declareCapacity, { params: { id: labPartnerId }, body })
const read = ({ client }: Person, { labPartnerId }: Pick<Lab, 'labPartnerId'>) =>
  client.ask(capacityRoutes.getCapacity, { params: { id: labPartnerId } })

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
  it('is empty and not declared before the lab declares it', async ({ stack, admin }) => {
    const lab = await createApprovedLab(stack.url, admin)
    expect(await read(lab, lab)).toMatchObject({
      status: 200,
      body: { pincodes: [], cities: [], weekdays: [], daysOff: [], isDeclared: false, changedAt: null },
    })
  })

  it('is what the lab declared, for the lab and for admins; a slot that is missing has no visits', async ({
    admin,
    packageId,
    ours,
  }) => {
    const answer = await declare(ours, ours, { ...morning, excludedPackageIds: [packageId] })
    expect(answer).toMatchObject({
      status: 200,
      body: { ...morning, slots, excludedPackageIds: [packageId], isDeclared: true },
    })
    expect((await read(ours, ours)).body).toEqual(answer.body)
    expect((await read(admin, ours)).body).toEqual(answer.body)
  })

  it('is changed by an admin too, with an entry in the log and in the audit trail', async ({
    stack,
    admin,
  }) => {
    const lab = await createApprovedLab(stack.url, admin)
    await declare(lab, lab, morning)
    await declare(admin, lab, { ...morning, slots: { '16:00-18:00': 2 } })
    expect(await changesOf(stack, lab)).toEqual([
      { capacity: 'declared', actor: `lab-partner:${lab.id}` },
      { capacity: 'declared', actor: `admin:${admin.id}` },
    ])
    const entry = { action: 'capacity-declared', user_id: lab.id }
    expect(await auditOf(stack, lab)).toEqual([
      { ...entry, actor: `lab-partner:${lab.id}`, details: { visits: 7 } },
      { ...entry, actor: `admin:${admin.id}`, details: { visits: 2 } },
    ])
  })

  it('declared again, in another order and with repetitions, is no change', async ({ stack, admin }) => {
    const lab = await createApprovedLab(stack.url, admin)
    const first = await declare(lab, lab, morning)
    const again = await declare(lab, lab, {
      ...morning,
      pincodes: morning.pincodes.toReversed(),
      weekdays: [6, 6, 5, 4, 3, 2, 1],
      daysOff: [...morning.daysOff, addDays(today, -1)],
    })
    expect(again.body).toEqual(first.body)
    expect(await changesOf(stack, lab)).toHaveLength(1)
    expect(await auditOf(stack, lab)).toHaveLength(1)
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

  it('is taken back: the lab limits nobody any more', async ({ stack, admin }) => {
    const lab = await createApprovedLab(stack.url, admin)
    const { body } = await declare(lab, lab, morning)
    const withdrawn = await declare(lab, lab, { ...body, isDeclared: false })
    expect(withdrawn).toMatchObject({ status: 200, body: { pincodes: [], isDeclared: false } })
    await declare(lab, lab, { ...body, isDeclared: false })
    expect((await changesOf(stack, lab)).map(({ capacity }) => capacity)).toEqual(['declared', 'removed'])
    expect((await auditOf(stack, lab)).map(({ action }) => action)).toEqual([
      'capacity-declared',
      'capacity-removed',
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
    const refused = { status: 409, body: { error: 'Only an approved lab can declare what it collects.' } }
    expect(await declare(admin, applicant, morning)).toMatchObject(refused)
    const lab = await createApprovedLab(stack.url, admin)
    await admin.client.call(labPartnerRoutes.suspendLabPartner, {
      params: { id: lab.labPartnerId },
      body: { reason: 'Late' },
    })
    expect(await declare(admin, lab, morning)).toMatchObject(refused)
    expect((await declare(lab, lab, morning)).status).toBe(401)
    const nobody = { labPartnerId: '00000000-0000-4000-8000-000000000001' }
    expect(await declare(admin, nobody, morning)).toMatchObject(refusal('not-found'))
    expect(await read(admin, nobody)).toMatchObject(refusal('not-found'))
  })
})

it('the cities of the catalogue of PIN codes begin with those that Jaanch offers', async ({ ours }) => {
  const cities = await ours.client.call(capacityRoutes.listCities)
  expect(cities.slice(0, 2)).toEqual(['Ahmedabad', 'Bangalore'])
  expect(cities).toContain('Valsad')
  expect(new Set(cities).size).toBe(cities.length)
})

import { labPartnerCalls } from '@jaanch/account/labs/api'
import { reportFormCalls } from '@jaanch/report/entry/api'
import { assignLab, cancelBooking } from '@jaanch/tests/support/bookings'
import { createClient } from '@jaanch/tests/support/client'
import { createParameters } from '@jaanch/tests/support/parameters'
import { createApprovedLab, type Lab, type Person, placeBooking } from '@jaanch/tests/support/people'
import { liveGeneration } from '@jaanch/tests/support/read-tables'
import { advanceBooking } from '@jaanch/tests/support/reports'
import { sendTo } from '@jaanch/tests/support/send'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'

const it = stackTest({ workers: false })
  /** A booking that is assigned to a lab */
  .extend('assigned', ({ admin, customer, packageId }) => {
    return async (lab: Lab) => {
      const { id } = await placeBooking(customer, packageId)
      await assignLab(admin, id, lab)
      return { id }
    }
  })

it('lists of bookings show no more of the address than PIN code and city [V8.2.3]', async ({
  admin,
  lab,
  assigned,
}) => {
  const { id } = await assigned(lab)
  for (const [{ client }, secrets] of [
    [admin, /MG Road/],
    [lab, /MG Road|98765/],
  ] as const) {
    const rows = await client.call(bookingCalls.listBookings, { query: { q: id } })
    expect(rows).toMatchObject([{ id, city: 'Ahmedabad', area: '380001 Ahmedabad' }])
    expect(JSON.stringify(rows)).not.toMatch(secrets)
  }
})

describe('the totals of bookings', () => {
  const summary = (who: Person) => who.client.call(bookingCalls.summariseBookings)

  it('count active bookings and sum the revenue of completed ones, for a lab and for admins [S2.12.1]', async ({
    stack,
    admin,
    assigned,
  }) => {
    const third = await createApprovedLab(stack.url, admin)
    const before = await summary(admin)
    for (const _ of ['one', 'two']) await advanceBooking(third, (await assigned(third)).id, 'completed')
    await cancelBooking(admin, (await assigned(third)).id)
    await assigned(third)
    expect(await summary(third)).toEqual({ active: 1, revenue: 998 })
    expect(await summary(admin)).toEqual({ active: before.active + 1, revenue: before.revenue + 998 })
  })

  it('list the four labs with the most bookings [S2.14.1]', async ({
    stack,
    admin,
    lab,
    otherLab,
    assigned,
  }) => {
    const busiest = await createApprovedLab(stack.url, admin)
    for (const other of [lab, otherLab, await createApprovedLab(stack.url, admin)]) await assigned(other)
    for (let n = 0; n < 8; n += 1) await assigned(busiest)
    const top = await admin.client.call(labPartnerCalls.listTopLabPartners)
    // the labs of other tests may have more bookings
    const { generation } = (await liveGeneration(stack.database)) ?? {}
    const { rows: labs } = await stack.database.asOwner(
      `select l.id, count(b.id)::int as bookings
         from read_${generation}.lab_partners r join lab_partners l on l.id = r.id
         left join read_${generation}.bookings b on b.lab_partner_id = l.id
        where r.status = 'approved' group by l.id order by bookings desc, l.lab_name, l.id`,
    )
    expect(labs).toContainEqual({ id: busiest.labPartnerId, bookings: 8 })
    expect(top.map(({ id, bookings }) => ({ id, bookings }))).toEqual(labs.slice(0, 4))
    expect(top).toHaveLength(4)
  })
})

describe('the report form', () => {
  it('lists the parameters of the ordered tests in their order', async ({
    stack,
    lab,
    packageId,
    assigned,
  }) => {
    await createParameters(stack.database)
    await stack.database.asOwner(`update packages set parameter_codes = '{HBSAG,HGB}' where id = $1`, [
      packageId,
    ])
    const params = await assigned(lab)
    expect(await lab.client.call(reportFormCalls.getReportForm, { params })).toEqual([
      {
        code: 'HBSAG',
        name: 'HBsAg',
        unit: null,
        options: ['Non-reactive', 'Reactive'],
        normalRange: 'Non-reactive',
      },
      {
        code: 'HGB',
        name: 'Haemoglobin',
        unit: 'g/dL',
        options: null,
        normalRange: 'Men 13–17, women 12–15',
      },
    ])
  })

  it('exists as soon as the booking is assigned, although no projector runs', async ({
    stack,
    lab,
    assigned,
  }) => {
    await stack.stopProjector()
    try {
      const params = await assigned(lab)
      const client = createClient(sendTo(stack.url), lab.token)
      expect(await client.call(reportFormCalls.getReportForm, { params })).toHaveLength(2)
    } finally {
      stack.startProjector()
    }
  })

  it('the report form names the tests that are reported by PDF only, and only to staff', async ({
    stack,
    lab,
    customer,
    packageId,
    assigned,
  }) => {
    const params = await assigned(lab)
    const pdfOnly = async ({ client }: Person) =>
      (await client.call(bookingCalls.getBooking, { params })).pdfOnly
    await stack.database.asOwner(`update packages set parameter_codes = '{HGB}' where id = $1`, [packageId])
    expect(await pdfOnly(lab)).toEqual([])
    await stack.database.asOwner(
      `update packages set parameter_codes = '{}', name = 'Chest X-ray' where id = $1`,
      [packageId],
    )
    expect([await pdfOnly(lab), await pdfOnly(customer)]).toEqual([['Chest X-ray'], undefined])
    // as a package of three tests, of which two measure nothing
    await stack.database.asOwner(
      `insert into packages (id, code, name, category, price, parameter_codes)
       values (gen_random_uuid(), 'MRI', 'MRI', 'Imaging', 1, '{}'), (gen_random_uuid(), 'ECG', 'ECG', 'Heart', 1, '{}'),
              (gen_random_uuid(), 'HB', 'Haemoglobin', 'Blood', 1, '{HGB}')`,
    )
    await stack.database.asOwner(
      `update packages set kind = 'package', test_codes = '{MRI,HB,ECG}', parameter_codes = '{HGB}' where id = $1`,
      [packageId],
    )
    expect(await pdfOnly(lab)).toEqual(['ECG', 'MRI'])
  })
})

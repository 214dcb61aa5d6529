import { auditRoutes } from '@jaanch/contracts/http/audit'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { createParameters } from '@jaanch/tests/support/parameters'
import { createPackage, type Person } from '@jaanch/tests/support/people'
import { createBookingInStatus } from '@jaanch/tests/support/reports'
import { stackTest } from '@jaanch/tests/support/test'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'

const it = stackTest().extend('packageId', { scope: 'file' }, ({ stack }) =>
  createPackage(stack.database, { name: 'Kidney' }),
)

it.beforeAll(({ stack }) => createParameters(stack.database))

const submit = (
  by: Person,
  id: string,
  values: Record<string, number | string>,
  change: Record<string, unknown> = {},
) =>
  by.client.ask(healthReportRoutes.releaseHealthReport, {
    params: { id },
    body: { values: Object.entries(values).map(([code, value]) => ({ code, value })), ...change },
  })

describe('a result far from the person’s last one at the same lab', () => {
  it('is not taken until somebody looked again, which the audit trail keeps', async ({
    stack,
    admin,
    customer,
    lab,
    bookingInStatus,
  }) => {
    const earlier = await submit(lab, await bookingInStatus('lab-processing'), { CREA: 1.4, MCV: 88 })
    await untilWorkDone(stack.database)
    const id = await bookingInStatus('lab-processing')
    const refused = await submit(lab, id, { CREA: 2.1, MCV: 90 })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'confirmation-needed',
        error: expect.stringMatching(
          /^Creatinine \(CREA\) is 2\.10 mg\/dL; on .+ 20\d\d it was 1\.40 mg\/dL\.$/,
        ),
        questions: [{ code: 'delta', parameter: 'CREA', text: expect.stringContaining('CREA') }],
      },
    })
    // the refusal shows results of another report
    const { rows: looks } = await stack.database.asOwner(
      `select actor from audit where action = 'patient-seen' and object = $1 order by id`,
      [`health-report:${(earlier.body as { id: string }).id}`],
    )
    expect(looks).toEqual([{ actor: `lab-partner:${lab.id}` }])
    expect((await submit(lab, id, { CREA: 2.1, MCV: 93 })).body).toMatchObject({
      questions: [{ parameter: 'CREA' }, { parameter: 'MCV' }],
    })
    const { status, body } = await submit(lab, id, { CREA: 2.1, MCV: 90 }, { confirm: ['delta'] })
    expect(status).toBe(201)
    const entries = await admin.client.call(auditRoutes.listAudit, { query: { person: customer.id } })
    expect(entries.filter(({ action }) => action === 'report-delta-confirmed')).toMatchObject([
      { object: `health-report:${body.id}`, details: { bookingId: id, codes: 'CREA' } },
    ])
    expect((await submit(admin, await bookingInStatus('lab-processing'), { MCV: 70 })).status).toBe(409)
  })

  it('of another lab, another person or the report’s own earlier version is not compared', async ({
    stack,
    admin,
    customer,
    otherCustomer,
    lab,
    otherLab,
    packageId,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    await submit(lab, id, { MCV: 88 }, { confirm: ['delta'] })
    await untilWorkDone(stack.database)
    expect((await submit(lab, id, { MCV: 60 }, { confirm: ['value-differs', 'delta'] })).status).toBe(201)
    await untilWorkDone(stack.database)
    for (const given of [
      { customer, lab: otherLab },
      { customer: otherCustomer, lab },
    ]) {
      const other = await createBookingInStatus('lab-processing', { ...given, admin, packageId })
      expect((await submit(given.lab, other, { MCV: 99 })).status).toBe(201)
    }
    // the amended version counts
    expect((await submit(lab, await bookingInStatus('lab-processing'), { MCV: 62 })).status).toBe(201)
  })

  it('is asked about for a blood group however old the earlier report is', async ({
    stack,
    lab,
    bookingInStatus,
  }) => {
    const earlier = await submit(lab, await bookingInStatus('lab-processing'), { ABO: 'A', RH: 'Positive' })
    await untilWorkDone(stack.database)
    await stack.database.asOwner(
      "update health_reports set created_at = created_at - interval '9 years' where id = $1",
      [earlier.body.id],
    )
    const id = await bookingInStatus('lab-processing')
    const { status, body } = await submit(lab, id, { ABO: 'B', RH: 'Positive' })
    const text = expect.stringMatching(/^Blood group ABO \(ABO\) is B; on .+ it was A\.$/)
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { questions: [{ code: 'delta', parameter: 'ABO', text }] },
    })
  })
})

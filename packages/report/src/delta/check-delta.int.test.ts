import { auditOf } from '@jaanch/tests/support/audit'
import type { Person } from '@jaanch/tests/support/people'
import { createBookingInStatus } from '@jaanch/tests/support/reports'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'
import { measuringTest, submit, valuesOf } from '../testing/submit.ts'

const it = measuringTest('Kidney', [])

const send = (by: Person, id: string, values: Record<string, number>, change: object = {}) =>
  submit(by, id, { values: valuesOf(values), ...change })

describe('a result far from the person’s last one at the same lab', () => {
  it('is not taken until somebody looked again, which the audit trail keeps', async ({
    stack,
    admin,
    customer,
    lab,
    bookingInStatus,
  }) => {
    const earlier = await send(lab, await bookingInStatus('lab-processing'), { CREA: 1.4, MCV: 88 })
    await untilWorkDone(stack.database)
    const id = await bookingInStatus('lab-processing')
    const refused = await send(lab, id, { CREA: 2.1, MCV: 90 })
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
    expect(await auditOf(stack, 'patient-seen', `health-report:${earlier.body.id}`)).toMatchObject([
      { actor: `lab-partner:${lab.id}` },
    ])
    expect((await send(lab, id, { CREA: 2.1, MCV: 93 })).body).toMatchObject({
      questions: [{ parameter: 'CREA' }, { parameter: 'MCV' }],
    })
    const { status, body } = await send(lab, id, { CREA: 2.1, MCV: 90 }, { confirm: ['delta'] })
    expect(status).toBe(201)
    expect(await auditOf(stack, 'report-delta-confirmed', `health-report:${body.id}`)).toMatchObject([
      { user_id: customer.id, details: { bookingId: id, codes: 'CREA' } },
    ])
    expect((await send(admin, await bookingInStatus('lab-processing'), { MCV: 70 })).status).toBe(409)
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
    await send(lab, id, { MCV: 88 }, { confirm: ['delta'] })
    await untilWorkDone(stack.database)
    expect((await send(lab, id, { MCV: 60 }, { confirm: ['value-differs', 'delta'] })).status).toBe(201)
    await untilWorkDone(stack.database)
    for (const given of [
      { customer, lab: otherLab },
      { customer: otherCustomer, lab },
    ]) {
      const other = await createBookingInStatus('lab-processing', { ...given, admin, packageId })
      expect((await send(given.lab, other, { MCV: 99 })).status).toBe(201)
    }
    // the amended version counts
    expect((await send(lab, await bookingInStatus('lab-processing'), { MCV: 62 })).status).toBe(201)
  })
})

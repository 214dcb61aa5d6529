import { createLabPerson, type Person } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'
import { healthReportCalls } from '../api.ts'
import { goodLines, messageOf, withField } from '../testing/hl7-messages.ts'
import { measuringTest } from '../testing/submit.ts'
import type { Hl7Accepted, Hl7Refused } from './api.ts'
import { hl7ContentType } from './rules.ts'

const it = measuringTest('Blood Count', ['HGB', 'WBC', 'PLT', 'UWBC', 'TSH', 'HBSAG'])

async function send(stack: Stack, by: Person, message: string, query = '', type: string = hl7ContentType) {
  const response = await fetch(`${stack.url}/api/lab/hl7${query}`, {
    method: 'POST',
    headers: { 'content-type': type, authorization: `Bearer ${by.token}` },
    body: message,
  })
  const body = (await response.json()) as Hl7Accepted & Hl7Refused & { code?: string; error?: string }
  return { status: response.status, body }
}

/** As HL7 writes it: after the booking, which the tests make */
const collectedAt = `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}+0000`

/** @returns a message for an order of the account's owner, who is called Test Person and has no date of birth */
async function messageFor(
  stack: Stack,
  bookingId: string,
  controlId: string,
  change: (line: string) => string = (line) => line,
): Promise<string> {
  await untilWorkDone(stack.database)
  const { rows } = await stack.database.asOwner('select order_number from orders where booking_id = $1', [
    bookingId,
  ])
  const number: string = rows[0].order_number
  return messageOf(
    goodLines.map((line) =>
      change(
        line
          .replaceAll('JN-2026-000123', number)
          .replace('MSG00042', controlId)
          .replace('20261120071000+0530', collectedAt)
          .replace('Rao^Asha||19900531|F', 'Person^Test|||U'),
      ),
    ),
  )
}

const reportsOf = async (stack: Stack, bookingId: string) => {
  const { rows } = await stack.database.asOwner(
    `select type from log.events where stream_id = $1 and type in ('ReportSubmitted', 'ReportDrafted')`,
    [`booking-${bookingId}`],
  )
  return rows.length
}

describe('an HL7 v2 message', () => {
  it('becomes a report, once, whoever of the laboratory sends it again', async ({
    stack,
    customer,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    const message = await messageFor(stack, id, 'MSG-1')
    const [first, second] = await Promise.all([send(stack, lab, message), send(stack, lab, message)])
    expect([first.status, second.status]).toEqual([201, 201])
    expect(first.body.report).toMatchObject({
      version: 1,
      doctorComments: 'HBSAG: Repeat the blood count in a month',
    })
    expect(first.body.ack).toMatch(/^MSH\|.*\rMSA\|AA\|MSG-1\r$/)
    expect(second.body.report.id).toBe(first.body.report.id)
    await untilWorkDone(stack.database)
    const technician = await createLabPerson(stack, lab, 'technician')
    for (const type of ['text/plain', 'x-application/hl7-v2+er7'])
      expect((await send(stack, technician, message, '', type)).body.report.id).toBe(first.body.report.id)
    expect(await reportsOf(stack, id)).toBe(1)
    const { rows } = await stack.database.asOwner(
      'select code, value from report_values where report_id = $1 order by place',
      [first.body.report.id],
    )
    expect(rows.map(({ code, value }) => `${code} ${value}`)).toEqual([
      'HGB 13',
      'WBC 7.1',
      'TSH <0.01',
      'HBSAG Non-reactive',
    ])
    const list = await customer.client.call(healthReportCalls.listHealthReports)
    expect(list.filter(({ booking }) => booking.id === id)).toHaveLength(1)
  })

  it('with the same control id and other content is refused; with another one it is a new version', async ({
    stack,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    expect((await send(stack, lab, await messageFor(stack, id, 'MSG-2'))).status).toBe(201)
    await untilWorkDone(stack.database)
    const change = (line: string) => (line.includes('718-7') ? withField(line, 5, '12.9') : line)
    const reused = await send(stack, lab, await messageFor(stack, id, 'MSG-2', change))
    expect(reused).toMatchObject({
      status: 422,
      body: { code: 'key-reused', problems: [{ field: 'MSH-10' }] },
    })
    const unmarked = await send(stack, lab, await messageFor(stack, id, 'MSG-3', change))
    expect(unmarked).toMatchObject({
      status: 409,
      body: {
        questions: [{ code: 'value-differs', parameter: 'HGB' }],
        ack: expect.stringContaining('MSA|AE'),
      },
    })
    const asCorrection = (line: string) => (line.includes('718-7') ? withField(change(line), 11, 'C') : line)
    const corrected = await send(stack, lab, await messageFor(stack, id, 'MSG-3', asCorrection))
    expect(corrected).toMatchObject({ status: 201, body: { report: { version: 2 } } })
  })

  it('with problems is answered with all of them, and nothing of it is stored', async ({
    stack,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    const message = await messageFor(stack, id, 'MSG-4', (line) =>
      line.startsWith('OBX') ? withField(line, 5, 'thirteen') : line,
    )
    const { status, body } = await send(stack, lab, message)
    expect(status).toBe(422)
    const places = body.problems.map(({ segment, field }) => `${segment} ${field}`)
    expect(places).toEqual(['5 OBX-5', '6 OBX-5', '7 OBX-5', '8 OBX-5'])
    expect(body.error).toBe('OBX-5: HGB: "thirteen" is not a number. Send digits, such as 13.0. And 3 more.')
    expect(body.ack).toContain('\rMSA|AE|MSG-4\rERR|')
    expect(await reportsOf(stack, id)).toBe(0)
    expect((await send(stack, lab, 'hello')).status).toBe(400)
    expect((await send(stack, lab, message.replace(/JN-\d{4}/, 'JN-\u0000'))).status).toBe(422)
    expect((await send(stack, lab, 'x'.repeat(300_000))).status, 'more than 256 kB').toBe(413)
  })

  it('about another laboratory’s order finds none, and about somebody else is refused until it is confirmed', async ({
    stack,
    lab,
    otherLab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    const message = await messageFor(stack, id, 'MSG-5', (line) => line.replace('Person^Test', 'Patel^Usha'))
    const none = await send(stack, otherLab, message)
    expect(none).toMatchObject({ status: 422, body: { problems: [{ field: 'OBR-2' }] } })
    expect(none.body.error).toContain('has no order JN-')
    expect(await send(stack, lab, message)).toMatchObject({
      status: 409,
      body: { code: 'confirmation-needed', problems: [{ field: 'PID-5' }] },
    })
    expect(await reportsOf(stack, id)).toBe(0)
    expect((await send(stack, lab, message, '?confirm=subject')).status).toBe(201)
  })
})

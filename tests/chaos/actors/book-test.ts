import { setTimeout } from 'node:timers/promises'
import type { BookingView } from '@jaanch/contracts/http/bookings'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { reportFormRoutes } from '@jaanch/contracts/http/report-form'
import type { Random } from '@jaanch/infra/local/demo/random'
import { type Reached, simulateBooking } from '@jaanch/tests/bench/simulate/simulate-booking'
import type { Customer } from '@jaanch/tests/support/participants'
import { dataUrl, pdf } from '@jaanch/tests/support/sample-files'
import type { Crew } from './crew.ts'
import { expectInList } from './reads.ts'

/**
 * A customer books a test, the admin assigns a lab, the lab moves it on and uploads its report. After each step the person
 * who made it reads the list.
 */
export async function bookTest(crew: Crew, customer: Customer, random: Random): Promise<void> {
  const { client, pauseMs } = crew
  const report = random.pick(['values', 'values', 'file', 'none'] as const)

  async function onReached({ stage, id, lab }: Reached): Promise<void> {
    const token = stage === 'placed' ? customer.token : stage === 'assigned' ? crew.admin : lab.token
    const row = lastAnswer(crew, id)
    if (row) await expectInList(crew, { token, path: '/api/bookings', row })
    if (stage !== 'lab-processing' || report === 'none') return
    await setTimeout(pauseMs())
    await uploadReport(crew, { id, token: lab.token, asValues: report === 'values' })
  }
  const participants = { ...crew, customers: [customer] }
  await simulateBooking(client, participants, { random, pauseMs, onPlaced: () => {}, onReached })
}

/** The booking as the last acknowledged write of it answered. */
function lastAnswer({ oracle }: Crew, id: string): BookingView | undefined {
  return oracle.writes.findLast(({ answer }) => (answer as { id?: string } | undefined)?.id === id)?.answer as
    | BookingView
    | undefined
}

async function uploadReport(
  { client }: Crew,
  { id, token, asValues }: { id: string; token: string; asValues: boolean },
): Promise<void> {
  const params = { id }
  const lab = client.as(token)
  const form = asValues ? await lab.call(reportFormRoutes.getReportForm, { params }) : []
  const values = form.map(({ code, options }) => ({ code, value: options?.[0] ?? 10 }))
  const file = { fileUrl: dataUrl('application/pdf', pdf) }
  const body = values.length > 0 ? { values } : file
  await lab.call(healthReportRoutes.releaseHealthReport, { params, body })
}

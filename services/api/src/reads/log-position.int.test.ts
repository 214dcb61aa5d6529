import { istDate } from '@jaanch/contracts/calendar'
import { releaseReport } from '@jaanch/tests/support/reports'
import { sendTo } from '@jaanch/tests/support/send'
import { it } from '@jaanch/tests/support/test'
import { expect } from 'vitest'

it('every answer to which the client applies live changes says up to which position of the log it is complete', async ({
  stack,
  admin,
  customer,
  lab,
  bookingInStatus,
}) => {
  const id = await bookingInStatus('lab-processing')
  const report = await releaseReport(lab, id)
  const today = istDate(new Date())
  // the queries with a live rule in web/src/features
  const paths = [
    [customer, '/api/bookings'],
    [customer, '/api/bookings/counts'],
    [customer, `/api/bookings/${id}`],
    [customer, `/api/bookings/${id}/messages`],
    [customer, '/api/messages/unread'],
    [customer, '/api/prescriptions'],
    [customer, '/api/notifications'],
    [customer, '/api/notifications/unread'],
    [customer, '/api/health-reports'],
    [customer, `/api/health-reports/${report.id}`],
    [customer, '/api/health-trends?person=self'],
    [customer, '/api/health-trends/people'],
    [customer, '/api/health-reminders?person=self'],
    [lab, '/api/bookings/summary'],
    [lab, `/api/bookings/round?date=${today}`],
    [lab, '/api/critical-calls'],
    [lab, '/api/critical-calls/count'],
    [lab, `/api/lab/cash?date=${today}`],
    [lab, '/api/lab/report-drafts'],
    [lab, `/api/lab/tubes?date=${today}`],
    [admin, '/api/admin/prescriptions'],
    [admin, '/api/lab-partners'],
    [admin, '/api/lab-partners/all'],
    [admin, '/api/lab-partners/top'],
  ] as const
  const answers = await Promise.all(
    paths.map(async ([{ token }, path]) => {
      const { status, headers } = await sendTo(stack.url)({ method: 'GET', path, token })
      return [path, status, Number(headers.get('log-position')) > 0]
    }),
  )
  expect(answers).toEqual(paths.map(([, path]) => [path, 200, true]))
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { healthReportCalls } from '@jaanch/report/api'
import { encodeRequest } from '@jaanch/tests/support/cut-call'
import type { Person } from '@jaanch/tests/support/people'
import { releaseReport } from '@jaanch/tests/support/reports'
import { dataUrl, pdfOf } from '@jaanch/tests/support/sample-files'
import { stackTest } from '@jaanch/tests/support/test'
import { expect, onTestFinished } from 'vitest'

const it = stackTest({ workers: false })

/** More than the buffers of a connection hold */
const bytes = 9_000_000

it('a file that its client does not receive takes room of that client alone, and not for ever', async ({
  stack,
  customer,
  lab,
  bookingInStatus,
}) => {
  const { id } = await releaseReport(lab, await bookingInStatus('lab-processing'), {
    fileUrl: dataUrl('application/pdf', pdfOf(bytes)),
  })
  const path = healthReportCalls.downloadHealthReport.path.replace(':id', id)
  const headersOf = ({ token }: Person) => ({ authorization: `Bearer ${token}` })
  /** The customer begins a download from an API that bears silence for so long, and reads nothing of it. */
  async function stall(bodySilenceMs: number) {
    const url = await stack.anotherApi({ bounds: { fileBytesPerCaller: bytes, bodySilenceMs } })
    const { hostname: host, port } = new URL(url)
    const stalled = connect({ host, port: Number(port) })
    stalled.on('error', () => {})
    onTestFinished(() => void stalled.destroy())
    stalled.write(encodeRequest({ method: 'GET', path, headers: headersOf(customer) }))
    // the first bytes have come; nobody reads more
    await once(stalled, 'readable')
    return async (by: Person) => {
      const answer = await fetch(url + path, { headers: headersOf(by) })
      await answer.arrayBuffer()
      return answer.status
    }
  }

  const downloadMeanwhile = await stall(600_000)
  expect(await downloadMeanwhile(customer)).toBe(503)
  expect(await downloadMeanwhile(lab)).toBe(200)
  const downloadAfterwards = await stall(2_000)
  await expect.poll(() => downloadAfterwards(customer)).toBe(200)
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { encodeRequest } from '@jaanch/tests/support/cut-call'
import type { Person } from '@jaanch/tests/support/people'
import { releaseReport } from '@jaanch/tests/support/reports'
import { dataUrl, pdfOf } from '@jaanch/tests/support/sample-files'
import { stackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'

const it = stackTest({ workers: false })

/** More than the buffers of a connection hold */
const bytes = 9_000_000

it('a file that its client does not receive takes room of that client alone, and not for ever', async ({
  stack,
  customer,
  lab,
  bookingInStatus,
}) => {
  const url = await stack.anotherApi({ bounds: { fileBytesPerCaller: bytes, bodySilenceMs: 6_000 } })
  const { id } = await releaseReport(lab, await bookingInStatus('lab-processing'), {
    fileUrl: dataUrl('application/pdf', pdfOf(bytes)),
  })
  const path = healthReportRoutes.downloadHealthReport.path.replace(':id', id)
  const headersOf = ({ token }: Person) => ({ authorization: `Bearer ${token}` })
  async function download(by: Person): Promise<number> {
    const answer = await fetch(url + path, { headers: headersOf(by) })
    await answer.arrayBuffer()
    return answer.status
  }

  const { hostname: host, port } = new URL(url)
  const stalled = connect({ host, port: Number(port) })
  stalled.on('error', () => {})
  stalled.write(encodeRequest({ method: 'GET', path, headers: headersOf(customer) }))
  // the first bytes have come; nobody reads more
  await once(stalled, 'readable')
  expect(await download(customer)).toBe(503)
  expect(await download(lab)).toBe(200)
  await expect.poll(() => download(customer), { timeout: 60_000 }).toBe(200)
  stalled.destroy()
}, 180_000)

import { beforeEach, expect, it, vi } from 'vitest'
import { decryptFile } from '@/features/shares/link/jwe'
import { decodeBytes } from '@/features/shares/link/link'
import { mockFetch } from '@/testing/fetch'
import { createTrendPerson } from '@/testing/health-trends'
import { createReportPage } from '@/testing/report'
import { type PreparedShare, prepareShare } from './prepare-share'

const fetchMock = mockFetch()

/** Node's TextEncoder makes arrays of another realm than the one in which these tests run, which jose refuses */
class TextEncoderOfRealm {
  encode = (text: string) => Uint8Array.from(Buffer.from(text))
}
beforeEach(() => void vi.stubGlobal('TextEncoder', TextEncoderOfRealm))

/** Prepares a link to one report of Asha Patel. */
function prepare(report: ReturnType<typeof createReportPage>) {
  fetchMock.mockImplementation(async () => new Response(JSON.stringify(report)))
  const person = createTrendPerson({ name: 'Asha Patel' })
  return prepareShare({
    ...{ person, reports: ['r1'], trends: [], label: 'For my doctor', passcode: 'ABC123', days: 7 },
  })
}

it('a report of one person is never shared under the name of another', async () => {
  const patient = { ...createReportPage().patient, familyMemberId: 'f1', name: 'Kamala Rao' }
  expect(await prepare(createReportPage({ patient }))).toEqual({
    refusal: expect.stringContaining('not about Asha Patel'),
  })
})

it('a link has the results of a report, and neither its ids nor the address of its file', async () => {
  const report = createReportPage()
  const { request, secret } = (await prepare(report)) as PreparedShare
  const snapshot = await decryptFile(request.files[0]?.jwe ?? '', decodeBytes(secret) as Uint8Array)
  const { sections, orderNumber } = report
  expect(snapshot).toMatchObject({ reports: [{ sections, orderNumber, age: report.patient.age }] })
  expect(JSON.stringify(snapshot)).not.toMatch(/bookingId|reportFileUrl|versions|relationship|familyMember/)
})

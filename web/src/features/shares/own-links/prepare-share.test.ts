import { expect, it } from 'vitest'
import { mockFetch } from '@/testing/fetch'
import { createTrendPerson } from '@/testing/health-trends'
import { createReportPage } from '@/testing/report'
import { prepareShare } from './prepare-share'

const fetchMock = mockFetch()

it('a report of one person is never shared under the name of another', async () => {
  const patient = { ...createReportPage().patient, familyMemberId: 'f1', name: 'Kamala Rao' }
  fetchMock.mockImplementation(async () => new Response(JSON.stringify(createReportPage({ patient }))))
  const person = createTrendPerson({ name: 'Asha Patel' })
  const chosen = {
    person,
    reports: ['r1'],
    trends: [],
    label: 'For my doctor',
    passcode: 'ABC123',
    days: 7,
  } as const
  expect(await prepareShare(chosen)).toEqual({ refusal: expect.stringContaining('not about Asha Patel') })
})

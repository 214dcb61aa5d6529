import { workbookOf } from '@jaanch/catalogue/testing/workbook'
import { istDate } from '@jaanch/contracts/calendar'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { catalogueRoutes } from '@jaanch/contracts/http/catalogue'
import { healthReminderRoutes } from '@jaanch/contracts/http/health-reminders'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { healthTrendRoutes } from '@jaanch/contracts/http/health-trends'
import { packageRoutes } from '@jaanch/contracts/http/packages'
import { reportPageRoutes } from '@jaanch/contracts/http/report-page'
import { daysAgo } from '@jaanch/tests/support/measurements'
import { bookingInput } from '@jaanch/tests/support/people'
import { advanceBooking } from '@jaanch/tests/support/reports'
import { type Fixtures, ownStackTest } from '@jaanch/tests/support/test'
import { describe, expect, vi } from 'vitest'

// an import ends the tests of others
const it = ownStackTest()

/** A catalogue with codes of its own, two of which mean something else in the starter catalogue. */
const sheets = {
  Parameters: [
    ['Code', 'Name', 'Type', 'Unit', 'UCUM unit', 'Decimals', 'LOINC'],
    ['HB', 'Haemoglobin', 'number', 'g/L', 'g/L', 0, '718-7'],
    ['SCR', 'Creatinine, serum', 'number', 'µmol/L', 'umol/L', 0, '14682-9'],
    ['GHB', 'Glycated haemoglobin', 'number', 'mmol/mol', 'mmol/mol', 0, '59261-8'],
    ['K', 'Vitamin K', 'number', 'ng/mL', 'ng/mL', 2, '2925-6'],
    ['A1C', 'Antigen 1C', 'number', '%', '%', 1, null],
  ],
  Tests: [
    ['Code', 'Name', 'Category', 'Price', 'Parameters', 'Specimens'],
    ['ALL', 'Checkup', 'Blood', 900, 'HB; SCR; GHB; K; A1C', 'Whole blood in EDTA (lavender)'],
    ['GHB', 'Glycated haemoglobin', 'Blood', 300, 'GHB', 'Whole blood in EDTA (lavender)'],
    ['ANT', 'Antigen 1C', 'Blood', 200, 'A1C', 'Serum in SST (yellow)'],
  ],
}

type Given = Pick<Fixtures, 'stack' | 'admin' | 'lab' | 'customer'>
type Value = { code: string; value: number; unit?: string; method?: string }

async function packageIdOf({ customer }: Pick<Given, 'customer'>, name: string): Promise<string> {
  const found = (await customer.client.call(packageRoutes.listPackages)).find((one) => one.name === name)
  if (!found) throw new Error(`No test ${name}`)
  return found.id
}

/** Releases a report of the checkup, as if its sample had been collected on this day. @returns its id */
async function release(given: Given, values: Value[], on: string): Promise<string> {
  const { stack, admin, lab, customer } = given
  const body = bookingInput(await packageIdOf(given, 'Checkup'), customer.addressId)
  const { id: bookingId } = await customer.client.call(bookingRoutes.placeBooking, { body })
  const params = { id: bookingId }
  await admin.client.call(bookingRoutes.assignLab, { params, body: { labPartnerId: lab.labPartnerId } })
  await advanceBooking(lab, bookingId, 'lab-processing')
  const { id } = await lab.client.call(healthReportRoutes.releaseHealthReport, {
    params,
    body: { values: values.map((one) => ({ method: 'Photometry', ...one })), confirm: ['delta'] },
  })
  const isListed = async () =>
    (await customer.client.call(healthReportRoutes.listHealthReports)).some((report) => report.id === id)
  await vi.waitUntil(isListed, { timeout: 60_000, interval: 20 })
  await stack.database.asOwner('update report_submissions set collected_at = $2 where report_id = $1', [
    id,
    `${on}T04:00:00Z`,
  ])
  return id
}

const earlier = [
  { code: 'HB', value: 140 },
  { code: 'SCR', value: 80 },
  { code: 'GHB', value: 53 },
  { code: 'K', value: 1 },
  { code: 'A1C', value: 5 },
]
const later = [
  { code: 'HB', value: 16.5, unit: 'g/dL' },
  { code: 'SCR', value: 1, unit: 'mg/dL' },
  { code: 'GHB', value: 7.5, unit: '%' },
  { code: 'K', value: 9 },
  { code: 'A1C', value: 9 },
]
const lastOn = daysAgo(10)
let reportId: string

it.beforeAll(async ({ stack, admin, lab, customer }) => {
  const { version } = await admin.client.call(catalogueRoutes.getCatalogue)
  const content = (await workbookOf(sheets)).toString('base64')
  await admin.client.call(catalogueRoutes.importCatalogue, {
    body: { fileName: 'own.xlsx', content, version },
  })
  const given = { stack, admin, lab, customer }
  await release(given, earlier, daysAgo(100))
  reportId = await release(given, later, lastOn)
})

describe('a parameter with a code of its own and a LOINC code', () => {
  it('the page of a report explains a parameter with a code of its own by its LOINC code', async ({
    customer,
  }) => {
    const { explanations } = await customer.client.call(reportPageRoutes.getHealthReport, {
      params: { id: reportId },
    })
    expect(explanations).toEqual({
      HB: expect.stringMatching(/^Haemoglobin is the protein/),
      SCR: expect.stringMatching(/^Creatinine is a waste product/),
      GHB: expect.any(String),
    })
  })

  it('the result of a parameter with a code of its own is converted, also between mass and amount of substance', async ({
    customer,
  }) => {
    const { sections } = await customer.client.call(reportPageRoutes.getHealthReport, {
      params: { id: reportId },
    })
    const results = sections.flatMap((section) => section.results)
    expect(results.map(({ code, text, foreignUnit }) => [code, text, foreignUnit])).toEqual([
      ['HB', '165', null],
      ['SCR', '88', null],
      ['GHB', '58', null],
      ['K', '9.00', null],
      ['A1C', '9.0', null],
    ])
  })

  it('the trend of a parameter with a code of its own says whether its change is larger than the usual variation', async ({
    customer,
  }) => {
    const trendOf = (id: string) =>
      customer.client.call(healthTrendRoutes.getHealthTrend, { params: { id }, query: { person: 'self' } })
    const haemoglobin = await trendOf('HB')
    expect(haemoglobin.variation?.withinPerson).toBe(2.8)
    expect(haemoglobin.change).toMatchObject({ isReal: true, direction: 'up' })
    expect((await trendOf('SCR')).change).toMatchObject({ isReal: false })
  })

  it('a test of a parameter with a code of its own is too soon, and due by its results in the unit of the guidelines', async ({
    customer,
  }) => {
    const query = { person: 'self', packageIds: await packageIdOf({ customer }, 'Glycated haemoglobin') }
    expect(await customer.client.call(healthReminderRoutes.listRetestHints, { query })).toMatchObject([
      { packageId: query.packageIds, lastOn },
    ])
    const { tests } = await customer.client.call(healthReminderRoutes.listDueTests, {
      query: { person: 'self' },
    })
    expect(tests).toMatchObject([
      {
        name: 'Glycated haemoglobin',
        lastOn,
        reason: 'The last HbA1c was 7 % (53 mmol/mol) or more: usually measured every 3 months.',
      },
    ])
    expect(tests[0]?.dueFrom.localeCompare(istDate(new Date()))).toBe(1)
  })
})

describe('a parameter with the code of another one in the starter catalogue', () => {
  it('a parameter with the code of another one in the starter catalogue has no variation, so that the size of its change is not judged', async ({
    customer,
  }) => {
    for (const id of ['K', 'A1C']) {
      const trend = await customer.client.call(healthTrendRoutes.getHealthTrend, {
        params: { id },
        query: { person: 'self' },
      })
      expect(trend.variation).toBeNull()
      expect(trend.change).toMatchObject({ direction: 'up', isReal: null })
    }
  })

  it('a parameter with the code of another one in the starter catalogue does not make its test too soon', async ({
    customer,
  }) => {
    const query = { person: 'self', packageIds: await packageIdOf({ customer }, 'Antigen 1C') }
    expect(await customer.client.call(healthReminderRoutes.listRetestHints, { query })).toEqual([])
  })
})

import { randomUUID } from 'node:crypto'
import { bookingCalls } from '@jaanch/booking/api'
import { roundCalls } from '@jaanch/collection/rounds/api'
import type { ErrorCode } from '@jaanch/contracts/errors'
import { healthReportCalls } from '@jaanch/report/api'
import { criticalValueCalls } from '@jaanch/report/critical/api'
import { reportFormCalls } from '@jaanch/report/entry/api'
import { reportPageCalls } from '@jaanch/report/page/api'
import { healthReminderCalls } from '@jaanch/report/retests/api'
import { healthTrendCalls } from '@jaanch/report/trends/api'
import { assignLab } from '@jaanch/tests/support/bookings'
import { daysAgo } from '@jaanch/tests/support/measurements'
import { bookingInput, createApprovedLab, createCustomer, type Person } from '@jaanch/tests/support/people'
import { advanceBooking, createBookingInStatus } from '@jaanch/tests/support/reports'
import { ownStackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { type CatalogueView, editorCalls } from './api.ts'
import { packageCalls } from './packages/api.ts'
import { readStarter } from './starter/starter.ts'
import { rightSheets, workbookOf } from './testing/workbook.ts'

// an import ends the tests of others
const it = ownStackTest()

const fileOf = (content: Buffer | string, fileName = 'catalogue.xlsx') => ({
  fileName,
  content: Buffer.from(content).toString('base64'),
})
/** @param text of the sentence */
function refused(code: ErrorCode, text?: RegExp) {
  return { body: { code, ...(text && { error: expect.stringMatching(text) }) } }
}
const load = ({ client }: Person) => client.call(editorCalls.getCatalogue)
const itemOf = ({ items }: CatalogueView, code: string) => {
  const item = items.find((one) => one.code === code)
  if (!item) throw new Error(`No item ${code}`)
  return item
}

async function priceAll(admin: Person, prices: Record<string, number>) {
  const { version } = await load(admin)
  const body = { version, prices: Object.entries(prices).map(([code, price]) => ({ code, price })) }
  return admin.client.call(editorCalls.savePrices, { body })
}

describe('an installation without the demo', () => {
  it('begins with the starter, whose tests are offered once they have a price', async ({
    admin,
    visitor,
  }) => {
    expect(await load(admin)).toMatchObject({ parameters: [], intervals: [], items: [] })
    const loaded = await admin.client.call(editorCalls.loadStarterCatalogue)
    const { parameters, intervals, items } = readStarter()
    expect(loaded.added).toBeGreaterThanOrEqual(parameters.length + intervals.length + items.length)
    expect(await visitor.call(packageCalls.listPackages)).toEqual([])
    expect(await admin.client.ask(editorCalls.loadStarterCatalogue)).toMatchObject(refused('wrong-status'))
    await priceAll(admin, {
      CBC: 29_900,
      KFT: 60_000,
      PTINR: 35_000,
      NS1: 70_000,
      BCUL: 90_000,
      LIPID: 40_000,
      'PKG-FEVER': 149_900,
    })
    const offered = await visitor.call(packageCalls.listPackages)
    expect(offered.map(({ price }) => price).toSorted((a, b) => a - b)).toEqual([
      299, 350, 400, 600, 700, 900, 1499,
    ])
  })

  it('takes a booking from the tubes to a critical call: four tubes, ten hours of fasting, a form, a call; a change of a test says how many open bookings it affects', async ({
    stack,
    admin,
  }) => {
    const [customer, lab] = [await createCustomer(stack), await createApprovedLab(stack.url, admin)]
    const found = await customer.client.call(packageCalls.listPackages)
    const idOf = (name: RegExp) => found.find((one) => name.test(one.name))?.id ?? ''
    const packageIds = [/\(CBC\)/, /\(KFT\)/, /Prothrombin/, /NS1/, /Blood Culture/].map(idOf)
    const place = async (ids: string[]) => {
      const { packageId: _id, ...input } = bookingInput(ids[0] ?? '', customer.addressId)
      const body = { ...input, items: [{ familyMemberId: null, packageIds: ids }] } as never
      const booking = await customer.client.call(bookingCalls.placeBooking, { body })
      await assignLab(admin, booking.id, lab)
      await advanceBooking(lab, booking.id, 'confirmed')
      return booking.id
    }
    const id = await place(packageIds)
    const collection = await lab.client.call(roundCalls.getCollection, { params: { id } })
    expect(JSON.stringify(collection)).toMatch(/Citrate \(light blue\).*SST \(yellow\).*EDTA \(lavender\)/)
    const withLipids = await lab.client.call(roundCalls.getCollection, {
      params: { id: await place([idOf(/Lipid/)]) },
    })
    expect(JSON.stringify(withLipids)).toContain('"fastingHours":10')

    for (const status of ['sample-collection', 'lab-processing'] as const)
      await lab.client.call(bookingCalls.changeBookingStatus, { params: { id }, body: { status } })
    const form = await lab.client.call(reportFormCalls.getReportForm, { params: { id } })
    expect(JSON.stringify(form).match(/"code":/g)).toHaveLength(33)
    const released = await lab.client.ask(healthReportCalls.releaseHealthReport, {
      params: { id },
      body: { values: [{ code: 'HGB', value: 5.1 }] },
    })
    expect(released.status).toBe(201)
    const calls = await lab.client.call(criticalValueCalls.listCriticalCalls)
    expect(calls.filter(({ bookingId }) => bookingId === id)).toHaveLength(1)
    const ofHaemoglobin = { params: { id: 'HGB' } }
    expect(await admin.client.call(editorCalls.getAffected, ofHaemoglobin)).toMatchObject({
      ...{ tests: 1, labs: 0, openBookings: 1 },
    })
  })
})

describe('a change by the page', () => {
  it('of a test reaches its packages, and is refused if the catalogue changed since', async ({
    admin,
    visitor,
  }) => {
    const catalogue = await load(admin)
    const item = { ...itemOf(catalogue, 'CBC'), fasting: 12, reportHours: 30 }
    const body = { version: catalogue.version, item }
    expect(await admin.client.call(editorCalls.saveItem, { params: { id: 'CBC' }, body })).toMatchObject({
      changed: 1,
    })
    expect(await admin.client.ask(editorCalls.saveItem, { params: { id: 'CBC' }, body })).toMatchObject(
      refused('wrong-status'),
    )
    const offered = await visitor.call(packageCalls.listPackages)
    expect(offered.find(({ name }) => name === 'Fever Panel')).toMatchObject({
      fastingHours: 12,
      fastingRequired: true,
    })
  })

  it('of a parameter with its intervals is refused with the field that is wrong, and its unit stays', async ({
    admin,
  }) => {
    const { version, parameters, intervals } = await load(admin)
    const parameter = parameters.find(({ code }) => code === 'HGB')
    if (!parameter) throw new Error('No haemoglobin')
    const own = intervals.filter((one) => one.parameter === 'HGB')
    const save = (change: object, rows = own) =>
      admin.client.ask(editorCalls.saveParameter, {
        params: { id: 'HGB' },
        body: { version, parameter: { ...parameter, ...change }, intervals: rows },
      })
    expect(await save({ criticalLow: 25 })).toMatchObject(refused('invalid', /^criticalHigh: .*every result/))
    expect(await save({ ucum: 'mmol/L' })).toMatchObject(
      refused('invalid', /^ucum: HGB has results in g\/dL/),
    )
    expect(await save({}, [...own, ...own.slice(0, 1)])).toMatchObject(
      refused('invalid', /^ageFrom: Another row/),
    )
    expect(await save({ criticalLow: 7.5 })).toMatchObject({
      status: 200,
      body: { changed: 1, added: 0, ended: 0 },
    })
  })

  it('ends a parameter that no test measures, and no other', async ({ admin }) => {
    const end = (code: string) => admin.client.ask(editorCalls.endParameter, { params: { id: code } })
    expect(await end('TSH')).toMatchObject(refused('wrong-status', /^Measured by Female Hormone Profile; /))
    expect(await end('NONE')).toMatchObject(refused('not-found'))
  })
})

describe('a file', () => {
  it('of prices is matched by names and synonyms, and new tests are PDF only', async ({ admin, visitor }) => {
    const file = fileOf(
      'Test,Rate\nHemogram,"1,00,000"\nThyroid hormones T3 T4,500\nMRI of the knee,6000',
      'prices.csv',
    )
    const { version, rows, problems } = await admin.client.call(editorCalls.matchPriceList, {
      body: file,
    })
    expect(problems).toEqual([])
    expect(rows.map(({ match }) => match)).toEqual(['CBC', null, null])
    const body = {
      version,
      prices: [{ code: 'CBC', price: 10_000_000 }],
      added: [{ name: 'MRI of the knee', price: 600_000 }],
    }
    await admin.client.call(editorCalls.savePrices, { body })
    const offered = await visitor.call(packageCalls.listPackages)
    expect(offered.find(({ name }) => name === 'MRI of the knee')).toMatchObject({ price: 6_000 })
    expect(itemOf(await load(admin), 'MRI-OF-THE-KNEE')).toMatchObject({ parameters: [] })
  })

  it('a file is tried first and applied once; the export is such a file, too', async ({ admin, stack }) => {
    const exported = await fetch(`${stack.url}${editorCalls.exportCatalogue.path}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(exported.headers.get('content-type')).toContain('spreadsheetml')
    const present = fileOf(Buffer.from(await exported.arrayBuffer()))
    const unchanged = await admin.client.call(editorCalls.previewCatalogue, { body: present })
    expect(unchanged).toMatchObject({ problemCount: 0, changes: [] })

    const own = fileOf(await workbookOf(rightSheets()))
    const preview = await admin.client.call(editorCalls.previewCatalogue, { body: own })
    // haemoglobin has results, fasting sugar keeps its unit
    expect(preview.problems).toEqual([])
    expect(preview.counts.tests).toMatchObject({ added: 2, changed: 1 })
    expect(preview.pdfOnly).toEqual(['Chest X-ray'])
    const apply = (version: string) =>
      admin.client.ask(editorCalls.importCatalogue, { body: { ...own, version } as never })
    expect(await apply(randomUUID())).toMatchObject(refused('wrong-status'))
    expect((await apply(preview.version)).status).toBe(200)
    const codes = (await load(admin)).items.map(({ code }) => code)
    expect(codes.toSorted()).toEqual(['CBC', 'GLU', 'PKG', 'XRAY'])
  })

  it('with a problem, or that cannot be read, changes nothing', async ({ admin }) => {
    const { version } = await load(admin)
    const apply = (file: object) =>
      admin.client.ask(editorCalls.importCatalogue, { body: { ...file, version } as never })
    const sheets = rightSheets()
    sheets.Tests?.[1]?.splice(3, 1, 'free')
    expect(await apply(fileOf(await workbookOf(sheets)))).toMatchObject(
      refused('invalid', /^Tests D2: “free” is not a price/),
    )
    expect(await apply(fileOf('PK nothing'))).toMatchObject(refused('unreadable-file'))
    expect(await apply({ fileName: 'a.xlsx', content: '%%%' })).toMatchObject(refused('invalid'))
    expect((await load(admin)).version).toBe(version)
  })
})

/** Two of the codes mean something else in the starter catalogue. */
const ownSheets = {
  Parameters: [
    ['Code', 'Name', 'Type', 'Unit', 'UCUM unit', 'Decimals', 'LOINC'],
    ['HB', 'Haemoglobin', 'number', 'g/L', 'g/L', 0, '718-7'],
    ['GHB', 'Glycated haemoglobin', 'number', 'mmol/mol', 'mmol/mol', 0, '59261-8'],
    ['K', 'Vitamin K', 'number', 'ng/mL', 'ng/mL', 2, '2925-6'],
    ['A1C', 'Antigen 1C', 'number', '%', '%', 1, null],
  ],
  Intervals: [['Parameter', 'Kind', 'Sex', 'Age from', 'Age to', 'Low', 'High', 'Expected', 'Source']],
  Tests: [
    ['Code', 'Name', 'Category', 'Price', 'Parameters', 'Specimens'],
    ['ALL', 'Checkup', 'Blood', 900, 'HB; GHB; K; A1C', 'Whole blood in EDTA (lavender)'],
    ['GHB', 'Glycated haemoglobin', 'Blood', 300, 'GHB', 'Whole blood in EDTA (lavender)'],
    ['ANT', 'Antigen 1C', 'Blood', 200, 'A1C', 'Serum in SST (yellow)'],
  ],
  Packages: [['Code', 'Name', 'Category', 'Tests', 'Price', 'Original price']],
}

it('a parameter with a code of its own is explained, compared and due by its LOINC code, and not by what its code means in the starter catalogue', async ({
  stack,
  admin,
  lab,
  customer,
}) => {
  const { version } = await load(admin)
  const file = fileOf(await workbookOf(ownSheets))
  await admin.client.call(editorCalls.importCatalogue, { body: { ...file, version } })
  const offered = await customer.client.call(packageCalls.listPackages)
  const idOf = (name: string) => offered.find((one) => one.name === name)?.id ?? ''
  const release = async (values: { code: string; value: number; unit?: string }[], on: string) => {
    const given = { customer, lab, admin, packageId: idOf('Checkup') }
    const params = { id: await createBookingInStatus('lab-processing', given) }
    const body = { values: values.map((one) => ({ method: 'Photometry', ...one })), confirm: ['delta'] }
    const { id } = await lab.client.call(healthReportCalls.releaseHealthReport, {
      params,
      body: body as never,
    })
    const listed = () => customer.client.call(healthReportCalls.listHealthReports)
    await expect.poll(listed).toContainEqual(expect.objectContaining({ id }))
    await stack.database.asOwner('update report_submissions set collected_at = $2 where report_id = $1', [
      id,
      `${on}T04:00:00Z`,
    ])
    return id
  }
  const valuesOf = (HB: number, GHB: number, K: number, A1C: number) =>
    Object.entries({ HB, GHB, K, A1C }).map(([code, value]) => ({ code, value }))
  const lastOn = daysAgo(10)
  await release(valuesOf(140, 53, 1, 5), daysAgo(100))
  const id = await release(valuesOf(165, 58, 9, 9), lastOn)

  const { explanations } = await customer.client.call(reportPageCalls.getHealthReport, { params: { id } })
  const haemoglobin = expect.stringMatching(/^Haemoglobin is the protein/)
  expect(explanations).toEqual({ HB: haemoglobin, GHB: expect.any(String) })
  const trendOf = (code: string) =>
    customer.client.call(healthTrendCalls.getHealthTrend, {
      params: { id: code },
      query: { person: 'self' },
    })
  expect(await trendOf('HB')).toMatchObject({
    variation: { withinPerson: 2.8 },
    change: { isReal: true, direction: 'up' },
  })
  for (const code of ['K', 'A1C'])
    expect(await trendOf(code)).toMatchObject({ variation: null, change: { isReal: null, direction: 'up' } })

  const packageIds = ['Glycated haemoglobin', 'Antigen 1C'].map(idOf).join(',')
  const query = { person: 'self', packageIds }
  const hints = await customer.client.call(healthReminderCalls.listRetestHints, { query })
  expect(hints).toMatchObject([{ packageId: idOf('Glycated haemoglobin'), lastOn }])
  const { tests } = await customer.client.call(healthReminderCalls.listDueTests, {
    query: { person: 'self' },
  })
  expect(tests).toMatchObject([
    {
      ...{ name: 'Glycated haemoglobin', lastOn },
      reason: 'The last HbA1c was 7 % (53 mmol/mol) or more: usually measured every 3 months.',
    },
  ])
})

import type { ReportPageView } from '@jaanch/report/page/api'
import { fireEvent, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { mockFetch } from '@/testing/fetch'
import { renderScreen } from '@/testing/render-screen'
import { createReportPage, createResult } from '@/testing/report'
import { ReportPage } from './report-page'

const fetchMock = mockFetch()

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

function open() {
  const page = <Route path="/reports/:id" element={<ReportPage />} />
  renderScreen(<Routes>{page}</Routes>, { path: '/reports/r1' })
}

function show(changes: Partial<ReportPageView>) {
  fetchMock.mockResolvedValue(json(createReportPage(changes)))
  open()
}

it('the page of a partial report says what is still to come', async () => {
  show({ toCome: ['Lipid Profile', 'Ferritin'] })
  expect(await screen.findByText('Partial')).toBeTruthy()
  expect(screen.getByText(/still to come/).parentElement?.textContent).toBe(
    'Partial report, still to come: Lipid Profile, Ferritin',
  )
})

it('the page of a report says who released it, how many results are out of range, and shows these first', async () => {
  const normal = createResult({
    code: 'WBC',
    name: 'Leucocytes',
    text: '6',
    from: 6,
    to: 6,
    flag: 'normal',
  })
  const ofOtherAges = createResult({
    code: 'PLT',
    name: 'Platelets',
    flag: null,
    bounds: null,
    interval: '',
    isForOtherAges: true,
  })
  const results = [normal, ofOtherAges, createResult({ isWidest: true })]
  show({ sections: [{ title: 'Blood', results }], resultCount: 3 })
  expect(await screen.findByText('1 of 3 results is out of range')).toBeTruthy()
  expect(screen.getByText('Dr Meera Iyer, pathologist')).toBeTruthy()
  const lists = screen.getAllByRole('list')
  expect(lists.map((list) => list.getAttribute('aria-label')).filter(Boolean)).toEqual([
    'Out of range',
    'Blood',
  ])
  const [first] = within(lists[0] as HTMLElement).getAllByRole('listitem')
  expect(first?.textContent).toContain('Low')
  expect(within(first as HTMLElement).getByRole('img', { name: '7.1 g/dL, below 12.0–15.0' })).toBeTruthy()
  expect(screen.getByText('No interval for this age')).toBeTruthy()
  expect(screen.getAllByText('Interval 12.0–15.0 *')).toHaveLength(2)
  fireEvent.click(within(first as HTMLElement).getByRole('button', { name: 'About Haemoglobin' }))
  expect(
    within(first as HTMLElement)
      .getByText(/carries oxygen/)
      .closest('[hidden]'),
  ).toBeNull()
  const trend = within(first as HTMLElement).getByRole('link', {
    name: 'All results over time Haemoglobin',
  })
  expect(trend.getAttribute('href')).toBe('/health/HGB?person=self')
})

it('the page of a report of several panels names the panel of what is out of range', async () => {
  const sections = [
    { title: 'Diabetes', results: [createResult({ code: 'FBS', name: 'Glucose, fasting', flag: 'high' })] },
    {
      title: 'Urine Routine',
      results: [createResult({ code: 'UGLU', name: 'Glucose', flag: 'abnormal' })],
    },
  ]
  show({ sections, outOfRange: ['FBS', 'UGLU'] })
  const rows = within(await screen.findByRole('list', { name: 'Out of range' })).getAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('p')?.textContent)).toEqual([
    'Glucose, fastingDiabetes',
    'GlucoseUrine Routine',
  ])
  const [ofPanel] = within(screen.getByRole('list', { name: 'Diabetes' })).getAllByRole('listitem')
  expect(ofPanel?.querySelector('p')?.textContent).toBe('Glucose, fasting')
})

it('the page of a report of which no result has an interval does not say that none is out of range', async () => {
  const results = [createResult({ flag: null, bounds: null, interval: '', isForOtherAges: true })]
  show({ sections: [{ title: 'Blood', results }], outOfRange: [] })
  expect(await screen.findByText('No result could be compared with an interval')).toBeTruthy()
  expect(screen.queryByText('No result is out of range')).toBeNull()
})

it('the page of a report with a number that could not be compared does not say that none is out of range', async () => {
  const results = [createResult(), createResult({ code: 'K', flag: null, foreignUnit: 'mg/dL' })]
  show({ sections: [{ title: 'Blood', results }], outOfRange: [] })
  expect(await screen.findByText('No result that could be compared is out of range')).toBeTruthy()
  expect(screen.getByText(/1 result could not be compared with an interval/)).toBeTruthy()
})

it('the page of a report that is only a PDF links to it; a newer version is named', async () => {
  show({
    sections: [],
    outOfRange: [],
    versions: [
      { id: 'r2', version: 2, releasedAt: '2026-11-21T10:00:00.000Z' },
      { id: 'r1', version: 1, releasedAt: '2026-11-20T10:00:00.000Z' },
    ],
  })
  expect(await screen.findByText('This report is a PDF')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe('/reports/r2')
})

it('the page of a report says what a version changed', async () => {
  const changes = [{ code: 'HGB', name: 'Haemoglobin', before: '7.1 g/dL', after: '7.4 g/dL' }]
  const versions = [
    { id: 'r1', version: 2, releasedAt: '2026-11-21T10:00:00.000Z' },
    { id: 'r0', version: 1, releasedAt: '2026-11-20T10:00:00.000Z' },
  ]
  show({ version: 2, versions, changes })
  const heading = await screen.findByRole('heading', { name: 'What this version changed' })
  expect(heading.parentElement?.textContent).toContain('Before:7.1 g/dLNow:7.4 g/dL')
})

it('the page of a report asks for the agreement of an adult relative, and shows the results once it is recorded', async () => {
  let isGiven = false
  fetchMock.mockImplementation(async (url, init) => {
    if (String(url).endsWith('/consent')) {
      if (init?.method === 'POST') isGiven = true
      const givenAt = isGiven ? '2026-11-20T10:00:00.000Z' : null
      const text = 'Ravi Rao agrees.'
      return json({ familyMemberId: 'f1', name: 'Ravi Rao', isNeeded: true, givenAt, text, version: 1 })
    }
    if (isGiven) return json(createReportPage())
    return json({ error: 'First agree', code: 'consent-needed', familyMemberId: 'f1', name: 'Ravi Rao' }, 403)
  })
  open()
  expect(await screen.findByText('Ravi Rao has to agree first')).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Record the agreement' })
  expect((button as HTMLButtonElement).disabled).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Ravi Rao agrees.' }))
  fireEvent.click(button)
  expect(await screen.findByText('1 of 1 results is out of range')).toBeTruthy()
})

it('the page of a report of somebody else is not found', async () => {
  fetchMock.mockResolvedValue(json({ error: 'Not found.', code: 'not-found' }, 404))
  open()
  expect(await screen.findByText('This report was not found')).toBeTruthy()
})

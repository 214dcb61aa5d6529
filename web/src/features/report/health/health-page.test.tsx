import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { mockFetch } from '@/testing/fetch'
import { createResult, createTrendPerson, createTrendRow, createTrends } from '@/testing/health-trends'
import { renderScreen } from '@/testing/render-screen'
import { HealthPage } from './health-page'

const fetchMock = mockFetch()

const child = { id: 'c1', name: 'Mira Rao', relationship: 'Daughter', age: 12 }
const before = { text: '12.0', from: 12, to: 12, flag: 'normal', foreignUnit: null } as const
const change = {
  since: '2025-05-12T04:00:00.000Z',
  before,
  direction: 'up',
  percent: 30,
  isReal: true,
  hasCrossed: true,
  isOtherLab: false,
  isOtherMethod: false,
} as const
const own = createTrends(
  'self',
  [
    createTrendRow(15.6, { latest: createResult(15.6, { flag: 'high' }), change, isNotable: true, count: 2 }),
    createTrendRow(2.5, { latest: createResult(2.5, { code: 'TSH', name: 'TSH', unit: 'µIU/mL' }) }),
  ],
  1,
)
const consent = {
  familyMemberId: 'c1',
  name: 'Mira Rao',
  isNeeded: true,
  text: 'Mira Rao agrees',
  version: 1,
}
const hers = createTrends('c1', [createTrendRow(11.8)])

let answers: Record<string, unknown>
let waiting: (() => void)[]

beforeEach(() => {
  waiting = []
  answers = {
    '/api/health-trends/people': [createTrendPerson(), createTrendPerson(child)],
    '/api/health-trends?person=self': own,
    '/api/health-trends?person=c1': hers,
  }
  fetchMock.mockImplementation(async (url) => {
    const { pathname, search } = new URL(String(url), 'http://localhost')
    const answer = answers[pathname + search]
    if (answer instanceof Promise) return Response.json(await answer)
    return answer === undefined ? new Response('{"error":"Sorry"}', { status: 503 }) : Response.json(answer)
  })
})

function show(path = '/health') {
  renderScreen(<HealthPage />, { path })
}

const linksOf = (panel: HTMLElement) =>
  within(panel)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

function readOut(element: HTMLElement): string | null {
  const copy = element.cloneNode(true) as HTMLElement
  for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove()
  return copy.textContent
}

test('changes stand first, with an arrow that agrees with the numbers, and the page leads to the links that were made', async () => {
  show()
  const card = await screen.findByRole('region', { name: 'What changed since last time' })
  const row = within(card).getByRole('listitem')
  expect(readOut(row)).toBe(
    'HaemoglobinIn range → high · More than usual variation15.6 g/dLHighUp from 12.0 g/dLsince 12 May 2025',
  )
  expect(row.querySelector('[data-direction=up]')).toBeTruthy()
  const panel = screen.getByRole('region', { name: 'Blood count' })
  expect(linksOf(panel)).toEqual(['Haemoglobin', 'TSH'])
  expect(within(panel).getByRole('link', { name: 'TSH' }).getAttribute('href')).toBe(
    '/health/TSH?person=self',
  )
  expect(screen.getByText(/One more report is a PDF only/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Links I have made' }).getAttribute('href')).toBe('/shares')
})

test('critical results stand before all changes, also if they were measured for the first time', async () => {
  const critical = createResult(7.1, { code: 'K', name: 'Potassium', flag: 'critical-high' })
  const rows = (own.groups[0]?.rows ?? []).concat(createTrendRow(7.1, { latest: critical, isNotable: false }))
  answers['/api/health-trends?person=self'] = createTrends('self', rows)
  show()
  const card = await screen.findByRole('region', { name: 'What changed since last time' })
  const [first, second] = within(card).getAllByRole('listitem')
  expect(first && readOut(first)).toContain('PotassiumFirst result')
  expect(second && readOut(second)).toContain('Haemoglobin')
})

test('the list of results is searched, and limited to those out of range', async () => {
  show()
  await screen.findByRole('region', { name: 'Blood count' })
  const names = () => {
    const panel = screen.queryByRole('region', { name: 'Blood count' })
    return panel ? linksOf(panel) : []
  }
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search results' }), 'tsh')
  await waitFor(() => expect(names()).toEqual(['TSH']))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Out of range only' }))
  expect(names()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(names()).toEqual(['Haemoglobin', 'TSH'])
})

test('search and limit are in the address, where Back finds them', async () => {
  show('/health?person=self&q=haemo&out=1')
  const panel = await screen.findByRole('region', { name: 'Blood count' })
  expect(within(panel).getAllByRole('link')).toHaveLength(1)
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'haemo')
  expect(screen.getByRole('checkbox', { name: 'Out of range only', checked: true })).toBeTruthy()
})

test("another person's page never shows the results of the one before, nor what was searched for", async () => {
  answers['/api/health-trends?person=c1'] = new Promise((resolve) => waiting.push(() => resolve(hers)))
  show()
  await screen.findByText('15.6')
  await userEvent.type(screen.getByRole('searchbox'), 'haemo')
  await userEvent.click(screen.getByRole('button', { name: /Mira Rao/, pressed: false }))
  // while hers are loading
  expect(screen.getByRole('button', { name: /Mira Rao/, pressed: true })).toBeTruthy()
  expect(screen.getByRole('status', { name: 'Loading results' })).toBeTruthy()
  expect(screen.queryByText('15.6')).toBeNull()
  expect(screen.queryByText('TSH')).toBeNull()
  for (const answer of waiting) answer()
  expect(await screen.findByText('11.8')).toBeTruthy()
  expect(screen.queryByText('15.6')).toBeNull()
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
  expect(screen.getByRole('link', { name: 'Haemoglobin' }).getAttribute('href')).toBe('/health/HGB?person=c1')
})

test("a late answer for the person before does not replace the present one's results", async () => {
  answers['/api/health-trends?person=self'] = new Promise((resolve) => waiting.push(() => resolve(own)))
  show('/health?person=self')
  await userEvent.click(await screen.findByRole('button', { name: /Mira Rao/ }))
  expect(await screen.findByText('11.8')).toBeTruthy()
  for (const answer of waiting) answer()
  await Promise.resolve()
  expect(screen.queryByText('15.6')).toBeNull()
  expect(screen.getByText('11.8')).toBeTruthy()
})

test('in place of the results of an adult relative who has not agreed, their agreement is asked for', async () => {
  answers['/api/health-trends/people'] = [createTrendPerson({ ...child, needsConsent: true })]
  answers['/api/family-members/c1/consent'] = { ...consent, givenAt: null }
  show()
  expect(await screen.findByText('Mira Rao has to agree first')).toBeTruthy()
  expect(fetchMock.mock.calls.map(([url]) => String(url)).some((url) => url.includes('health-trends?'))).toBe(
    false,
  )
})

test('an adult relative who has agreed can withdraw it there, and is told that shared links end with it', async () => {
  answers['/api/health-trends/people'] = [createTrendPerson(child)]
  answers['/api/family-members/c1/consent'] = { ...consent, givenAt: '2026-11-20T10:00:00.000Z' }
  show('/health?person=c1')
  expect(await screen.findByText('Mira Rao agreed on 20 Nov 2026 that you see these results.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Withdraw the agreement of Mira Rao?' })
  expect(dialog.textContent).toContain('links with them that were shared with doctors end')
})

test('health trends of PDF reports only say so', async () => {
  answers['/api/health-trends?person=self'] = createTrends('self', [], 2)
  show()
  expect(await screen.findByText('The results are in PDF reports')).toBeTruthy()
  expect(screen.getByText(/2 reports are a PDF only/)).toBeTruthy()
})

test('health trends that could not be loaded can be tried again', async () => {
  const { '/api/health-trends?person=self': answer } = answers
  delete answers['/api/health-trends?person=self']
  show()
  expect(await screen.findByText('The results could not be loaded.')).toBeTruthy()
  answers['/api/health-trends?person=self'] = answer
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('15.6')).toBeTruthy()
})

test('a family without reports is led to the tests', async () => {
  answers['/api/health-trends/people'] = []
  show()
  expect(await screen.findByRole('link', { name: 'Browse tests' })).toBeTruthy()
})

import type { ResultView } from '@jaanch/report/results/api'
import { snapshotContentType } from '@jaanch/shares/rules'
import { type ShareSnapshot, shareSnapshot } from '@jaanch/shares/snapshot'
import { encryptJwe } from '@jaanch/tests/support/shares'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { makeLink, randomSecret } from '@/features/shares/link/link'
import { mockFetch } from '@/testing/fetch'
import { createResult } from '@/testing/report'
import { SharedPage } from './shared-page'
import * as texts from './texts'

const fetchMock = mockFetch()

const [linkId, key] = [randomSecret(), randomSecret()]

function open(change: Partial<Parameters<typeof makeLink>[0]> = {}) {
  const endsAt = new Date(Date.now() + 3_600_000).toISOString()
  const link = makeLink({ origin: location.origin, linkId, key, endsAt, label: 'Cardiology', ...change })
  location.hash = new URL(link).hash
  render(<SharedPage />)
}

const result = (change: Partial<ResultView>) => createResult({ flag: 'critical-low', ...change })

const snapshot: ShareSnapshot = {
  version: 1,
  madeAt: '2026-11-27T08:00:00.000Z',
  patient: { name: 'Sunita Rao', age: 58, sex: 'female' },
  reports: [
    {
      orderNumber: 'JN-2026-000123',
      tests: ['Complete Blood Count'],
      age: 58,
      lab: { name: 'City Lab', address: '1 Ring Road' },
      releasedBy: { name: 'Dr. Iyer', role: 'pathologist' },
      releasedAt: '2026-11-26T08:00:00.000Z',
      collectedAt: '2026-11-25T03:00:00.000Z',
      isReviewed: true,
      doctorComments: 'Please repeat in a week.',
      version: 2,
      changes: [{ code: 'HGB', name: 'Haemoglobin', before: '7.7 g/dL', after: '7.1 g/dL' }],
      outOfRange: ['HGB'],
      sections: [
        {
          title: 'Complete Blood Count',
          results: [
            result({ code: 'WBC', name: 'White cells', text: '6.1', from: 6.1, to: 6.1, flag: 'normal' }),
            result({}),
          ],
        },
      ],
      toCome: [],
      notReported: ['Reticulocytes'],
    },
  ],
  trends: [
    {
      code: 'HGB',
      name: 'Haemoglobin',
      points: [
        { at: '2026-11-25T03:00:00.000Z', labName: 'City Lab', result: result({}) },
        {
          at: '2026-05-25T03:00:00.000Z',
          labName: 'City Lab',
          result: result({ text: '12.6', from: 12.6, to: 12.6, flag: 'normal' }),
        },
      ],
    },
  ],
}

function answerWithFile(of: unknown, usedKey = key) {
  const embedded = encryptJwe(JSON.stringify(of), Buffer.from(usedKey, 'base64url'))
  const body = { status: 'finalized', files: [{ contentType: snapshotContentType, embedded }] }
  fetchMock.mockResolvedValueOnce(Response.json(body))
}

async function enter(passcode: string, name = '') {
  const user = userEvent.setup()
  await user.type(screen.getByLabelText(texts.page.passcode), passcode)
  if (name) await user.type(screen.getByLabelText(/Your name/), name)
  await user.click(screen.getByRole('button', { name: texts.page.open }))
}

beforeEach(() => {
  location.hash = ''
})

it('a viewer with the passcode reads the patient and the reports, what is out of range first, and leaves nothing in the browser', async () => {
  expect(shareSnapshot.parse(snapshot)).toEqual(snapshot)
  answerWithFile(snapshot)
  open()
  expect(screen.getByText('“Cardiology”')).toBeTruthy()
  await enter('K7MX-QPT4', 'Dr. Mehta')
  expect(await screen.findByRole('heading', { level: 1, name: 'Sunita Rao' })).toBeTruthy()
  expect(screen.getByText('58 years, Female')).toBeTruthy()
  const report = screen.getByRole('region', { name: 'Complete Blood Count' })
  const tables = within(report).getAllByRole('table')
  expect(tables.map((table) => table.getAttribute('aria-labelledby')).length).toBe(2)
  const [first] = tables
  expect(
    within(first as HTMLElement).getByRole('row', { name: /Haemoglobin 7.1 g\/dL 12.0–15.0/ }),
  ).toBeTruthy()
  expect(within(first as HTMLElement).queryByText('White cells')).toBeNull()
  expect(within(report).getByText('Please repeat in a week.')).toBeTruthy()
  expect(within(report).getByText('Haemoglobin: 7.7 g/dL → 7.1 g/dL')).toBeTruthy()
  expect(within(report).getByText('Dr. Iyer, pathologist')).toBeTruthy()
  const trend = within(screen.getByRole('table', { name: 'Haemoglobin over time' }))
  expect(trend.getByText('Critically low')).toBeTruthy()
  expect(trend.getByRole('columnheader', { name: 'On its interval' })).toBeTruthy()

  const [url, init] = fetchMock.mock.calls[0] ?? []
  expect(url).toBe(`/api/shl/${linkId}`)
  expect(init).toMatchObject({
    method: 'POST',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    body: JSON.stringify({ recipient: 'Dr. Mehta', passcode: 'K7MX-QPT4' }),
  })
  expect(JSON.stringify(init)).not.toContain(key)
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex, nofollow')
})

it('a viewer with the passcode sees no scales in a trend whose results are all beyond them', async () => {
  const [trend] = snapshot.trends
  const points = [1, 2].map((day) => ({
    at: `2026-11-0${day}T03:00:00.000Z`,
    labName: 'City Lab',
    result: result({ text: '25.1', from: 25.1, to: 25.1, flag: 'high' }),
  }))
  answerWithFile({ ...snapshot, trends: [{ ...trend, points }] })
  open()
  await enter('K7MX-QPT4')
  const table = within(await screen.findByRole('table', { name: 'Haemoglobin over time' }))
  expect(table.getAllByText('High')).toHaveLength(2)
  expect(table.queryByRole('columnheader', { name: 'On its interval' })).toBeNull()
  expect(table.queryByRole('img')).toBeNull()
})

it('a viewer with the passcode is told that the link is another one if the key does not fit', async () => {
  answerWithFile(snapshot, randomSecret())
  open()
  await enter('K7MX-QPT4')
  expect((await screen.findByRole('alert')).textContent).toContain(texts.failures['wrong-key'].title)
})

it('a viewer without the passcode is told how many tries are left', async () => {
  const body = { error: 'x', code: 'wrong-passcode', remainingAttempts: 2 }
  fetchMock.mockResolvedValueOnce(Response.json(body, { status: 401 }))
  open()
  await enter('WRONG1')
  expect((await screen.findByRole('alert')).textContent).toContain('2 tries left')
  fetchMock.mockResolvedValueOnce(Response.json({ ...body, remainingAttempts: 0 }, { status: 401 }))
  await enter('WRONG2')
  expect((await screen.findByText(/The link has ended/)).textContent).toContain('last try')
})

it('a viewer without the passcode is told that the link has ended, by the server or by the time in it, and that there is no connection', async () => {
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  open()
  await enter('K7MX-QPT4')
  expect((await screen.findByRole('alert')).textContent).toContain('There is no connection')
  fetchMock.mockResolvedValueOnce(Response.json({ error: 'Not found.', code: 'not-found' }, { status: 404 }))
  await userEvent.setup().click(screen.getByRole('button', { name: texts.page.open }))
  expect(await screen.findByText(texts.failures.over.title)).toBeTruthy()
})

it('a viewer without the passcode is asked nothing if the link has ended', () => {
  open({ endsAt: '2026-01-01T00:00:00.000Z' })
  expect(screen.getByRole('alert').textContent).toContain(texts.failures.over.title)
  expect(screen.queryByLabelText(texts.page.passcode)).toBeNull()
  expect(fetchMock).not.toHaveBeenCalled()
})

it('a viewer is told that a link is of another site', () => {
  open({ origin: 'https://other.example' })
  expect(screen.getByRole('alert').textContent).toContain(texts.failures.foreign.title)
})

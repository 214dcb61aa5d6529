import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { createPreview } from '@/testing/catalogue'
import { mockFetch } from '@/testing/fetch'
import { renderScreen } from '@/testing/render-screen'
import { toasts } from '@/ui/toast-store'
import { ImportPage } from './import-page'

const fetchMock = mockFetch()

type Answer = { status?: number; body: unknown }
let sent: { url: string; body: unknown }[]

/** Renders the page with an answer for each path and chooses a file. */
async function choose(answers: Record<string, Answer[]>, content = 'PK') {
  sent = []
  fetchMock.mockImplementation(async (url, init) => {
    sent.push({ url: String(url), body: JSON.parse(String(init?.body ?? 'null')) })
    const { status = 200, body } = answers[String(url)]?.shift() ?? { status: 500, body: {} }
    return Response.json(body, { status })
  })
  renderScreen(
    <Routes>
      <Route path="/admin/catalogue/import" element={<ImportPage />} />
      <Route path="/admin/catalogue" element={<p>The list</p>} />
    </Routes>,
    { path: '/admin/catalogue/import' },
  )
  await userEvent.upload(screen.getByLabelText('Catalogue file'), new File([content], 'catalogue.xlsx'))
}

const previewPath = '/api/admin/catalogue/preview'
const importPath = '/api/admin/catalogue/import'
const file = { fileName: 'catalogue.xlsx', content: btoa('PK') }
const apply = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Apply' })

const counts = { added: 0, changed: 0, ended: 0, untouched: 0 }
const changed = createPreview({
  counts: {
    parameters: { ...counts, untouched: 146 },
    intervals: counts,
    tests: { added: 0, changed: 1, ended: 12, untouched: 90 },
    packages: counts,
  },
  changes: [
    {
      ...{ sheet: 'tests', kind: 'changed', key: 'CBC', name: 'Complete Blood Count' },
      fields: [{ title: 'Price', from: '299', to: '349' }],
    },
    { sheet: 'tests', kind: 'ended', key: 'ESR', name: 'ESR', fields: [] },
  ],
  pdfOnly: ['Chest X-ray'],
})

test('the problems of a file stand at their cells, and nothing can be applied', async () => {
  const problems = [
    { sheet: 'Tests', cell: 'C5', text: '“abc” is not a price.' },
    { sheet: 'Packages', cell: null, text: 'The column Code is missing.' },
  ]
  await choose({ [previewPath]: [{ body: createPreview({ problems, problemCount: 812 }) }] })
  expect(await screen.findByRole('heading', { name: '812 problems' })).toBeTruthy()
  const rows = within(screen.getByRole('table', { name: 'Problems' })).getAllByRole('row')
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Tests.*C5.*is not a price/),
    expect.stringMatching(/Packages.*Whole sheet.*is missing/),
  ])
  expect(screen.getByText('2 of 812 shown')).toBeTruthy()
  expect((await apply()).disabled).toBe(true)
  expect(sent).toEqual([{ url: previewPath, body: file }])
})

test('the difference says what ends and what changes, and is applied with the version that was looked at', async () => {
  await choose({
    [previewPath]: [{ body: changed }],
    [importPath]: [{ body: { ...counts, changed: 1, ended: 12 } }],
  })
  expect(await screen.findByText('12 tests will no longer be offered')).toBeTruthy()
  expect(screen.getByText('Price:').parentElement?.textContent).toBe('Price: 299 becomes 349')
  expect(screen.getByRole('heading', { name: 'Ended (12)' })).toBeTruthy()
  expect(screen.getByText('1 of 12 are listed.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: '1 test is PDF only' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Export the present catalogue' })).toBeTruthy()
  await userEvent.click(await apply())
  expect(await screen.findByText('The list')).toBeTruthy()
  expect(sent.at(-1)).toEqual({ url: importPath, body: { ...file, version: changed.version } })
  expect(toasts.get()).toMatchObject({ title: 'Catalogue imported', description: '1 changed, 12 ended' })
})

test('a catalogue that somebody else changed meanwhile is looked at again before it is applied', async () => {
  const second = { ...changed, version: '6f1c2d34-0000-4000-8000-000000000002' }
  const refusal = { status: 409, body: { error: 'Somebody changed it.', code: 'wrong-status' } }
  await choose({
    [previewPath]: [{ body: changed }, { body: second }],
    [importPath]: [refusal, { body: counts }],
  })
  await userEvent.click(await apply())
  expect((await screen.findByRole('alert')).textContent).toMatch(/The import was refused/)
  expect((await apply()).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Look again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await userEvent.click(await apply())
  await screen.findByText('The list')
  expect(sent.at(-1)?.body).toMatchObject({ version: second.version })
})

test('a file that changes nothing has nothing to apply', async () => {
  await choose({ [previewPath]: [{ body: createPreview() }] })
  expect((await apply()).disabled).toBe(true)
  expect(screen.getByText(/there is nothing to apply/)).toBeTruthy()
})

test('an empty file is refused without asking the server', async () => {
  await choose({}, '')
  await waitFor(() => expect(toasts.get()?.description).toBe('The file is empty.'))
  expect(sent).toEqual([])
})

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { createCatalogue, createItem } from '@/testing/catalogue'
import { mockFetch } from '@/testing/fetch'
import { renderScreen } from '@/testing/render-screen'
import { toasts } from '@/ui/toast-store'
import { UploadPricesPage } from './prices-page'

const fetchMock = mockFetch()

const catalogue = createCatalogue({
  items: [createItem(), createItem({ code: 'LIPID', name: 'Lipid Profile' })],
})
const { version } = catalogue
const row = { suggestions: [], match: null }
const rows = [
  { ...row, row: 2, name: 'CBC', price: 34_900, match: 'CBC' },
  { ...row, row: 3, name: 'Lipid screen', price: 79_950, suggestions: ['LIPID'] },
  { ...row, row: 4, name: 'Chest X-ray', price: 50_000 },
]
let saved: unknown

async function choose() {
  fetchMock.mockImplementation(async (url, init) => {
    if (url === '/api/admin/catalogue') return Response.json(catalogue)
    if (url === '/api/admin/catalogue/prices/match') {
      const problems = [{ sheet: 'Sheet1', cell: 'B5', text: 'The price is missing.' }]
      return Response.json({ version, rows, problems })
    }
    saved = { url, method: init?.method, body: JSON.parse(String(init?.body)) }
    return Response.json({ added: 1, changed: 2, ended: 0, untouched: 0 })
  })
  renderScreen(
    <Routes>
      <Route path="/admin/catalogue/prices" element={<UploadPricesPage />} />
      <Route path="/admin/catalogue" element={<p>The list</p>} />
    </Routes>,
    { path: '/admin/catalogue/prices' },
  )
  await userEvent.upload(screen.getByLabelText('Price list'), new File(['CBC,349'], 'prices.csv'))
  await screen.findByRole('table', { name: 'Rows of the file' })
}

async function decide(name: string, choice: string) {
  await userEvent.click(screen.getByRole('combobox', { name: `Test or package for ${name}` }))
  await userEvent.click(await screen.findByRole('option', { name: choice }))
}

test('what is surely meant is matched, a person decides about the rest, and all are saved at once in paise', async () => {
  await choose()
  expect(screen.getByText('1 matched by name, 2 for you to decide.')).toBeTruthy()
  const table = screen.getByRole('table', { name: 'Rows of the file' })
  await within(table).findByText('now ₹299')
  expect(within(table).getByText('Complete Blood Count')).toBeTruthy()
  expect(screen.getByText('The price is missing.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save 1 price' }).disabled).toBe(true)
  await decide('Lipid screen', 'Lipid Profile')
  await decide('Chest X-ray', 'A new test, PDF only')
  await userEvent.click(screen.getByRole('button', { name: 'Save 3 prices' }))
  await screen.findByText('The list')
  expect(saved).toEqual({
    ...{ url: '/api/admin/catalogue/prices', method: 'PUT' },
    body: {
      version,
      prices: [
        { code: 'CBC', price: 34_900 },
        { code: 'LIPID', price: 79_950 },
      ],
      added: [{ name: 'Chest X-ray', price: 50_000 }],
    },
  })
  expect(toasts.get()).toMatchObject({ title: 'Prices saved', description: '1 added, 2 changed' })
})

test('the rest is left out with one press, and a match can be changed', async () => {
  await choose()
  await userEvent.click(screen.getByRole('button', { name: 'Leave out the rest' }))
  await userEvent.click(screen.getByRole('button', { name: 'Change CBC' }))
  await decide('CBC', 'A new test, PDF only')
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 price' }))
  await screen.findByText('The list')
  expect(saved).toMatchObject({ body: { prices: [], added: [{ name: 'CBC', price: 34_900 }] } })
})

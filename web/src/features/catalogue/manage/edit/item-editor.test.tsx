import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createCatalogue, createItem, createParameter } from '@/testing/catalogue'
import { mockFetch } from '@/testing/fetch'
import { renderScreen } from '@/testing/render-screen'
import { ItemEditor } from './item-editor'
import type { ItemKind } from './item-form'

const fetchMock = mockFetch()

const pack = createItem({
  ...{ kind: 'package', code: 'PKG', name: 'Checkup', parameters: [], tests: ['CBC'], price: 50_000 },
  ...{ specimens: null, fasting: null, reportHours: null },
})
const catalogue = createCatalogue({
  parameters: [createParameter(), createParameter({ code: 'ESR', name: 'Sedimentation rate', synonyms: [] })],
  items: [createItem(), createItem({ code: 'LIPID', name: 'Lipid Profile', price: 62_000 }), pack],
})

let saved: { url: string; body: { version: string; item: unknown } }[]
let answer: () => Response

function edit(kind: ItemKind, code: string | null) {
  saved = []
  answer = () => Response.json({ added: 0, changed: 1, ended: 0, untouched: 0 })
  fetchMock.mockImplementation(async (url, init) => {
    if (String(url).includes('/affected/'))
      return Response.json({ tests: 1, packages: 1, openBookings: 1, labs: 0 })
    saved.push({ url: String(url), body: JSON.parse(String(init?.body)) })
    return answer()
  })
  const onClose = vi.fn()
  renderScreen(<ItemEditor {...{ kind, code, catalogue, onClose }} onReload={() => {}} />)
  return onClose
}

const save = (what: string) => userEvent.click(screen.getByRole('button', { name: `Save ${what}` }))
async function enter(label: string | RegExp, text: string) {
  const field = screen.getByLabelText(label)
  await userEvent.clear(field)
  if (text) await userEvent.type(field, text)
}

test('a package says what it saves compared with its tests, which are found by name', async () => {
  const onClose = edit('package', 'PKG')
  expect(screen.getByText('Costs ₹201 more than its test')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Search tests to add'), 'lipid{Enter}')
  expect(screen.getByText('Saves ₹419 compared with its 2 tests')).toBeTruthy()
  await save('package')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(saved).toEqual([
    {
      url: '/api/admin/catalogue/items/PKG',
      body: { version: catalogue.version, item: { ...pack, tests: ['CBC', 'LIPID'] } },
    },
  ])
})

test('a test is edited with prices in rupees and lists with semicolons', async () => {
  const onClose = edit('test', 'CBC')
  expect(
    await screen.findByText('Affects 1 open booking, 1 package. Bookings keep what they were placed with.'),
  ).toBeTruthy()
  await enter(/^Price/, '1,349.50')
  await enter(/^Specimens/, 'Serum in SST (gold); Urine')
  await enter(/^Conditions/, 'fever; fatigue')
  await userEvent.type(screen.getByLabelText('Search parameters to add'), 'sedim')
  await userEvent.click(screen.getByRole('button', { name: 'Add Sedimentation rate' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove Haemoglobin' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Search parameters to add'))
  await userEvent.click(screen.getByRole('switch', { name: 'Popular' }))
  await save('test')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(saved[0]?.body.item).toEqual({
    ...createItem(),
    ...{ price: 134_950, parameters: ['ESR'], conditions: ['fever', 'fatigue'], isPopular: true },
    specimens: [
      { specimen: 'Serum', container: 'SST (gold)' },
      { specimen: 'Urine', container: null },
    ],
  })
})

test('an original price below the price is refused here, and another refusal of the API at its field', async () => {
  edit('test', 'CBC')
  await enter(/^Original price/, '100')
  await save('test')
  expect(await screen.findByText('The original price cannot be below the price')).toBeTruthy()
  await enter(/^Original price/, '')
  await enter('Name', 'Lipid Profile')
  answer = () =>
    Response.json(
      { error: 'name: “Lipid Profile” is already in a row above.', code: 'invalid' },
      { status: 422 },
    )
  await save('test')
  const name = screen.getByLabelText('Name')
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  const described = document.getElementById(name.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('“Lipid Profile” is already in a row above.')
})

test('a new test begins without fasting and exempt from tax', async () => {
  edit('test', null)
  await enter('Code', 'ESR')
  await enter('Name', 'ESR')
  await enter('Category', 'Blood')
  await save('test')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.body.item).toMatchObject({
    ...{ kind: 'test', parameters: [], specimens: [], fasting: 0, price: null, isTaxExempt: true },
    isOffered: true,
  })
})

test('a code that is not in the catalogue shows no form', () => {
  edit('test', 'PKG')
  expect(screen.getByText('The catalogue does not have this any more.')).toBeTruthy()
  expect(within(document.body).queryByLabelText('Name')).toBeNull()
})

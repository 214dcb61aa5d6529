import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createCatalogue, createItem, createParameter } from '@/testing/catalogue'
import { mockFetch } from '@/testing/fetch'
import { renderScreen } from '@/testing/render-screen'
import { toasts } from '@/ui/toast-store'
import { CataloguePage } from './catalogue-page'

const fetchMock = mockFetch()

function show(path = '/admin/catalogue') {
  renderScreen(<CataloguePage />, { path })
}

const rowTexts = async (label: string) =>
  within(await screen.findByRole('table', { name: label }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test('an empty installation is offered the starter catalogue, whose tests then wait for prices', async () => {
  let catalogue = createCatalogue({ parameters: [], items: [] })
  fetchMock.mockImplementation(async (url, init) => {
    if (init?.method !== 'POST') return Response.json(catalogue)
    expect(url).toBe('/api/admin/catalogue/starter')
    catalogue = createCatalogue({ items: [createItem({ price: null })] })
    return Response.json({ added: 520, changed: 0, ended: 0, untouched: 0 })
  })
  show()
  expect((await screen.findByRole('link', { name: 'Import a file' })).getAttribute('href')).toBe(
    '/admin/catalogue/import',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Load the starter catalogue' }))
  await waitFor(() =>
    expect(toasts.get()).toMatchObject({ title: 'Starter catalogue loaded', description: '520 added' }),
  )
  expect(await screen.findByText(/^1 of 1 tests and packages have no price yet/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Upload a price list' }).getAttribute('href')).toBe(
    '/admin/catalogue/prices',
  )
  expect(await rowTexts('Tests')).toEqual([expect.stringContaining('No price yet')])
})

test('a test that measures nothing has a badge, and one that nobody can book says so', async () => {
  const items = [
    createItem(),
    createItem({ code: 'XRAY', name: 'Chest X-ray', parameters: [], specimens: [], isOffered: false }),
  ]
  fetchMock.mockImplementation(async () => Response.json(createCatalogue({ items })))
  show()
  expect(await rowTexts('Tests')).toEqual([
    expect.stringMatching(/Complete Blood CountCBC.*₹299.*1 parameter.*Whole blood in EDTA \(lavender\).*No/),
    expect.stringMatching(/Chest X-rayXRAY.*PDF only.*Not offered/),
  ])
})

test('a search finds tests by a synonym, and the tab of the parameters shows their limits', async () => {
  const items = [
    createItem(),
    createItem({ code: 'LIPID', name: 'Lipid Profile', synonyms: ['cholesterol'] }),
  ]
  fetchMock.mockImplementation(async () => Response.json(createCatalogue({ items })))
  show('/admin/catalogue?q=cholest')
  expect(await rowTexts('Tests')).toEqual([expect.stringContaining('Lipid Profile')])
  await userEvent.click(screen.getByRole('tab', { name: /Parameters/ }))
  expect(await rowTexts('Parameters')).toEqual([
    expect.stringMatching(
      /HaemoglobinHGB.*g\/dL.*Men 13\.0–17\.0, women 12\.0–15\.0.*≤ 7\.0, ≥ 20\.0.*2 tests/,
    ),
  ])
})

test('a parameter that no test measures says so', async () => {
  const parameters = [createParameter(), createParameter({ code: 'ESR', name: 'ESR' })]
  fetchMock.mockImplementation(async () => Response.json(createCatalogue({ parameters })))
  show('/admin/catalogue?tab=parameters&q=esr')
  expect(await rowTexts('Parameters')).toEqual([expect.stringContaining('No test')])
})

test('a test is opened from its row, which has the focus again when the editor is closed', async () => {
  fetchMock.mockImplementation(async () => Response.json(createCatalogue()))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Complete Blood Count' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Complete Blood Count' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Catalogue' }))
  const row = await screen.findByRole('button', { name: 'Complete Blood Count' })
  expect(document.activeElement).toBe(row)
})

test('an editor with unsaved changes asks before it is closed, one that was saved does not', async () => {
  fetchMock.mockImplementation(async (url, init) => {
    if (init?.method === 'PUT') return Response.json({ added: 0, changed: 1, ended: 0, untouched: 0 })
    if (String(url).includes('/affected/'))
      return Response.json({ tests: 1, packages: 0, openBookings: 0, labs: 0 })
    return Response.json(createCatalogue())
  })
  show('/admin/catalogue?open=CBC')
  const name = await screen.findByLabelText('Name')
  await userEvent.type(name, ' of today')
  await userEvent.click(screen.getByRole('button', { name: 'Catalogue' }))
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toMatch(/ of today$/)
  await userEvent.click(screen.getByRole('button', { name: 'Save test' }))
  expect(await screen.findByRole('table', { name: 'Tests' })).toBeTruthy()
})

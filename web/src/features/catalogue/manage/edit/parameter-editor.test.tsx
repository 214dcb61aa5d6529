import type { CatalogueView } from '@jaanch/catalogue/api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createCatalogue, createParameter } from '@/testing/catalogue'
import { mockFetch } from '@/testing/fetch'
import { renderScreen } from '@/testing/render-screen'
import { toasts } from '@/ui/toast-store'
import { ParameterEditor } from './parameter-editor'

const fetchMock = mockFetch()

const interval: CatalogueView['intervals'][number] = {
  ...{ parameter: 'HGB', sex: 'female', ageFrom: 216, ageTo: null, method: null, low: 12, high: 15 },
  ...{ expected: null, source: 'WHO 2024', isActive: true },
}
const ofChild = { ...interval, sex: null, ageFrom: 1, ageTo: 3, low: 9, high: 14 }
const catalogue = createCatalogue({ intervals: [ofChild, interval] })
const affected = { tests: 1, packages: 3, openBookings: 12, labs: 2 }

let saved: { url: string; method: string | undefined; body: unknown }[]
let answer: () => Response

function edit(code: string | null, of: CatalogueView = catalogue) {
  saved = []
  answer = () => Response.json({ added: 0, changed: 1, ended: 0, untouched: 0 })
  fetchMock.mockImplementation(async (url, init) => {
    if (String(url).includes('/affected/')) return Response.json(affected)
    saved.push({ url: String(url), method: init?.method, body: JSON.parse(String(init?.body ?? 'null')) })
    return answer()
  })
  const [onClose, onReload] = [vi.fn(), vi.fn()]
  renderScreen(<ParameterEditor code={code} catalogue={of} onClose={onClose} onReload={onReload} />)
  return { onClose, onReload }
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save parameter' }))
async function enter(label: string | RegExp, text: string, within_: HTMLElement = document.body) {
  const field = within(within_).getByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

test('one interval is edited and saved with its parameter, after what that affects was shown', async () => {
  const { onClose } = edit('HGB')
  expect(
    await screen.findByText(
      'Affects 12 open bookings, 1 test, 3 packages, 2 labs with own intervals. Bookings keep what they were placed with.',
    ),
  ).toBeTruthy()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save parameter' })
  expect(button.disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Edit the interval for From 18 years, female' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit interval' })
  await enter('Lower limit', '11.5', dialog)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const table = screen.getByRole('table', { name: 'Intervals by sex and age' })
  expect(within(table).getByText('11.5–15.0')).toBeTruthy()
  expect(saved).toEqual([])
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(saved).toEqual([
    {
      ...{ url: '/api/admin/catalogue/parameters/HGB', method: 'PUT' },
      body: {
        version: catalogue.version,
        parameter: catalogue.parameters[0],
        intervals: [ofChild, { ...interval, low: 11.5 }],
      },
    },
  ])
})

test('an interval without a source, or with its limits reversed, is not kept', async () => {
  edit('HGB')
  await userEvent.click(screen.getByRole('button', { name: 'Add interval' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add interval' })
  await enter('Lower limit', '15', dialog)
  await enter('Upper limit', '12', dialog)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep' }))
  expect(await within(dialog).findByText('Must be greater than the lower limit')).toBeTruthy()
  expect(within(dialog).getByText('Please enter the source')).toBeTruthy()
})

test('what the API refuses is shown at its field, and about rows above them', async () => {
  const { onClose } = edit('HGB')
  await enter(/^Critical at or above/, '16')
  answer = () =>
    Response.json(
      { error: 'criticalHigh: A normal result would be critical.', code: 'invalid' },
      { status: 422 },
    )
  await save()
  const field = screen.getByLabelText(/^Critical at or above/)
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('A normal result would be critical.').id).toBe(
    field.getAttribute('aria-describedby'),
  )
  await enter(/^Critical at or above/, '21')
  answer = () =>
    Response.json({ error: 'ageFrom: Another row holds for the same sex.', code: 'invalid' }, { status: 422 })
  await save()
  expect(await screen.findByText('Another row holds for the same sex.')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})

test('a parameter that somebody else changed meanwhile is not saved, but looked at again', async () => {
  const { onReload } = edit('HGB')
  await enter('Name', 'Hemoglobin')
  answer = () => Response.json({ error: 'Somebody changed it.', code: 'wrong-status' }, { status: 409 })
  await save()
  await userEvent.click(await screen.findByRole('button', { name: 'Look again' }))
  expect(onReload).toHaveBeenCalled()
})

test('a new choice has options separated by semicolons, and nothing that only numbers have', async () => {
  edit(null)
  await enter('Code', 'HIV')
  await enter('Name', 'HIV antibodies')
  await userEvent.click(screen.getByRole('button', { name: 'A choice' }))
  await enter('Options', 'Negative; Positive ;Negative')
  await enter(/^Normal result/, 'Neg')
  await save()
  expect(await screen.findByText('“Neg” is not one of the options')).toBeTruthy()
  await enter(/^Normal result/, 'Negative')
  await save()
  await waitFor(() => expect(saved).toHaveLength(1))
  const none = { ucum: null, unit: null, decimals: null, male: null, female: null, criticalAges: [] }
  expect(saved[0]?.body).toMatchObject({
    parameter: { code: 'HIV', options: ['Negative', 'Positive'], normal: 'Negative', ...none },
    intervals: [],
  })
})

test('a code that the catalogue has is refused for a new parameter', async () => {
  edit(null)
  await enter('Code', 'HGB')
  await enter('Name', 'Another')
  await enter('UCUM unit', '1')
  await enter('Decimals', '1')
  await save()
  expect(await screen.findByText('The catalogue has this code already')).toBeTruthy()
  expect(saved).toEqual([])
})

test('a parameter ends after a question, and the editor closes; the reason is shown if a test still measures it', async () => {
  const { onClose } = edit('HGB', createCatalogue({ parameters: [createParameter()] }))
  answer = () =>
    Response.json({ error: 'CBC measures it. Remove it there first.', code: 'wrong-status' }, { status: 409 })
  await userEvent.click(screen.getByRole('button', { name: 'End parameter' }))
  const question = await screen.findByRole('alertdialog', { name: 'End Haemoglobin' })
  await userEvent.click(within(question).getByRole('button', { name: 'End parameter' }))
  await waitFor(() => expect(toasts.get()?.description).toBe('CBC measures it. Remove it there first.'))
  expect(saved).toMatchObject([{ url: '/api/admin/catalogue/parameters/HGB', method: 'DELETE' }])
  expect(onClose).not.toHaveBeenCalled()
  answer = () => new Response(null, { status: 204 })
  await userEvent.click(screen.getByRole('button', { name: 'End parameter' }))
  const again = await screen.findByRole('alertdialog', { name: 'End Haemoglobin' })
  await userEvent.click(within(again).getByRole('button', { name: 'End parameter' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})

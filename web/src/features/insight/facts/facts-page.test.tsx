import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { FactsPage } from './facts-page'

let stored: { version: number; facts: Record<string, string | null> }
let sent: unknown[]
let isRefused: boolean

beforeEach(() => {
  stored = { version: 3, facts: { landingLabs: '12', bannerTitle: null } }
  sent = []
  isRefused = false
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    if (init?.method !== 'PUT') return Response.json(stored)
    const body = JSON.parse(String(init.body))
    sent.push(body)
    if (isRefused) return Response.json({ error: 'Somebody else saved.', code: 'conflict' }, { status: 409 })
    stored = { version: body.version + 1, facts: body.facts }
    return Response.json(stored)
  })
})

async function show() {
  renderScreen(<FactsPage />)
  await screen.findByRole('button', { name: 'Save all' })
}
const row = (heading: string) =>
  within(screen.getByRole('heading', { name: heading }).closest('li') as HTMLElement)
const chosen = (heading: string) =>
  row(heading)
    .getAllByRole('button')
    .find((button) => button.getAttribute('aria-pressed') === 'true')?.textContent
const choose = (heading: string, choice: string) =>
  fireEvent.click(row(heading).getByRole('button', { name: choice }))
const enter = (heading: string, value: string) =>
  fireEvent.input(row(heading).getByRole('textbox'), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save all' }))

test('each fact says what the specification says, and how it is shown now', async () => {
  await show()
  expect(screen.getAllByRole('group')).toHaveLength(23)
  row('Customers').getByText('The specification says “50K+”.')
  expect(chosen('Customers')).toBe('As specified')
  expect(chosen('Lab partners')).toBe('Own value')
  expect(row('Lab partners').getByRole<HTMLInputElement>('textbox').value).toBe('12')
  expect(chosen('Title')).toBe('Hidden')
})

test('all choices are saved at once, with the version that was read', async () => {
  await show()
  choose('Customers', 'Own value')
  enter('Customers', '1,200')
  choose('Accuracy', 'Hidden')
  choose('Title', 'As specified')
  save()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const facts = { landingCustomers: '1,200', landingLabs: '12', landingAccuracy: null }
  expect(sent).toEqual([{ version: 3, facts }])
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save all' }).getAttribute('aria-busy')).toBeNull(),
  )
  save()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual({ version: 4, facts })
})

test('an own value that its place cannot show is not sent', async () => {
  await show()
  choose('Rating without reviews', 'Own value')
  enter('Rating without reviews', '7')
  choose('Nearby labs without a count', 'Own value')
  save()
  await screen.findByText('Please enter a number from 0.0 to 5.0')
  screen.getByText('Please enter a whole number below 1,000')
  expect(sent).toEqual([])
})

test('if somebody else saved meanwhile, their facts come in beside what was entered, and can be saved then', async () => {
  await show()
  choose('Accuracy', 'Hidden')
  isRefused = true
  stored = { version: 4, facts: { landingLabs: '14', bannerTitle: null, landingCities: '9' } }
  save()
  await vi.waitFor(() => expect(chosen('Cities')).toBe('Own value'))
  expect(chosen('Accuracy')).toBe('Hidden')
  isRefused = false
  save()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual({
    version: 4,
    facts: { landingLabs: '14', landingCities: '9', landingAccuracy: null, bannerTitle: null },
  })
})

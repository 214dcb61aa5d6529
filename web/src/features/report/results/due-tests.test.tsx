import type { DueTest } from '@jaanch/report/retests/api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { mockFetch } from '@/testing/fetch'
import { renderScreen } from '@/testing/render-screen'
import { Toaster } from '@/ui/toaster'
import { DueTests } from './due-tests'

const fetched = mockFetch()

const hba1c: DueTest = {
  ...{ packageId: 'p1', name: 'HbA1c', lastOn: '2026-05-30', dueFrom: '2026-08-30', isDue: true },
  tooSoonUntil: null,
  reason: 'The last HbA1c was 7 % (53 mmol/mol) or more: usually measured every 3 months.',
  sources: [{ title: 'A guideline', url: 'https://example.org/guideline' }],
}
const tsh: DueTest = {
  ...hba1c,
  ...{ packageId: 'p2', name: 'TSH', lastOn: '2026-11-20', dueFrom: '2027-11-20', isDue: false },
  tooSoonUntil: '2026-12-18',
}

const answers: { get: () => Response; put: () => Response } = {
  get: () => new Response(),
  put: () => new Response(),
}
beforeEach(() => {
  answers.get = () => Response.json({ isOn: false, tests: [hba1c, tsh] })
  answers.put = () => Response.json({ isOn: true })
  fetched.mockImplementation(async (_, init) => (init?.method === 'PUT' ? answers.put() : answers.get()))
})

function show() {
  renderScreen(
    <>
      <DueTests person="m1" />
      <Toaster />
    </>,
  )
}

test('a due test can be booked for the person with one press; one that is due later says when', async () => {
  show()
  const [first, second] = await screen
    .findAllByRole('listitem')
    .then((items) => items.filter((item) => within(item).queryByText(/Last measured/)))
  const due = within(first as HTMLElement)
  expect(due.getByText('Due since 30 Aug 2026')).toBeTruthy()
  expect(
    due.getByText(/^Last measured 30 May 2026\. The last HbA1c was 7 % \(53 mmol\/mol\) or more/),
  ).toBeTruthy()
  expect(due.getByRole('link', { name: 'Book again HbA1c' }).getAttribute('href')).toBe('/book/p1?for=m1')
  const later = within(second as HTMLElement)
  expect(later.getByText('From 20 Nov 2027')).toBeTruthy()
  expect(later.getByText(/Before 18 Dec 2026 it is too soon to tell you more\.$/)).toBeTruthy()
  expect(later.queryByRole('link', { name: /Book again/ })).toBeNull()
})

test('the reminders are off until the switch is pressed, and a failure is said', async () => {
  show()
  const button = await screen.findByRole('switch', { name: 'Remind me when a test is due' })
  expect(button.getAttribute('aria-checked')).toBe('false')
  await userEvent.click(button)
  await waitFor(() => expect(fetched.mock.calls.at(-1)?.[1]?.body).toBe('{"person":"m1","isOn":true}'))
  answers.put = () => Response.json({ error: 'Please wait.' }, { status: 422 })
  await userEvent.click(button)
  expect(await screen.findByText('The reminders were not changed')).toBeTruthy()
})

test('without anything that has an interval the due tests say so', async () => {
  answers.get = () => Response.json({ isOn: false, tests: [] })
  show()
  expect(await screen.findByText('Nothing that was measured so far has a usual interval.')).toBeTruthy()
})

test('due tests that cannot be shown say why', async () => {
  answers.get = () =>
    Response.json({ error: 'Ravi has to agree first.', code: 'consent-needed' }, { status: 403 })
  show()
  expect(await screen.findByText('Ravi has to agree first.')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Record the agreement' })
  expect(link.getAttribute('href')).toBe('/health?person=m1')
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { Troubles } from './now-page'
import { createView } from './testing'

function show(view = createView()) {
  renderScreen(<Troubles view={view} />, { user: { role: 'admin' } })
}

it('says that all is well, and since when', () => {
  show()
  expect(screen.getByRole('heading', { name: 'All is well' })).toBeTruthy()
  expect(screen.getByText('since 22 Nov 2026, 3:30 pm')).toBeTruthy()
})

it('does not say that all is well while something could not be looked at', () => {
  const checks = createView().checks ?? []
  show(
    createView({
      checks: [...checks, { name: 'alerts', state: 'unknown', text: 'Alertmanager is silent.' }],
    }),
  )
  expect(screen.queryByText('All is well')).toBeNull()
  expect(screen.getByRole('heading', { name: 'No trouble is known' })).toBeTruthy()
  expect(screen.getByText('Not known: Alerts')).toBeTruthy()
})

it('leads from a trouble to the section that mends it', () => {
  show(createView({ troubles: [{ kind: 'dead-work', text: '2 streams wait', section: 'work' }] }))
  expect(screen.getByText('2 streams wait')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open Work' }).getAttribute('href')).toBe('/admin/operations/work')
})

it('begins a new epoch only with a reason, of the epoch that the operator saw', async () => {
  const fetchMock = vi.fn<typeof fetch>(async () => new Response(`{"epoch":"${crypto.randomUUID()}"}`))
  vi.stubGlobal('fetch', fetchMock)
  const view = createView({ troubles: [{ kind: 'beyond-the-log', text: 'too far', fix: 'restored' }] })
  show(view)
  fireEvent.click(screen.getByRole('button', { name: 'Begin a new epoch' }))
  const dialog = within(await screen.findByRole('dialog'))
  const submit = dialog.getByRole('button', { name: 'Begin a new epoch' })
  fireEvent.click(submit)
  expect(await screen.findByText('Please give a reason, at most 500 characters')).toBeTruthy()
  expect(fetchMock).not.toHaveBeenCalled()
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'restored the backup of the night' } })
  fireEvent.click(submit)
  await waitFor(() => expect(fetchMock).toHaveBeenCalled())
  expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/operations/restored')
  expect(JSON.parse(String(fetchMock.mock.calls[0]?.[1]?.body))).toEqual({
    epoch: view.epoch.id,
    reason: 'restored the backup of the night',
  })
})

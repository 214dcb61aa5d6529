import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PauseControl, PausedNote } from './parts'

const paused = {
  name: 'sms',
  reason: 'the bill',
  by: 'admin:1',
  byName: 'Priya Nair',
  since: '2026-11-22T10:00:00.000Z',
}

test('a channel is paused only with a reason', async () => {
  const fetchMock = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetchMock)
  const changed = vi.fn()
  render(<PauseControl name="sms" what="SMS" paused={undefined} onChange={changed} />)
  fireEvent.click(screen.getByRole('button', { name: 'Pause SMS' }))
  const dialog = within(await screen.findByRole('dialog'))
  const submit = dialog.getByRole('button', { name: 'Pause' })
  fireEvent.click(submit)
  expect(await screen.findByText('Please give a reason, at most 500 characters')).toBeTruthy()
  expect(fetchMock).not.toHaveBeenCalled()
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'the bill' } })
  fireEvent.click(submit)
  await waitFor(() => expect(changed).toHaveBeenCalled())
  expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/operations/pauses/sms')
  expect(JSON.parse(String(fetchMock.mock.calls[0]?.[1]?.body))).toEqual({ reason: 'the bill' })
})

test('one that is paused says who stopped it and why, and is continued with one press', async () => {
  const fetchMock = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetchMock)
  const changed = vi.fn()
  render(
    <>
      <PauseControl name="sms" what="SMS" paused={paused} onChange={changed} />
      <PausedNote paused={paused} />
    </>,
  )
  expect(screen.getByText(/^Since .* by Priya Nair: the bill$/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Continue SMS' }))
  await waitFor(() => expect(changed).toHaveBeenCalled())
  expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/operations/pauses/sms/continue')
})

import type { RunDetailView, RunView } from '@jaanch/operations/runs/api'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { ReplayPage } from './replay-page'

const at = '2026-11-22T10:00:00.000Z'
const refused: RunView = {
  id: 12,
  kind: 'replay',
  code: null,
  state: 'done',
  isStopping: false,
  requestedBy: 'admin:1',
  requestedByName: 'Priya Nair',
  reason: 'To see it',
  requestedAt: at,
  startedAt: at,
  finishedAt: at,
  progress: { done: 10, total: 10, rate: 5, table: null },
  different: 1,
  wentLive: false,
  result: 'Rows that differ: 1. Generation 3 stays live.',
}
const differences: RunDetailView['differences'] = {
  position: 10,
  tables: [
    {
      table: 'counts',
      live: 4,
      rebuilt: 4,
      different: 1,
      examples: [{ key: { owner: 'admin' }, live: { n: 8 }, rebuilt: { n: 7 } }],
    },
  ],
}

/** @returns the calls that change something: path and body */
function show(runs: RunView[], staffRole: 'operator' | 'support' = 'operator') {
  const posted: [string, unknown][] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method === 'POST') {
      posted.push([path, init.body ? JSON.parse(String(init.body)) : undefined])
      return Response.json({ ...refused, id: 13, state: 'requested' }, { status: 202 })
    }
    if (path === '/api/operations/runs') return Response.json(runs)
    if (path.startsWith('/api/operations/runs/')) return Response.json({ ...runs[0], differences })
    return Response.json({})
  })
  renderScreen(<ReplayPage />, { user: { id: 'user-1', role: 'admin', staffRole } })
  return posted
}

test('a refused replay shows the rows that differ, and another one accepts them with a reason', async () => {
  const posted = show([refused])
  const panel = within(await screen.findByRole('region', { name: 'Replay, run 12' }))
  expect(panel.getByText(refused.result ?? '')).toBeTruthy()
  expect((await panel.findByRole('region', { name: 'Differences in counts' })).textContent).toMatch(/n.*8.*7/)
  fireEvent.click(panel.getByRole('button', { name: 'Replay and accept …' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Why are the differences right?'), { target: { value: 'A bug' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Start replay' }))
  await waitFor(() => expect(posted).toHaveLength(1))
  const body = { kind: 'replay', accepts: 12, reason: 'A bug', key: expect.any(String) }
  expect(posted).toEqual([['/api/operations/runs', body]])
})

test('a run that fills shows how far it is and can be stopped, and no other one is started meanwhile', async () => {
  const progress = { done: 250, total: 1_000, rate: 50, table: null }
  const filling: RunView = {
    ...refused,
    id: 13,
    kind: 'verify',
    state: 'filling',
    finishedAt: null,
    progress,
    different: null,
    result: null,
  }
  const posted = show([filling, refused])
  const panel = within(await screen.findByRole('region', { name: 'Verify, run 13' }))
  expect(panel.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  expect(panel.getByText('50 events/s · 15 s left')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Start …' })).toHaveProperty('disabled', true)
  fireEvent.click(panel.getByRole('button', { name: 'Stop' }))
  const question = within(await screen.findByRole('alertdialog'))
  fireEvent.click(question.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(posted).toEqual([['/api/operations/runs/13/stop', undefined]]))
})

test('somebody of the support sees the runs, and starts, accepts and stops none', async () => {
  show([refused], 'support')
  await screen.findByRole('region', { name: 'Replay, run 12' })
  expect(screen.queryByRole('button', { name: /Start|accept|Stop/ })).toBeNull()
})

test('a trial is asked for with the version of the code that it tries, and is shown with it', async () => {
  const tried: RunView = { ...refused, id: 11, kind: 'trial', code: 'v0.3.0' }
  const posted = show([tried])
  expect(await screen.findByRole('region', { name: 'Trial of v0.3.0, run 11' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Replay and accept …' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Start …' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByLabelText('Version of the code')).toBeNull()
  fireEvent.click(dialog.getByRole('radio', { name: /^Trial/ }))
  fireEvent.change(dialog.getByLabelText('Version of the code'), { target: { value: 'main' } })
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Before the release' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Start trial' }))
  await waitFor(() => expect(posted).toHaveLength(1))
  const body = { kind: 'trial', code: 'main', reason: 'Before the release', key: expect.any(String) }
  expect(posted).toEqual([['/api/operations/runs', body]])
})

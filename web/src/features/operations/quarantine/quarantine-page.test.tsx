import type { StaffRole } from '@jaanch/contracts/staff-roles'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockFetch } from '@/testing/fetch'
import { renderScreen } from '@/testing/render-screen'
import { QuarantinePage } from './quarantine-page'

const id = '6d7c1c56-0f5e-4a0a-8a53-8f8f6f1f0b1e'
const row = {
  id,
  userId: '1f2e3d4c-0000-4000-8000-000000000001',
  signature: 'Eicar-Test',
  contentType: 'application/pdf',
  bytes: 2_048,
  at: '2026-11-21T04:20:11.123Z',
}

const fetched = mockFetch()

function show(staffRole: StaffRole) {
  renderScreen(<QuarantinePage />, { user: { id: 'u1', role: 'admin', staffRole } })
}

test('an operator deletes an upload with malware after a question', async () => {
  const left = [row]
  fetched.mockImplementation(async (_, init) => {
    if (init?.method !== 'DELETE') return Response.json(left)
    left.pop()
    return new Response(null, { status: 204 })
  })
  show('operator')
  expect(await screen.findByRole('row', { name: /Eicar-Test.*application\/pdf.*1f2e3d4c/ })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(left).toHaveLength(1)
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Nothing is in quarantine')).toBeTruthy()
})

test('support sees the quarantine, and can neither save nor delete', async () => {
  fetched.mockImplementation(async () => Response.json([row]))
  show('support')
  expect(await screen.findByText('Eicar-Test')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

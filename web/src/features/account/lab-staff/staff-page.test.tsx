import type { LabPersonView } from '@jaanch/account/lab-staff/api'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError } from '@/lib/http/api-error'
import { PersonMenu } from './staff-page'

const resource = vi.hoisted(() => ({ change: vi.fn() }))
vi.mock('./calls', () => ({ changePerson: resource.change, invitePersonAgain: vi.fn() }))
vi.mock('@/features/collection/collectors/calls', () => ({
  useCollectors: () => ({
    rows: [
      { id: 'ravi', name: 'Ravi' },
      { id: 'meena', name: 'Meena' },
    ],
    loading: false,
  }),
}))

test('who ends the access of a collector with open visits chooses who takes them', async () => {
  const refusal = new ApiError(409, JSON.stringify({ code: 'visits-open' }))
  resource.change.mockRejectedValueOnce(refusal).mockResolvedValue({})
  const person = { id: 'ravi', name: 'Ravi', status: 'active', labRole: 'collector' } as LabPersonView
  render(<PersonMenu person={person} />)
  await userEvent.click(screen.getByRole('button'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'End Access' }))
  const question = await screen.findByRole('alertdialog')
  await userEvent.click(within(question).getByRole('button', { name: 'End Access' }))
  const dialog = await screen.findByRole('dialog', { name: 'Who takes the visits of Ravi?' })
  expect(within(dialog).getAllByRole('radio')).toHaveLength(2)
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Meena' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Hand over and go on' }))
  expect(resource.change).toHaveBeenLastCalledWith('ravi', { isEnded: true, visitsTo: 'meena' })
})

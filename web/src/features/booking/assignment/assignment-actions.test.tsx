import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { SuggestionsDialog } from './assignment-actions'
import { previewSuggestions } from './calls'

vi.mock('./calls', () => ({ previewSuggestions: vi.fn() }))

test('each suggestion names the patient and the order that the lab would get', async () => {
  const suggestion = { labPartnerId: 'l1', labName: 'Sabarmati Diagnostics', score: 90, reasons: [] }
  const mother = { name: 'Kamala Patel', relationship: 'Mother' }
  vi.mocked(previewSuggestions).mockResolvedValue([
    {
      booking: createBooking({ id: 'b1', orderNumber: 'JN-2026-000042', patientName: 'Asha Patel' }),
      suggestion,
    },
    { booking: createBooking({ id: '1fbcdcc7-0e68', familyMember: mother }), suggestion },
  ])
  render(<SuggestionsDialog onClose={vi.fn()} />)
  expect(await screen.findByRole('checkbox', { name: /Asha Patel JN-2026-000042/ })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: /Kamala Patel #1fbcdcc7/ })).toBeTruthy()
})

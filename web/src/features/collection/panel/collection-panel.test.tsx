import type { CollectionView } from '@jaanch/collection/rounds/api'
import { render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CollectionPanel } from './collection-panel'

let data: CollectionView
vi.mock('@/features/booking/bookings-calls', () => ({ useCollection: () => ({ data, loading: false }) }))
const asha = { name: 'Asha', relationship: 'Self', age: 40, sex: 'female' } as const
const kamala = { name: 'Kamala', relationship: 'Mother', age: 65, sex: 'female' } as const
const serum = { specimen: 'Serum', container: 'SST (yellow)', tests: ['Lipid Profile', 'TSH'] }
const blood = { specimen: 'Whole blood', container: 'EDTA (lavender)', tests: ['CBC'] }
const collection: CollectionView = {
  patient: asha,
  contactNumber: null,
  address: null,
  instructions: null,
  fastingRequired: false,
  fastingHours: null,
  specimens: [serum, blood],
  people: [{ bookingId: 'b1', ...asha, specimens: [serum, blood], labels: null }],
}

test('the tubes of one person are in the order of draw, with the tests that share one', () => {
  data = collection
  render(<CollectionPanel bookingId="b1" />)
  const tubes = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(tubes.map(({ textContent }) => textContent)).toEqual([
    'Serum: SST (yellow)for Lipid Profile, TSH',
    'Whole blood: EDTA (lavender)',
  ])
})

test('the people of a visit are together, each with their tubes, and this booking is marked', () => {
  data = {
    ...collection,
    people: [...collection.people, { bookingId: 'b2', ...kamala, specimens: [blood], labels: null }],
  }
  render(<CollectionPanel bookingId="b2" />)
  const tubes = screen.getByText('Specimens and tubes: 3 for the 2 people of this visit').nextElementSibling
  const [first, second] = tubes?.querySelectorAll('ul > li') ?? []
  expect(first?.textContent).toContain('Asha')
  expect(first?.textContent).toContain('SST (yellow)')
  expect(second?.textContent).toContain('Mother of the customer · this booking')
  expect(second?.textContent).not.toContain('SST (yellow)')
})

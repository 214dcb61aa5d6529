import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { createPackage } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render-screen'
import { PackageDetails } from './package-details'

const item = createPackage({
  id: 'p1',
  description: 'Iron in the blood.',
  price: 750,
  originalPrice: 1000,
  testsIncluded: 3,
  reportDeliveryTime: '24 hours',
  fastingRequired: true,
  genderSpecific: 'female',
  ageRestrictions: { min: 18, max: null },
  preparationInstructions: 'Come in the morning.',
  testParameters: [
    { name: 'Ferritin', unit: 'ng/mL', normalRange: '15–150' },
    { name: 'Iron', unit: 'µg/dL', normalRange: '60–170' },
    { name: 'TIBC', unit: 'µg/dL', normalRange: '250–450' },
    { name: 'TSAT', unit: '%', normalRange: '20–50' },
  ],
})
const prices = [
  { price: 750, since: '2026-11-01T18:30:00.000Z' },
  { price: 899, since: '2026-03-05T06:00:00.000Z' },
]

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(
      async (url) => new Response(JSON.stringify(String(url).endsWith('/prices') ? prices : item)),
    ),
  )
})
it('the details dialog of a package shows name, description, price, restrictions, preparation and parameters, and books [S2.5.3]', async () => {
  const onBook = vi.fn()
  renderScreen(<PackageDetails item={item} onClose={() => {}} onBook={onBook} />)
  const dialog = within(screen.getByRole('dialog', { name: 'Complete Blood Count' }))
  for (const text of ['Iron in the blood.', '₹750', '25% off', 'Come in the morning.']) {
    expect(dialog.getByText(text)).toBeTruthy()
  }
  expect(dialog.getByText('₹1,000').closest('s')).not.toBeNull()
  const facts = Object.fromEntries(
    dialog.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )
  expect(facts).toMatchObject({
    'Tests included': '3',
    'Sample type': 'Blood',
    'Report delivery': '24 hours',
    Fasting: '8 hours',
    Age: '18 to 100+ years',
    Gender: 'Female',
  })
  expect(await dialog.findByText(/Ferritin/)).toBeTruthy()
  expect(dialog.getByText('₹187.50 for each parameter')).toBeTruthy()
  const history = (await dialog.findByText('Price history')).closest('section')
  expect([...(history?.querySelectorAll('li') ?? [])].map((line) => line.textContent)).toEqual([
    '₹750 since 2 Nov 2026',
    '₹899 since 5 Mar 2026',
  ])
  dialog.getByRole('button', { name: 'Book Now' }).click()
  expect(onBook).toHaveBeenCalledOnce()
})

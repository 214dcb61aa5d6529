import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPackage } from '@/testing/fixtures'
import { DetailsStep } from './step-view'
import { TestWizard } from './testing'

test('step 1 shows all details of a test, with the original price struck through [S2.10.2]', () => {
  const item = createPackage({
    name: 'Lipid Profile',
    description: 'Cholesterol and triglycerides.',
    category: 'Heart',
    testsIncluded: 8,
    sampleType: 'blood',
    reportDeliveryTime: '24 hours',
    fastingRequired: true,
    fastingHours: null,
    preparationInstructions: 'Drink nothing but water.',
    price: 600,
    originalPrice: 800,
  })
  render(
    <TestWizard tests={[item]}>
      <DetailsStep />
    </TestWizard>,
  )
  expect(screen.getByRole('heading', { name: 'Lipid Profile' })).toBeTruthy()
  for (const text of [
    'Cholesterol and triglycerides.',
    'Heart',
    'Drink nothing but water.',
    '₹600',
    '25% off',
  ]) {
    expect(screen.getByText(text)).toBeTruthy()
  }
  const facts = screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(facts).toEqual([
    ['Tests included', '8'],
    ['Report time', '24 hours'],
    ['Sample type', 'Blood'],
    ['Fasting', '8-12 hours'],
  ])
  expect(screen.getByText('₹800').closest('s')).not.toBeNull()
})

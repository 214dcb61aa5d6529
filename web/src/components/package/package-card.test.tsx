import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createPackage } from '@/testing/fixtures'
import { PackageCard } from './package-card'

afterEach(cleanup)

const nothing = () => {}

test('says what the specification has it say where the catalogue is silent', () => {
  render(<PackageCard item={createPackage()} onDetails={nothing} onBook={nothing} />)
  for (const text of ['1 test included', 'Same day', '4.5', '3 nearby labs', 'Popular', '34% off', '₹299']) {
    expect(screen.getByText(text)).toBeTruthy()
  }
})

test('shows neither a percentage nor an original price where there is no discount', () => {
  render(<PackageCard item={createPackage({ originalPrice: 299 })} onDetails={nothing} onBook={nothing} />)
  expect(screen.queryByText(/% off/)).toBeNull()
})

test('its buttons name the package', () => {
  const onBook = vi.fn()
  render(<PackageCard item={createPackage()} onDetails={nothing} onBook={onBook} />)
  screen.getByRole('button', { name: /^Book Now ?: Complete Blood Count$/ }).click()
  expect(onBook).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: /^View Details of Complete Blood Count$/ })).toBeTruthy()
})

test('the original price is struck through beside the price, above the description', () => {
  const item = createPackage({ description: 'Red and white cells.' })
  render(<PackageCard item={item} onDetails={nothing} onBook={nothing} />)
  expect(screen.getByText('Red and white cells.')).toBeTruthy()
  expect(screen.getByText('₹450').closest('s')).not.toBeNull()
})

import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createPackage, specifiedDefaults } from '@/testing/fixtures'
import { PackageCard } from './package-grid'

const onBook = vi.fn()

function show(
  changes: Parameters<typeof createPackage>[0] = {},
  defaults: Parameters<typeof PackageCard>[0]['defaults'] = specifiedDefaults,
) {
  const item = createPackage(changes)
  return render(<PackageCard defaults={defaults} item={item} onDetails={() => {}} onBook={onBook} />)
}

test('the card of a package shows its description, the specified defaults for missing values, and both prices [S2.4.1]', () => {
  show()
  for (const text of [
    'Red and white cells, and platelets.',
    '1 test included',
    'Same day',
    '4.5',
    '3 nearby labs',
    'Popular',
    '34% off',
    '₹299',
  ]) {
    expect(screen.getByText(text)).toBeTruthy()
  }
  expect(screen.getByText('₹450').closest('s')).not.toBeNull()
  screen.getByRole('button', { name: /^Book Now ?: Complete Blood Count$/ }).click()
  expect(onBook).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: /^View Details of Complete Blood Count$/ })).toBeTruthy()
})

test('a package without a discount shows no percentage and one price, with the rating and labs that are known [S2.4.1 S9.3]', () => {
  show({ originalPrice: 299, rating: 4.6, reviewCount: 1_200, nearbyLabs: 1 })
  expect(screen.queryByText(/% off/)).toBeNull()
  expect(screen.getByText(/^Rating$/).parentElement?.textContent).toBe('Rating 4.6(1,200 reviews)')
  expect(screen.getByText('1 nearby lab')).toBeTruthy()
})

test('an installation replaces the specified defaults, or hides them where a package has no value', () => {
  const { unmount } = show(
    {},
    { packageRating: '4.1', packageNearbyLabs: '1', packageReportTime: 'In a day' },
  )
  for (const text of ['4.1', '1 nearby lab', 'In a day']) expect(screen.getByText(text)).toBeTruthy()
  unmount()
  const hidden = { packageRating: null, packageNearbyLabs: null, packageReportTime: null }
  show({}, hidden)
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByText(/Rating/)).toBeNull()
  show({ rating: 4.6, nearbyLabs: 2, duration: '6 hours' }, hidden)
  for (const text of ['4.6', '2 nearby labs', '6 hours']) expect(screen.getByText(text)).toBeTruthy()
})

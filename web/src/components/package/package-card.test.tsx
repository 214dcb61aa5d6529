import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { createPackage, specifiedDefaults } from '@/testing/fixtures'
import { PackageCard } from './package-grid'

const ignore = () => {}

describe('the card of a package', () => {
  it('shows the specified defaults for missing values [S2.4.1]', () => {
    render(
      <PackageCard defaults={specifiedDefaults} item={createPackage()} onDetails={ignore} onBook={ignore} />,
    )
    for (const text of [
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
  })

  it('shows the rating with the number of reviews, and the labs of the city, if they are known', () => {
    const item = createPackage({ rating: 4.6, reviewCount: 1_200, nearbyLabs: 1 })
    render(<PackageCard defaults={specifiedDefaults} item={item} onDetails={ignore} onBook={ignore} />)
    expect(screen.getByText(/^Rating$/).parentElement?.textContent).toBe('Rating 4.6(1,200 reviews)')
    expect(screen.getByText('1 nearby lab')).toBeTruthy()
  })

  it('shows neither a percentage nor an original price if there is no discount [S2.4.1 S9.3]', () => {
    render(
      <PackageCard
        defaults={specifiedDefaults}
        item={createPackage({ originalPrice: 299 })}
        onDetails={ignore}
        onBook={ignore}
      />,
    )
    expect(screen.queryByText(/% off/)).toBeNull()
  })

  it('has buttons that name the package [S2.4.1]', () => {
    const onBook = vi.fn()
    render(
      <PackageCard defaults={specifiedDefaults} item={createPackage()} onDetails={ignore} onBook={onBook} />,
    )
    screen.getByRole('button', { name: /^Book Now ?: Complete Blood Count$/ }).click()
    expect(onBook).toHaveBeenCalledOnce()
    expect(screen.getByRole('button', { name: /^View Details of Complete Blood Count$/ })).toBeTruthy()
  })

  it('shows the original price struck through beside the price, above the description [S2.4.1]', () => {
    const item = createPackage({ description: 'Red and white cells.' })
    render(<PackageCard defaults={specifiedDefaults} item={item} onDetails={ignore} onBook={ignore} />)
    expect(screen.getByText('Red and white cells.')).toBeTruthy()
    expect(screen.getByText('₹450').closest('s')).not.toBeNull()
  })

  it('shows what an installation says in place of the specified defaults', () => {
    const defaults = { packageRating: '4.1', packageNearbyLabs: '1', packageReportTime: 'In a day' }
    render(<PackageCard defaults={defaults} item={createPackage()} onDetails={ignore} onBook={ignore} />)
    for (const text of ['4.1', '1 nearby lab', 'In a day']) expect(screen.getByText(text)).toBeTruthy()
  })

  it('shows neither stars nor labs nor a time if an installation hides their defaults', () => {
    const hidden = { packageRating: null, packageNearbyLabs: null, packageReportTime: null }
    const { rerender } = render(
      <PackageCard defaults={hidden} item={createPackage()} onDetails={ignore} onBook={ignore} />,
    )
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.queryByText(/Rating/)).toBeNull()
    const item = createPackage({ rating: 4.6, nearbyLabs: 2, duration: '6 hours' })
    rerender(<PackageCard defaults={hidden} item={item} onDetails={ignore} onBook={ignore} />)
    for (const text of ['4.6', '2 nearby labs', '6 hours']) expect(screen.getByText(text)).toBeTruthy()
  })
})

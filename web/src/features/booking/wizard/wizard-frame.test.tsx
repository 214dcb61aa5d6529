import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WizardProgress } from './wizard-frame'

test('the bar is step ÷ 5 wide, clipped by its track, with valid ARIA values [S2.10.1]', () => {
  const { rerender } = render(<WizardProgress step={2} />)
  const bar = screen.getByRole('progressbar', { name: 'Booking progress' })
  expect((bar.firstElementChild as HTMLElement).style.width).toBe('40%')
  rerender(<WizardProgress step={7} />)
  expect((bar.firstElementChild as HTMLElement).style.width).toBe('140%')
  expect(bar.className).toContain('overflow-hidden')
  expect(Number(bar.getAttribute('aria-valuenow'))).toBeLessThanOrEqual(
    Number(bar.getAttribute('aria-valuemax')),
  )
})

import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CustodyNotes } from './booking-dialog'

test('notes say of which tube they are, or of the visit', () => {
  render(
    <CustodyNotes
      notes={[
        { tube: null, text: 'The gate was locked', at: '2026-11-26T03:30:00.000Z' },
        { tube: 2, text: 'The lid was loose', at: '2026-11-27T03:30:00.000Z' },
      ]}
    />,
  )
  const [visit, tube] = screen.getAllByRole('listitem')
  expect(visit?.textContent).toMatch(/^“The gate was locked” The visit, /)
  expect(tube?.textContent).toMatch(/^“The lid was loose” Tube 2, /)
})

test('without notes, nothing is shown', () => {
  const { container } = render(<CustodyNotes notes={[]} />)
  expect(container.textContent).toBe('')
})

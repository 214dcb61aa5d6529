import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PatientChange } from './patient-notices'

test('a patient whose details changed after the draw is shown as at the draw and as now; without a change nothing is', () => {
  const atDraw = { name: 'Kamala Patel', dateOfBirth: '1961-03-01', sex: null }
  const { container } = render(
    <PatientChange change={{ atDraw, now: { ...atDraw, dateOfBirth: '1971-03-01', sex: 'female' } }} />,
  )
  const notice = screen.getByRole('region', { name: 'The patient’s details changed after the draw' })
  expect(notice.textContent).toContain('At the draw: Kamala Patel, born 1 Mar 1961, sex not given')
  expect(notice.textContent).toContain('Now: Kamala Patel, born 1 Mar 1971, Female')
  render(<PatientChange change={null} />, { container })
  expect(container.textContent).toBe('')
})

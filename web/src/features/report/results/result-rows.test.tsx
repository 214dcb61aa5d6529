import type { ResultView } from '@jaanch/report/results/api'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createResult } from '@/testing/health-trends'
import { ResultRows } from './result-rows'

const source = 'Mayo Clinic Laboratories, calcium (https://mayo.example/show/CA)'

function show(bounds: Partial<NonNullable<ResultView['bounds']>>) {
  const result = createResult(13.1, { bounds: { low: 12, high: 15, source, isOfLab: false, ...bounds } })
  render(<ResultRows label="Blood" results={[result]} explanations={{}} />)
}

it('the source of an interval is a link to its page', () => {
  show({})
  const link = screen.getByText('mayo.example')
  expect(link.getAttribute('href')).toBe('https://mayo.example/show/CA')
  expect(link.parentElement?.textContent).toContain('Mayo Clinic Laboratories, calcium (mayo.example')
})

it('the source that a lab names is text, not a link', () => {
  show({ isOfLab: true })
  expect(screen.getByText(/https:\/\/mayo.example/).closest('a')).toBeNull()
})

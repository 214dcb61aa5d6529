import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTrend, createTrendPoint } from '@/testing/health-trends'
import { pointText, TrendChart } from './trend-chart'

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
})
afterEach(() => vi.unstubAllGlobals())

const points = [
  createTrendPoint('2024-05-12', 11.2, { flag: 'low' }),
  { ...createTrendPoint('2025-05-12', 13.1), labName: 'Sunrise Diagnostics' },
  createTrendPoint('2025-11-12', 110, { foreignUnit: 'g/L', flag: null, text: '110' }),
  createTrendPoint('2026-05-12', 0, { text: '<5.0', from: 0, to: 5, flag: null }),
]

function show() {
  const { container } = render(
    <TrendChart trend={createTrend({ points })}>{(point) => <p>selected: {pointText(point)}</p>}</TrendChart>,
  )
  return container
}

test('the chart is explored with the arrow keys: each result is read with date, value, flag and lab', async () => {
  show()
  const chart = screen.getByRole('slider', { name: 'Chart of Haemoglobin' })
  await userEvent.tab()
  expect(document.activeElement).toBe(chart)
  const texts: (string | null)[] = [chart.getAttribute('aria-valuetext')]
  for (const key of ['{ArrowLeft}', '{ArrowLeft}', '{Home}', '{ArrowLeft}', '{End}']) {
    await userEvent.keyboard(key)
    texts.push(chart.getAttribute('aria-valuetext'))
  }
  expect(texts).toEqual([
    '12 May 2026: <5.0 g/dL, no interval, City Lab',
    '12 Nov 2025: 110 g/L, no interval, City Lab',
    '12 May 2025: 13.1 g/dL, in range, Sunrise Diagnostics',
    '12 May 2024: 11.2 g/dL, low, City Lab',
    '12 May 2024: 11.2 g/dL, low, City Lab',
    '12 May 2026: <5.0 g/dL, no interval, City Lab',
  ])
  await userEvent.keyboard('{Home}')
  expect(screen.getByText('selected: 12 May 2024: 11.2 g/dL, low, City Lab')).toBeTruthy()
})

test('the chart has a shape for each flag, a bound for <5, and no line over another unit', () => {
  const container = show()
  const marks = [...container.querySelectorAll<SVGGElement>('[data-flag]')]
  expect(marks.map(({ dataset }) => [dataset.flag, dataset.kind])).toEqual([
    ['low', 'exact'],
    ['normal', 'exact'],
    ['none', 'below'],
  ])
  const lines = [...container.querySelectorAll('polyline')].map((line) => line.getAttribute('points'))
  expect(lines.map((line) => line?.split(' ').length)).toEqual([2, 1])
})

test('the chart is left out for long texts, which the table has', () => {
  const text = createTrendPoint('2024-05-12', 'Normocytic normochromic red cells')
  render(<TrendChart trend={createTrend({ points: [text] })}>{() => null}</TrendChart>)
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.getByText(/they are in the table/)).toBeTruthy()
})

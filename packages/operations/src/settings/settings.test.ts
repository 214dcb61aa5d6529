import type { Finding } from '@jaanch/platform/config-check'
import { expect, it } from 'vitest'
import { findClockDifference, findInvented, mergeReports, type Report } from './settings.ts'

const finding = (severity: Finding['severity'], text: string): Finding => ({
  ...{ severity, text, advice: 'Mend it.', docs: 'docs/settings.md' },
})
const report = (service: Report['service'], set: string[], ...findings: Finding[]): Report => ({
  service,
  report: { set, findings, isDevelopment: false },
})

it('what several processes say is one finding, errors come first, and settings name who has a value', () => {
  const [plain, noMail, bare] = [
    finding('error', 'plain'),
    finding('warning', 'no mail'),
    finding('warning', 'bare'),
  ]
  const { findings, settings } = mergeReports(
    [
      report('workers', ['PUBLIC_URL'], noMail, plain),
      report('api', ['PUBLIC_URL'], plain),
      report('api', ['PUBLIC_URL', 'JWT_SECRET'], plain),
    ],
    [bare],
  )
  expect(findings).toEqual([
    { ...plain, services: ['workers', 'api'] },
    { ...noMail, services: ['workers'] },
    { ...bare, services: [] },
  ])
  const stateOf = (name: string) => settings.find((setting) => setting.name === name)
  expect(stateOf('PUBLIC_URL')).toMatchObject({ default: 'http://localhost:PORT', setIn: ['workers', 'api'] })
  expect(stateOf('JWT_SECRET')).toMatchObject({ setIn: ['api'] })
  expect(stateOf('DATA_DIR')).toEqual({ name: 'DATA_DIR', default: '.data', setIn: [] })
})

it('clocks that differ by more than the answer took are found, and by more than codes of apps bear are an error', () => {
  expect(findClockDifference(1_000, 900, 1_100)).toEqual([])
  expect(findClockDifference(4_000, 900, 1_100)).toEqual([expect.objectContaining({ severity: 'warning' })])
  expect(findClockDifference(1_000, 60_000, 60_010)).toEqual([expect.objectContaining({ severity: 'error' })])
})

it('facts on which nobody has decided are one warning, which names them by their pages and where to decide', () => {
  expect(findInvented([])).toEqual([])
  const [finding] = findInvented(['landingRating', 'bannerTitle', 'bannerText'])
  expect(finding).toMatchObject({
    severity: 'warning',
    text: "The client still states 3 facts of the specification. Landing page: Rating; Banner on the customers' home: Title, Text.",
    advice: 'Replace, hide or confirm them at /admin/facts.',
  })
})

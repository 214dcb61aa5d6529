import { expect, it } from 'vitest'
import { healthFileName } from './data-dialog'

it('files of different people have different names', () => {
  expect(healthFileName('Sunita Rao', '2026-11-27')).toBe('jaanch-health-sunita-2026-11-27.json')
  expect(healthFileName(' Dr. José-María Núñez', '2026-11-27')).toBe(
    'jaanch-health-jose-maria-2026-11-27.json',
  )
  expect(healthFileName('आशा', '2026-11-27')).toBe('jaanch-health-2026-11-27.json')
})

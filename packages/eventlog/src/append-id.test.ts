import { expect, it } from 'vitest'
import { appendIdOf } from './idempotency.ts'

it('an append id follows from its parts', () => {
  expect(appendIdOf('orders', 7)).toBe(appendIdOf('orders', 7))
  expect(appendIdOf('orders', 7)).not.toBe(appendIdOf('orders', 8))
  expect(appendIdOf('orders', 7)).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
})

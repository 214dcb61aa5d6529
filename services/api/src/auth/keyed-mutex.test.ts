import { expect, it } from 'vitest'
import { createTurns } from './keyed-mutex.ts'

it('runs work of one key in the order in which it came, also past a failure, and other keys meanwhile', async () => {
  const inTurn = createTurns()
  const told: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = inTurn('a', async () => {
    await gate.promise
    told.push('first')
    throw new Error('failed')
  })
  const second = inTurn('a', async () => told.push('second'))
  await inTurn('b', async () => told.push('other'))
  expect(told).toEqual(['other'])
  gate.resolve()
  await expect(first).rejects.toThrow('failed')
  await second
  expect(told).toEqual(['other', 'first', 'second'])
})

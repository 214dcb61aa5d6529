import { describe, expect, it } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

describe('a keyed mutex', () => {
  it('runs tasks of one key in order, also after a failure, and tasks of other keys meanwhile', async () => {
    const runExclusive = createKeyedMutex()
    const finished: string[] = []
    const gate = Promise.withResolvers<void>()
    const first = runExclusive('a', async () => {
      await gate.promise
      finished.push('first')
      throw new Error('failed')
    })
    const second = runExclusive('a', async () => finished.push('second'))
    await runExclusive('b', async () => finished.push('other'))
    expect(finished).toEqual(['other'])
    gate.resolve()
    await expect(first).rejects.toThrow('failed')
    await second
    expect(finished).toEqual(['other', 'first', 'second'])
  })
})

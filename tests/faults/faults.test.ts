import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyTo, faults, readOfTree, root } from './faults.ts'

describe('the list of faults', () => {
  it('has names that differ', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
  })

  it.for(faults)('still fits the code for the fault “$name”', (fault) => {
    expect(applyTo(readOfTree(fault.file), fault)).not.toBe(readOfTree(fault.file))
    expect(fault.caughtBy.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})

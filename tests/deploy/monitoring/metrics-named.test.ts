import { describe, expect, it } from 'vitest'
import { exportedNames, readMonitoring, textFileNames } from './metrics-named.ts'

describe('the dashboards and the rules', () => {
  it('name only metrics that the services export, or backups write', () => {
    for (const [file, names] of readMonitoring())
      expect(
        names.filter((name) => !exportedNames.has(name) && !textFileNames.has(name)),
        file,
      ).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { describeFileError } from './file-errors.ts'

const errorWith = (properties: object) => Object.assign(new Error('failed'), properties)

describe('an error while a backup is written', () => {
  it('is a sentence about the disk or the directory', () => {
    expect(describeFileError(errorWith({ code: 'ENOSPC', syscall: 'write' }))?.message).toMatch(
      /^The disk is full/,
    )
    expect(
      describeFileError(errorWith({ code: 'EACCES', syscall: 'mkdir', path: '/backups' }))?.message,
    ).toBe('The backup cannot be written (EACCES /backups).')
  })

  it('is left alone if it came from the connection', () => {
    expect(describeFileError(errorWith({ code: 'ECONNRESET', syscall: 'read' }))).toBeUndefined()
    expect(describeFileError(new Error('a query failed'))).toBeUndefined()
  })
})

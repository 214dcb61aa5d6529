import { describe, expect, it } from 'vitest'
import { describeBackupError } from './backup-errors.ts'

const errorWith = (properties: object) => Object.assign(new Error('failed'), properties)

describe('an error while a backup is written', () => {
  it('is a sentence about the disk or the directory', () => {
    expect(describeBackupError(errorWith({ code: 'ENOSPC', syscall: 'write' }))?.message).toMatch(
      /^The disk is full/,
    )
    expect(
      describeBackupError(errorWith({ code: 'EACCES', syscall: 'mkdir', path: '/backups' }))?.message,
    ).toBe('The backup cannot be written (EACCES /backups).')
  })

  it('is a sentence about the connection', () => {
    const error = errorWith({ code: '57P01', message: 'terminating connection' })
    expect(describeBackupError(error)?.message).toContain(
      'could not be read to the end (terminating connection)',
    )
  })

  it('is left alone if its cause is unknown', () => {
    expect(describeBackupError(new Error('a query failed'))).toBeUndefined()
    expect(describeBackupError(errorWith({ code: '42P01' }))).toBeUndefined()
  })
})

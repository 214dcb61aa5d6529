import { describe, expect, it } from 'vitest'
import { AppError, type ErrorCode, errorCatalogue } from './errors.ts'

const codes = Object.keys(errorCatalogue) as ErrorCode[]

describe('the catalogue of errors', () => {
  it('answers only with the statuses of the API, and with a text that a person can read', () => {
    for (const code of codes) {
      const { status, message } = new AppError(code)
      expect([400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503], code).toContain(status)
      expect(message, code).toMatch(/^[A-Z].{6,}$/)
    }
  })

  it('keeps what the product reads in an answer (specification, section 8)', () => {
    expect(errorCatalogue['lab-under-review']).toEqual([
      403,
      'Your lab partner application is under review. You will be notified once approved.',
    ])
    expect(errorCatalogue.internal).toEqual([500, 'Something went wrong'])
    expect(errorCatalogue['wrong-credentials'][0]).toBe(401)
  })

  it('lets a more exact sentence take the place of its own, and keeps the cause', () => {
    const cause = new Error('the reason')
    const error = new AppError('not-found', 'This lab is not known.', { cause })
    expect(error).toMatchObject({ code: 'not-found', status: 404, message: 'This lab is not known.', cause })
    expect(error).toBeInstanceOf(Error)
  })
})

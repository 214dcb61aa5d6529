import { describe, expect, it } from 'vitest'
import { AppError, type ErrorCode, errorCatalogue } from './errors.ts'

const codes = Object.keys(errorCatalogue) as ErrorCode[]

describe('the catalogue of errors', () => {
  it('has only statuses of the API and readable texts', () => {
    for (const code of codes) {
      const { status, message } = new AppError(code)
      expect([400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 431, 500, 503], code).toContain(status)
      expect(message, code).toMatch(/^[A-Z].{6,}$/)
    }
  })

  it('has the texts and statuses of the specification (section 8) [S4.6]', () => {
    expect(errorCatalogue['lab-under-review']).toEqual([
      403,
      'Your lab partner application is under review. You will be notified once approved.',
    ])
    expect(errorCatalogue.internal).toEqual([500, 'Something went wrong'])
    expect(errorCatalogue['wrong-credentials'][0]).toBe(401)
  })

  it('answers with the sentence, the code, and what a client needs to go on', () => {
    expect(new AppError('price-changed', undefined, { details: { total: 499 } }).body).toEqual({
      error: errorCatalogue['price-changed'][1],
      code: 'price-changed',
      total: 499,
    })
  })
})

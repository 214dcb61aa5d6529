import { describe, expect, it } from 'vitest'
import { describeError } from './logging.ts'

describe('a logged error', () => {
  it('contains its name, message, code and causes', () => {
    const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })
    expect(describeError(new TypeError('no answer', { cause }))).toMatchObject({
      type: 'TypeError',
      message: 'no answer',
      cause: { type: 'Error', message: 'connection refused', code: 'ECONNREFUSED' },
    })
  })

  it('contains none of the row values that Postgres adds to its errors', () => {
    const error = Object.assign(new Error('duplicate key value'), {
      code: '23505',
      detail: 'Key (email)=(asha@jaanch.example) already exists.',
      parameters: ['asha@jaanch.example'],
      cause: Object.assign(new Error('deeper'), { where: 'Asha Patel' }),
    })
    const kept = JSON.stringify(describeError(error))
    expect(kept).toContain('23505')
    expect(kept).not.toMatch(/asha/i)
  })
})

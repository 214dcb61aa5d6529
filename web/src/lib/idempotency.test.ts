import { beforeEach, expect, test } from 'vitest'
import { ApiError } from './http/api-error'
import { type Attempt, withCommandKey, withIdempotencyKey } from './idempotency'

let pending: Attempt | null
let keys: string[]

/** Sends the body; the request fails with the error, if there is one */
function send(body: unknown, error?: Error) {
  const store = (attempt: Attempt | null) => {
    pending = attempt
  }
  return withIdempotencyKey(body, pending, store, async (key) => {
    keys.push(key)
    if (error) throw error
    return 'done'
  })
}

beforeEach(() => {
  pending = null
  keys = []
})

test.each([new TypeError('Failed to fetch'), new ApiError(503, ''), new ApiError(429, '')])(
  'the key stays after %s',
  async (error) => {
    await expect(send({ a: 1 }, error)).rejects.toBe(error)
    expect(await send({ a: 1 })).toBe('done')
    expect(keys[1]).toBe(keys[0])
  },
)

test('the key changes with the body, after a rejection and after success', async () => {
  await expect(send({ a: 1 }, new TypeError('Failed to fetch'))).rejects.toThrow()
  await expect(send({ a: 2 }, new ApiError(422, ''))).rejects.toThrow()
  expect(pending).toBeNull()
  await send({ a: 2 })
  expect(pending).toBeNull()
  await send({ a: 2 })
  expect(new Set(keys).size).toBe(4)
})

test('the attempt is stored before the request is sent', async () => {
  const request = send({ a: 1 })
  expect(pending).toEqual({ key: keys[0], body: '{"a":1}' })
  await request
})

test('a command has the same key until it is answered, and another for another thing', async () => {
  const lost = new TypeError('Failed to fetch')
  const confirm = (id: string, error?: Error) =>
    withCommandKey(`confirm ${id}`, null, async (key) => {
      keys.push(key)
      if (error) throw error
    })
  await expect(confirm('a', lost)).rejects.toBe(lost)
  await confirm('b')
  await confirm('a')
  await confirm('a')
  expect(keys[2]).toBe(keys[0])
  expect(new Set(keys).size).toBe(3)
})

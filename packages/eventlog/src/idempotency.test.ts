import { AppError } from '@jaanch/contracts/errors'
import { describe, expect, it } from 'vitest'
import { appendIdOf, type Created, hashOfBody, type OnceRequest, onceOnly } from './idempotency.ts'

const request = { kind: 'note', userId: 'asha', idempotencyKey: 'key', content: { text: 'a' } }

/** Notes in memory, created as routes do it */
function createStore() {
  const notes = new Map<string, Created<string>>()
  const find = async (id: string) => notes.get(id)
  async function create(asked: OnceRequest, findNote = find): Promise<string> {
    const once = onceOnly(asked)
    const earlier = await once.earlier(findNote)
    if (earlier) return earlier
    const note = `note ${notes.size + 1}`
    notes.set(once.id, { requestHash: once.requestHash, view: async () => note })
    return note
  }
  return { notes, find, create }
}

describe('a request with a key', () => {
  it('creates once per key, user and kind', async () => {
    const { notes, create } = createStore()
    expect(await create(request)).toBe('note 1')
    expect(await create(request)).toBe('note 1')
    await create({ ...request, userId: 'ravi' })
    await create({ ...request, kind: 'other' })
    expect(notes.size).toBe(3)
  })

  it('is refused with other content, before what the key created is read', async () => {
    const { find, create } = createStore()
    await create(request)
    const findOnly = async (id: string) => {
      const note = await find(id)
      return note && { ...note, view: () => Promise.reject(new Error('The view was read')) }
    }
    const other = { ...request, content: { text: 'b' } }
    await expect(create(other, findOnly)).rejects.toThrow(new AppError('key-reused'))
  })

  it('completes what an earlier request stored only in part', async () => {
    const { find, create } = createStore()
    const requestHash = hashOfBody(request.content)
    const findPart = async (id: string) => (await find(id)) ?? { requestHash, view: async () => undefined }
    expect(await create(request, findPart)).toBe('note 1')
  })

  it('is answered with what a concurrent request with the same key created', async () => {
    const { find, create } = createStore()
    await create(request)
    const once = onceOnly(request)
    expect(await once.created(find)).toBe('note 1')
    await expect(once.created(async () => undefined)).rejects.toThrow(new AppError('conflict'))
  })
})

it('a request without a key creates something new each time', async () => {
  const { notes, create } = createStore()
  for (let n = 0; n < 2; n += 1) await create({ ...request, idempotencyKey: undefined })
  expect(notes.size).toBe(2)
})

it('an append id follows from its parts', () => {
  expect(appendIdOf('orders', 7)).toBe(appendIdOf('orders', 7))
  expect(appendIdOf('orders', 7)).not.toBe(appendIdOf('orders', 8))
  expect(appendIdOf('orders', 7)).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
})

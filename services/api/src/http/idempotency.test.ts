import { AppError } from '@jaanch/contracts/errors'
import { describe, expect, it } from 'vitest'
import { type Created, createOnce, hashOfBody } from './idempotency.ts'

const request = { kind: 'note', userId: 'asha', idempotencyKey: 'key', content: { text: 'a' } }

/** Notes in memory; `create` is called only for a note that does not exist. */
function createStore() {
  const notes = new Map<string, Created<string>>()
  const steps = {
    find: async (id: string) => notes.get(id),
    create: async (id: string, requestHash: string): Promise<string | undefined> => {
      const note = `note ${notes.size + 1}`
      notes.set(id, { requestHash, view: async () => note })
      return note
    },
  }
  return { notes, steps }
}

describe('createOnce', () => {
  it('creates once per key, user and kind', async () => {
    const { notes, steps } = createStore()
    expect(await createOnce(request, steps)).toBe('note 1')
    expect(await createOnce(request, steps)).toBe('note 1')
    await createOnce({ ...request, userId: 'ravi' }, steps)
    await createOnce({ ...request, kind: 'other' }, steps)
    expect(notes.size).toBe(3)
  })

  it('creates something new for each request without a key', async () => {
    const { notes, steps } = createStore()
    for (let n = 0; n < 2; n += 1) await createOnce({ ...request, idempotencyKey: undefined }, steps)
    expect(notes.size).toBe(2)
  })

  it('refuses other content with the same key, before it reads what the key created', async () => {
    const { notes, steps } = createStore()
    await createOnce(request, steps)
    const find = async (id: string) => {
      const note = notes.get(id)
      return note && { ...note, view: () => Promise.reject(new Error('The view was read')) }
    }
    const other = { ...request, content: { text: 'b' } }
    await expect(createOnce(other, { ...steps, find })).rejects.toThrow(new AppError('key-reused'))
  })

  it('completes what an earlier request stored only in part', async () => {
    const { notes, steps } = createStore()
    const requestHash = hashOfBody(request.content)
    const find = async (id: string) => notes.get(id) ?? { requestHash, view: async () => undefined }
    expect(await createOnce(request, { ...steps, find })).toBe('note 1')
  })

  it('returns what a concurrent request with the same key created', async () => {
    const { steps } = createStore()
    const create = async (id: string, requestHash: string) => {
      await steps.create(id, requestHash)
      return undefined
    }
    expect(await createOnce(request, { ...steps, create })).toBe('note 1')
    await expect(
      createOnce(request, { find: async () => undefined, create: async () => undefined }),
    ).rejects.toThrow(new AppError('conflict'))
  })
})

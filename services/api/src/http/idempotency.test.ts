import { AppError } from '@jaanch/contracts/errors'
import { describe, expect, it } from 'vitest'
import { createOnce, hashOfBody } from './idempotency.ts'

const request = { kind: 'note', userId: 'asha', idempotencyKey: 'key', content: { text: 'a' } }

/** Notes in memory; `create` is called only for a note that does not exist. */
function createStore() {
  const notes = new Map<string, { requestHash: string | null; view: string | undefined }>()
  const steps = {
    find: async (id: string) => notes.get(id),
    create: async (id: string, requestHash: string): Promise<string | undefined> => {
      notes.set(id, { requestHash, view: `note ${notes.size + 1}` })
      return notes.get(id)?.view
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

  it('refuses other content with the same key', async () => {
    const { steps } = createStore()
    await createOnce(request, steps)
    const other = { ...request, content: { text: 'b' } }
    await expect(createOnce(other, steps)).rejects.toThrow(new AppError('key-reused'))
  })

  it('completes what an earlier request stored only in part', async () => {
    const { notes, steps } = createStore()
    const requestHash = hashOfBody(request.content)
    const find = async (id: string) => notes.get(id) ?? { requestHash, view: undefined }
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

import { describe, expect, it } from 'vitest'
import { whyCollectionClosed } from './collection-window.ts'
import { bookingStatuses } from './vocabulary.ts'

const now = new Date('2026-01-09T08:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1_000)

describe('the details of a collection', () => {
  it('are shown from the confirmation of the lab', () => {
    const open = bookingStatuses.filter((status) => !whyCollectionClosed({ status, collectedAt: null }, now))
    expect(open).toEqual(['confirmed', 'sample-collection', 'lab-processing', 'completed'])
  })

  it('are shown until seven days after the collection', () => {
    const after = (days: number) => whyCollectionClosed({ status: 'completed', collectedAt: ago(days) }, now)
    expect(after(6.999)).toBeUndefined()
    expect(after(7)).toBe('The details of a collection are shown until seven days after it.')
  })
})

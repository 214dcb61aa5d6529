import { describe, expect, it } from 'vitest'
import { filesById, knownIds } from './requirements-pages.ts'
import { apiRisks } from './security-requirements.ts'

describe('the ids of requirements', () => {
  const found = filesById()

  it('each stand at the end of a test title', () => {
    expect(knownIds.filter((id) => !found.has(id))).toEqual([])
  })

  it('stand in no title without being in the list', () => {
    expect([...found.keys()].filter((id) => !knownIds.includes(id))).toEqual([])
  })

  it('are unique, and the API risks name those that there are', () => {
    expect(new Set(knownIds).size).toBe(knownIds.length)
    expect(
      Object.values(apiRisks)
        .flat()
        .filter((id) => !knownIds.includes(id)),
    ).toEqual([])
  })
})
